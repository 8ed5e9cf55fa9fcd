/* Kepler's problem in the plane, started at the eccentric anomaly E of an ellipse with semi-major
 * axis a whose pericentre lies on the positive x-axis [Hairer, Lubich, Wanner 2006, I.2.2]. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { MU, AXIS, ECCENTRICITY, ANOMALY };

static real L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1]) / 2 + parameter[MU] / gimbal_hypot(q[0], q[1]);
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real r = gimbal_hypot(q[0], q[1]), factor = -parameter[MU] / (r * r * r);
  out[0] = factor * q[0];
  out[1] = factor * q[1];
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
  out[1] = v[1];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[3] = 1;
  out[1] = out[2] = 0;
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real a = parameter[AXIS], e = parameter[ECCENTRICITY], E = parameter[ANOMALY];
  const real width = gimbal_sqrt((1 - e) * (1 + e));
  const real rate = gimbal_sqrt(parameter[MU] / a) / (1 - e * gimbal_cos(E));
  out[0] = a * (gimbal_cos(E) - e);
  out[1] = a * width * gimbal_sin(E);
  out[2] = -rate * gimbal_sin(E);
  out[3] = rate * width * gimbal_cos(E);
}

/* Lagrange's f and g functions of the advance D of the eccentric anomaly, which solves Kepler's
 * equation nt = D − (1 − r/a) sin D + σ/√a (1 − cos D), σ = q·v/√μ [Battin 1999, 4.3]; for
 * ellipses. */
static void Exact(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real mu = parameter[MU], r = gimbal_hypot(q[0], q[1]);
  const real reciprocal = 2 / r - (v[0] * v[0] + v[1] * v[1]) / mu;
  if (!(reciprocal > 0)) {
    for (int i = 0; i < 4; i++)
      out[i] = GIMBAL_NAN;
    return;
  }
  const real a = 1 / reciprocal, motion = gimbal_sqrt(mu / a) / a;
  const real sigma = (q[0] * v[0] + q[1] * v[1]) / gimbal_sqrt(mu * a), cosine = 1 - r / a;
  real D = motion * t;
  for (int iteration = 0; iteration < 100; iteration++) {
    const real value = D - cosine * gimbal_sin(D) + sigma * (1 - gimbal_cos(D)) - motion * t;
    const real slope = 1 - cosine * gimbal_cos(D) + sigma * gimbal_sin(D); /* r(t)/a > 0 */
    const real next = D - value / slope;
    const real change = gimbal_fabs(next - D);
    /* Near a pericentre Newton's method can jump far from D, which lies within 2 of motion·t. */
    D = gimbal_fabs(next - motion * t) > 2 ? motion * t + (next > D ? 2 : -2) : next;
    if (change <= GIMBAL_C(1e-40) + gimbal_fabs(D) * GIMBAL_C(1e-34))
      break;
  }
  const real s = gimbal_sin(D), half = gimbal_sin(D / 2), c = 2 * half * half; /* 1 − cos D */
  const real after = a * (1 - cosine * gimbal_cos(D) + sigma * s);
  const real f = 1 - a / r * c, g = (a * sigma * c + r * s) / (a * motion);
  const real df = -motion * a * a / (after * r) * s, dg = 1 - a / after * c;
  for (int i = 0; i < 2; i++) {
    out[i] = f * q[i] + g * v[i];
    out[i + 2] = df * q[i] + dg * v[i];
  }
}

static real AngularMomentum(const real *parameter, real t, const real *q, const real *v) {
  return q[0] * v[1] - q[1] * v[0];
}

static void Rotation(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[1];
  out[1] = q[0];
}

static real PericentreX(const real *parameter, real t, const real *q, const real *v) {
  return v[1] * AngularMomentum(parameter, t, q, v) / parameter[MU] -
         q[0] / gimbal_hypot(q[0], q[1]);
}

static real PericentreY(const real *parameter, real t, const real *q, const real *v) {
  return -v[0] * AngularMomentum(parameter, t, q, v) / parameter[MU] -
         q[1] / gimbal_hypot(q[0], q[1]);
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                             .D2L = D2L, .D22L = D22L};

static const gimbal_value parameters[] = {
    {.name = "mu", .value = "1", .description = "gravitational parameter"},
    {.name = "a", .value = "1", .description = "semi-major axis"},
    {.name = "e", .value = "3/10", .description = "eccentricity, less than 1"},
    {.name = "anomaly", .value = "1/2", .description = "eccentric anomaly at the start"}};

static const gimbal_invariant invariants[] = {
    {.name = "angular_momentum",
     .kind = "quadratic momentum_map",
     .value = AngularMomentum,
     .generator = Rotation},
    {.name = "laplace_runge_lenz_x", .kind = "", .value = PericentreX},
    {.name = "laplace_runge_lenz_y", .kind = "", .value = PericentreY}};

static const gimbal_case cases[] = {{.name = "e03", .duration = "2"}};

static const gimbal_realisation realisations[] = {{.name = "cartesian",
                                                   .configuration = "x y",
                                                   .velocity = "vx vy",
                                                   .n = "2",
                                                   .traits = "separable autonomous reversible",
                                                   .lagrangian = &lagrangian,
                                                   .initial = Initial,
                                                   .exact = Exact,
                                                   .invariants = GIMBAL_ARRAY(invariants)}};

static const gimbal_model models[] = {{.name = "kepler",
                                       .title = "Kepler's problem",
                                       .citation = "Hairer, Lubich, Wanner 2006, section I.2",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
