/* A free particle that may only move so that ż = y ẋ; its motion is known in closed form. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

static real L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[1] = out[2] = 0;
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
  out[0] = v[2] - q[1] * v[0];
}

static void D2Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[1];
  out[1] = 0;
  out[2] = 1;
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = GIMBAL_Q(1, 10);
  out[1] = GIMBAL_Q(-3, 10);
  out[2] = GIMBAL_Q(1, 5);
  out[3] = GIMBAL_Q(4, 5);
  out[4] = GIMBAL_Q(7, 10);
  out[5] = out[1] * out[3];
}

/* y runs uniformly and C = v_x √(1+y²) is constant, so that x and z are quadratures over y. */
static void Exact(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real y = q[1] + v[1] * t;
  const real before = gimbal_sqrt(1 + q[1] * q[1]), after = gimbal_sqrt(1 + y * y);
  const real C = v[0] * before;
  if (v[1] == 0) {
    out[0] = q[0] + v[0] * t;
    out[2] = q[2] + q[1] * v[0] * t;
  } else {
    out[0] = q[0] + C / v[1] * (gimbal_asinh(y) - gimbal_asinh(q[1]));
    out[2] = q[2] + C / v[1] * (after - before);
  }
  out[1] = y;
  out[3] = C / after;
  out[4] = v[1];
  out[5] = y * out[3];
  out[6] = out[3] * out[4] / (1 + y * y);
}

static real MomentumAlongY(const real *parameter, real t, const real *q, const real *v) {
  return v[1];
}

static void AlongY(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[2] = 0;
  out[1] = 1;
}

static real C(const real *parameter, real t, const real *q, const real *v) {
  return v[0] * gimbal_sqrt(1 + q[1] * q[1]);
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian),
                                             .L = L,
                                             .D1L = D1L,
                                             .D2L = D2L,
                                             .D22L = D22L,
                                             .Phi = Phi,
                                             .D2Phi = D2Phi};

static const gimbal_invariant invariants[] = {{.name = "momentum_along_y",
                                               .kind = "linear momentum_map",
                                               .value = MomentumAlongY,
                                               .generator = AlongY},
                                              {.name = "C", .kind = "", .value = C}};

static const gimbal_case cases[] = {{.name = "A"}};

static const gimbal_realisation realisations[] = {
    {.name = "cartesian",
     .configuration = "x y z",
     .velocity = "vx vy vz",
     .n = "3",
     .nonholonomic = "1",
     .traits = "separable linear_constraints autonomous reversible",
     .lagrangian = &lagrangian,
     .initial = Initial,
     .exact = Exact,
     .invariants = GIMBAL_ARRAY(invariants)}};

static const gimbal_model models[] = {
    {.name = "free_nonholonomic_particle",
     .title = "Free nonholonomic particle",
     .citation = "Bloch 2003, Nonholonomic Mechanics and Control; Crăciun and Opriş, example 1",
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
