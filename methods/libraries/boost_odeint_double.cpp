// The steppers of Boost.odeint in double precision alone (boost_odeint.h): uBLAS, by which two of them
// solve linear systems, does not know __float128, the adaptive Adams methods sum in double whatever the
// type, and McLachlan's methods have decimal coefficients: they "cannot be used with multiprecision types
// since the coefficients are not defined analytically" (their headers).
#include "boost_odeint.h"
// first, since one of McLachlan's headers needs it and does not include it
#include <boost/numeric/odeint/stepper/base/symplectic_rkn_stepper_base.hpp>

#include <boost/numeric/odeint/stepper/adaptive_adams_bashforth_moulton.hpp>
#include <boost/numeric/odeint/stepper/implicit_euler.hpp>
#include <boost/numeric/odeint/stepper/rosenbrock4.hpp>
#include <boost/numeric/odeint/stepper/symplectic_rkn_sb3a_m4_mclachlan.hpp>
#include <boost/numeric/odeint/stepper/symplectic_rkn_sb3a_mclachlan.hpp>

namespace {

struct Jacobian {
  library_host *host;
  template <class X, class J> void evaluate(const X &x, J &jacobian, Real t) const {
    check(library_jacobian(host, t, &x[0], &jacobian.data()[0])); // row-major, as ublas has it
  }
  template <class X, class J> void operator()(const X &x, J &jacobian, Real t) const {
    evaluate(x, jacobian, t);
  }
  template <class X, class J> void operator()(const X &x, J &jacobian, Real t, X &ft) const {
    evaluate(x, jacobian, t);
    check(library_time_derivative(host, t, &x[0], &ft[0]));
  }
};

struct with_jacobian {
  std::pair<Field, Jacobian> system;
  explicit with_jacobian(library_host *host) : system{Field{host, MOST_CALLS}, Jacobian{host}} {}
  std::pair<Field, Jacobian> &operator()() { return system; }
};
template <class R> struct system_of<odeint::implicit_euler<R>> : with_jacobian {
  using with_jacobian::with_jacobian;
};
template <class R> struct system_of<odeint::rosenbrock4<R>> : with_jacobian {
  using with_jacobian::with_jacobian;
};

// The time as one more component, which runs by itself.
struct Clock final : Run {
  odeint::rosenbrock4<Real> stepper;
  boost::numeric::ublas::vector<Real> x;
  State J, ft;
  Clock(gimbal *g, Real) : x(g->n + 1), J(g->n * g->n), ft(g->n) {}
  void step(const gimbal_state *from, Real h, gimbal_state *to) override {
    const size_t n = ft.size();
    auto field = [this, n](const auto &y, auto &f, Real) {
      check(library_field(&host, y[n], &y[0], &f[0]));
      f[n] = 1;
    };
    auto jacobian = [this, n](const auto &y, auto &matrix, Real, auto &none) {
      check(library_jacobian(&host, y[n], &y[0], J.data()));
      check(library_time_derivative(&host, y[n], &y[0], ft.data()));
      for (size_t i = 0; i <= n; none[i++] = 0)
        for (size_t j = 0; j <= n; ++j)
          matrix(i, j) = i == n ? 0 : j == n ? ft[i] : J[i * n + j];
    };
    std::copy(from->q, from->q + n, x.begin());
    x[n] = from->t;
    stepper.do_step(std::make_pair(field, jacobian), x, from->t, h);
    std::copy(x.begin(), x.begin() + (long)n, to->q);
  }
};

// The tolerance of implicit_euler is on the Euclidean norm of a correction.
template <> odeint::implicit_euler<Real> make(Real size) {
  return odeint::implicit_euler<Real>(size * GIMBAL_C(1e-13));
}

OF_PAIR(symplectic_rkn_sb3a_mclachlan);
OF_PAIR(symplectic_rkn_sb3a_m4_mclachlan);
using Implicit = odeint::implicit_euler<Real>;
using Rosenbrock = odeint::rosenbrock4<Real>;
template <size_t steps>
using Adaptive = odeint::adaptive_adams_bashforth_moulton<steps, State, Real>;

#define MATRIX(X)                                                                                  \
  X(implicit_euler, "implicit Euler", Implicit, "1", "implicit_euler.hpp", ONE_STEP, IN_PLACE)     \
  BOTH(X, rosenbrock4, "Rosenbrock 4", Rosenbrock, "4", "rosenbrock4.hpp", ONE_STEP)
// Its order grows from 1 on, with steps that are small at first: for steps of one size it is initialized.
#define ADAPTIVE(X, steps)                                                                         \
  X(adaptive_adams_bashforth_moulton_##steps##_initialized,                                        \
    "adaptive Adams-Bashforth-Moulton, " #steps " steps, initialized", Adaptive<steps>, #steps,    \
    "adaptive_adams_bashforth_moulton.hpp", MULTISTEP, INITIALIZED)
#define ADAPTIVE_ALL(X)                                                                            \
  ADAPTIVE(X, 1)                                                                                   \
  ADAPTIVE(X, 2)                                                                                   \
  ADAPTIVE(X, 3) ADAPTIVE(X, 4) ADAPTIVE(X, 5) ADAPTIVE(X, 6) ADAPTIVE(X, 7) ADAPTIVE(X, 8)
#define FIRST_ORDER(X) MATRIX(X) ADAPTIVE_ALL(X)
#define SYMPLECTIC(X)                                                                              \
  BOTH(X, symplectic_rkn_sb3a_mclachlan, "McLachlan's symplectic SB3A",                            \
       ODE(symplectic_rkn_sb3a_mclachlan), "4", "symplectic_rkn_sb3a_mclachlan.hpp", ONE_STEP)     \
  BOTH(X, symplectic_rkn_sb3a_m4_mclachlan, "McLachlan's symplectic SB3A M4",                      \
       ODE(symplectic_rkn_sb3a_m4_mclachlan), "4", "symplectic_rkn_sb3a_m4_mclachlan.hpp",         \
       ONE_STEP)
FIRST_ORDER(FIRST_ORDER_CLAIMS)
SYMPLECTIC(SYMPLECTIC_CLAIMS)

FIRST_ORDER_CLAIMS(rosenbrock4_clock, , , "4", "rosenbrock4.hpp", , )

const gimbal_method methods[] = {FIRST_ORDER(FIRST_ORDER_METHOD) SYMPLECTIC(SYMPLECTIC_METHOD){
    COMMON(rosenbrock4_clock, "Rosenbrock 4, with the time as a component", "rosenbrock4.hpp"),
    .formulation = GIMBAL_ODE, REST(rosenbrock4_clock, Clock), LIBRARY}};

} // namespace

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
