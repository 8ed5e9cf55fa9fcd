// ---- Boost.odeint: the paths that its adapter does not go ----
// Needs: /usr/include/boost/numeric/odeint.hpp libboost-dev
// Dense output, backward integration, restarts, error estimates and the integrate functions.
#include <boost/numeric/odeint.hpp>
namespace odeint = boost::numeric::odeint;

static bool dense_dopri5(const Field &f, real T, int n, real, State &y, State &third) {
  auto stepper = odeint::make_dense_output(1e99, 1e99, T / n, odeint::runge_kutta_dopri5<State>());
  stepper.initialize(y, 0, T / n);
  third.resize(y.size());
  bool passed = false;
  for (int i = 0; i < n; i++) {
    stepper.do_step(f);
    if (!passed && stepper.current_time() > T / 3)
      stepper.calc_state(T / 3, third), passed = true;
  }
  y = stepper.current_state();
  return std::abs(stepper.current_time() - T) < 1e-9;
}

template <class Stepper> static bool constant(const Field &f, real T, int n, real, State &y, State &) {
  odeint::integrate_n_steps(Stepper(), f, y, 0., T / n, size_t(n));
  return true;
}

// z(s) = y(-s) from 0 to -T has the end state y(T).
template <class Stepper> static bool backward(const Field &f, real T, int n, real, State &y, State &) {
  auto field = [&](const State &z, State &dz, real s) {
    f(z, dz, -s);
    for (real &d : dz)
      d = -d;
  };
  odeint::integrate_n_steps(Stepper(), field, y, 0., -T / n, size_t(n));
  return true;
}

template <class Stepper> static bool restart(const Field &f, real T, int n, real, State &y, State &) {
  odeint::integrate_n_steps(Stepper(), f, y, 0., T / n, size_t(n / 2));
  odeint::integrate_n_steps(Stepper(), f, y, T / 2, T / n, size_t(n - n / 2));
  return true;
}

// At T/3 by steps that do not meet it: integrate_times interpolates with dense output.
static bool times(const Field &f, real T, int n, real, State &y, State &third) {
  const std::vector<real> at = {0, T / 3, T};
  State last = y;
  odeint::integrate_times(odeint::make_dense_output(1e99, 1e99, T / n, odeint::runge_kutta_dopri5<State>()), f, y, at,
                          T / n, [&](const State &z, real t) {
                            if (t == at[1])
                              third = z;
                            last = z;
                          });
  y = last;
  return true;
}

// The error estimate of the first step in the place of the error at T.
template <class Stepper> static bool estimate(const Field &f, real T, int n, real, State &y, State &) {
  Stepper stepper;
  State error(y.size());
  for (const Model &model : models)
    if (y == State(model.start.begin(), model.start.end())) {
      stepper.do_step(f, y, 0., T / n, error);
      for (size_t i = 0; i < y.size(); i++)
        y[i] = real(model.end[i]) + error[i];
      return true;
    }
  return false;
}

using rk4_stepper = odeint::runge_kutta4<State>;
using dopri5 = odeint::runge_kutta_dopri5<State>;
using cash_karp = odeint::runge_kutta_cash_karp54<State>;
using fehlberg = odeint::runge_kutta_fehlberg78<State>;
using bashforth = odeint::adams_bashforth_moulton<4, State>;
static const Method methods[] = {{"dopri5_dense", dense_dopri5, STEPS},
                                 {"dopri5_times", times, STEPS},
                                 {"runge_kutta4", constant<rk4_stepper>, STEPS},
                                 {"runge_kutta4_backward", backward<rk4_stepper>, STEPS},
                                 {"runge_kutta4_restart", restart<rk4_stepper>, STEPS},
                                 {"dopri5_backward", backward<dopri5>, STEPS},
                                 {"dopri5_restart", restart<dopri5>, STEPS},
                                 {"abm4_backward", backward<bashforth>, STEPS},
                                 {"abm4_restart", restart<bashforth>, STEPS},
                                 {"dopri5_estimate", estimate<dopri5>, STEPS},
                                 {"cash_karp54_estimate", estimate<cash_karp>, STEPS},
                                 {"fehlberg78_estimate", estimate<fehlberg>, STEPS}};
