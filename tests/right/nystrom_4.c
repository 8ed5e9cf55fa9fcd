/* The classical Nyström method of order 4 for q̈ = a(t,q) [Hairer, Nørsett, Wanner, Solving Ordinary
 * Differential Equations I, II.14, Table 14.2]. Not symplectic, not symmetric. */
#include "lagrangian.h"

/* f and a = M⁻¹f at t + c h, q + c h v + (c h)²/2 a_before. */
static int stage(gimbal *g, const gimbal_state *from, gimbal_real ch, const gimbal_real *v,
                 const gimbal_real *before, gimbal_real *f, gimbal_real *a) {
  gimbal_real *q = gimbal_scratch(g, g->n);
  for (int d = 0; d < g->n; ++d)
    q[d] = from->q[d] + ch * v[d] + (before ? ch * ch / 2 * before[d] : 0);
  return force_at(g, from->t + ch, q, f) || inverse_mass(g, from->t + ch, q, f, a);
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *v = gimbal_scratch(g, n), *f = gimbal_scratch(g, 3 * (size_t)n);
  gimbal_real *a = gimbal_scratch(g, 3 * (size_t)n);
  if (inverse_mass(g, from->t, from->q, from->p, v) || stage(g, from, 0, v, NULL, f, a) ||
      stage(g, from, h / 2, v, a, f + n, a + n) ||
      stage(g, from, h, v, a + n, f + 2 * n, a + 2 * n))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = h * (v[d] + h / 6 * (a[d] + 2 * a[n + d]));
    to->dp[d] = h / 6 * (f[d] + 4 * f[n + d] + f[2 * n + d]);
  }
  return 0;
}

static const gimbal_claim claims[] = {ORDER_Q("4"),
                                      ORDER_P("4"),
                                      LINEAR_EXACT,
                                      ENERGY("drift", "canonical && autonomous"),
                                      SYMPLECTIC("no", "canonical"),
                                      REVERSIBLE("no")};
METHOD("nystrom_4", "Nyström's method of order 4",
       "Nyström, Acta Societatis Scientiarum Fennicae 50 (1925)", GIMBAL_LAGRANGIAN,
       .accepts = "unconstrained && separable");
