/* skeleton: a skate on a slope, in (q,p), to change into your own model.
 *
 * A model is a formulation (here a Hamiltonian with a constraint Ψ(q,p) = 0), initial data that are
 * consistent with it, named cases and what is known of the solution.
 *
 * gimbal derives the equations of motion, the energy and a reference solution from it, and every
 * method that fits is judged on it. gimbal.h says what each entry means; `gimbal check` verifies
 * the derivatives. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

/* All numbers are gimbal_real and all constants GIMBAL_C(0.5) or GIMBAL_Q(1,2), so that the same
 * source runs in quadruple precision. */
typedef gimbal_real real;

enum { GRAVITY, TURN };

/* H = |p|²/2 − gravity x, with q = (x, y, heading). */
static real H(const real *parameter, real t, const real *q, const real *p) {
  return (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) / 2 - parameter[GRAVITY] * q[0];
}

/* Its derivatives: ∂H/∂q and ∂H/∂p, n entries each. */
static void D1H(const real *parameter, real t, const real *q, const real *p, real *out) {
  out[0] = -parameter[GRAVITY];
  out[1] = out[2] = 0;
}

static void D2H(const real *parameter, real t, const real *q, const real *p, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = p[i];
}

/* The blade allows no motion across it: Ψ(q,p) = 0, and the directions of the reaction
 * (nonholonomic×n). */
static void Psi(const real *parameter, real t, const real *q, const real *p, real *out) {
  out[0] = p[1] * gimbal_cos(q[2]) - p[0] * gimbal_sin(q[2]);
}

static void Reaction(const real *parameter, real t, const real *q, const real *p, real *out) {
  out[0] = -gimbal_sin(q[2]);
  out[1] = gimbal_cos(q[2]);
  out[2] = 0;
}

/* (q,p) at time 0, along the blade. */
static void Initial(const real *parameter, real t, const real *q, const real *p, real *out) {
  out[0] = out[1] = 0;
  out[2] = GIMBAL_Q(3, 10);
  out[3] = gimbal_cos(out[2]);
  out[4] = gimbal_sin(out[2]);
  out[5] = parameter[TURN];
}

static const gimbal_hamiltonian hamiltonian = {GIMBAL_SIZE(gimbal_hamiltonian),
                                               .H = H,
                                               .D1H = D1H,
                                               .D2H = D2H,
                                               .Psi = Psi,
                                               .reaction = Reaction};

static const gimbal_value parameters[] = {
    {.name = "gravity", .value = "1", .description = "along the slope"},
    {.name = "turn", .value = "7/10", .description = "rate of the heading"}};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_realisation realisations[] = {
    {.name = "canonical",
     .configuration = "x y heading",
     .velocity = "px py pheading",
     .n = "3",
     .nonholonomic = "1",
     .period = "0, 0, 2*pi",
     .traits = "separable linear_constraints autonomous reversible",
     .hamiltonian = &hamiltonian,
     .initial = Initial}};

static const gimbal_model models[] = {{.name = "skeleton",
                                       .title = "a skate on a slope, in (q,p)",
                                       .citation = "any textbook of mechanics",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
