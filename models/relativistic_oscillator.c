/* A particle of unit mass in the potential q²/2 at speeds up to 0.94 of that of light, which is 1:
 * L = −√(1 − v²) − q²/2, p = v/√(1 − v²), H = √(1 + p²) + q²/2. Its kinetic energy is not quadratic,
 * and it starts at rest [Goldstein, Poole, Safko, Classical Mechanics, section 7.9]. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

static real Root(const real *v) { return gimbal_sqrt(1 - v[0] * v[0]); }

static real L(const real *parameter, real t, const real *q, const real *v) {
  return -Root(v) - q[0] * q[0] / 2;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[0];
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0] / Root(v);
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real root = Root(v);
  out[0] = 1 / (root * root * root);
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 2;
  out[1] = 0;
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                             .D2L = D2L, .D22L = D22L};

static const gimbal_case cases[] = {{.name = "A", .duration = "4"}};

static const gimbal_realisation realisations[] = {{.name = "cartesian",
                                                   .configuration = "x",
                                                   .velocity = "vx",
                                                   .n = "1",
                                                   .traits = "autonomous reversible integrable",
                                                   .lagrangian = &lagrangian,
                                                   .initial = Initial}};

static const gimbal_model models[] = {
    {.name = "relativistic_oscillator",
     .title = "Relativistic oscillator, whose kinetic energy is not quadratic",
     .citation = "Goldstein, Poole, Safko, Classical Mechanics, section 7.9",
     .citation_key = "GoldsteinPooleSafko2002",
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
