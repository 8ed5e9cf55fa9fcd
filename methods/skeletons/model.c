/* skeleton: a pendulum, to change into your own model.
 *
 * A model is a formulation (here a Lagrangian), initial data, named cases and what is known of the
 * solution. gimbal derives the equations of motion, the energy and a reference solution from it,
 * and every method that fits is judged on it. gimbal.h says what each entry means; `gimbal check`
 * verifies the derivatives. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

/* The case's values, in the order of `parameters` below. All numbers are gimbal_real and all
 * constants GIMBAL_C(0.5) or GIMBAL_Q(1,2), so that the same source runs in quadruple precision. */
enum { FREQUENCY, ANGLE };

/* L = v²/2 + ω² cos q, per unit of the moment of inertia. */
static gimbal_real L(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                     const gimbal_real *v) {
  const gimbal_real omega = parameters[FREQUENCY];
  return v[0] * v[0] / 2 + omega * omega * gimbal_cos(q[0]);
}

/* Its derivatives: ∂L/∂q, ∂L/∂v (n entries each) and ∂²L/∂v² (n×n). */
static void D1L(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                const gimbal_real *v, gimbal_real *out) {
  const gimbal_real omega = parameters[FREQUENCY];
  out[0] = -omega * omega * gimbal_sin(q[0]);
}
static void D2L(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                const gimbal_real *v, gimbal_real *out) {
  out[0] = v[0];
}
static void D22L(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                 const gimbal_real *v, gimbal_real *out) {
  out[0] = 1;
}

/* (q, v) at time 0: at rest, at the angle of the case. */
static void initial(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                    const gimbal_real *v, gimbal_real *out) {
  out[0] = parameters[ANGLE];
  out[1] = 0;
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                             .D2L = D2L, .D22L = D22L};

/* Values are expressions; a case may set any of them. */
static const gimbal_value parameters[] = {
    {.name = "omega", .value = "1", .description = "frequency of small oscillations"},
    {.name = "angle", .value = "pi/3", .description = "at the start, from the lowest point"}};

static const gimbal_case cases[] = {
    {.name = "wide", .duration = "2", .description = "a third of the way up"},
    {.name = "small", .settings = "angle=1/10", .duration = "2"}};

static const gimbal_realisation realisations[] = {{.name = "angle",
                                                   .configuration = "angle",
                                                   .velocity = "rate",
                                                   .n = "1",
                                                   .period = "2*pi",
                                                   .traits = "separable autonomous reversible",
                                                   .lagrangian = &lagrangian,
                                                   .initial = initial}};

static const gimbal_model models[] = {{.name = "skeleton",
                                       .title = "a pendulum",
                                       .citation = "any textbook of mechanics",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
