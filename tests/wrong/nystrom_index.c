/* Wrong: the last stage of Nyström's method takes the first slope, not the second. The claim that is wrong:
 * order 4 of q (it is 3). */
#include "../right/lagrangian.h"

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
      stage(g, from, h / 2, v, a, f + n, a + n) || stage(g, from, h, v, a, f + 2 * n, a + 2 * n))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = h * (v[d] + h / 6 * (a[d] + 2 * a[n + d]));
    to->dp[d] = h / 6 * (f[d] + 4 * f[n + d] + f[2 * n + d]);
  }
  return 0;
}

static const gimbal_claim claims[] = {ORDER_Q("4"), LINEAR_EXACT,
                                      ENERGY("drift", "canonical && autonomous"),
                                      SYMPLECTIC("no", "canonical"), REVERSIBLE("no")};
METHOD("wrong_nystrom_index", "Nyström's method with an index slip", "none", GIMBAL_LAGRANGIAN,
       .accepts = "unconstrained && separable");
