// ---- Bullet ----
// Needs: pkg:bullet-float64 libbullet-dev
// Flags: $(pkg-config --cflags --libs bullet-float64)
// Its library in double precision. Each of the five models as unit masses on lines: the force on each is its
// acceleration.
#include <btBulletDynamicsCommon.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <memory>
#include "rigid_bodies.h"

static const bool added = (models.insert(models.end(), {projectile, ball, free_body, free_body_kept, joint_kept}), true);
static const btVector3 ones(1, 1, 1);

struct World {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btMultiBodyConstraintSolver solver;
  btMultiBodyDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  btSphereShape sphere{0.25};
  btStaticPlaneShape plane{btVector3(0, 1, 0), 0};
  std::vector<std::unique_ptr<btRigidBody>> bodies;
  World() {
    world.setGravity(btVector3(0, -gravity, 0));
    world.getSolverInfo().m_numIterations = 200; // to round-off
  }
  ~World() {
    for (auto &body : bodies)
      world.removeRigidBody(body.get());
  }
  btRigidBody *body(real x, real y, real vx, real vy, const btVector3 &moments, bool falls = false, btCollisionShape *shape = nullptr) {
    btRigidBody::btRigidBodyConstructionInfo info(shape == &plane ? 0 : 1, nullptr, shape ? shape : &sphere, moments);
    info.m_startWorldTransform.setIdentity();
    info.m_startWorldTransform.setOrigin(btVector3(x, y, 0));
    info.m_restitution = 1;
    bodies.emplace_back(new btRigidBody(info));
    btRigidBody *b = bodies.back().get();
    b->setLinearVelocity(btVector3(vx, vy, 0));
    b->setActivationState(DISABLE_DEACTIVATION);
    if (!falls)
      b->setFlags(b->getFlags() | BT_DISABLE_WORLD_GRAVITY);
    shape ? world.addRigidBody(b) : world.addRigidBody(b, 1, 0); // without a shape it collides with nothing
    return b;
  }
  void step(real h) { world.stepSimulation(h, 0); }
};

static bool masses(const Field &f, real T, int n, State &y) {
  World world;
  const size_t half = y.size() / 2;
  State dy(y.size());
  for (size_t i = 0; i < half; i++)
    world.body(y[i], 0, y[half + i], 0, ones);
  for (int k = 0; k < n; k++) {
    f(y, dy, k * (T / n));
    for (size_t i = 0; i < half; i++)
      world.bodies[i]->applyCentralForce(btVector3(dy[half + i], 0, 0));
    world.step(T / n);
    for (size_t i = 0; i < half; i++) {
      y[i] = world.bodies[i]->getWorldTransform().getOrigin().x();
      y[half + i] = world.bodies[i]->getLinearVelocity().x();
    }
  }
  return true;
}

template <int gyroscopic> static bool rotation(const Field &, real T, int n, real, State &y, State &) {
  World world;
  btRigidBody *body = world.body(0, 0, 0, 0, btVector3(inertia[0], inertia[1], inertia[2]));
  body->setAngularVelocity(btVector3(spin[0], spin[1], spin[2]));
  body->setFlags(BT_DISABLE_WORLD_GRAVITY | gyroscopic);
  for (int k = 0; k < n; k++)
    world.step(T / n);
  real R[9], w[3];
  for (int i = 0; i < 9; i++)
    R[i] = body->getWorldTransform().getBasis()[i / 3][i % 3];
  for (int i = 0; i < 3; i++)
    w[i] = body->getAngularVelocity()[i];
  y = body_state(R, w);
  return true;
}

static bool step(const Field &f, real T, int n, real, State &y, State &) {
  World world;
  if (!is(projectile) && !is(ball))
    return masses(f, T, n, y);
  btRigidBody *body;
  if (is(ball)) {
    body = world.body(0, y[0] + 0.25, 0, y[1], ones, true, &world.sphere);
    world.body(0, 0, 0, 0, btVector3(0, 0, 0), true, &world.plane);
  } else
    body = world.body(y[0], y[1], y[2], y[3], ones, true);
  for (int k = 0; k < n; k++)
    world.step(T / n);
  const btVector3 x = body->getWorldTransform().getOrigin(), v = body->getLinearVelocity();
  y = is(ball) ? State{x.y() - 0.25, v.y()} : State{x.x(), x.y(), v.x(), v.y()};
  return true;
}

template <bool hinged> static bool joint(const Field &, real T, int n, real, State &y, State &) {
  World world;
  const real q = is(joint_kept) ? joint_q : y[0], v = is(joint_kept) ? joint_v : y[1];
  btRigidBody *body = world.body(std::sin(q), -std::cos(q), v * std::cos(q), v * std::sin(q), ones, true);
  btTransform at = body->getWorldTransform();
  at.setRotation(btQuaternion(btVector3(0, 0, 1), q));
  body->setWorldTransform(at);
  body->setInterpolationWorldTransform(at);
  body->setAngularVelocity(btVector3(0, 0, v));
  body->updateInertiaTensor();
  btHingeConstraint hinge(*body, btVector3(0, 1, 0), btVector3(0, 0, 1));
  btPoint2PointConstraint point(*body, btVector3(0, 1, 0));
  btTypedConstraint *joint = hinged ? static_cast<btTypedConstraint *>(&hinge) : &point;
  world.world.addConstraint(joint);
  for (int k = 0; k < n; k++) {
    if (now->name == std::string("driven_pendulum")) // twice, since the moment about the joint is 2
      body->applyTorque(btVector3(0, 0, 0.6 * std::cos(1.7 * k * (T / n))));
    world.step(T / n);
  }
  const btVector3 x = body->getWorldTransform().getOrigin(), u = body->getLinearVelocity(), w = body->getAngularVelocity();
  const btMatrix3x3 &R = body->getWorldTransform().getBasis();
  y = joint_state(x.x(), x.y(), std::atan2(R[1][0], R[0][0]), u.x(), u.y(), w.z());
  world.world.removeConstraint(joint);
  return true;
}

// The pendulum as an articulated body; without the damping that is there by default.
template <bool rk4> static bool articulated(const Field &, real T, int n, real, State &y, State &) {
  World world;
  const real q = is(joint_kept) ? joint_q : y[0], v = is(joint_kept) ? joint_v : y[1];
  btMultiBody body(1, 0, btVector3(0, 0, 0), true, false);
  body.setupRevolute(0, 1, ones, -1, btQuaternion(0, 0, 0, 1), btVector3(0, 0, 1), btVector3(0, 0, 0), btVector3(0, -1, 0), true);
  body.finalizeMultiDof();
  body.setLinearDamping(0);
  body.setAngularDamping(0);
  body.setCanSleep(false);
  body.useRK4Integration(rk4);
  body.setJointPos(0, q);
  body.setJointVel(0, v);
  world.world.addMultiBody(&body);
  for (int k = 0; k < n; k++) {
    if (now->name == std::string("driven_pendulum"))
      body.addJointTorque(0, 0.6 * std::cos(1.7 * k * (T / n)));
    world.step(T / n);
  }
  const real end = body.getJointPos(0), w = body.getJointVel(0);
  y = joint_state(std::sin(end), -std::cos(end), end, w * std::cos(end), w * std::sin(end), w);
  world.world.removeMultiBody(&body);
  return true;
}

template <bool rk4> static bool floating(const Field &, real T, int n, real, State &y, State &) {
  World world;
  btMultiBody body(0, 1, btVector3(inertia[0], inertia[1], inertia[2]), false, false);
  body.finalizeMultiDof();
  body.setLinearDamping(0);
  body.setAngularDamping(0);
  body.setCanSleep(false);
  body.useRK4Integration(rk4);
  body.setBaseOmega(btVector3(spin[0], spin[1], spin[2]));
  world.world.setGravity(btVector3(0, 0, 0));
  world.world.addMultiBody(&body);
  for (int k = 0; k < n; k++)
    world.step(T / n);
  const btMatrix3x3 turn(body.getWorldToBaseRot().inverse());
  real R[9], w[3];
  for (int i = 0; i < 9; i++)
    R[i] = turn[i / 3][i % 3];
  for (int i = 0; i < 3; i++)
    w[i] = body.getBaseOmega()[i];
  y = body_state(R, w);
  world.world.removeMultiBody(&body);
  return true;
}

template <bool rk4> static bool spherical(const Field &, real T, int n, real, State &y, State &) {
  World world;
  btMultiBody body(1, 0, btVector3(0, 0, 0), true, false);
  body.setupSpherical(0, 1, btVector3(inertia[0], inertia[1], inertia[2]), -1, btQuaternion(0, 0, 0, 1), btVector3(0, 0, 0), btVector3(0, 0, 0), true);
  body.finalizeMultiDof();
  body.setLinearDamping(0);
  body.setAngularDamping(0);
  body.setCanSleep(false);
  body.useRK4Integration(rk4);
  const btScalar w0[] = {spin[0], spin[1], spin[2]};
  body.setJointVelMultiDof(0, w0);
  world.world.setGravity(btVector3(0, 0, 0));
  world.world.addMultiBody(&body);
  for (int k = 0; k < n; k++)
    world.step(T / n);
  const btScalar *q = body.getJointPosMultiDof(0), *u = body.getJointVelMultiDof(0);
  const btMatrix3x3 turn(btQuaternion(q[0], q[1], q[2], q[3]));
  real R[9], w[3];
  for (int i = 0; i < 9; i++)
    R[i] = turn[i / 3][i % 3];
  const btVector3 ww = turn * btVector3(u[0], u[1], u[2]);
  for (int i = 0; i < 3; i++)
    w[i] = ww[i];
  y = body_state(R, w);
  world.world.removeMultiBody(&body);
  return true;
}

static const std::vector<std::string> free_bodies = {"free_body", "free_body_kept"};
static const Method methods[] = {
    {"step", step, STEPS, flat},
    {"bounce", step, STEPS, {"ball"}},
    {"gyroscopic_implicit_body", rotation<BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY>, STEPS, free_bodies},
    {"gyroscopic_implicit_world", rotation<BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD>, STEPS, free_bodies},
    {"gyroscopic_explicit", rotation<BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT>, STEPS, free_bodies},
    {"gyroscopic_none", rotation<0>, STEPS, free_bodies},
    {"hinge", joint<true>, STEPS, joints},
    {"point_to_point", joint<false>, STEPS, joints},
    {"articulated", articulated<false>, STEPS, joints},
    {"articulated_rk4", articulated<true>, STEPS, {"pendulum", "joint_kept"}}, // forces are constant in a step
    {"spherical", spherical<false>, STEPS, free_bodies},
    {"spherical_rk4", spherical<true>, STEPS, free_bodies},
    {"floating", floating<false>, STEPS, free_bodies},
    {"floating_rk4", floating<true>, STEPS, free_bodies}};
