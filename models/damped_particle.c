/* A particle in the plane in a central potential, with linear damping,
 *     q̈ = −(1 + |q|²) q − c q̇,    L = ½|q̇|² − ½|q|² − ¼|q|⁴.
 * A conformal Hamiltonian system: its flow takes the canonical form ω to e^(−ct) ω, and the angular momentum
 * decays like e^(−ct), too [McLachlan and Perlmutter 2001; Bhatt, Floyd and Moore 2016]. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

typedef gimbal_real real;

enum { DAMPING };

static real L(const real *parameter, real t, const real *q, const real *v) {
  const real square = q[0] * q[0] + q[1] * q[1];
  return (v[0] * v[0] + v[1] * v[1]) / 2 - square / 2 - square * square / 4;
}

static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  const real square = q[0] * q[0] + q[1] * q[1];
  for (int i = 0; i < 2; i++)
    out[i] = -(1 + square) * q[i];
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
  out[1] = v[1];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[3] = 1;
  out[1] = out[2] = 0;
}

static void Force(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 2; i++)
    out[i] = -parameter[DAMPING] * v[i];
}

static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 1;
  out[1] = out[2] = 0;
  out[3] = GIMBAL_Q(3, 4);
}

/* e^(ct) times the angular momentum, which is constant. */
static real Momentum(const real *parameter, real t, const real *q, const real *v) {
  return gimbal_exp(parameter[DAMPING] * t) * (q[0] * v[1] - q[1] * v[0]);
}

static const gimbal_lagrangian lagrangian = {
    GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L, .D2L = D2L, .D22L = D22L, .force = Force};

static const gimbal_value parameters[] = {
    {.name = "damping", .value = "1/5", .description = "c, the rate at which p decays"}};

static const gimbal_case cases[] = {{.name = "A", .duration = "3"}};

static const gimbal_invariant invariants[] = {{.name = "momentum", .value = Momentum}};

static const gimbal_realisation realisations[] = {{.name = "cartesian",
                                                   .configuration = "x y",
                                                   .velocity = "vx vy",
                                                   .n = "2",
                                                   .traits = "autonomous damped attracting",
                                                   .lagrangian = &lagrangian,
                                                   .initial = Initial,
                                                   .invariants = GIMBAL_ARRAY(invariants),
                                                   .contraction = "damping"}};

static const gimbal_model models[] = {
    {.name = "damped_particle",
     .title = "Damped particle in a central potential",
     .citation = "Bhatt, Floyd and Moore, J. Sci. Comput. 66 (2016) 1234",
     .citation_key = "BhattFloydMoore2016",
     .parameters = GIMBAL_ARRAY(parameters),
     .cases = GIMBAL_ARRAY(cases),
     .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
