/* Hamel's simplification of Appell's example: ż = k √(ẋ² + ẏ²), a constraint that is not linear in
 * the velocities, with forces by Chetaev's rule [Neimark and Fufaev 1972, IV.2]. The springs
 * towards the vertical axis (stiffness) are added so that the motion is not a uniform one. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { STIFFNESS, SLOPE };

static real L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 - q[2] -
         parameter[STIFFNESS] * (q[0] * q[0] + q[1] * q[1]) / 2;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -parameter[STIFFNESS] * q[0];
  out[1] = -parameter[STIFFNESS] * q[1];
  out[2] = -1;
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = v[i];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = i % 4 == 0;
}

static void Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[2] - parameter[SLOPE] * gimbal_hypot(v[0], v[1]);
}

/* Outside the domain, at rest, this is not a number. */
static void D2Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real speed = gimbal_hypot(v[0], v[1]);
  out[0] = -parameter[SLOPE] * v[0] / speed;
  out[1] = -parameter[SLOPE] * v[1] / speed;
  out[2] = 1;
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
  out[1] = out[2] = 0;
  out[3] = GIMBAL_Q(3, 10);
  out[4] = GIMBAL_Q(4, 5);
  out[5] = parameter[SLOPE] * gimbal_hypot(out[3], out[4]);
}

/* Without springs the horizontal motion is straight, and slows down by k/(1+k²) until it stops. */
static void Exact(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real k = parameter[SLOPE], speed = gimbal_hypot(v[0], v[1]);
  const real after = speed - k / (1 + k * k) * t;
  const real path = (speed + after) / 2 * t;
  if (parameter[STIFFNESS] != 0 || !(after > 0)) {
    for (int i = 0; i < 7; i++)
      out[i] = GIMBAL_NAN;
    return;
  }
  for (int i = 0; i < 2; i++) {
    out[i] = q[i] + v[i] / speed * path;
    out[i + 3] = v[i] / speed * after;
  }
  out[2] = q[2] + k * path;
  out[5] = k * after;
  out[6] = 1 / (1 + k * k);
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian),
                                             .L = L,
                                             .D1L = D1L,
                                             .D2L = D2L,
                                             .D22L = D22L,
                                             .Phi = Phi,
                                             .D2Phi = D2Phi};

static const gimbal_value parameters[] = {
    {.name = "stiffness", .value = "1", .description = "of the springs; 0 has a closed form"},
    {.name = "k", .value = "1/2", .description = "slope of the path"}};

static const gimbal_case cases[] = {{.name = "A", .duration = "1", .step = "1/5000"}};

static const gimbal_picture pictures[] = {{.name = "path",
                                           .title = "Path of the particle",
                                           .of = "x, y",
                                           .duration = "2",
                                           .words = "equal"}};

static const gimbal_realisation realisations[] = {{.name = "cartesian",
                                                   .pictures = GIMBAL_ARRAY(pictures),
                                                   .configuration = "x y z",
                                                   .velocity = "vx vy vz",
                                                   .n = "3",
                                                   .nonholonomic = "1",
                                                   .traits = "separable autonomous",
                                                   .lagrangian = &lagrangian,
                                                   .initial = Initial,
                                                   .exact = Exact}};

static const gimbal_model models[] = {
    {.name = "appell_hamel",
     .title = "Appell–Hamel system, a constraint nonlinear in the velocities",
     .citation = "Neimark and Fufaev 1972, Dynamics of Nonholonomic Systems, IV.2",
     .citation_key = "NeimarkFufaev1972",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
