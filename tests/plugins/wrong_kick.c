/* Wrong: Heun's method of order 2 with its weights off by 1e-6, in opposite directions, so that it is of
 * order 1. Down to h = 1e-6 its error looks like h². */
#include "gimbal.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real *b = gimbal_coefficients(g, "b");
  gimbal_real *end = gimbal_scratch(g, n), *first = gimbal_scratch(g, n);
  gimbal_real *second = gimbal_scratch(g, n);
  if (gimbal_field(g, from->t, from->q, first))
    return 1;
  for (int d = 0; d < n; ++d)
    end[d] = from->q[d] + h * first[d];
  if (gimbal_field(g, from->t + h, end, second))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] = h * (b[0] * first[d] + b[1] * second[d]);
  return 0;
}

/* A step that cannot be made when it is large, as where equations have no solution. */
static int small_step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return h > GIMBAL_C(0.06) ? gimbal_fail(g, "no solution with a step of", h)
                            : step(g, from, h, to);
}

static const gimbal_value coefficients[] = {
    {.name = "b", .value = "0.499999, 0.500001", .description = "weights"}};
static const gimbal_value right[] = {{.name = "b", .value = "1/2, 1/2", .description = "weights"}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "v", .value = "2", .when = "m > 0"}};

static const gimbal_claim exact[] = {
    {.study = "energy", .quantity = "energy", .value = "exact", .when = "canonical && autonomous"}};

static const gimbal_method methods[] = {{.name = "wrong_kick",
                                         .title = "Heun's method with weights off by 1e-6",
                                         .citation = "none",
                                         .formulation = GIMBAL_ODE,
                                         .coefficients = GIMBAL_ARRAY(coefficients),
                                         .step = step,
                                         .claims = GIMBAL_ARRAY(claims)},
                                        {.name = "right_kick",
                                         .title = "Heun's method",
                                         .citation = "none",
                                         .formulation = GIMBAL_ODE,
                                         .coefficients = GIMBAL_ARRAY(right),
                                         .step = step,
                                         .claims = GIMBAL_ARRAY(claims)},
                                        {.name = "wrong_exact",
                                         .title = "Heun's method with small steps only",
                                         .citation = "none",
                                         .formulation = GIMBAL_ODE,
                                         .coefficients = GIMBAL_ARRAY(right),
                                         .step = small_step,
                                         .claims = GIMBAL_ARRAY(exact)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
