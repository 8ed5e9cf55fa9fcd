/* Splitting methods for L = T(v) − U(t,q): kicks p ← p + b_i h f(t,q) and drifts q ← q + a_i h v(p),
 * t ← t + a_i h, in turn, beginning with the kick b₁; STAGES of each, some of them zero [Hairer,
 * Lubich, Wanner, Geometric Numerical Integration, II.4 and II.5].
 * Symplectic; kicks and drifts each preserve the momentum maps of linear symmetries; the energy is
 * bounded by backward error analysis. */
#include "claim.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real *a = gimbal_coefficients(g, "a"), *b = gimbal_coefficients(g, "b");
  gimbal_real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n);
  gimbal_real *f = gimbal_scratch(g, n), t = from->t;
  for (int d = 0; d < n; ++d) {
    q[d] = from->q[d];
    p[d] = from->p[d];
    v[d] = 0;
  }
  if (gimbal_velocity(g, t, q, p, v))
    return 1;
  for (int i = 0; i < STAGES; ++i) {
    if (b[i] != 0 && gimbal_force(g, t, q, v, f))
      return 1;
    for (int d = 0; b[i] != 0 && d < n; ++d) {
      to->dp[d] += b[i] * h * f[d];
      p[d] = from->p[d] + to->dp[d];
    }
    if (gimbal_velocity(g, t, q, p, v))
      return 1;
    for (int d = 0; d < n; ++d) {
      to->dq[d] += a[i] * h * v[d];
      q[d] = from->q[d] + to->dq[d];
    }
    t += a[i] * h;
  }
  return 0;
}

#define COEFFICIENTS(a_, b_)                                                                       \
  static const gimbal_value coefficients[] = {{.name = "a", .value = a_, .description = "drifts"}, \
                                              {.name = "b", .value = b_, .description = "kicks"}}

#define SPLITTING_CLAIMS(order, reversible)                                                        \
  static const gimbal_claim claims[] = {ORDER_Q(order),                                            \
                                        ORDER_P(order),                                            \
                                        ENERGY("bounded", "canonical && autonomous"),              \
                                        MOMENTUM_MAP_EXACT,                                        \
                                        SYMPLECTIC("yes", "canonical"),                            \
                                        REVERSIBLE(reversible)}
#define ON_SEPARABLE .accepts = "unconstrained && separable"
