/* skeleton: a heavy top, to change into your own model.
 *
 * A model is a formulation (here a Lie group, ġ = gη, and ℓ(g,η)), initial data, named cases and
 * what is known of the solution.
 *
 * gimbal derives the equations of motion, the energy and a reference solution from it, and every
 * method that fits is judged on it. gimbal.h says what each entry means; `gimbal check` verifies
 * the derivatives. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

/* All numbers are gimbal_real and all constants GIMBAL_C(0.5) or GIMBAL_Q(1,2), so that the same
 * source runs in quadruple precision. */
typedef gimbal_real real;

enum { HEIGHT };

static const int inertia[3] = {1, 2, 3};

/* ℓ(R,η) = ½ Σ J_i η_i² − height e₃·(R b), b = (1/2, 1/4, 1); q is R, row by row. */
static real Ell(const real *parameter, real t, const real *q, const real *eta) {
  real value = -parameter[HEIGHT] * (q[6] / 2 + q[7] / 4 + q[8]);
  for (int i = 0; i < 3; i++)
    value += inertia[i] * eta[i] * eta[i] / 2;
  return value;
}

/* Its derivatives, m entries each. The first is left-trivialised,
 *     d/dε ℓ(R exp(ε ê_i), η) = height (γ × b)_i  with γ = Rᵀe₃. */
static void D1ell(const real *parameter, real t, const real *q, const real *eta, real *out) {
  const real b[3] = {GIMBAL_Q(1, 2), GIMBAL_Q(1, 4), 1}, *gamma = q + 6;
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = parameter[HEIGHT] * (gamma[j] * b[k] - gamma[k] * b[j]);
  }
}

static void D2ell(const real *parameter, real t, const real *q, const real *eta, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = inertia[i] * eta[i];
}

/* (R,η) at time 0. */
static void Initial(const real *parameter, real t, const real *q, const real *eta, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = i % 4 == 0;
  out[9] = GIMBAL_Q(3, 10);
  out[10] = GIMBAL_Q(-1, 5);
  out[11] = GIMBAL_Q(1, 2);
}

static const gimbal_group group = {GIMBAL_SIZE(gimbal_group), .group = "SO3", .ell = Ell,
                                   .D1ell = D1ell, .D2ell = D2ell};

static const gimbal_value parameters[] = {
    {.name = "height", .value = "1", .description = "of the centre of mass"}};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_realisation realisations[] = {
    {.name = "matrix",
     .configuration = "R11 R12 R13 R21 R22 R23 R31 R32 R33",
     .velocity = "eta1 eta2 eta3",
     .n = "9",
     .m = "3",
     .traits = "autonomous reversible",
     .group = &group,
     .initial = Initial}};

static const gimbal_model models[] = {{.name = "skeleton",
                                       .title = "a heavy top",
                                       .citation = "any textbook of mechanics",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
