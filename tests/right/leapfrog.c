/* The leapfrog method with staggered momenta: p_{k+½} = p_{k−½} + h f(t_k,q_k), q_{k+1} = q_k + h
 * v(p_{k+½}). The momentum, in memory too, is scored half a step before the node. It starts with
 * p₋½ = p₀ − (h/2) f₀. Order 2 of both; nothing is said of the pair (q_k, p_{k−½}) at one time. */
#include "lagrangian.h"

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
METHOD("leapfrog", "the leapfrog method with staggered momenta",
       "Hairer, Lubich, Wanner, Acta Numerica 12 (2003) 399", GIMBAL_LAGRANGIAN,
       .accepts = "unconstrained && separable", .memory = "n", .time_of_p = "-1/2", .start = start);
