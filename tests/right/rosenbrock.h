/* Linearly implicit methods. J = ∂f/∂y and ∂f/∂t are central differences with increments of the size
 * ε^(1/3), so that J is right to ε^(2/3). */
#include "claim.h"

static inline gimbal_real increment_of(gimbal_real x) {
#ifdef GIMBAL_QUAD
  const gimbal_real epsilon = GIMBAL_C(2e-34);
#else
  const gimbal_real epsilon = GIMBAL_C(2e-16);
#endif
  const gimbal_real size = gimbal_cbrt(epsilon) * gimbal_fmax(1, gimbal_fabs(x));
  const volatile gimbal_real there = x + size; /* a difference that is exact */
  return there - x;
}

/* J[i][j] = ∂f_i/∂y_j. */
static inline int jacobian_of_field(gimbal *g, gimbal_real t, const gimbal_real *y,
                                    gimbal_real *J) {
  const int n = g->n;
  gimbal_real *Y = gimbal_scratch(g, n), *up = gimbal_scratch(g, n), *down = gimbal_scratch(g, n);
  for (int d = 0; d < n; ++d)
    Y[d] = y[d];
  for (int j = 0; j < n; ++j) {
    const gimbal_real delta = increment_of(y[j]);
    Y[j] = y[j] + delta;
    if (gimbal_field(g, t, Y, up))
      return 1;
    Y[j] = y[j] - delta;
    if (gimbal_field(g, t, Y, down))
      return 1;
    Y[j] = y[j];
    for (int i = 0; i < n; ++i)
      J[i * n + j] = (up[i] - down[i]) / (2 * delta);
  }
  return 0;
}

static inline int time_derivative(gimbal *g, gimbal_real t, const gimbal_real *y, gimbal_real *ft) {
  const int n = g->n;
  const gimbal_real delta = increment_of(t);
  gimbal_real *down = gimbal_scratch(g, n);
  if (gimbal_field(g, t + delta, y, ft) || gimbal_field(g, t - delta, y, down))
    return 1;
  for (int i = 0; i < n; ++i)
    ft[i] = (ft[i] - down[i]) / (2 * delta);
  return 0;
}

/* b becomes (I − c J)⁻¹ b. */
static inline int resolvent(gimbal *g, gimbal_real c, const gimbal_real *J, gimbal_real *b) {
  const int n = g->n;
  gimbal_real *A = gimbal_scratch(g, (size_t)n * n);
  for (int i = 0; i < n * n; ++i)
    A[i] = (i % (n + 1) == 0) - c * J[i];
  return gimbal_linear_solve(g, n, A, b);
}
