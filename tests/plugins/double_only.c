/* Models without a quadruple twin, as a bare compiler makes them: Kepler's problem without its
 * closed form, and a particle under ż = y ẋ. */
#include "gimbal.h"

#ifndef GIMBAL_QUAD

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

static real L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1]) / 2 + 1 / gimbal_hypot(q[0], q[1]);
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real r = gimbal_hypot(q[0], q[1]);
  out[0] = -q[0] / (r * r * r);
  out[1] = -q[1] / (r * r * r);
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
  out[1] = v[1];
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 0.7;
  out[1] = out[2] = 0;
  out[3] = gimbal_sqrt(13. / 7);
}

static real ParticleL(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - q[0] * q[0] - q[1] * q[1]) / 2;
}

static void ParticleD1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[0];
  out[1] = -q[1];
  out[2] = 0;
}

static void ParticleD2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = v[i];
}

static void Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[2] - q[1] * v[0];
}

static void D2Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -q[1];
  out[1] = 0;
  out[2] = 1;
}

static void ParticleInitial(const real *parameter, real t, const real *q, const real *v,
                            real *out) {
  out[0] = out[4] = 1;
  out[1] = out[3] = 0.5;
  out[2] = 0;
  out[5] = 0.25;
}

static const gimbal_lagrangian kepler = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                         .D2L = D2L};
static const gimbal_lagrangian particle = {GIMBAL_SIZE(gimbal_lagrangian),
                                           .L = ParticleL,
                                           .D1L = ParticleD1L,
                                           .D2L = ParticleD2L,
                                           .Phi = Phi,
                                           .D2Phi = D2Phi};

static const gimbal_case cases[] = {{.name = "A"}};
static const gimbal_realisation realisations[] = {{.name = "cartesian",
                                                   .configuration = "x y",
                                                   .velocity = "vx vy",
                                                   .n = "2",
                                                   .traits = "separable autonomous reversible",
                                                   .lagrangian = &kepler,
                                                   .initial = Initial}};
static const gimbal_realisation particle_realisations[] = {
    {.name = "cartesian",
     .configuration = "x y z",
     .velocity = "vx vy vz",
     .n = "3",
     .nonholonomic = "1",
     .traits = "separable linear_constraints autonomous reversible",
     .lagrangian = &particle,
     .initial = ParticleInitial}};
static const gimbal_model models[] = {
    {.name = "kepler_in_double",
     .title = "Kepler's problem, built in double precision only",
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)},
    {.name = "particle_in_double",
     .title = "The nonholonomic particle, built in double precision only",
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(particle_realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));

#endif
