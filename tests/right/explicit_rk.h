/* Explicit Runge–Kutta methods of STAGES stages [Hairer, Nørsett, Wanner, Solving Ordinary
 * Differential Equations I, II.1]; a is given by its rows below the diagonal.
 * Linear invariants are exact; none is symplectic or symmetric, and energy drifts. */
#include "claim.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real *a = gimbal_coefficients(g, "a"), *b = gimbal_coefficients(g, "b");
  const gimbal_real *c = gimbal_coefficients(g, "c");
  gimbal_real *y = gimbal_scratch(g, n), *k = gimbal_scratch(g, (size_t)STAGES * n);
  for (int i = 0; i < STAGES; ++i) {
    for (int d = 0; d < n; ++d) {
      gimbal_real sum = 0;
      for (int j = 0; j < i; ++j)
        sum += a[i * (i - 1) / 2 + j] * k[j * n + d];
      y[d] = from->q[d] + h * sum;
    }
    if (gimbal_field(g, from->t + c[i] * h, y, k + i * n))
      return 1;
    for (int d = 0; d < n; ++d)
      to->dq[d] += h * b[i] * k[i * n + d];
  }
  return 0;
}

#define COEFFICIENTS(a_, b_, c_)                                                                   \
  static const gimbal_value coefficients[] = {                                                     \
      {.name = "a", .value = a_, .description = "rows below the diagonal"},                        \
      {.name = "b", .value = b_, .description = "weights"},                                        \
      {.name = "c", .value = c_, .description = "nodes"}}

#define EXPLICIT_CLAIMS(order)                                                                     \
  static const gimbal_claim claims[] = {ORDER_Q(order),                                            \
                                        ORDER_V(order),                                            \
                                        ENERGY("drift", "canonical && autonomous"),                \
                                        LINEAR_EXACT,                                              \
                                        SYMPLECTIC("no", "canonical"),                             \
                                        REVERSIBLE("no")}
