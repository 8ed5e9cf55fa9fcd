/* skeleton: a pendulum in (q,p), to change into your own model.
 *
 * A model is a formulation (here a Hamiltonian), initial data, named cases and what is known of the
 * solution.
 *
 * gimbal derives the equations of motion, the energy and a reference solution from it, and every
 * method that fits is judged on it. gimbal.h says what each entry means; `gimbal check` verifies
 * the derivatives. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

/* All numbers are gimbal_real and all constants GIMBAL_C(0.5) or GIMBAL_Q(1,2), so that the same
 * source runs in quadruple precision. */
typedef gimbal_real real;

enum { FREQUENCY, ANGLE };

/* H = p²/2 − ω² cos q, with v standing for p. */
static real H(const real *parameter, real t, const real *q, const real *p) {
  const real omega = parameter[FREQUENCY];
  return p[0] * p[0] / 2 - omega * omega * gimbal_cos(q[0]);
}

/* Its derivatives: ∂H/∂q and ∂H/∂p, n entries each. */
static void D1H(const real *parameter, real t, const real *q, const real *p, real *out) {
  const real omega = parameter[FREQUENCY];
  out[0] = omega * omega * gimbal_sin(q[0]);
}

static void D2H(const real *parameter, real t, const real *q, const real *p, real *out) {
  out[0] = p[0];
}

/* (q,p) at time 0: at rest, at the angle of the case. */
static void Initial(const real *parameter, real t, const real *q, const real *p, real *out) {
  out[0] = parameter[ANGLE];
  out[1] = 0;
}

static const gimbal_hamiltonian hamiltonian = {GIMBAL_SIZE(gimbal_hamiltonian), .H = H, .D1H = D1H,
                                               .D2H = D2H};

static const gimbal_value parameters[] = {
    {.name = "omega", .value = "1", .description = "frequency of small oscillations"},
    {.name = "angle", .value = "pi/3", .description = "at the start, from the lowest point"}};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_realisation realisations[] = {{.name = "canonical",
                                                   .configuration = "q",
                                                   .velocity = "p",
                                                   .n = "1",
                                                   .period = "2*pi",
                                                   .traits = "separable autonomous reversible",
                                                   .hamiltonian = &hamiltonian,
                                                   .initial = Initial}};

static const gimbal_model models[] = {{.name = "skeleton",
                                       .title = "a pendulum in (q,p)",
                                       .citation = "any textbook of mechanics",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
