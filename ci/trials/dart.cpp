// ---- DART ----
// Needs: pkg:dart libdart-dev
// Flags: $(pkg-config --cflags-only-I --libs dart)
// Its integrators on each of the five models, and a skeleton's joint in its world.
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/integration/EulerIntegrator.hpp>
#include <dart/integration/RK4Integrator.hpp>
#include <dart/integration/SemiImplicitEulerIntegrator.hpp>
#include <dart/simulation/World.hpp>
#include "rigid_bodies.h"

static const bool added = (models.insert(models.end(), {free_body, free_body_kept, joint_kept}), true);

struct System : dart::integration::IntegrableSystem {
  const Field &f;
  const bool from_start; // configurations are integrated from that of the step's begin
  real t = 0;
  Eigen::VectorXd q, v;
  mutable Eigen::VectorXd start;
  System(const Field &field, const State &y, bool from) : f(field), from_start(from) {
    q = Eigen::Map<const Eigen::VectorXd>(y.data(), long(y.size() / 2));
    v = Eigen::Map<const Eigen::VectorXd>(y.data() + y.size() / 2, long(y.size() / 2));
  }
  void setConfigs(const Eigen::VectorXd &to) override { q = to; }
  void setGenVels(const Eigen::VectorXd &to) override { v = to; }
  Eigen::VectorXd getConfigs() const override { return start = q; }
  Eigen::VectorXd getGenVels() const override { return v; }
  Eigen::VectorXd evalGenAccs() override {
    State y(2 * size_t(q.size())), dy(y.size());
    for (long i = 0; i < q.size(); i++)
      y[size_t(i)] = q[i], y[size_t(q.size() + i)] = v[i];
    f(y, dy, t);
    return Eigen::Map<Eigen::VectorXd>(dy.data() + q.size(), q.size());
  }
  void integrateConfigs(const Eigen::VectorXd &by, double h) override { q = (from_start ? start : q) + h * by; }
  void integrateGenVels(const Eigen::VectorXd &by, double h) override { v += h * by; }
};

template <class Integrator, bool from_start = false> static bool by(const Field &f, real T, int n, real, State &y, State &) {
  System system(f, y, from_start);
  Integrator integrator;
  for (int k = 0; k < n; k++) {
    system.t = k * (T / n);
    integrator.integrate(&system, T / n);
  }
  for (long i = 0; i < system.q.size(); i++)
    y[size_t(i)] = system.q[i], y[size_t(system.q.size() + i)] = system.v[i];
  return true;
}

// RK4Integrator leaves two functions open, which integrate() does not call.
struct RK4 : dart::integration::RK4Integrator {
  void integratePos(dart::integration::IntegrableSystem *, double) override {}
  void integrateVel(dart::integration::IntegrableSystem *, double) override {}
};

enum Joint { FREE, BALL, REVOLUTE };
template <Joint kind> static bool world(const Field &, real T, int n, real, State &y, State &) {
  auto skeleton = dart::dynamics::Skeleton::create();
  dart::dynamics::BodyNode *body;
  dart::dynamics::Joint *joint;
  const bool falls = kind == REVOLUTE;
  if (kind == FREE)
    std::tie(joint, body) = skeleton->createJointAndBodyNodePair<dart::dynamics::FreeJoint>();
  else if (kind == BALL)
    std::tie(joint, body) = skeleton->createJointAndBodyNodePair<dart::dynamics::BallJoint>();
  else {
    dart::dynamics::RevoluteJoint::Properties properties;
    properties.mAxis = Eigen::Vector3d::UnitZ();
    std::tie(joint, body) = skeleton->createJointAndBodyNodePair<dart::dynamics::RevoluteJoint>(nullptr, properties);
    Eigen::Isometry3d at = Eigen::Isometry3d::Identity();
    at.translation() = Eigen::Vector3d(0, 1, 0);
    joint->setTransformFromChildBodyNode(at);
    skeleton->setPosition(0, is(joint_kept) ? joint_q : y[0]);
    skeleton->setVelocity(0, is(joint_kept) ? joint_v : y[1]);
  }
  body->setInertia(falls ? dart::dynamics::Inertia(1, Eigen::Vector3d::Zero(), Eigen::Matrix3d::Identity())
                         : dart::dynamics::Inertia(1, Eigen::Vector3d::Zero(), Eigen::Vector3d(inertia[0], inertia[1], inertia[2]).asDiagonal().toDenseMatrix()));
  if (!falls)
    for (int i = 0; i < 3; i++)
      skeleton->setVelocity(size_t(i), spin[i]);
  dart::simulation::World simulation;
  simulation.setGravity(Eigen::Vector3d(0, falls ? -gravity : 0, 0));
  simulation.setTimeStep(T / n);
  simulation.addSkeleton(skeleton);
  for (int k = 0; k < n; k++) {
    if (now->name == std::string("driven_pendulum")) // twice, since the moment about the joint is 2
      skeleton->setForce(0, 0.6 * std::cos(1.7 * k * (T / n)));
    simulation.step();
  }
  const Eigen::Isometry3d at = body->getTransform();
  const Eigen::Vector3d x = at.translation(), u = body->getLinearVelocity(), w = body->getAngularVelocity();
  const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> R = at.linear();
  y = falls ? joint_state(x[0], x[1], skeleton->getPosition(0), u[0], u[1], w[2]) : body_state(R.data(), w.data());
  return true;
}

static const std::vector<std::string> five = {"pendulum", "driven_pendulum", "kepler", "henon_heiles", "chain"},
                                      steady = {"pendulum", "kepler", "henon_heiles", "chain"},
                                      free_bodies = {"free_body", "free_body_kept"};
static const Method methods[] = {{"Euler", by<dart::integration::EulerIntegrator>, STEPS, five},
                                 {"SemiImplicitEuler", by<dart::integration::SemiImplicitEulerIntegrator>, STEPS, five},
                                 {"RK4", by<RK4>, STEPS, steady}, // t is constant in a step
                                 {"RK4_from_start", by<RK4, true>, STEPS, steady},
                                 {"world_revolute", world<REVOLUTE>, STEPS, joints},
                                 {"world_free", world<FREE>, STEPS, free_bodies},
                                 {"world_ball", world<BALL>, STEPS, free_bodies}};
