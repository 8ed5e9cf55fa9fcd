/* Wrong: the first kick of velocity Verlet takes the force of the node before, kept in memory; only the
 * first step has the right one. Order 1. The claim that is wrong: symplectic. */
#include "../right/lagrangian.h"

static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  (void)h;
  return force_at(g, state->t, state->q, state->memory);
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n), *q = gimbal_scratch(g, n);
  gimbal_real *f1 = gimbal_scratch(g, n);
  for (int d = 0; d < n; ++d)
    p[d] = from->p[d] + h / 2 * from->memory[d];
  if (inverse_mass(g, from->t, from->q, p, v) || force_at(g, from->t, from->q, to->memory))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = h * v[d];
    q[d] = from->q[d] + to->dq[d];
  }
  if (force_at(g, from->t + h, q, f1))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dp[d] = h / 2 * (from->memory[d] + f1[d]);
  return 0;
}

static const gimbal_claim claims[] = {ORDER_Q("1"), ORDER_P("1"), SYMPLECTIC("yes", "canonical")};
METHOD("wrong_verlet_delayed", "velocity Verlet with a delayed force", "none", GIMBAL_LAGRANGIAN,
       .accepts = "unconstrained && separable", .memory = "n", .start = start);
