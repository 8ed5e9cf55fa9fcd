/* skeleton: a ring of particles with springs that harden, to change into your own model.
 *
 * A model is a formulation (here a lattice: sites on a line, each with a few coordinates, which
 * feel their neighbours only), initial data, named cases and what is known of the solution.
 *
 * gimbal derives the equations of motion, the energy and a reference solution from it, and every
 * method that fits is judged on it. gimbal.h says what each entry means; `gimbal check` verifies
 * the derivatives. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

/* All numbers are gimbal_real and all constants GIMBAL_C(0.5) or GIMBAL_Q(1,2), so that the same
 * source runs in quadruple precision. */
typedef gimbal_real real;

enum { SITES, HARDENING };

static int Sites(const real *parameter) { return (int)parameter[SITES]; }

/* The stretch of the bond between site k and the next one around the ring. */
static real Stretch(const real *parameter, const real *q, int k) {
  return q[(k + 1) % Sites(parameter)] - q[k];
}

/* L = Σ v_k²/2 − Σ (d²/2 + hardening d⁴/4), summed over the bonds with the stretch d. */
static real L(const real *parameter, real t, const real *q, const real *v) {
  real value = 0;
  for (int k = 0; k < Sites(parameter); k++) {
    const real d = Stretch(parameter, q, k);
    value += v[k] * v[k] / 2 - d * d * (GIMBAL_Q(1, 2) + parameter[HARDENING] * d * d / 4);
  }
  return value;
}

/* Its derivatives: ∂L/∂q, ∂L/∂v and the diagonal of ∂²L/∂v², n entries each. */
static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int k = 0; k < Sites(parameter); k++)
    out[k] = 0;
  for (int k = 0; k < Sites(parameter); k++) {
    const real d = Stretch(parameter, q, k), tension = d * (1 + parameter[HARDENING] * d * d);
    out[k] += tension;
    out[(k + 1) % Sites(parameter)] -= tension;
  }
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int k = 0; k < Sites(parameter); k++)
    out[k] = v[k];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int k = 0; k < Sites(parameter); k++)
    out[k] = 1;
}

/* (q,v) at time 0: a wave around the ring, at rest. */
static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  const int n = Sites(parameter);
  for (int k = 0; k < n; k++) {
    out[k] = gimbal_cos(2 * GIMBAL_PI * k / n) / 2;
    out[n + k] = 0;
  }
}

static const gimbal_lattice lattice = {
    GIMBAL_SIZE(gimbal_lattice), .sites = "N", .components = "1", .periodic = "1",
    .lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L, .D2L = D2L, .D22L = D22L}};

static const gimbal_value parameters[] = {
    {.name = "N", .value = "8", .description = "sites"},
    {.name = "hardening", .value = "1/4", .description = "of the springs"}};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_realisation realisations[] = {{.name = "sites",
                                                   .configuration = "q[1..n]",
                                                   .velocity = "v[1..n]",
                                                   .n = "N",
                                                   .traits = "separable autonomous reversible",
                                                   .lattice = &lattice,
                                                   .initial = Initial}};

static const gimbal_model models[] = {{.name = "skeleton",
                                       .title = "a ring of particles with springs that harden",
                                       .citation = "any textbook of mechanics",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
