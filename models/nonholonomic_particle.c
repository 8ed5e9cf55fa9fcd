/* A particle in a harmonic potential that may only move so that ż = y ẋ [Martín de Diego and Sato
 * Martín de Almagro 2018, 7.1]; and, as a second model, the same in a field along x that changes with
 * time, of which L has the further term a x cos ωt: it shows methods for constraints the time, and with
 * it a wrong node c_i. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

static real L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - q[0] * q[0] - q[1] * q[1]) / 2;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[0];
  out[1] = -q[1];
  out[2] = 0;
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
  out[0] = 1;
  out[1] = GIMBAL_Q(1, 2);
  out[2] = 0;
  out[3] = GIMBAL_Q(1, 2);
  out[4] = 1;
  out[5] = out[1] * out[3];
}

/* The motion along y feels neither the constraint nor the field. */
static real EnergyAlongY(const real *parameter, real t, const real *q, const real *v) {
  return (v[1] * v[1] + q[1] * q[1]) / 2;
}

/* Of dx dy dz dẋ dẏ: ẍ (1+y²) loses y ẏ ẋ, and nothing else shrinks. */
static real Density(const real *parameter, real t, const real *q, const real *v) {
  return gimbal_sqrt(1 + q[1] * q[1]);
}

/* ---- In a field ---- */

enum { AMPLITUDE, FREQUENCY };

static real Field(const real *parameter, real t) {
  return parameter[AMPLITUDE] * gimbal_cos(parameter[FREQUENCY] * t);
}

static real DrivenL(const real *parameter, real t, const real *q, const real *v) {
  return L(parameter, t, q, v) + Field(parameter, t) * q[0];
}

static void DrivenD1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  D1L(parameter, t, q, v, out);
  out[0] += Field(parameter, t);
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
  return (xi[0] * xi[0] + xi[1] * xi[1] + vz * vz) / 2 - (q[0] * q[0] + q[1] * q[1]) / 2;
}

static void FrameD1L(const real *parameter, real t, const real *q, const real *xi, real *out) {
  out[0] = -q[0];
  out[1] = (q[1] * xi[0] + xi[2]) * xi[0] - q[1];
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

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian),
                                             .L = L,
                                             .D1L = D1L,
                                             .D2L = D2L,
                                             .D22L = D22L,
                                             .Phi = Phi,
                                             .D2Phi = D2Phi};
static const gimbal_lagrangian driven_lagrangian = {GIMBAL_SIZE(gimbal_lagrangian),
                                                    .L = DrivenL,
                                                    .D1L = DrivenD1L,
                                                    .D2L = D2L,
                                                    .D22L = D22L,
                                                    .Phi = Phi,
                                                    .D2Phi = D2Phi};
static const gimbal_invariant invariants[] = {
    {.name = "energy_along_y", .kind = "quadratic energy", .value = EnergyAlongY}};
static const gimbal_frame frame = {
    GIMBAL_SIZE(gimbal_frame),  .psi = FramePsi,   .ell = FrameL,
    .D1ell = FrameD1L,          .D2ell = FrameD2L, .D22ell = FrameD22L,
    .structure = FrameStructure};

static const gimbal_value parameters[] = {
    {.name = "amplitude", .value = "3/10", .description = "of the field"},
    {.name = "frequency", .value = "17/10", .description = "angular, of the field"}};

static const gimbal_case cases[] = {{.name = "A"}};

static const gimbal_picture pictures[] = {{.name = "path",
                                           .title = "Path seen from above",
                                           .of = "x, y",
                                           .duration = "20",
                                           .words = "equal"}};

#define CARTESIAN                                                                                  \
  .name = "cartesian", .pictures = GIMBAL_ARRAY(pictures), .configuration = "x y z",               \
  .velocity = "vx vy vz", .n = "3", .nonholonomic = "1", .initial = Initial,                       \
  .invariants = GIMBAL_ARRAY(invariants), .density = Density

static const gimbal_realisation realisations[] = {
    {CARTESIAN, .traits = "separable linear_constraints autonomous reversible",
     .lagrangian = &lagrangian},
    {.name = "chaplygin",
     .pictures = GIMBAL_ARRAY(pictures),
     .configuration = "x y z",
     .velocity = "xi1 xi2 xi3",
     .n = "3",
     .nonholonomic = "1",
     .traits = "linear_constraints autonomous reversible",
     .frame = &frame,
     .initial = FrameInitial,
     .common = FrameCommon,
     .invariants = GIMBAL_ARRAY(invariants),
     .density = Density}};
static const gimbal_realisation driven_realisations[] = {
    {CARTESIAN, .traits = "separable linear_constraints", .lagrangian = &driven_lagrangian}};

static const gimbal_model models[] = {
    {.name = "nonholonomic_particle",
     .title = "Nonholonomic particle in a harmonic potential",
     .citation = "Martín de Diego and Sato Martín de Almagro 2018, section 7.1",
     .citation_key = "MartinDeDiegoSato2018",
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)},
    {.name = "driven_nonholonomic_particle",
     .title = "Nonholonomic particle in a field that changes with time",
     .citation = "Martín de Diego and Sato Martín de Almagro 2018, section 7.1, with a field added",
     .citation_key = "MartinDeDiegoSato2018",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(driven_realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
