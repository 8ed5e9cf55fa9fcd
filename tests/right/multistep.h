/* Multistep methods on ẏ = f(t,y), which carry what they need of the past in memory and are started
 * by the classical Runge–Kutta method, backwards. */
#include "claim.h"

/* y at t + h, n entries of it, by one step of the classical Runge–Kutta method. */
static inline int runge_kutta(gimbal *g, int n, gimbal_real t, const gimbal_real *y, gimbal_real h,
                              gimbal_real *result) {
  const gimbal_real c[] = {0, GIMBAL_C(0.5), GIMBAL_C(0.5), 1};
  const gimbal_real b[] = {GIMBAL_Q(1, 6), GIMBAL_Q(1, 3), GIMBAL_Q(1, 3), GIMBAL_Q(1, 6)};
  gimbal_real *Y = gimbal_scratch(g, n), *k = gimbal_scratch(g, n), *sum = gimbal_scratch(g, n);
  for (int d = 0; d < n; ++d)
    k[d] = sum[d] = 0;
  for (int i = 0; i < 4; ++i) {
    for (int d = 0; d < n; ++d)
      Y[d] = y[d] + c[i] * h * k[d];
    if (gimbal_field(g, t + c[i] * h, Y, k))
      return 1;
    for (int d = 0; d < n; ++d)
      sum[d] += h * b[i] * k[d];
  }
  for (int d = 0; d < n; ++d)
    result[d] = y[d] + sum[d];
  return 0;
}
