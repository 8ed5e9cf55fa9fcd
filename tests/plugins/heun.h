/* Heun's method, for plugins that are wrong about it. */
#include "gimbal.h"

/* Of order 2 with w = 1/2, Euler's with w = 0. */
static int weighted(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                    gimbal_real w) {
  const int n = g->n;
  gimbal_real *k = gimbal_scratch(g, 2 * (size_t)n), *y = gimbal_scratch(g, (size_t)n);
  if (gimbal_field(g, from->t, from->q, k))
    return 1;
  for (int d = 0; d < n; ++d)
    y[d] = from->q[d] + h * k[d];
  if (gimbal_field(g, from->t + h, y, k + n))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] = h * ((1 - w) * k[d] + w * k[n + d]);
  return 0;
}

static inline int heun(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return weighted(g, from, h, to, GIMBAL_C(0.5));
}
