/* The coordinate increment discrete gradient of Itoh and Abe for L = ½ vᵀMv − U(q):
 *     q₁ = q + h v((p + p₁)/2),  p₁ = p − h ∇̄U,
 *     ∇̄U_i = (U(q₁¹,…,q₁ⁱ,qⁱ⁺¹,…) − U(q₁¹,…,q₁ⁱ⁻¹,qⁱ,…))/(q₁ⁱ − qⁱ).
 * Energy exact; order 1, as it is not symmetric in the order of the coordinates, but 2 with a single
 * one. The mean velocity is the unknown. */
#include "lagrangian.h"

typedef struct {
  const gimbal_state *from;
  gimbal_real h;
} discrete;

static int impulse(gimbal *g, const discrete *s, const gimbal_real *x, gimbal_real *dp) {
  const int n = g->n;
  gimbal_real *q = gimbal_scratch(g, n), *zero = gimbal_scratch(g, n), L0, L1;
  for (int d = 0; d < n; ++d) {
    q[d] = s->from->q[d];
    zero[d] = 0;
  }
  if (gimbal_lagrangian_value(g, s->from->t, q, zero, &L0))
    return 1;
  for (int d = 0; d < n; ++d, L0 = L1) {
    const gimbal_real difference = s->h * x[d];
    q[d] += difference;
    if (gimbal_lagrangian_value(g, s->from->t, q, zero, &L1))
      return 1;
    if (difference != 0) {
      dp[d] = s->h * (L1 - L0) / difference;
    } else { /* the quotient's limit */
      gimbal_real *f = gimbal_scratch(g, n);
      if (force_at(g, s->from->t, q, f))
        return 1;
      dp[d] = s->h * f[d];
    }
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

static const gimbal_claim claims[] = {
    CLAIM_WHEN("order", "q", "1+(n==1)", NULL), CLAIM_WHEN("order", "p", "1+(n==1)", NULL),
    ENERGY("exact", "canonical"), SYMPLECTIC("no", "canonical && n > 1"),
    CLAIM_WHEN("structure", "reversible", "no", "reversible && n > 1")};
METHOD("itoh_abe", "the discrete gradient method of Itoh and Abe",
       "Itoh and Abe, Journal of Computational Physics 76 (1988) 85", GIMBAL_LAGRANGIAN,
       .accepts = "unconstrained && separable && autonomous && !forced && n < 8");
