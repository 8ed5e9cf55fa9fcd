/* The steppers of the GNU Scientific Library, gsl_odeiv2.
 *
 * gsl_odeiv2_step_apply takes a step of any size, which is what is judged here. rk4, rk1imp, rk2imp
 * and rk4imp take it as two half steps of their tableau, and a whole one to estimate the error, as
 * the manual says ("step doubling"). The implicit steppers want a driver, whose tolerance is that of
 * their Newton iteration. msadams and msbdf choose order and step size by their own errors: they
 * have no step of a fixed size, and go from t to t'. The others do so too, by a driver with the
 * usual control of y. All states but theirs are those of a one-step method.
 *
 * Claims are those of the manual, section "Stepping Functions" of the chapter "Ordinary Differential
 * Equations", and what gsl_odeiv2_step_order returns. */
#include "library_adapter.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_version.h>
#include <stdlib.h>

/* Of the Newton iteration of a step; below it lies round-off. */
#define NEWTON_TOLERANCE 1e-14

typedef struct {
  library_host host;
  gsl_odeiv2_system system;
  gsl_odeiv2_driver *driver;
  double *size, *y, *error;
  double t, tolerance; /* where the last advance ended, and its tolerance */
  int run;             /* of a multistep method: there was one, in this direction */
  double storage[];    /* size, y and error */
} stepper;

static int field(double t, const double *y, double *f, void *context) {
  return library_field(context, t, y, f) ? GSL_EBADFUNC : GSL_SUCCESS;
}

static int jacobian(double t, const double *y, double *J, double *ft, void *context) {
  return library_jacobian(context, t, y, J) || library_time_derivative(context, t, y, ft)
             ? GSL_EBADFUNC
             : GSL_SUCCESS;
}

/* A driver whose tolerance is a multiple of the host's sizes. */
static int drive(stepper *s, gimbal *g, const gsl_odeiv2_step_type *type, double h,
                 double tolerance) {
  if (s->driver)
    gsl_odeiv2_driver_free(s->driver);
  s->driver = gsl_odeiv2_driver_alloc_scaled_new(&s->system, type, h, tolerance, 0, 1, 0, s->size);
  return s->driver ? 0 : gimbal_fail(g, "GSL has no memory for a driver", g->n);
}

static void finish(gimbal *g) {
  stepper *s = g->handle;
  if (s->driver)
    gsl_odeiv2_driver_free(s->driver);
  free(s);
}

static int begin(gimbal *g, gimbal_real h, const gsl_odeiv2_step_type *type) {
  const size_t n = (size_t)g->n;
  stepper *s = calloc(1, sizeof *s + 3 * n * sizeof(double));
  if (!s)
    return gimbal_fail(g, "no memory for GSL's stepper", g->n);
  gsl_set_error_handler_off();
  s->size = s->storage;
  s->y = s->size + n;
  s->error = s->y + n;
  s->system = (gsl_odeiv2_system){field, jacobian, n, &s->host};
  g->handle = s;
  if (!library_tolerances(g, 1, s->size) && (!h || !drive(s, g, type, h, NEWTON_TOLERANCE)))
    return 0;
  finish(g);
  return 1;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  stepper *s = g->handle;
  int status;
  library_enter(&s->host, g);
  library_copy(g->n, from->q, s->y);
  status = gsl_odeiv2_step_reset(s->driver->s);
  if (!status)
    status =
        gsl_odeiv2_step_apply(s->driver->s, from->t, h, s->y, s->error, NULL, NULL, &s->system);
  library_copy(g->n, s->y, to->q);
  for (int i = 0; !status && i < g->n; ++i)
    if (!(s->error[i] - s->error[i] == 0)) /* how bsimp says that it cannot */
      return library_ended(&s->host, 1, "the error estimate is infinite: a smaller step is wanted",
                           h);
  return library_ended(&s->host, status, "gsl_odeiv2_step_apply gives up", status);
}

/* A driver goes one way. What continues the last call is one run. */
static int go(gimbal *g, const gimbal_state *from, gimbal_real t, gimbal_real tolerance,
              gimbal_state *to, const gsl_odeiv2_step_type *type, int multistep) {
  stepper *s = g->handle;
  double now = from->t;
  int status, same = multistep && s->run && now == s->t && tolerance == s->tolerance &&
                     (t > now) == (s->run > 0);
  for (int i = 0; same && i < g->n; ++i)
    same = from->q[i] == s->y[i];
  if (t == now)
    return 0;
  library_enter(&s->host, g);
  if (!same && drive(s, g, type, (t - now) * 1e-3, tolerance))
    return 1;
  library_copy(g->n, from->q, s->y);
  status = gsl_odeiv2_driver_apply(s->driver, &now, t, s->y);
  library_copy(g->n, s->y, to->q);
  s->run = status ? 0 : t > from->t ? 1 : -1;
  s->t = t;
  s->tolerance = tolerance;
  return library_ended(&s->host, status, "gsl_odeiv2_driver_apply gives up", status);
}

/* What a method's functions have to know is which stepper it is. */
#define STEPPER(name, multistep)                                                                   \
  static int open_##name(gimbal *g, gimbal_real h, const gimbal_state *state) {                    \
    (void)state;                                                                                   \
    return begin(g, h, gsl_odeiv2_step_##name);                                                    \
  }                                                                                                \
  static int advance_##name(gimbal *g, const gimbal_state *from, gimbal_real t,                    \
                            gimbal_real tolerance, gimbal_state *to) {                             \
    return go(g, from, t, tolerance, to, gsl_odeiv2_step_##name, multistep);                       \
  }
/* clang-format off */
STEPPER(rk2, 0) STEPPER(rk4, 0) STEPPER(rkf45, 0) STEPPER(rkck, 0) STEPPER(rk8pd, 0)
STEPPER(rk1imp, 0) STEPPER(rk2imp, 0) STEPPER(rk4imp, 0) STEPPER(bsimp, 0)
STEPPER(msadams, 1) STEPPER(msbdf, 1)
/* clang-format on */

#define MANUAL "GSL manual 2.7, Ordinary Differential Equations, Stepping Functions: "
#define ORDER "; gsl_odeiv2_step_order (gsl_odeiv2.h)"
#define COMMON(stepper, words)                                                                     \
  .name = "gsl_" #stepper, .title = "GSL: " words,                                                 \
  .citation =                                                                                      \
      "M. Galassi et al., GNU Scientific Library Reference Manual, gsl_odeiv2_step_" #stepper,     \
  .formulation = GIMBAL_ODE, .open = open_##stepper, .close = finish,                              \
  .advance = advance_##stepper, .overwrites = "q", .library = "GSL",                               \
  .library_version = GSL_VERSION
#define ORDER_CLAIM(order, words)                                                                  \
  { .study = "order", .quantity = "q", .value = order, .source = MANUAL words ORDER }

        GIMBAL_PLUGIN(
                .methods = GIMBAL_LIST(
                    gimbal_method,
                    {COMMON(rk2, "explicit embedded Runge-Kutta (2, 3)"), .step = step,
                     .claims = GIMBAL_LIST(
                         gimbal_claim,
                         ORDER_CLAIM("2", "\"Explicit embedded Runge-Kutta (2, 3) method\""))},
                    {COMMON(rk4, "classical Runge-Kutta, two half steps"), .step = step,
                     .claims = GIMBAL_LIST(
                         gimbal_claim,
                         ORDER_CLAIM("4", "\"Explicit 4th order (classical) Runge-Kutta\""))},
                    {COMMON(rkf45, "Runge-Kutta-Fehlberg (4, 5)"), .step = step,
                     .claims = GIMBAL_LIST(
                         gimbal_claim, ORDER_CLAIM("5", "\"Explicit embedded "
                                                        "Runge-Kutta-Fehlberg (4, 5) method\""))},
                    {COMMON(rkck, "Runge-Kutta Cash-Karp (4, 5)"), .step = step,
                     .claims = GIMBAL_LIST(
                         gimbal_claim,
                         ORDER_CLAIM("5",
                                     "\"Explicit embedded Runge-Kutta Cash-Karp (4, 5) method\""))},
                    {COMMON(rk8pd, "Runge-Kutta Prince-Dormand (8, 9)"), .step = step,
                     .claims = GIMBAL_LIST(gimbal_claim,
                                           ORDER_CLAIM("8", "\"Explicit embedded Runge-Kutta "
                                                            "Prince-Dormand (8, 9) method\""))},
                    {COMMON(rk1imp, "implicit Euler, two half steps"), .step = step,
                     .claims = GIMBAL_LIST(
                         gimbal_claim,
                         ORDER_CLAIM("1", "\"Implicit Gaussian first order Runge-Kutta. Also known "
                                          "as implicit Euler or backward Euler method\""))},
                    {COMMON(rk2imp, "implicit midpoint rule, two half steps"), .step = step,
                     .symmetric = "1",
                     .claims = GIMBAL_LIST(
                         gimbal_claim,
                         ORDER_CLAIM("2", "\"Implicit Gaussian second order Runge-Kutta. Also "
                                          "known as implicit mid-point rule\""))},
                    {COMMON(rk4imp, "two-stage Gauss, two half steps"), .step = step,
                     .symmetric = "1",
                     .claims = GIMBAL_LIST(
                         gimbal_claim,
                         ORDER_CLAIM("4", "\"Implicit Gaussian 4th order Runge-Kutta\""))},
                    {COMMON(bsimp, "implicit Bulirsch-Stoer of Bader and Deuflhard"), .step = step,
                     .claims = GIMBAL_LIST(
                         gimbal_claim,
                         ORDER_CLAIM("12", "\"Implicit Bulirsch-Stoer method of Bader and "
                                           "Deuflhard\""))},
                    {COMMON(msadams,
                            "Adams, of variable order and coefficients, in Nordsieck form"),
                     .uncopyable = "1"},
                    {COMMON(msbdf, "BDF, of variable order and coefficients, in Nordsieck form"),
                     .uncopyable = "1"}));
