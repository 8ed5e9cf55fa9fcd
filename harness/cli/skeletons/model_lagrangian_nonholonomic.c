/* skeleton: a skate on a slope, to change into your own model.
 *
 * A model is a formulation (here a Lagrangian with a constraint Φ(q,v) = 0), initial data that are
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

/* L = |v|²/2 + gravity x, with q = (x, y, heading). */
static real L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2 + parameter[GRAVITY] * q[0];
}

/* Its derivatives: ∂L/∂q, ∂L/∂v (n entries each) and ∂²L/∂v² (n×n). */
static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = parameter[GRAVITY];
  out[1] = out[2] = 0;
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = v[i];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = i % 4 == 0;
}

/* The blade allows no motion across it: Φ(q,v) = 0, and ∂Φ/∂v (nonholonomic×n). The reaction is a
 * multiple of the latter. */
static void Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[1] * gimbal_cos(q[2]) - v[0] * gimbal_sin(q[2]);
}

static void D2Phi(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = -gimbal_sin(q[2]);
  out[1] = gimbal_cos(q[2]);
  out[2] = 0;
}

/* (q,v) at time 0, along the blade. */
static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[1] = 0;
  out[2] = GIMBAL_Q(3, 10);
  out[3] = gimbal_cos(out[2]);
  out[4] = gimbal_sin(out[2]);
  out[5] = parameter[TURN];
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian),
                                             .L = L,
                                             .D1L = D1L,
                                             .D2L = D2L,
                                             .D22L = D22L,
                                             .Phi = Phi,
                                             .D2Phi = D2Phi};

static const gimbal_value parameters[] = {
    {.name = "gravity", .value = "1", .description = "along the slope"},
    {.name = "turn", .value = "7/10", .description = "rate of the heading"}};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_realisation realisations[] = {
    {.name = "cartesian",
     .configuration = "x y heading",
     .velocity = "vx vy turn",
     .n = "3",
     .nonholonomic = "1",
     .period = "0, 0, 2*pi",
     .traits = "separable linear_constraints autonomous reversible",
     .lagrangian = &lagrangian,
     .initial = Initial}};

static const gimbal_model models[] = {{.name = "skeleton",
                                       .title = "a skate on a slope",
                                       .citation = "any textbook of mechanics",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
