// ---- Siconos: EulerMoreauOSI ----
// Needs: /usr/include/siconos/kernel/SiconosKernel.hpp libsiconos-kernel-dev
// Flags: -I/usr/include/siconos -I/usr/include/siconos/kernel -I/usr/include/siconos/numerics -I/usr/include/siconos/externals -lsiconos_kernel -lsiconos_numerics -lsiconos_externals
#include <SiconosKernel.hpp>
#include <iostream>
#include <memory>

// x' = f(t,x), with its Jacobian by differences of second order.
class System : public FirstOrderNonLinearDS {
public:
  System(const Field &f, SP::SiconosVector start) : FirstOrderNonLinearDS(start), f(f) {
    _f = std::make_shared<SiconosVector>(start->size());
    _jacobianfx = std::make_shared<SimpleMatrix>(start->size(), start->size());
  }
  void computef(double t, SP::SiconosVector x) override {
    const State slope = slope_at(t, values(*x));
    for (size_t i = 0; i < slope.size(); i++)
      (*_f)(unsigned(i)) = slope[i];
  }
  void computeJacobianfx(double t, SP::SiconosVector x) override {
    const real d = 1e-5;
    for (size_t j = 0; j < x->size(); j++) {
      State above = values(*x), below = above;
      above[j] += d, below[j] -= d;
      const State a = slope_at(t, above), b = slope_at(t, below);
      for (size_t i = 0; i < a.size(); i++)
        _jacobianfx->setValue(unsigned(i), unsigned(j), (a[i] - b[i]) / (2 * d));
    }
  }
  static State values(const SiconosVector &x) {
    State y(x.size());
    for (size_t i = 0; i < y.size(); i++)
      y[i] = x.getValue(unsigned(i));
    return y;
  }

private:
  State slope_at(double t, const State &y) {
    State dy(y.size());
    f(y, dy, t);
    return dy;
  }
  const Field &f;
};

// The systems have no constraints, so that a step solves Newton's equations alone. Where these fail Siconos prints
// a warning, into the table, and goes on.
static bool theta(const Field &f, real T, int n, State &y, double theta) {
  std::cout.setstate(std::ios::failbit);
  auto start = std::make_shared<SiconosVector>(unsigned(y.size()));
  for (size_t i = 0; i < y.size(); i++)
    (*start)(unsigned(i)) = y[i];
  auto system = std::make_shared<System>(f, start);
  auto nsds = std::make_shared<NonSmoothDynamicalSystem>(0.0, T);
  nsds->insertDynamicalSystem(system);
  auto step = std::make_shared<EulerMoreauOSI>(theta);
  auto times = std::make_shared<TimeDiscretisation>(0.0, T / n);
  auto simulation = std::make_shared<TimeStepping>(nsds, times, 0);
  simulation->insertIntegrator(step);
  simulation->associate(step, system);
  simulation->setNewtonTolerance(1e-14);
  simulation->setNewtonMaxIteration(50);
  for (int i = 0; i < n; i++) {
    simulation->computeOneStep();
    if (simulation->getNewtonNbIterations() >= 50)
      return false;
    simulation->nextStep();
  }
  y = System::values(*system->x());
  return true;
}
static bool euler_moreau(const Field &f, real T, int n, real, State &y, State &) { return theta(f, T, n, y, 1); }
static bool euler_moreau_half(const Field &f, real T, int n, real, State &y, State &) { return theta(f, T, n, y, 0.5); }

static const Method methods[] = {{"euler_moreau", euler_moreau, STEPS}, {"euler_moreau_half", euler_moreau_half, STEPS}};
