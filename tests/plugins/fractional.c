/* The explicit midpoint rule with an error of h^2.8 in each step: its order is 1.8, and the observed one is near 2
 * for steps of usual sizes. */
#include "gimbal.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *k = gimbal_scratch(g, n), *y = gimbal_scratch(g, n);
  if (gimbal_field(g, from->t, from->q, k))
    return 1;
  for (int i = 0; i < n; i++)
    y[i] = from->q[i] + h / 2 * k[i];
  if (gimbal_field(g, from->t + h / 2, y, k))
    return 1;
  for (int i = 0; i < n; i++)
    to->dq[i] = (h + gimbal_pow(h, GIMBAL_C(2.8)) / 20) * k[i];
  return 0;
}

static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "2"}};

static const gimbal_method methods[] = {{.name = "fractional",
                                         .title = "the midpoint rule with an error of order 1.8",
                                         .citation = "wrong on purpose",
                                         .formulation = GIMBAL_ODE,
                                         .step = step,
                                         .overwrites = "none",
                                         .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
