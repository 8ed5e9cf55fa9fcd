/* Right: motions in closed form that grow to 1e138 and decay to 1e-151; Yoshida's method of order 6 with 15
 * digits; steps whose error is h^(1/2) or h^(3/2). Wrong: the same with one power more; the classical
 * method whose last entry is Euler's from three unknowns on. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

typedef gimbal_real real;
#define ARGUMENTS const real *parameters, real t, const real *q, const real *v

/* ---- q'' = q, and q'' = −q − 2 q' ---- */

static real growing_L(ARGUMENTS) { return (v[0] * v[0] + q[0] * q[0]) / 2; }
static void growing_D1L(ARGUMENTS, real *out) { out[0] = q[0]; }
static real decaying_L(ARGUMENTS) { return (v[0] * v[0] - q[0] * q[0]) / 2; }
static void decaying_D1L(ARGUMENTS, real *out) { out[0] = -q[0]; }
static void damping(ARGUMENTS, real *out) { out[0] = -2 * v[0]; }
static void momentum(ARGUMENTS, real *out) { out[0] = v[0]; }
static void mass(ARGUMENTS, real *out) { out[0] = 1; }
static void initial(ARGUMENTS, real *out) {
  out[0] = 1;
  out[1] = GIMBAL_Q(1, 2);
}
static void growing_exact(ARGUMENTS, real *out) {
  const real c = gimbal_cosh(t), s = gimbal_sinh(t);
  out[0] = c * q[0] + s * v[0];
  out[1] = s * q[0] + c * v[0];
}
/* The same, where the model ends at q = 100, after 4.9 units of time. */
static real leaving_L(ARGUMENTS) {
  return q[0] < 100 ? growing_L(parameters, t, q, v) : GIMBAL_NAN;
}
static void leaving_D1L(ARGUMENTS, real *out) { out[0] = q[0] < 100 ? q[0] : GIMBAL_NAN; }
#define leaving_exact growing_exact
static void decaying_exact(ARGUMENTS, real *out) {
  const real e = gimbal_exp(-t), rate = q[0] + v[0];
  out[0] = e * (q[0] + rate * t);
  out[1] = e * (v[0] - rate * t);
}

static const gimbal_lagrangian growing = {GIMBAL_SIZE(gimbal_lagrangian), .L = growing_L,
                                          .D1L = growing_D1L, .D2L = momentum, .D22L = mass},
                               leaving = {GIMBAL_SIZE(gimbal_lagrangian), .L = leaving_L,
                                          .D1L = leaving_D1L, .D2L = momentum, .D22L = mass},
                               decaying = {GIMBAL_SIZE(gimbal_lagrangian),
                                           .L = decaying_L,
                                           .D1L = decaying_D1L,
                                           .D2L = momentum,
                                           .D22L = mass,
                                           .force = damping};

#define MODEL(name_, duration_, traits_)                                                           \
  {                                                                                                \
    .name = "points_" #name_, .title = #name_, .citation = "written for this test",                \
    .cases = GIMBAL_LIST(gimbal_case, {.name = "A", .duration = duration_, .step = "1/10"}),       \
    .realisations = GIMBAL_LIST(gimbal_realisation, {.name = "line",                               \
                                                     .configuration = "x",                         \
                                                     .velocity = "vx",                             \
                                                     .n = "1",                                     \
                                                     .traits = traits_,                            \
                                                     .lagrangian = &name_,                         \
                                                     .initial = initial,                           \
                                                     .exact = name_##_exact})                      \
  }
/* ---- A body that passes a periodic force at 1000; a pendulum that hangs at rest ---- */

static real passing_L(ARGUMENTS) { return v[0] * v[0] / 2 + gimbal_cos(q[0]) / 1000; }
static void passing_D1L(ARGUMENTS, real *out) { out[0] = -gimbal_sin(q[0]) / 1000; }
static void fast(ARGUMENTS, real *out) {
  out[0] = 0;
  out[1] = 1000;
}
static const gimbal_lagrangian passing = {GIMBAL_SIZE(gimbal_lagrangian), .L = passing_L,
                                          .D1L = passing_D1L, .D2L = momentum, .D22L = mass};

static real hanging_L(ARGUMENTS) { return (v[0] * v[0] + v[1] * v[1]) / 2 - q[1]; }
static void hanging_D1L(ARGUMENTS, real *out) { out[0] = 0, out[1] = -1; }
static void hanging_D2L(ARGUMENTS, real *out) { out[0] = v[0], out[1] = v[1]; }
static void hanging_D22L(ARGUMENTS, real *out) { out[0] = out[3] = 1, out[1] = out[2] = 0; }
static void hanging_g(ARGUMENTS, real *out) { out[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2; }
static void hanging_Dg(ARGUMENTS, real *out) { out[0] = q[0], out[1] = q[1]; }
static void at_rest(ARGUMENTS, real *out) {
  out[0] = out[2] = out[3] = 0;
  out[1] = -1;
}
static const gimbal_lagrangian hanging = {
    GIMBAL_SIZE(gimbal_lagrangian), .L = hanging_L, .D1L = hanging_D1L, .D2L = hanging_D2L,
    .D22L = hanging_D22L,           .g = hanging_g, .Dg = hanging_Dg};
#define PLAIN(name_, n_, q_, v_, initial_, holonomic_)                                             \
  {                                                                                                \
    .name = "points_" #name_, .title = #name_, .citation = "written for this test",                \
    .cases = GIMBAL_LIST(gimbal_case, {.name = "A"}),                                              \
    .realisations = GIMBAL_LIST(gimbal_realisation, {.name = "plain",                              \
                                                     .configuration = q_,                          \
                                                     .velocity = v_,                               \
                                                     .n = n_,                                      \
                                                     .holonomic = holonomic_,                      \
                                                     .traits = "separable autonomous reversible",  \
                                                     .lagrangian = &name_,                         \
                                                     .initial = initial_})                         \
  }
static const gimbal_model models[] = {PLAIN(passing, "1", "x", "vx", fast, NULL),
                                      PLAIN(hanging, "2", "x y", "vx vy", at_rest, "1"),
                                      MODEL(growing, "320", "separable autonomous reversible"),
                                      MODEL(leaving, "2", "separable autonomous reversible"),
                                      MODEL(decaying, "354", "autonomous damped")};

/* ---- The classical method; its last entry by Euler's from three unknowns on ---- */

static int step_rk4(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  static const int node[] = {0, 1, 1, 2}, weight[] = {1, 2, 2, 1};
  const int n = g->n;
  real *y = gimbal_scratch(g, n), *k = gimbal_scratch(g, 5 * n);
  for (int i = 0; i < 4; ++i) {
    for (int d = 0; d < n; ++d)
      y[d] = from->q[d] + (i ? h * node[i] / 2 * k[(i - 1) * n + d] : 0);
    if (gimbal_field(g, from->t + node[i] * h / 2, y, k + i * n))
      return 1;
    for (int d = 0; d < n; ++d)
      to->dq[d] += h * weight[i] / 6 * k[i * n + d];
  }
  return 0;
}
static int step_last(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const int n = g->n;
  real *f = gimbal_scratch(g, n);
  if (step_rk4(g, from, h, to) || gimbal_field(g, from->t, from->q, f))
    return 1;
  if (n > 2)
    to->dq[n - 1] = h * f[n - 1];
  return 0;
}

/* ---- Orders that are not whole ---- */

static int step_root(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  if (step_rk4(g, from, h, to))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dq[d] *= 1 + gimbal_sqrt(h) / 10;
  return 0;
}
static int step_three_halves(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  if (step_rk4(g, from, h, to))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dq[d] *= 1 + h * gimbal_sqrt(h) / 10;
  return 0;
}

/* ---- [Yoshida, Physics Letters A 150 (1990), Table 1, solution A] ---- */

static int step_yoshida(gimbal *g, const gimbal_state *from, real h, gimbal_state *to) {
  const real *w = gimbal_coefficients(g, "w");
  const int n = g->n;
  real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n), *f = gimbal_scratch(g, n);
  for (int i = -3; i <= 3; ++i) {
    const real part = w[i < 0 ? -i : i] * h;
    for (int half = 0; half < 3; ++half) {
      for (int d = 0; d < n; ++d) {
        q[d] = from->q[d] + to->dq[d];
        p[d] = from->p[d] + to->dp[d];
      }
      if (gimbal_velocity(g, from->t, q, p, f) || (half != 1 && gimbal_force(g, from->t, q, f, f)))
        return 1;
      for (int d = 0; d < n; ++d)
        if (half == 1)
          to->dq[d] += part * f[d];
        else
          to->dp[d] += part / 2 * f[d];
    }
  }
  return 0;
}
#define WEIGHTS_PRINTED                                                                            \
  {                                                                                                \
    {                                                                                              \
      .name = "w",                                                                                 \
      .value = "1.31518632068391, -1.17767998417887, 0.235573213359357, 0.784513610477560"         \
    }                                                                                              \
  }
#define WEIGHTS(w1)                                                                                \
  {                                                                                                \
    {                                                                                              \
      .name = "w", .value = "1 - 2 * (" w1 " + 0.235573213359357 + 0.784513610477560), " w1        \
                            ", 0.235573213359357, 0.784513610477560"                               \
    }                                                                                              \
  }
/* Yoshida's solution A as printed: the weights sum to 1 + 4e-15. */
static const gimbal_value weights[] = WEIGHTS("-1.17767998417887"),
                          printed_weights[] = WEIGHTS_PRINTED,
                          wrong_weights[] = WEIGHTS("-1.17767998427887");

#define ORDER(value_)                                                                              \
  GIMBAL_LIST(gimbal_claim, {.study = "order", .quantity = "q", .value = value_})
#define METHOD(name_, step_, value_)                                                               \
  {                                                                                                \
    .name = "points_" name_, .title = "for tests", .citation = "written for this test",            \
    .formulation = GIMBAL_ODE, .accepts = "unconstrained", .step = step_, .overwrites = "none",    \
    .claims = ORDER(value_)                                                                        \
  }
#define YOSHIDA(name_, weights_, value_)                                                           \
  {                                                                                                \
    .name = "points_" name_, .title = "Yoshida 6 with 15 digits", .citation = "for tests",         \
    .formulation = GIMBAL_LAGRANGIAN, .accepts = "unconstrained && separable", .symmetric = "1",   \
    .coefficients = GIMBAL_ARRAY(weights_), .step = step_yoshida, .overwrites = "none",            \
    .claims = ORDER(value_)                                                                        \
  }
static const gimbal_method methods[] = {
    METHOD("last", step_last, "4"),
    METHOD("root", step_root, "1/2"),
    METHOD("root_bold", step_root, "3/2"),
    METHOD("three_halves", step_three_halves, "1.5"),
    METHOD("three_halves_bold", step_three_halves, "2.5"),
#ifdef MALFORMED
    METHOD("malformed", step_root, "1/"),
#endif
    YOSHIDA("yoshida", weights, "6"),
    YOSHIDA("yoshida_printed", printed_weights, "6"),
    YOSHIDA("yoshida_double", weights, "6 to double precision"),
    YOSHIDA("yoshida_wrong", wrong_weights, "6"),
    YOSHIDA("yoshida_wrong_double", wrong_weights, "6 to double precision")};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods), .models = GIMBAL_ARRAY(models));
