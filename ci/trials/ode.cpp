// ---- ODE ----
// Needs: pkg:ode libode-dev
// Flags: $(pkg-config --cflags --libs ode)
// Each of the five models as unit masses on lines: the force on each is its acceleration.
#include <ode/ode.h>
#include "rigid_bodies.h"

static const bool added = (models.insert(models.end(), {projectile, ball, free_body, free_body_kept, joint_kept}), true);
using Step = int (*)(dWorldID, dReal);

struct World {
  dWorldID id = dWorldCreate();
  World() { // joints without the softness of 1e-10, and solved to round-off
    dWorldSetGravity(id, 0, -gravity, 0);
    dWorldSetCFM(id, 0);
    dWorldSetQuickStepNumIterations(id, 200);
  }
  ~World() { dWorldDestroy(id); }
  dBodyID body(real x, real y, real vx, real vy, const real moments[3], bool falls) {
    dBodyID b = dBodyCreate(id);
    dMass mass;
    dMassSetParameters(&mass, 1, 0, 0, 0, moments[0], moments[1], moments[2], 0, 0, 0);
    dBodySetMass(b, &mass);
    dBodySetPosition(b, x, y, 0);
    dBodySetLinearVel(b, vx, vy, 0);
    dBodySetGravityMode(b, falls);
    return b;
  }
};
static const real ones[] = {1, 1, 1};

static bool masses(Step step, const Field &f, real T, int n, State &y) {
  World world;
  const size_t half = y.size() / 2;
  std::vector<dBodyID> body;
  State dy(y.size());
  for (size_t i = 0; i < half; i++)
    body.push_back(world.body(y[i], 0, y[half + i], 0, ones, false));
  for (int k = 0; k < n; k++) {
    f(y, dy, k * (T / n));
    for (size_t i = 0; i < half; i++)
      dBodyAddForce(body[i], dy[half + i], 0, 0);
    if (!step(world.id, T / n))
      return false;
    for (size_t i = 0; i < half; i++)
      y[i] = dBodyGetPosition(body[i])[0], y[half + i] = dBodyGetLinearVel(body[i])[0];
  }
  return true;
}

static bool free_rotation(Step step, real T, int n, State &y, bool finite) {
  World world;
  dBodyID body = world.body(0, 0, 0, 0, inertia, false);
  dBodySetAngularVel(body, spin[0], spin[1], spin[2]);
  dBodySetFiniteRotationMode(body, finite);
  for (int k = 0; k < n; k++)
    if (!step(world.id, T / n))
      return false;
  const dReal *r = dBodyGetRotation(body), *w = dBodyGetAngularVel(body);
  const real R[] = {r[0], r[1], r[2], r[4], r[5], r[6], r[8], r[9], r[10]};
  y = body_state(R, w);
  return true;
}

static bool bounce(Step step, real T, int n, State &y) {
  World world;
  dBodyID body = world.body(0, y[0] + 0.25, 0, y[1], ones, true);
  dSpaceID space = dSimpleSpaceCreate(nullptr);
  dGeomID sphere = dCreateSphere(space, 0.25), plane = dCreatePlane(space, 0, 1, 0, 0);
  dGeomSetBody(sphere, body);
  dJointGroupID contacts = dJointGroupCreate(0);
  bool done = true;
  for (int k = 0; k < n && done; k++) {
    dContact contact = {};
    contact.surface.mode = dContactBounce;
    contact.surface.bounce = 1;
    if (dCollide(sphere, plane, 1, &contact.geom, sizeof(contact)))
      dJointAttach(dJointCreateContact(world.id, contacts, &contact), body, nullptr);
    done = step(world.id, T / n);
    dJointGroupEmpty(contacts);
  }
  y = {dBodyGetPosition(body)[1] - real(0.25), dBodyGetLinearVel(body)[1]};
  dJointGroupDestroy(contacts);
  dSpaceDestroy(space);
  return done;
}

template <Step step, bool finite> static bool run(const Field &f, real T, int n, real, State &y, State &) {
  if (is(free_body) || is(free_body_kept))
    return free_rotation(step, T, n, y, finite);
  if (is(ball))
    return bounce(step, T, n, y);
  if (!is(projectile))
    return masses(step, f, T, n, y);
  World world;
  dBodyID body = world.body(y[0], y[1], y[2], y[3], ones, true);
  for (int k = 0; k < n; k++)
    if (!step(world.id, T / n))
      return false;
  const dReal *x = dBodyGetPosition(body), *v = dBodyGetLinearVel(body);
  y = {x[0], x[1], v[0], v[1]};
  return true;
}

template <Step step, bool hinge> static bool joint(const Field &, real T, int n, real, State &y, State &) {
  World world;
  const real q = is(joint_kept) ? joint_q : y[0], v = is(joint_kept) ? joint_v : y[1];
  dBodyID body = world.body(std::sin(q), -std::cos(q), v * std::cos(q), v * std::sin(q), ones, true);
  dMatrix3 R;
  dRFromAxisAndAngle(R, 0, 0, 1, q);
  dBodySetRotation(body, R);
  dBodySetAngularVel(body, 0, 0, v);
  dJointID id = hinge ? dJointCreateHinge(world.id, nullptr) : dJointCreateBall(world.id, nullptr);
  dJointAttach(id, body, nullptr);
  if (hinge)
    dJointSetHingeAnchor(id, 0, 0, 0), dJointSetHingeAxis(id, 0, 0, 1);
  else
    dJointSetBallAnchor(id, 0, 0, 0);
  for (int k = 0; k < n; k++) {
    if (now->name == std::string("driven_pendulum")) // twice, since the moment about the joint is 2
      dBodyAddTorque(body, 0, 0, 0.6 * std::cos(1.7 * k * (T / n)));
    if (!step(world.id, T / n))
      return false;
  }
  const dReal *x = dBodyGetPosition(body), *u = dBodyGetLinearVel(body), *w = dBodyGetAngularVel(body),
              *r = dBodyGetRotation(body);
  y = joint_state(x[0], x[1], std::atan2(r[4], r[0]), u[0], u[1], w[2]);
  return true;
}

static const bool begun = (dInitODE(), true);
static const Method methods[] = {
    {"step", run<dWorldStep, false>, STEPS, bodies},
    {"quick_step", run<dWorldQuickStep, false>, STEPS, bodies},
    {"finite_rotation", run<dWorldStep, true>, STEPS, {"free_body", "free_body_kept"}},
    {"hinge", joint<dWorldStep, true>, STEPS, joints},
    {"quick_hinge", joint<dWorldQuickStep, true>, STEPS, joints},
    {"ball_joint", joint<dWorldStep, false>, STEPS, joints}};
