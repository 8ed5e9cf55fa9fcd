/* skeleton: a pendulum as a bob on a circle, to change into your own model.
 *
 * A model is a formulation (here a Lagrangian with a constraint g(q) = 0), initial data that are
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

enum { GRAVITY, ANGLE };

/* L = |v|²/2 − gravity y, with q = (x,y). */
static real L(const real *parameter, real t, const real *q, const real *v) {
  return (v[0] * v[0] + v[1] * v[1]) / 2 - parameter[GRAVITY] * q[1];
}

/* Its derivatives: ∂L/∂q, ∂L/∂v (n entries each) and ∂²L/∂v² (n×n). */
static void D1L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = 0;
  out[1] = -parameter[GRAVITY];
}

static void D2L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = v[0];
  out[1] = v[1];
}

static void D22L(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = out[3] = 1;
  out[1] = out[2] = 0;
}

/* g(q) = 0, and ∂g/∂q (holonomic×n). The reaction is a multiple of the latter. */
static void G(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
}

static void DG(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = q[0];
  out[1] = q[1];
}

/* (q,v) at time 0, on the circle and along it. */
static void Initial(const real *parameter, real t, const real *q, const real *v, real *out) {
  out[0] = gimbal_sin(parameter[ANGLE]);
  out[1] = -gimbal_cos(parameter[ANGLE]);
  out[2] = -out[1] / 2;
  out[3] = out[0] / 2;
}

static const gimbal_lagrangian lagrangian = {
    GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L, .D2L = D2L, .D22L = D22L, .g = G, .Dg = DG};

static const gimbal_value parameters[] = {
    {.name = "gravity", .value = "1", .description = "over the length"},
    {.name = "angle", .value = "1", .description = "at the start, from the lowest point"}};

static const gimbal_case cases[] = {{.name = "A", .duration = "2"}};

static const gimbal_realisation realisations[] = {{.name = "cartesian",
                                                   .configuration = "x y",
                                                   .velocity = "vx vy",
                                                   .n = "2",
                                                   .holonomic = "1",
                                                   .traits = "separable autonomous reversible",
                                                   .lagrangian = &lagrangian,
                                                   .initial = Initial}};

static const gimbal_model models[] = {{.name = "skeleton",
                                       .title = "a pendulum as a bob on a circle",
                                       .citation = "any textbook of mechanics",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.models = GIMBAL_ARRAY(models));
