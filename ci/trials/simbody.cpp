// ---- Simbody ----
// Needs: lib:SimTKmath libsimbody-dev
// Flags: -I/usr/include/simbody -lSimTKsimbody -lSimTKmath -lSimTKcommon
// Each model as unit masses on sliders; the force on each is its acceleration, which depends on q and t alone.
#include <Simbody.h>
#include <memory>

struct Accelerations : SimTK::Force::Custom::Implementation {
  const Field &f;
  const int half;
  Accelerations(const Field &field, int size) : f(field), half(size) {}
  void calcForce(const SimTK::State &state, SimTK::Vector_<SimTK::SpatialVec> &, SimTK::Vector_<SimTK::Vec3> &,
                 SimTK::Vector &forces) const override {
    State y(2 * size_t(half)), dy(2 * size_t(half));
    for (int i = 0; i < half; i++)
      y[size_t(i)] = state.getQ()[i], y[size_t(half + i)] = state.getU()[i];
    f(y, dy, state.getTime());
    for (int i = 0; i < half; i++)
      forces[i] += dy[size_t(half + i)];
  }
  SimTK::Real calcPotentialEnergy(const SimTK::State &) const override { return 0; }
};

// With steps of one size there is one step less to T/3: reports there are interpolated.
template <class Integrator> static bool by(const Field &f, real T, int n, real tolerance, State &y, State &third) {
  const int half = int(y.size()) / 2;
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter(system);
  SimTK::GeneralForceSubsystem forces(system);
  SimTK::Force::Custom(forces, new Accelerations(f, half));
  const SimTK::Body::Rigid body(SimTK::MassProperties(1, SimTK::Vec3(0), SimTK::Inertia(1)));
  for (int i = 0; i < half; i++)
    SimTK::MobilizedBody::Slider(matter.Ground(), body);
  system.realizeTopology();
  SimTK::State state = system.getDefaultState();
  for (int i = 0; i < half; i++)
    state.updQ()[i] = y[size_t(i)], state.updU()[i] = y[size_t(half + i)];
  std::unique_ptr<SimTK::Integrator> integrator;
  if constexpr (std::is_constructible_v<Integrator, SimTK::MultibodySystem &, SimTK::Real>)
    integrator.reset(new Integrator(system, n ? T / n : T));
  else
    integrator.reset(new Integrator(system));
  if (n)
    integrator->setFixedStepSize(T / n);
  integrator->setAccuracy(n ? 0.5 : tolerance);
  integrator->setFinalTime(T);
  integrator->initialize(state);
  auto save = [&](State &to) {
    to.resize(y.size());
    for (int i = 0; i < half; i++)
      to[size_t(i)] = integrator->getState().getQ()[i], to[size_t(half + i)] = integrator->getState().getU()[i];
  };
  SimTK::Integrator::SuccessfulStepStatus status;
  do
    status = integrator->stepTo(T / 3);
  while (integrator->getTime() < T / 3);
  save(third);
  while (integrator->getTime() < T) {
    status = integrator->stepTo(T);
    if (status == SimTK::Integrator::EndOfSimulation)
      break;
  }
  save(y);
  return std::abs(integrator->getTime() - T) < 1e-9;
}

static const Method methods[] = {
    {"ExplicitEuler", by<SimTK::ExplicitEulerIntegrator>, STEPS},
    {"SemiExplicitEuler", by<SimTK::SemiExplicitEulerIntegrator>, STEPS},
    {"SemiExplicitEuler2", by<SimTK::SemiExplicitEuler2Integrator>, STEPS},
    {"RungeKutta2", by<SimTK::RungeKutta2Integrator>, STEPS},
    {"RungeKutta3", by<SimTK::RungeKutta3Integrator>, STEPS},
    {"RungeKuttaMerson", by<SimTK::RungeKuttaMersonIntegrator>, STEPS | TOLERANCES},
    {"RungeKuttaFeldberg", by<SimTK::RungeKuttaFeldbergIntegrator>, STEPS},
    {"Verlet", by<SimTK::VerletIntegrator>, STEPS},
    {"CPodes", by<SimTK::CPodesIntegrator>, TOLERANCES}};
