// ---- Box2D ----
// Needs: pkg:box2d libbox2d-dev
// Flags: $(pkg-config --cflags --libs box2d)
// Real: float
// Each of the five models as unit masses on lines: the force on each is its acceleration.
#include <box2d/box2d.h>
#include "rigid_bodies.h"

static const bool added = (models.insert(models.end(), {projectile, ball, joint_kept}), true);

struct World {
  b2World world;
  World(real g) : world(b2Vec2(0, -g)) { world.SetContinuousPhysics(false); }
  b2Body *body(real x, real y, real vx, real vy) {
    b2BodyDef def;
    def.type = b2_dynamicBody;
    def.position.Set(x, y);
    def.linearVelocity.Set(vx, vy);
    def.allowSleep = false;
    b2Body *b = world.CreateBody(&def);
    b2MassData mass = {1, b2Vec2(0, 0), 1};
    b->SetMassData(&mass);
    return b;
  }
  void step(real h) { world.Step(h, 200, 200); }
};

static bool masses(const Field &f, real T, int n, State &y) {
  World world(0);
  const size_t half = y.size() / 2;
  std::vector<b2Body *> bodies;
  State dy(y.size());
  for (size_t i = 0; i < half; i++)
    bodies.push_back(world.body(y[i], 0, y[half + i], 0));
  for (int k = 0; k < n; k++) {
    f(y, dy, k * (T / n));
    for (size_t i = 0; i < half; i++)
      bodies[i]->ApplyForceToCenter(b2Vec2(dy[half + i], 0), true);
    world.step(T / n);
    for (size_t i = 0; i < half; i++)
      y[i] = bodies[i]->GetPosition().x, y[half + i] = bodies[i]->GetLinearVelocity().x;
  }
  return true;
}

static bool step(const Field &f, real T, int n, real, State &y, State &) {
  if (!is(projectile))
    return masses(f, T, n, y);
  World world(gravity);
  b2Body *body = world.body(y[0], y[1], y[2], y[3]);
  for (int k = 0; k < n; k++)
    world.step(T / n);
  const b2Vec2 x = body->GetPosition(), v = body->GetLinearVelocity();
  y = {x.x, x.y, v.x, v.y};
  return true;
}

static bool bounce(const Field &, real T, int n, real, State &y, State &) {
  World world(gravity);
  b2Body *body = world.body(0, y[0] + 0.25f, 0, y[1]);
  b2CircleShape circle;
  circle.m_radius = 0.25f;
  b2FixtureDef def;
  def.shape = &circle;
  def.density = 1;
  def.restitution = 1;
  body->CreateFixture(&def);
  b2BodyDef ground;
  b2EdgeShape edge;
  edge.SetTwoSided(b2Vec2(-9, 0), b2Vec2(9, 0));
  world.world.CreateBody(&ground)->CreateFixture(&edge, 0);
  for (int k = 0; k < n; k++)
    world.step(T / n);
  y = {body->GetPosition().y - 0.25f, body->GetLinearVelocity().y};
  return true;
}

static bool joint(const Field &, real T, int n, real, State &y, State &) {
  World world(gravity);
  const real q = is(joint_kept) ? joint_q : y[0], v = is(joint_kept) ? joint_v : y[1];
  b2Body *body = world.body(std::sin(q), -std::cos(q), v * std::cos(q), v * std::sin(q));
  body->SetTransform(body->GetPosition(), q);
  body->SetAngularVelocity(v);
  b2BodyDef fixed;
  b2RevoluteJointDef def;
  def.bodyA = world.world.CreateBody(&fixed);
  def.bodyB = body;
  def.localAnchorB.Set(0, 1);
  world.world.CreateJoint(&def);
  for (int k = 0; k < n; k++) {
    if (now->name == std::string("driven_pendulum")) // twice, since the moment about the joint is 2
      body->ApplyTorque(0.6f * std::cos(1.7f * k * (T / n)), true);
    world.step(T / n);
  }
  const b2Vec2 x = body->GetPosition(), u = body->GetLinearVelocity();
  y = joint_state(x.x, x.y, body->GetAngle(), u.x, u.y, body->GetAngularVelocity());
  return true;
}

static const Method methods[] = {{"step", step, STEPS, flat},
                                 {"revolute", joint, STEPS, joints},
                                 {"bounce", bounce, STEPS, {"ball"}}};
