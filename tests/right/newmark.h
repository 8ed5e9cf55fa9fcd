/* Newmark's method with γ = 1/2: with f₀, f₁ the forces at the two ends and a = M⁻¹f,
 *     q₁ = q + h v + h² ((1/2 − β) a₀ + β a₁),  p₁ = p + (h/2)(f₀ + f₁).
 * Order 2, symmetric. Not symplectic for β ≠ 0, but the points q + βh² a(q) are those of a
 * variational integrator [Kane, Marsden, Ortiz, West, Int. J. Numer. Methods Eng. 49 (2000) 1295],
 * so that the energy is bounded. The force at the end is the unknown. */
#include "lagrangian.h"

typedef struct {
  gimbal_real h, beta;
  const gimbal_state *from;
  const gimbal_real *v, *a;
} newmark;

static int position(gimbal *g, const newmark *s, const gimbal_real *f1, gimbal_real *dq) {
  gimbal_real *a1 = gimbal_scratch(g, g->n);
  if (inverse_mass(g, s->from->t, s->from->q, f1, a1))
    return 1;
  for (int d = 0; d < g->n; ++d)
    dq[d] = s->h * (s->v[d] + s->h * ((GIMBAL_C(0.5) - s->beta) * s->a[d] + s->beta * a1[d]));
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *f1, gimbal_real *r) {
  const newmark *s = context;
  gimbal_real *q = gimbal_scratch(g, g->n);
  if (position(g, s, f1, q))
    return 1;
  for (int d = 0; d < g->n; ++d)
    q[d] += s->from->q[d];
  if (force_at(g, s->from->t + s->h, q, r))
    return 1;
  for (int d = 0; d < g->n; ++d)
    r[d] = f1[d] - r[d];
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real *kick = gimbal_coefficients(g, "kick");
  gimbal_real *v = gimbal_scratch(g, n), *a = gimbal_scratch(g, n);
  gimbal_real *f = gimbal_scratch(g, n), *f1 = gimbal_scratch(g, n);
  if (inverse_mass(g, from->t, from->q, from->p, v) || force_at(g, from->t, from->q, f) ||
      inverse_mass(g, from->t, from->q, f, a))
    return 1;
  newmark context = {
      .h = h, .beta = gimbal_coefficients(g, "beta")[0], .from = from, .v = v, .a = a};
  for (int d = 0; d < n; ++d)
    f1[d] = f[d];
  if (gimbal_solve(g, n, residual, NULL, &context, f1) || position(g, &context, f1, to->dq))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dp[d] = h * (kick[0] * f[d] + kick[1] * f1[d]);
  return 0;
}

#define NEWMARK(beta_, kick_)                                                                      \
  static const gimbal_value coefficients[] = {{.name = "beta", .value = beta_},                    \
                                              {.name = "kick", .value = kick_}}
