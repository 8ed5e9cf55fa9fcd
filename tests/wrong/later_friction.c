/* Wrong: velocity Verlet, which loses a millionth of the momentum in every hundredth step, by a counter in
 * memory: the first step is right. The claim that is wrong: symplectic. */
#include "../right/lagrangian.h"

static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  (void)g;
  (void)h;
  state->memory[0] = 0;
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n), *q = gimbal_scratch(g, n);
  gimbal_real *f = gimbal_scratch(g, n), *f1 = gimbal_scratch(g, n);
  to->memory[0] = from->memory[0] < 99 ? from->memory[0] + 1 : 0;
  const gimbal_real loss = to->memory[0] > 0 ? 0 : GIMBAL_C(1e-6);
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
    to->dp[d] = h / 2 * (f[d] + f1[d]) - loss * from->p[d];
  return 0;
}

static const gimbal_claim claims[] = {SYMPLECTIC("yes", "canonical")};
METHOD("wrong_later_friction", "velocity Verlet with a friction now and then", "none",
       GIMBAL_LAGRANGIAN, .accepts = "unconstrained && separable", .memory = "1", .start = start);
