/* skeleton: predator and prey, to change into your own model.
 *
 * A model is a formulation (here a field, ẏ = f(t,y)), initial data, named cases and what is known
 * of the solution.
 *
 * gimbal derives the equations of motion, the energy and a reference solution from it, and every
 * method that fits is judged on it. gimbal.h says what each entry means; `gimbal check` verifies
 * the derivatives. */
#include "gimbal.h"

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

/* All numbers are gimbal_real and all constants GIMBAL_C(0.5) or GIMBAL_Q(1,2), so that the same
 * source runs in quadruple precision. */
typedef gimbal_real real;

enum { RATE };

/* ẏ₁ = y₁(1 − y₂), ẏ₂ = rate y₂(y₁ − 1) [Lotka, Volterra]; q stands for y, and there is no v. */
static void F(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = q[0] * (1 - q[1]);
  out[1] = parameter[RATE] * q[1] * (q[0] - 1);
}

/* A constant of the motion, which is judged as an energy is. */
static real Energy(const real *parameter, real t, const real *q, const real *v) {
  return parameter[RATE] * (q[0] - gimbal_log(q[0])) + q[1] - gimbal_log(q[1]);
}

/* y at time 0. */
static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = GIMBAL_Q(3, 2);
  out[1] = GIMBAL_Q(1, 2);
}

static const gimbal_ode ode = {GIMBAL_SIZE(gimbal_ode), .f = F};

static const gimbal_value parameters[] = {
    {.name = "rate", .value = "2", .description = "of the predators"}};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_realisation realisations[] = {{.name = "numbers",
                                                   .configuration = "prey predators",
                                                   .n = "2",
                                                   .traits = "autonomous",
                                                   .ode = &ode,
                                                   .initial = Initial,
                                                   .energy = Energy}};

static const gimbal_model models[] = {{.name = "skeleton",
                                       .title = "predator and prey",
                                       .citation = "any textbook of mechanics",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
