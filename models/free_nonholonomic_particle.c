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

/* Of dx dy dz dẋ dẏ: ẍ (1+y²) loses y ẏ ẋ, and nothing else shrinks. */
static real Density(const real *parameter, real t, const real *q, const real *v) {
  return gimbal_sqrt(1 + q[1] * q[1]);
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

/* ---- In the frame ∂_x + y∂_z, ∂_y, ∂_z, of which the last is off the distribution ---- */

static void FramePsi(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = 0;
  out[0] = out[4] = out[8] = 1;
  out[6] = q[1];
}

static real FrameL(const real *parameter, real t, const real *q, const real *xi) {
  const real vz = q[1] * xi[0] + xi[2];
  return (xi[0] * xi[0] + xi[1] * xi[1] + vz * vz) / 2;
}

static void FrameD1L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = 0;
  out[1] = (q[1] * xi[0] + xi[2]) * xi[0];
  out[2] = 0;
}

static void FrameD2L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[2] = q[1] * xi[0] + xi[2];
  out[1] = xi[1];
  out[0] = xi[0] + q[1] * out[2];
}

static void FrameD22L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = 0;
  out[0] = 1 + q[1] * q[1];
  out[2] = out[6] = q[1];
  out[4] = out[8] = 1;
}

static void FrameStructure(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 27; i++)
    out[i] = 0;
  out[19] = -1;
  out[21] = 1;
}

static void FrameInitial(const real *parameter, real t, const real *q, const real *xi, real *out) {
  Initial(parameter, t, q, xi, out);
  out[5] = 0;
}

static void FrameCommon(const real *parameter, real t, const real *q, const real *xi, real *out) {
  for (int i = 0; i < 3; i++) {
    out[i] = q[i];
    out[3 + i] = xi[i];
  }
  out[5] += q[1] * xi[0];
}

static void FrameExact(const real *parameter, real t, const real *q, const real *xi, real *out) {
  real y[6];
  FrameCommon(parameter, t, q, xi, y);
  Exact(parameter, t, y, y + 3, out);
  out[5] = 0;
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

static const gimbal_frame frame = {
    GIMBAL_SIZE(gimbal_frame),  .psi = FramePsi,   .ell = FrameL,
    .D1ell = FrameD1L,          .D2ell = FrameD2L, .D22ell = FrameD22L,
    .structure = FrameStructure};

static const gimbal_case cases[] = {{.name = "A"}};

static const gimbal_picture pictures[] = {
    {.name = "path", .title = "Path in space", .of = "x, y, z", .duration = "10"}};

static const gimbal_realisation realisations[] = {
    {.name = "cartesian",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "x y z",
     .velocity = "vx vy vz",
     .n = "3",
     .nonholonomic = "1",
     .traits = "separable linear_constraints autonomous reversible",
     .lagrangian = &lagrangian,
     .initial = Initial,
     .exact = Exact,
     .invariants = GIMBAL_ARRAY(invariants),
     .density = Density},
    {.name = "chaplygin",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "x y z",
     .velocity = "xi1 xi2 xi3",
     .n = "3",
     .nonholonomic = "1",
     .traits = "linear_constraints autonomous reversible",
     .frame = &frame,
     .initial = FrameInitial,
     .exact = FrameExact,
     .common = FrameCommon,
     .invariants = GIMBAL_ARRAY(invariants),
     .density = Density}};

static const gimbal_model models[] = {
    {.name = "free_nonholonomic_particle",
     .title = "Free nonholonomic particle",
     .citation = "Bloch 2003, Nonholonomic Mechanics and Control; Crăciun and Opriş, example 1",
     .citation_key = "Bloch2003,CraciunOpris1996",
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
