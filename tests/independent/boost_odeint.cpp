// Boost.odeint by itself: orders of its steppers on two equations with known solutions, as the ratio of
// the errors up to t = 1 with h and h/2 says them.
//     autonomous       y' = 1 + y²,    y = tan t from t = 0.1
//     non-autonomous   y' = −2 t y²,   y = 1/(1 + t²) from t = 0.5
// What Boost 1.74 documents as the order is order() of each; what is found, and what it takes to get the
// documented one, is told in a line each. Ends with status 1 where a figure is not the one beside it.
#include <boost/numeric/odeint.hpp>
#include <boost/numeric/odeint/stepper/adaptive_adams_bashforth_moulton.hpp>
#include <boost/numeric/odeint/stepper/extrapolation_stepper.hpp>
#include <cmath>
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>

using namespace boost::numeric::odeint;
static int wrong;
static void found(const char *what, double order, double expected) {
  const bool same = std::fabs(order - expected) < 0.5; // half way to the next
  std::printf("%-66s %6.2f, expected %g%s\n", what, order, expected, same ? "" : "  WRONG");
  wrong += !same;
}

// At least what is documented, by the same margin.
static void reached(const char *what, double order, double documented) {
  found(what, std::fmin(order, documented), documented);
}

// In extended precision where the steppers allow it, so that high orders show above rounding.
using Real = long double;
using State = std::vector<Real>;
struct Equation {
  Real begin;
  Real (*slope)(Real t, Real y), (*solution)(Real t);
};
static const Equation autonomous = {0.1L, [](Real, Real y) { return 1 + y * y; },
                                    [](Real t) { return std::tan(t); }};
static const Equation driven = {0.5L, [](Real t, Real y) { return -2 * t * y * y; },
                                [](Real t) { return 1 / (1 + t * t); }};

// The error up to t = 1 with that many steps, each by step(stepper, system, y, t, h).
template <class Stepper, class Step> Real error(const Equation &e, int steps, Step step) {
  auto system = [&e](const auto &y, auto &f, Real t) { f[0] = e.slope(t, y[0]); };
  const Real h = (1 - e.begin) / steps;
  Stepper stepper;
  typename Stepper::state_type y(1, e.solution(e.begin));
  Real largest = 0; // over the second half: at a single time it may change its sign
  for (int i = 0; i < steps; i++) {
    step(stepper, system, y, e.begin + i * h, h, i);
    if (2 * i >= steps)
      largest = std::fmax(largest, std::fabs(y[0] - e.solution(e.begin + (i + 1) * h)));
  }
  return largest;
}
template <class Stepper, class Step> double order(const Equation &e, int steps, Step step) {
  return (double)std::log2(error<Stepper>(e, steps, step) / error<Stepper>(e, 2 * steps, step));
}

static const auto in_place = [](auto &stepper, auto &system, auto &y, Real t, Real h, int) {
  stepper.do_step(system, y, t, h);
};
static const auto out_of_place = [](auto &stepper, auto &system, auto &y, Real t, Real h, int) {
  auto out = y;
  stepper.do_step(system, y, t, out, h);
  y = out;
};
// Beginning with so many steps by the stepper's own initialize.
template <int first> struct initialized {
  template <class S, class System, class Y>
  void operator()(S &stepper, System &system, Y &y, Real begin, Real h, int i) const {
    typename S::time_type t = begin;
    if (i == 0)
      stepper.initialize(extrapolation_stepper<8, Y, typename Y::value_type>(), system, y, t, h);
    if (i >= first)
      stepper.do_step(system, y, t, h);
  }
};

template <int N> void extrapolation(int steps) {
  char what[80];
  std::snprintf(what, sizeof what, "extrapolation_stepper<%d>, in place", N);
  found(what, order<extrapolation_stepper<N, State, Real>>(driven, steps, in_place), 0);
  std::snprintf(what, sizeof what, "extrapolation_stepper<%d>, out of place", N);
  found(what, order<extrapolation_stepper<N, State, Real>>(autonomous, steps, out_of_place), N);
}
template <int N> void bashforth(int steps) {
  char what[80];
  std::snprintf(what, sizeof what, "adams_bashforth<%d>, in place", N);
  found(what, order<adams_bashforth<N, State, Real>>(autonomous, 8 * steps, in_place), 1);
  std::snprintf(what, sizeof what, "adams_bashforth<%d>, out of place", N);
  found(what, order<adams_bashforth<N, State, Real>>(autonomous, steps, out_of_place), N);
}
template <int N> void moulton(int steps) {
  using Stepper = adams_bashforth_moulton<N, State, Real>;
  char what[80];
  std::snprintf(what, sizeof what, "adams_bashforth_moulton<%d>, in place", N);
  found(what, order<Stepper>(driven, 4 * steps, in_place), 5);
  std::snprintf(what, sizeof what, "adams_bashforth_moulton<%d>, out of place", N);
  found(what, order<Stepper>(driven, 4 * steps, out_of_place), 5);
  std::snprintf(what, sizeof what, "adams_bashforth_moulton<%d>, initialize() of order 8", N);
  found(what, order<Stepper>(driven, steps, initialized<N - 1>()), N);
}
template <int N> void adaptive(int steps) {
  using Stepper = adaptive_adams_bashforth_moulton<N, std::vector<double>>;
  char what[80];
  std::snprintf(what, sizeof what, "adaptive_adams_bashforth_moulton<%d>, fixed steps", N);
  found(what, order<Stepper>(autonomous, 8 * steps, in_place), 3);
  std::snprintf(what, sizeof what, "adaptive_adams_bashforth_moulton<%d>, after initialize()", N);
  reached(what, order<Stepper>(autonomous, steps, initialized<1>()), N);
}

// ---- Rosenbrock's method, which wants uBLAS

using Vector = boost::numeric::ublas::vector<double>;
using Matrix = boost::numeric::ublas::matrix<double>;

// y' = −2 t y² with ∂f/∂y = −4 t y and ∂f/∂t = −2 y²; with `clock`, t is a component that runs by itself.
template <class Integrate> static double error_of(bool clock, Integrate integrate) {
  auto field = [clock](const Vector &y, Vector &f, double t) {
    f[0] = -2 * (clock ? y[1] : t) * y[0] * y[0];
    f[1] = clock;
  };
  auto jacobian = [clock](const Vector &y, Matrix &J, const double &t, Vector &ft) {
    const double ty = -2 * y[0] * y[0];
    J(0, 0) = -4 * (clock ? y[1] : t) * y[0];
    J(0, 1) = clock ? ty : 0;
    J(1, 0) = J(1, 1) = 0;
    ft[0] = clock ? 0 : ty;
    ft[1] = 0;
  };
  Vector y(2);
  y[0] = 1, y[1] = 0;
  integrate(std::make_pair(field, jacobian), y);
  return std::fabs(y[0] - 0.5);
}
static double rosenbrock(bool clock, int steps) {
  return error_of(clock, [steps](auto system, Vector &y) {
    rosenbrock4<double> stepper;
    for (int i = 0; i < steps; i++)
      stepper.do_step(system, y, double(i) / steps, 1.0 / steps);
  });
}
static double controlled(bool clock, double tolerance) {
  return error_of(clock, [tolerance](auto system, Vector &y) {
    integrate_adaptive(make_controlled<rosenbrock4<double>>(tolerance, 0.0), system, y, 0.0, 1.0,
                       1e-3);
  });
}

int main() {
  extrapolation<4>(16), extrapolation<6>(8), extrapolation<8>(5);
  bashforth<2>(100), bashforth<3>(100), bashforth<4>(100), bashforth<5>(100);
  bashforth<6>(80), bashforth<7>(80), bashforth<8>(80);
  moulton<6>(80), moulton<7>(32), moulton<8>(24);
  adaptive<4>(40), adaptive<5>(40), adaptive<6>(40), adaptive<7>(30), adaptive<8>(30);
  found("rosenbrock4, y' = f(t, y) with its df/dt",
        std::log2(rosenbrock(false, 80) / rosenbrock(false, 160)), 1);
  found("rosenbrock4, the same with t as a component",
        std::log2(rosenbrock(true, 80) / rosenbrock(true, 160)), 4);
  for (bool clock : {false, true})
    found(clock ? "  controlled: twice the power of the tolerance"
                : "rosenbrock4, controlled, y' = f(t, y): twice the power of the tolerance",
          2 * std::log10(controlled(clock, 1e-5) / controlled(clock, 1e-9)) / 4, clock ? 2 : 1);
  // Its coefficients are those of RODAS [Hairer and Wanner, Solving Ordinary Differential Equations II],
  // where the sum over γ_4j is −0.0362.
  found("rosenbrock4, 100 d4 (RODAS has -3.62)", 100 * default_rosenbrock_coefficients<double>().d4,
        3.62);
  return wrong != 0;
}
