// ---- OpenMM ----
// Needs: lib:OpenMM libopenmm-dev
// Flags: -lOpenMM
// On the reference platform, which is in double precision. Each of the five models as particles of mass 1 on lines.
#include <OpenMM.h>
#include <memory>
namespace mm = OpenMM;

// The force as a custom force on one compound of all particles, as a formula of their first coordinates.
static std::string energy() {
  std::string sum;
  for (int i = 0; i <= 10; i++) {
    const std::string x = "(" + (i < 10 ? "x" + std::to_string(i + 1) : "0") + "-" + (i ? "x" + std::to_string(i) : "0") + ")";
    sum += (i ? "+" : "") + x + (i % 2 ? "^2" : "^4");
  }
  return now->name == std::string("pendulum")          ? "-cos(x1)"
         : now->name == std::string("driven_pendulum") ? "-cos(x1)-0.3*x1*cos(1.7*t)"
         : now->name == std::string("kepler")          ? "-1/sqrt(x1^2+x2^2)"
         : now->name == std::string("henon_heiles")    ? "(x1^2+x2^2)/2+x1^2*x2-x2^3/3"
                                                       : sum;
}

// Velocities of a leapfrog are half a step early: those at the end are the mean of two steps.
enum Kind { VERLET, VERLET_STARTED, VELOCITY_VERLET, NOSE_HOOVER_STARTED };
template <Kind kind> static bool run(const Field &f, real T, int n, real, State &y, State &) {
  const int half = int(y.size()) / 2;
  const real h = T / n;
  mm::System system;
  auto *force = new mm::CustomCompoundBondForce(half, energy());
  std::vector<int> all;
  std::vector<mm::Vec3> x, v;
  for (int i = 0; i < half; i++) {
    system.addParticle(1);
    all.push_back(i);
    x.push_back(mm::Vec3(y[i], 0, 0));
    v.push_back(mm::Vec3(y[half + i], 0, 0));
  }
  const bool driven = now->name == std::string("driven_pendulum");
  if (driven)
    force->addGlobalParameter("t", 0);
  force->addBond(all);
  system.addForce(force);
  std::unique_ptr<mm::Integrator> integrator;
  if (kind == VELOCITY_VERLET) {
    auto *custom = new mm::CustomIntegrator(h);
    custom->addUpdateContextState();
    custom->addComputePerDof("v", "v+0.5*dt*f/m");
    custom->addComputePerDof("x", "x+dt*v");
    custom->addComputePerDof("v", "v+0.5*dt*f/m");
    integrator.reset(custom);
  } else if (kind == NOSE_HOOVER_STARTED)
    integrator.reset(new mm::NoseHooverIntegrator(h));
  else
    integrator.reset(new mm::VerletIntegrator(h));
  mm::Context context(system, *integrator, mm::Platform::getPlatformByName("Reference"));
  State dy(y.size());
  if (kind == VERLET_STARTED || kind == NOSE_HOOVER_STARTED) {
    f(y, dy, 0);
    for (int i = 0; i < half; i++)
      v[size_t(i)][0] -= h / 2 * dy[size_t(half + i)];
  }
  context.setPositions(x);
  context.setVelocities(v);
  auto save = [&] {
    const mm::State state = context.getState(mm::State::Positions | mm::State::Velocities);
    for (int i = 0; i < half; i++)
      y[size_t(i)] = state.getPositions()[size_t(i)][0], y[size_t(half + i)] = state.getVelocities()[size_t(i)][0];
  };
  for (int k = 0; k < n; k++) {
    if (driven)
      context.setParameter("t", k * h);
    integrator->step(1);
  }
  save();
  if (kind == VERLET_STARTED || kind == NOSE_HOOVER_STARTED) {
    const State at = y;
    if (driven)
      context.setParameter("t", T);
    integrator->step(1);
    save();
    for (int i = 0; i < half; i++) {
      y[size_t(half + i)] = (at[size_t(half + i)] + y[size_t(half + i)]) / 2;
      y[size_t(i)] = at[size_t(i)];
    }
  }
  return true;
}

static const std::vector<std::string> steady = {"pendulum", "kepler", "henon_heiles", "chain"};
static const Method methods[] = {{"Verlet", run<VERLET>, STEPS},
                                 {"Verlet_started", run<VERLET_STARTED>, STEPS},
                                 {"Custom_velocity_Verlet", run<VELOCITY_VERLET>, STEPS, steady},
                                 {"NoseHoover_started", run<NOSE_HOOVER_STARTED>, STEPS, steady}};
