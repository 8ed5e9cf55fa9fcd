/* Wrong: Heun's method that gives up where steps are smaller than a fiftieth. */
#include "gimbal.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *k = gimbal_scratch(g, 2 * (size_t)n), *y = gimbal_scratch(g, (size_t)n);
  if (h < GIMBAL_C(0.02))
    return gimbal_fail(g, "the step is too small", h);
  if (gimbal_field(g, from->t, from->q, k))
    return 1;
  for (int d = 0; d < n; ++d)
    y[d] = from->q[d] + h * k[d];
  if (gimbal_field(g, from->t + h, y, k + n))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] = h / 2 * (k[d] + k[n + d]);
  return 0;
}

static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "2"}};
static const gimbal_method method[] = {{.name = "coarse_only",
                                        .title = "Heun's method with large steps only",
                                        .citation = "none",
                                        .formulation = GIMBAL_ODE,
                                        .accepts = "unconstrained",
                                        .step = step,
                                        .claims = GIMBAL_ARRAY(claims)}};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(method));
