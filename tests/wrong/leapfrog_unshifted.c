/* Wrong: the leapfrog method gives the momentum of half a step before as that of the node. The claim that is
 * wrong: order 2 of p (it is 1). */
#include "../right/lagrangian.h"

static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  if (force_at(g, state->t, state->q, state->memory))
    return 1;
  for (int d = 0; d < g->n; ++d)
    state->memory[d] = state->p[d] - h / 2 * state->memory[d];
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *f = gimbal_scratch(g, n), *v = gimbal_scratch(g, n);
  if (force_at(g, from->t, from->q, f))
    return 1;
  for (int d = 0; d < n; ++d)
    to->p[d] = to->memory[d] = from->memory[d] + h * f[d];
  if (inverse_mass(g, from->t, from->q, to->memory, v))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] = h * v[d];
  return 0;
}

static const gimbal_claim claims[] = {ORDER_Q("2"), ORDER_P("2")};
METHOD("wrong_leapfrog_unshifted", "the leapfrog method, its momentum at a wrong time", "none",
       GIMBAL_LAGRANGIAN, .accepts = "unconstrained && separable", .memory = "n", .start = start);
