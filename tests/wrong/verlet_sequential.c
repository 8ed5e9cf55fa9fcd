/* Wrong: the symplectic Euler method, coordinate by coordinate, each with those before it already moved. The
 * claim that is wrong: symplectic (true for one coordinate only). */
#include "../right/lagrangian.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n), *q = gimbal_scratch(g, n);
  gimbal_real *f = gimbal_scratch(g, n);
  for (int d = 0; d < n; ++d) {
    q[d] = from->q[d];
    p[d] = from->p[d];
  }
  for (int d = 0; d < n; ++d) {
    if (force_at(g, from->t, q, f))
      return 1;
    to->dp[d] = h * f[d];
    p[d] += to->dp[d];
    if (inverse_mass(g, from->t, q, p, v))
      return 1;
    to->dq[d] = h * v[d];
    q[d] += to->dq[d];
  }
  return 0;
}

static const gimbal_claim claims[] = {ORDER_Q("1"), ORDER_P("1"), SYMPLECTIC("yes", "canonical"),
                                      REVERSIBLE("no")};
METHOD("wrong_verlet_sequential", "the symplectic Euler method, coordinate by coordinate", "none",
       GIMBAL_LAGRANGIAN, .accepts = "unconstrained && separable && n < 8");
