// ---- Chipmunk ----
// Needs: lib:chipmunk libchipmunk-dev
// Flags: -lchipmunk
// Each of the five models as unit masses on lines: the force on each is its acceleration.
#include <chipmunk/chipmunk.h>
#include <unistd.h>
#include "rigid_bodies.h"

static const bool added = (models.insert(models.end(), {projectile, ball, joint_kept}), true);

// The first space prints a line, which is no part of the table.
static bool quiet() {
  const int out = dup(1);
  dup2(2, 1);
  cpSpaceFree(cpSpaceNew());
  std::fflush(stdout);
  return dup2(out, 1) >= 0 && close(out) == 0;
}
static const bool begun = quiet();

struct World {
  cpSpace *space = cpSpaceNew();
  std::vector<cpBody *> bodies;
  std::vector<cpShape *> shapes;
  std::vector<cpConstraint *> joints;
  World(real g) {
    cpSpaceSetGravity(space, cpv(0, -g));
    cpSpaceSetIterations(space, 200); // to round-off
  }
  ~World() {
    for (cpConstraint *joint : joints)
      cpSpaceRemoveConstraint(space, joint), cpConstraintFree(joint);
    for (cpShape *shape : shapes)
      cpSpaceRemoveShape(space, shape), cpShapeFree(shape);
    for (cpBody *body : bodies)
      cpSpaceRemoveBody(space, body), cpBodyFree(body);
    cpSpaceFree(space);
  }
  cpBody *body(real x, real y, real vx, real vy) {
    cpBody *b = cpSpaceAddBody(space, cpBodyNew(1, 1));
    cpBodySetPosition(b, cpv(x, y));
    cpBodySetVelocity(b, cpv(vx, vy));
    bodies.push_back(b);
    return b;
  }
  void shape(cpShape *s) {
    cpShapeSetElasticity(s, 1);
    shapes.push_back(cpSpaceAddShape(space, s));
  }
};

static bool masses(const Field &f, real T, int n, State &y) {
  World world(0);
  const size_t half = y.size() / 2;
  State dy(y.size());
  for (size_t i = 0; i < half; i++)
    world.body(y[i], 0, y[half + i], 0);
  for (int k = 0; k < n; k++) {
    f(y, dy, k * (T / n));
    for (size_t i = 0; i < half; i++)
      cpBodySetForce(world.bodies[i], cpv(dy[half + i], 0));
    cpSpaceStep(world.space, T / n);
    for (size_t i = 0; i < half; i++)
      y[i] = cpBodyGetPosition(world.bodies[i]).x, y[half + i] = cpBodyGetVelocity(world.bodies[i]).x;
  }
  return true;
}

static bool step(const Field &f, real T, int n, real, State &y, State &) {
  if (!is(projectile))
    return masses(f, T, n, y);
  World world(gravity);
  cpBody *body = world.body(y[0], y[1], y[2], y[3]);
  for (int k = 0; k < n; k++)
    cpSpaceStep(world.space, T / n);
  const cpVect x = cpBodyGetPosition(body), v = cpBodyGetVelocity(body);
  y = {x.x, x.y, v.x, v.y};
  return true;
}

static bool bounce(const Field &, real T, int n, real, State &y, State &) {
  World world(gravity);
  cpBody *body = world.body(0, y[0] + 0.25, 0, y[1]);
  world.shape(cpCircleShapeNew(body, 0.25, cpvzero));
  world.shape(cpSegmentShapeNew(cpSpaceGetStaticBody(world.space), cpv(-9, 0), cpv(9, 0), 0));
  for (int k = 0; k < n; k++)
    cpSpaceStep(world.space, T / n);
  y = {cpBodyGetPosition(body).y - 0.25, cpBodyGetVelocity(body).y};
  return true;
}

static bool joint(const Field &, real T, int n, real, State &y, State &) {
  World world(gravity);
  const real q = is(joint_kept) ? joint_q : y[0], v = is(joint_kept) ? joint_v : y[1];
  cpBody *body = world.body(std::sin(q), -std::cos(q), v * std::cos(q), v * std::sin(q));
  cpBodySetAngle(body, q);
  cpBodySetAngularVelocity(body, v);
  cpBody *fixed = cpSpaceGetStaticBody(world.space);
  world.joints.push_back(cpSpaceAddConstraint(world.space, cpPivotJointNew2(body, fixed, cpv(0, 1), cpvzero)));
  for (int k = 0; k < n; k++) {
    if (now->name == std::string("driven_pendulum")) // twice, since the moment about the joint is 2
      cpBodySetTorque(body, 0.6 * std::cos(1.7 * k * (T / n)));
    cpSpaceStep(world.space, T / n);
  }
  const cpVect x = cpBodyGetPosition(body), u = cpBodyGetVelocity(body);
  y = joint_state(x.x, x.y, cpBodyGetAngle(body), u.x, u.y, cpBodyGetAngularVelocity(body));
  return true;
}

static const Method methods[] = {{"step", step, STEPS, flat},
                                 {"pivot", joint, STEPS, joints},
                                 {"bounce", bounce, STEPS, {"ball"}}};
