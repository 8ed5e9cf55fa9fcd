/* Velocity Verlet with the force at the node kept in memory, one evaluation in each step: the same
 * map as Störmer–Verlet. */
#include "lagrangian.h"

static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  (void)h;
  return force_at(g, state->t, state->q, state->memory);
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n), *q = gimbal_scratch(g, n);
  for (int d = 0; d < n; ++d)
    p[d] = from->p[d] + h / 2 * from->memory[d];
  if (inverse_mass(g, from->t, from->q, p, v))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = h * v[d];
    q[d] = from->q[d] + to->dq[d];
  }
  if (force_at(g, from->t + h, q, to->memory))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dp[d] = h / 2 * (from->memory[d] + to->memory[d]);
  return 0;
}

static const gimbal_claim claims[] = {ORDER_Q("2"),
                                      ORDER_P("2"),
                                      ENERGY("bounded", "canonical && autonomous"),
                                      MOMENTUM_MAP_EXACT,
                                      SYMPLECTIC("yes", "canonical"),
                                      REVERSIBLE("yes")};
METHOD("verlet_kept_force", "velocity Verlet with the force in memory",
       "Swope, Andersen, Berens and Wilson, Journal of Chemical Physics 76 (1982) 637",
       GIMBAL_LAGRANGIAN, .accepts = "unconstrained && separable", .memory = "n", .start = start,
       .symmetric = "1");
