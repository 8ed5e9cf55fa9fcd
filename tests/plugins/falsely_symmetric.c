/* Wrong: Heun's method of order 2, which says that it is symmetric. */
#include "gimbal.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *k = gimbal_scratch(g, 2 * (size_t)n), *y = gimbal_scratch(g, (size_t)n);
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
static const gimbal_method method[] = {{.name = "falsely_symmetric",
                                        .title = "Heun's method of order 2",
                                        .citation = "none",
                                        .formulation = GIMBAL_ODE,
                                        .accepts = "unconstrained",
                                        .symmetric = "1",
                                        .step = step,
                                        .claims = GIMBAL_ARRAY(claims)}};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(method));
