// The steppers of Boost.odeint that have a twin in quadruple precision (boost_odeint.h).
#include "boost_odeint.h"
#include <boost/numeric/odeint/stepper/adams_bashforth.hpp>
#include <boost/numeric/odeint/stepper/adams_bashforth_moulton.hpp>
#include <boost/numeric/odeint/stepper/euler.hpp>
#include <boost/numeric/odeint/stepper/extrapolation_stepper.hpp>
#include <boost/numeric/odeint/stepper/modified_midpoint.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta4.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta4_classic.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_cash_karp54.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_cash_karp54_classic.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <boost/numeric/odeint/stepper/symplectic_euler.hpp>
#include <boost/numeric/odeint/stepper/velocity_verlet.hpp>

namespace {

OF(euler);
OF(modified_midpoint);
OF(runge_kutta4);
OF(runge_kutta4_classic);
OF(runge_kutta_cash_karp54);
OF(runge_kutta_cash_karp54_classic);
OF(runge_kutta_dopri5);
OF(runge_kutta_fehlberg78);
OF_PAIR(symplectic_euler);
OF_PAIR(velocity_verlet);
template <unsigned short order>
using Extrapolation = odeint::extrapolation_stepper<order, State, Real>;
template <size_t steps> using Bashforth = odeint::adams_bashforth<steps, State, Real>;
template <size_t steps> using Moulton = odeint::adams_bashforth_moulton<steps, State, Real>;
// With an initializing stepper of order 8.
template <size_t steps>
using Started =
    odeint::adams_bashforth_moulton<steps, State, Real, State, Real,
                                    odeint::algebra_dispatcher<State>::algebra_type,
                                    odeint::operations_dispatcher<State>::operations_type,
                                    odeint::initially_resizer, ODE(runge_kutta_fehlberg78)>;

#define EXPLICIT(X)                                                                                \
  BOTH(X, euler, "explicit Euler", ODE(euler), "1", "euler.hpp", ONE_STEP)                         \
  BOTH(X, modified_midpoint, "modified midpoint", ODE(modified_midpoint), "2",                     \
       "modified_midpoint.hpp", ONE_STEP)                                                          \
  BOTH(X, runge_kutta4, "Runge-Kutta 4", ODE(runge_kutta4), "4", "runge_kutta4.hpp", ONE_STEP)     \
  BOTH(X, runge_kutta4_classic, "Runge-Kutta 4, classic", ODE(runge_kutta4_classic), "4",          \
       "runge_kutta4_classic.hpp", ONE_STEP)                                                       \
  BOTH(X, runge_kutta_cash_karp54, "Cash-Karp", ODE(runge_kutta_cash_karp54), "5",                 \
       "runge_kutta_cash_karp54.hpp", ONE_STEP)                                                    \
  BOTH(X, runge_kutta_cash_karp54_classic, "Cash-Karp, classic",                                   \
       ODE(runge_kutta_cash_karp54_classic), "5", "runge_kutta_cash_karp54_classic.hpp", ONE_STEP) \
  BOTH(X, runge_kutta_dopri5, "Dormand-Prince 5", ODE(runge_kutta_dopri5), "5",                    \
       "runge_kutta_dopri5.hpp", ONE_STEP)                                                         \
  BOTH(X, runge_kutta_fehlberg78, "Fehlberg 78", ODE(runge_kutta_fehlberg78), "8",                 \
       "runge_kutta_fehlberg78.hpp", ONE_STEP)                                                     \
  BOTH(X, extrapolation_4, "extrapolation of order 4", Extrapolation<4>, "4",                      \
       "extrapolation_stepper.hpp", ONE_STEP)                                                      \
  BOTH(X, extrapolation_6, "extrapolation of order 6", Extrapolation<6>, "6",                      \
       "extrapolation_stepper.hpp", ONE_STEP)                                                      \
  BOTH(X, extrapolation_8, "extrapolation of order 8", Extrapolation<8>, "8",                      \
       "extrapolation_stepper.hpp", ONE_STEP)
#define BASHFORTH(X, steps)                                                                        \
  BOTH(X, adams_bashforth_##steps, "Adams-Bashforth, " #steps " steps", Bashforth<steps>, #steps,  \
       "adams_bashforth.hpp", MULTISTEP)
#define ADAMS(X, steps)                                                                            \
  BASHFORTH(X, steps)                                                                              \
  BOTH(X, adams_bashforth_moulton_##steps, "Adams-Bashforth-Moulton, " #steps " steps",            \
       Moulton<steps>, #steps, "adams_bashforth_moulton.hpp", MULTISTEP)
// It begins with the classical Runge-Kutta method, says the manual, unless it is given another: more steps
// are worth something only with a better one.
#define ADAMS_STARTED(X, steps)                                                                    \
  BASHFORTH(X, steps)                                                                              \
  BOTH(X, adams_bashforth_moulton_started_##steps,                                                 \
       "Adams-Bashforth-Moulton, " #steps " steps, begun by Fehlberg 78", Started<steps>, #steps,  \
       "adams_bashforth_moulton.hpp", MULTISTEP)
#define ADAMS_ALL(X)                                                                               \
  ADAMS(X, 1)                                                                                      \
  ADAMS(X, 2)                                                                                      \
  ADAMS(X, 3)                                                                                      \
  ADAMS(X, 4) ADAMS(X, 5) ADAMS_STARTED(X, 6) ADAMS_STARTED(X, 7) ADAMS_STARTED(X, 8)
#define FIRST_ORDER(X) EXPLICIT(X) ADAMS_ALL(X)
#define SYMPLECTIC(X)                                                                              \
  BOTH(X, symplectic_euler, "symplectic Euler", ODE(symplectic_euler), "1",                        \
       "symplectic_euler.hpp", ONE_STEP)
#define SECOND_ORDER(X)                                                                            \
  BOTH(X, velocity_verlet, "velocity Verlet", ODE(velocity_verlet), "1", "velocity_verlet.hpp",    \
       ONE_STEP)

FIRST_ORDER(FIRST_ORDER_CLAIMS)
SYMPLECTIC(SYMPLECTIC_CLAIMS)
SECOND_ORDER(SECOND_ORDER_CLAIMS)

const gimbal_method methods[] = {FIRST_ORDER(FIRST_ORDER_METHOD) SYMPLECTIC(SYMPLECTIC_METHOD)
                                     SECOND_ORDER(SECOND_ORDER_METHOD)};

} // namespace

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
