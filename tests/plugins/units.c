/* A pendulum in the plane, U = −e cos(x/l) cos(y/l), and a particle that may only move so that
 * ż = (y/l) ẋ, in units that are parameters: masses of m, lengths of l, times of s. In scaled units
 * all numbers are those of the natural ones, times powers of the units; where these are powers of
 * two, bit for bit. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { MASS, LENGTH, TIME };

/* In an order in which no intermediate result leaves the range of a double at 2^±100. */
static real Speed(const real *unit) { return unit[LENGTH] / unit[TIME]; }
static real Momentum(const real *unit) { return unit[MASS] * Speed(unit); }
static real Energy(const real *unit) { return Momentum(unit) * Speed(unit); }
static real Force(const real *unit) { return Momentum(unit) / unit[TIME]; }

static void D2L(const real *unit, int n, const real *v, real *out) {
  for (int i = 0; i < n; i++)
    out[i] = unit[MASS] * v[i];
}

static void D22L(const real *unit, int n, real *out) {
  for (int i = 0; i < n * n; i++)
    out[i] = i % (n + 1) ? 0 : unit[MASS];
}

static real Kinetic(const real *unit, int n, const real *v) {
  real sum = 0;
  for (int i = 0; i < n; i++)
    sum += (v[i] / Speed(unit)) * (v[i] / Speed(unit));
  return sum / 2;
}

/* ---- The pendulum ---- */

static real PendulumL(const real *unit, real t, const real *q, const real *v) {
  const real x = q[0] / unit[LENGTH], y = q[1] / unit[LENGTH];
  return Energy(unit) * (Kinetic(unit, 2, v) + gimbal_cos(x) * gimbal_cos(y));
}

static void PendulumD1L(const real *unit, real t, const real *q, const real *v, real *out) {
  const real x = q[0] / unit[LENGTH], y = q[1] / unit[LENGTH];
  out[0] = -Force(unit) * (gimbal_sin(x) * gimbal_cos(y));
  out[1] = -Force(unit) * (gimbal_cos(x) * gimbal_sin(y));
}

static void PendulumD2L(const real *unit, real t, const real *q, const real *v, real *out) {
  D2L(unit, 2, v, out);
}

static void PendulumD22L(const real *unit, real t, const real *q, const real *v, real *out) {
  D22L(unit, 2, out);
}

static void PendulumInitial(const real *unit, real t, const real *q, const real *v, real *out) {
  out[0] = unit[LENGTH] * GIMBAL_Q(7, 10);
  out[1] = unit[LENGTH] * GIMBAL_Q(-2, 5);
  out[2] = Speed(unit) * GIMBAL_Q(3, 10);
  out[3] = Speed(unit) * GIMBAL_Q(1, 2);
}

/* ---- The particle ---- */

static real ParticleL(const real *unit, real t, const real *q, const real *v) {
  const real x = q[0] / unit[LENGTH], y = q[1] / unit[LENGTH];
  return Energy(unit) * (Kinetic(unit, 3, v) - (x * x + y * y) / 2);
}

static void ParticleD1L(const real *unit, real t, const real *q, const real *v, real *out) {
  out[0] = -Force(unit) * (q[0] / unit[LENGTH]);
  out[1] = -Force(unit) * (q[1] / unit[LENGTH]);
  out[2] = 0;
}

static void ParticleD2L(const real *unit, real t, const real *q, const real *v, real *out) {
  D2L(unit, 3, v, out);
}

static void ParticleD22L(const real *unit, real t, const real *q, const real *v, real *out) {
  D22L(unit, 3, out);
}

static void ParticlePhi(const real *unit, real t, const real *q, const real *v, real *out) {
  out[0] = v[2] - q[1] / unit[LENGTH] * v[0];
}

static void ParticleD2Phi(const real *unit, real t, const real *q, const real *v, real *out) {
  out[0] = -q[1] / unit[LENGTH];
  out[1] = 0;
  out[2] = 1;
}

static void ParticleInitial(const real *unit, real t, const real *q, const real *v, real *out) {
  out[0] = unit[LENGTH];
  out[1] = unit[LENGTH] / 2;
  out[2] = 0;
  out[3] = Speed(unit) / 2;
  out[4] = Speed(unit);
  out[5] = Speed(unit) / 4;
}

/* ---- The particle in the frame ∂_x + (y/l)∂_z, ∂_y, ∂_z ---- */

static void FramePsi(const real *unit, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = i % 4 == 0;
  out[6] = q[1] / unit[LENGTH];
}

static real FrameL(const real *unit, real t, const real *q, const real *xi) {
  const real v[3] = {xi[0], xi[1], q[1] / unit[LENGTH] * xi[0] + xi[2]};
  return ParticleL(unit, t, q, v);
}

static void FrameD1L(const real *unit, real t, const real *q, const real *xi, real *out) {
  const real vz = q[1] / unit[LENGTH] * xi[0] + xi[2];
  ParticleD1L(unit, t, q, xi, out);
  out[1] += unit[MASS] * vz * (xi[0] / unit[LENGTH]);
}

static void FrameD2L(const real *unit, real t, const real *q, const real *xi, real *out) {
  const real v[3] = {xi[0], xi[1], q[1] / unit[LENGTH] * xi[0] + xi[2]};
  D2L(unit, 3, v, out);
  out[0] += q[1] / unit[LENGTH] * out[2];
}

static void FrameD22L(const real *unit, real t, const real *q, const real *xi, real *out) {
  const real y = q[1] / unit[LENGTH];
  D22L(unit, 3, out);
  out[0] += unit[MASS] * (y * y);
  out[2] = out[6] = unit[MASS] * y;
}

static void FrameStructure(const real *unit, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 27; i++)
    out[i] = 0;
  out[19] = -1 / unit[LENGTH];
  out[21] = 1 / unit[LENGTH];
}

static void FrameInitial(const real *unit, real t, const real *q, const real *xi, real *out) {
  ParticleInitial(unit, t, q, xi, out);
  out[5] = 0;
}

static void FrameCommon(const real *unit, real t, const real *q, const real *xi, real *out) {
  for (int i = 0; i < 3; i++) {
    out[i] = q[i];
    out[3 + i] = xi[i];
  }
  out[5] += q[1] / unit[LENGTH] * xi[0];
}

static const gimbal_lagrangian pendulum = {GIMBAL_SIZE(gimbal_lagrangian), .L = PendulumL,
                                           .D1L = PendulumD1L, .D2L = PendulumD2L,
                                           .D22L = PendulumD22L};
static const gimbal_lagrangian particle = {GIMBAL_SIZE(gimbal_lagrangian),
                                           .L = ParticleL,
                                           .D1L = ParticleD1L,
                                           .D2L = ParticleD2L,
                                           .D22L = ParticleD22L,
                                           .Phi = ParticlePhi,
                                           .D2Phi = ParticleD2Phi};
static const gimbal_frame frame = {
    GIMBAL_SIZE(gimbal_frame),  .psi = FramePsi,   .ell = FrameL,
    .D1ell = FrameD1L,          .D2ell = FrameD2L, .D22ell = FrameD22L,
    .structure = FrameStructure};

static const gimbal_value parameters[] = {
    {.name = "mass", .value = "1"}, {.name = "length", .value = "1"}, {.name = "time", .value = "1"}};

/* T and h are one unit of time and a sixteenth of it. */
#define UNITS(label, mass, length, time)                                                           \
  {.name = label,                                                                                  \
   .settings = "mass=" mass ", length=" length ", time=" time,                                     \
   .duration = time,                                                                               \
   .step = "(" time ")/16"}

static const gimbal_case cases[] = {UNITS("natural", "1", "1", "1"),
                                    UNITS("heavy", "2^100", "1", "1"),
                                    UNITS("light", "2^(-100)", "1", "1"),
                                    UNITS("long", "1", "2^100", "1"),
                                    UNITS("short", "1", "2^(-100)", "1"),
                                    UNITS("slow", "1", "1", "2^100"),
                                    UNITS("fast", "1", "1", "2^(-100)"),
                                    UNITS("large", "2^40", "2^40", "2^40"),
                                    UNITS("small", "2^(-40)", "2^(-40)", "2^(-40)"),
                                    UNITS("molecule", "1e-26", "1e-10", "1e-13"),
                                    UNITS("planet", "6e24", "1e11", "1e6")};

static const gimbal_realisation of_pendulum[] = {{.name = "cartesian",
                                                  .configuration = "x y",
                                                  .velocity = "vx vy",
                                                  .n = "2",
                                                  .traits = "separable autonomous reversible",
                                                  .lagrangian = &pendulum,
                                                  .initial = PendulumInitial}};
static const gimbal_realisation of_particle[] = {
    {.name = "cartesian",
     .configuration = "x y z",
     .velocity = "vx vy vz",
     .n = "3",
     .nonholonomic = "1",
     .traits = "separable linear_constraints autonomous reversible",
     .lagrangian = &particle,
     .initial = ParticleInitial},
    {.name = "frame",
     .configuration = "x y z",
     .velocity = "xi1 xi2 xi3",
     .n = "3",
     .nonholonomic = "1",
     .traits = "linear_constraints autonomous reversible",
     .frame = &frame,
     .initial = FrameInitial,
     .common = FrameCommon}};

static const gimbal_model models[] = {{.name = "units_pendulum",
                                       .title = "A pendulum in the plane in any units",
                                       .citation = "none",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(of_pendulum)},
                                      {.name = "units_particle",
                                       .title = "A nonholonomic particle in any units",
                                       .citation = "none",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(of_particle)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
