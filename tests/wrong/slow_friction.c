/* Wrong: velocity Verlet with a friction of 10⁻³ h³ in every step. The claim that is wrong: bounded energy. */
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
    to->dp[d] = h / 2 * (f[d] + f1[d]) - GIMBAL_C(1e-3) * h * h * h * from->p[d];
  return 0;
}

static const gimbal_claim claims[] = {ORDER_Q("2"), ORDER_P("2"),
                                      ENERGY("bounded", "canonical && autonomous")};
METHOD("wrong_slow_friction", "velocity Verlet with a little friction", "none", GIMBAL_LAGRANGIAN,
       .accepts = "unconstrained && separable");
