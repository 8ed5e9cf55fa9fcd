/* Wrong: velocity Verlet with the force rounded to single precision, coordinate by coordinate. The claim that is
 * wrong: momentum maps exact. */
#include "../right/lagrangian.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n), *q = gimbal_scratch(g, n);
  gimbal_real *f = gimbal_scratch(g, n), *f1 = gimbal_scratch(g, n);
  if (force_at(g, from->t, from->q, f))
    return 1;
  for (int d = 0; d < n; ++d)
    p[d] = from->p[d] + h / 2 * f[d];
  if (inverse_mass(g, from->t, from->q, p, v))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = h * v[d];
    q[d] = from->q[d] + to->dq[d];
  }
  if (force_at(g, from->t + h, q, f1))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dp[d] = h / 2 * (gimbal_real)(float)(f[d] + f1[d]);
  return 0;
}

static const gimbal_claim claims[] = {MOMENTUM_MAP_EXACT};
METHOD("wrong_single_force", "velocity Verlet with forces in single precision", "none",
       GIMBAL_LAGRANGIAN, .accepts = "unconstrained && separable");
