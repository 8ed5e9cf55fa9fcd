/* Energy–momentum methods by Gonzalez' discrete gradient [Gonzalez, J. Nonlinear Sci. 6 (1996) 449;
 * Hairer, Lubich, Wanner, Geometric Numerical Integration, V.5] for L = ½ vᵀMv − U(q):
 *     q₁ = q + h v((p + p₁)/2),  p₁ = p − h ∇̄U(q,q₁),
 *     ∇̄U = ∇U(q_m) + (U(q₁) − U(q) − ∇U(q_m)·Δq) Δq/|Δq|².
 * Order 2, symmetric, energy exact. The mean velocity is the unknown. */
#include "lagrangian.h"

typedef struct {
  const gimbal_state *from;
  gimbal_real h;
} discrete;

/* U(q) = −L(q,0) */
static int potential(gimbal *g, gimbal_real t, const gimbal_real *q, gimbal_real *U) {
  gimbal_real *zero = gimbal_scratch(g, g->n);
  for (int d = 0; d < g->n; ++d)
    zero[d] = 0;
  if (gimbal_lagrangian_value(g, t, q, zero, U))
    return 1;
  *U = -*U;
  return 0;
}

/* −h ∇̄U, when q changes by h times the mean velocity x */
static int impulse(gimbal *g, const discrete *s, const gimbal_real *x, gimbal_real *dp) {
  const int n = g->n;
  gimbal_real *middle = gimbal_scratch(g, n), *end = gimbal_scratch(g, n), U0, U1;
  for (int d = 0; d < n; ++d) {
    middle[d] = s->from->q[d] + s->h / 2 * x[d];
    end[d] = s->from->q[d] + s->h * x[d];
  }
  if (force_at(g, s->from->t, middle, dp) || potential(g, s->from->t, s->from->q, &U0) ||
      potential(g, s->from->t, end, &U1))
    return 1;
  gimbal_real work = 0, square = 0;
  for (int d = 0; d < n; ++d) {
    work += s->h * x[d] * dp[d];
    square += s->h * x[d] * s->h * x[d];
  }
  for (int d = 0; d < n; ++d) {
    dp[d] *= s->h;
    if (square > 0)
      dp[d] -= s->h * (U1 - U0 + work) / square * s->h * x[d];
  }
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const discrete *s = context;
  gimbal_real *dp = gimbal_scratch(g, g->n);
  if (impulse(g, s, x, dp) || gimbal_momentum(g, s->from->t, s->from->q, x, r))
    return 1;
  for (int d = 0; d < g->n; ++d)
    r[d] -= s->from->p[d] + dp[d] / 2;
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  discrete context = {.from = from, .h = h};
  gimbal_real *x = gimbal_scratch(g, g->n);
  if (inverse_mass(g, from->t, from->q, from->p, x) ||
      gimbal_solve(g, g->n, residual, NULL, &context, x) || impulse(g, &context, x, to->dp))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dq[d] = h * x[d];
  return 0;
}
