/* Models on which two runs are soon two different motions, or whose default step does not resolve the
 * motion: H = (px² + py²)/2 + x²y²/2, the same turned by 0.4 and in other units; a magnetic bottle in SI
 * units; and a close encounter with a fixed centre. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

typedef gimbal_real real;

/* ---- The product: coordinates (x,y) = R(angle) q / length, times in units of `time` ---- */

static void to_plain(const real *a, const real *q, real out[2]) {
  const real c = gimbal_cos(a[0]), s = gimbal_sin(a[0]);
  out[0] = (c * q[0] - s * q[1]) / a[1];
  out[1] = (s * q[0] + c * q[1]) / a[1];
}
static real product_L(const real *a, real t, const real *q, const real *v) {
  const real unit = a[1] / a[2];
  real x[2];
  to_plain(a, q, x);
  return (v[0] * v[0] + v[1] * v[1]) / 2 - unit * unit * x[0] * x[0] * x[1] * x[1] / 2;
}
static void product_D1L(const real *a, real t, const real *q, const real *v, real *out) {
  const real c = gimbal_cos(a[0]), s = gimbal_sin(a[0]), unit = a[1] / (a[2] * a[2]);
  real x[2], f[2];
  to_plain(a, q, x);
  f[0] = -unit * x[0] * x[1] * x[1];
  f[1] = -unit * x[1] * x[0] * x[0];
  out[0] = c * f[0] + s * f[1];
  out[1] = -s * f[0] + c * f[1];
}
static void momentum(const real *a, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
  out[1] = v[1];
}
static void mass(const real *a, real t, const real *q, const real *v, real *out) {
  out[0] = out[3] = 1;
  out[1] = out[2] = 0;
}
static void product_initial(const real *a, real t, const real *q, const real *v, real *out) {
  const real c = gimbal_cos(a[0]), s = gimbal_sin(a[0]);
  const real x = GIMBAL_Q(11, 10), y = GIMBAL_Q(3, 5), u = GIMBAL_Q(1, 5), w = GIMBAL_Q(7, 10);
  out[0] = a[1] * (c * x + s * y);
  out[1] = a[1] * (-s * x + c * y);
  out[2] = a[1] / a[2] * (c * u + s * w);
  out[3] = a[1] / a[2] * (-s * u + c * w);
}

/* ---- A proton in a magnetic bottle, B = b(1 + z²/l²) ez − b z/l² (x ex + y ey), by
 * A = b/2 (1 + z²/l²) (−y, x, 0) ---- */

enum { M, E, B, LENGTH };

static void potential(const real *a, const real *q, real A[3]) {
  const real f = a[B] / 2 * (1 + q[2] * q[2] / (a[LENGTH] * a[LENGTH]));
  A[0] = -f * q[1];
  A[1] = f * q[0];
  A[2] = 0;
}
static real bottle_L(const real *a, real t, const real *q, const real *v) {
  real A[3];
  potential(a, q, A);
  return a[M] * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 + a[E] * (A[0] * v[0] + A[1] * v[1]);
}
static void bottle_D1L(const real *a, real t, const real *q, const real *v, real *out) {
  const real l2 = a[LENGTH] * a[LENGTH], f = a[E] * a[B] / 2 * (1 + q[2] * q[2] / l2);
  out[0] = f * v[1];
  out[1] = -f * v[0];
  out[2] = a[E] * a[B] * q[2] / l2 * (q[0] * v[1] - q[1] * v[0]);
}
static void bottle_D2L(const real *a, real t, const real *q, const real *v, real *out) {
  real A[3];
  potential(a, q, A);
  for (int d = 0; d < 3; ++d)
    out[d] = a[M] * v[d] + a[E] * A[d];
}
static void bottle_initial(const real *a, real t, const real *q, const real *v, real *out) {
  out[0] = GIMBAL_Q(1, 50);
  out[1] = out[2] = out[3] = 0;
  out[4] = 200000;
  out[5] = 100000;
}

/* ---- A fixed centre, passed at a small distance ---- */

static real centre_L(const real *a, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1]) / 2 + 1 / gimbal_hypot(q[0], q[1]);
}
static void centre_D1L(const real *a, real t, const real *q, const real *v, real *out) {
  const real r = gimbal_hypot(q[0], q[1]);
  out[0] = -q[0] / (r * r * r);
  out[1] = -q[1] / (r * r * r);
}
/* From the far end of an ellipse whose nearest point is a[0]. */
static void centre_initial(const real *a, real t, const real *q, const real *v, real *out) {
  const real far = 2 - a[0];
  out[0] = far;
  out[1] = out[2] = 0;
  out[3] = gimbal_sqrt(2 * (1 / far - GIMBAL_Q(1, 2)));
}

static const gimbal_lagrangian product = {GIMBAL_SIZE(gimbal_lagrangian), .L = product_L,
                                          .D1L = product_D1L, .D2L = momentum, .D22L = mass},
                               bottle = {GIMBAL_SIZE(gimbal_lagrangian), .L = bottle_L,
                                         .D1L = bottle_D1L, .D2L = bottle_D2L},
                               centre = {GIMBAL_SIZE(gimbal_lagrangian), .L = centre_L,
                                         .D1L = centre_D1L, .D2L = momentum, .D22L = mass};
static const gimbal_value turn[] = {{.name = "angle", .value = "0"},
                                    {.name = "length", .value = "1"},
                                    {.name = "time", .value = "1"}},
                          si[] = {{.name = "m", .value = "1.67262192e-27"},
                                  {.name = "e", .value = "1.602176634e-19"},
                                  {.name = "b", .value = "1/10"},
                                  {.name = "l", .value = "1/2"}},
                          near[] = {{.name = "near", .value = "1/20"}};
static const gimbal_case product_cases[] =
    {{.name = "plain", .duration = "2"},
     {.name = "turned", .settings = "angle=2/5", .duration = "2"},
     {.name = "units", .settings = "length=1000, time=1/300", .duration = "1/150"}},
                         bottle_cases[] = {{.name = "si", .duration = "4e-6"}},
                         centre_cases[] = {
                             {.name = "near", .step = "1/200"},
                             {.name = "close", .settings = "near=1/500", .step = "1/200"},
                             {.name = "ellipse", .settings = "near=1/100"}};
#define REALISATION(name_, n_, traits_)                                                            \
  static const gimbal_realisation name_##_realisations[] = {{.name = "cartesian",                  \
                                                             .configuration = "q[1..n]",           \
                                                             .velocity = "v[1..n]",                \
                                                             .n = n_,                              \
                                                             .traits = traits_,                    \
                                                             .lagrangian = &name_,                 \
                                                             .initial = name_##_initial}};
REALISATION(product, "2", "separable autonomous reversible")
REALISATION(bottle, "3", "autonomous")
REALISATION(centre, "2", "separable autonomous reversible")

#define MODEL(name_, title_, parameters_)                                                          \
  {                                                                                                \
    .name = "sensitive_" #name_, .title = title_, .citation = "written for this test",             \
    .parameters = GIMBAL_ARRAY(parameters_), .cases = GIMBAL_ARRAY(name_##_cases),                 \
    .realisations = GIMBAL_ARRAY(name_##_realisations)                                             \
  }
static const gimbal_model models[] = {MODEL(product, "x²y²/2", turn),
                                      MODEL(bottle, "a magnetic bottle", si),
                                      MODEL(centre, "a close encounter", near)};
GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
