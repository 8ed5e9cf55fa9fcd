/* The backward differentiation formula of order 2 [Hairer, Nørsett, Wanner, Solving Ordinary
 * Differential Equations I, III.1]: y₁ = y + (y − y₋)/3 + (2/3) h f(t + h, y₁), with y₋ in memory. */
#include "multistep.h"

typedef struct {
  const gimbal_state *from;
  gimbal_real h;
} formula;

static void increment(const gimbal *g, const formula *s, const gimbal_real *K, gimbal_real *dq) {
  for (int d = 0; d < g->n; ++d)
    dq[d] = (s->from->q[d] - s->from->memory[d]) / 3 + 2 * s->h / 3 * K[d];
}

static int residual(gimbal *g, void *context, const gimbal_real *K, gimbal_real *r) {
  const formula *s = context;
  gimbal_real *y = gimbal_scratch(g, g->n);
  increment(g, s, K, y);
  for (int d = 0; d < g->n; ++d)
    y[d] += s->from->q[d];
  if (gimbal_field(g, s->from->t + s->h, y, r))
    return 1;
  for (int d = 0; d < g->n; ++d)
    r[d] = K[d] - r[d];
  return 0;
}

static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  return runge_kutta(g, g->n, state->t, state->q, -h, state->memory);
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  formula context = {.from = from, .h = h};
  gimbal_real *K = gimbal_scratch(g, g->n);
  for (int d = 0; d < g->n; ++d)
    K[d] = 0;
  if (gimbal_solve(g, g->n, residual, NULL, &context, K))
    return 1;
  increment(g, &context, K, to->dq);
  for (int d = 0; d < g->n; ++d)
    to->memory[d] = from->q[d];
  return 0;
}

static const gimbal_claim claims[] = {ORDER_Q("2"), ORDER_V("2"),
                                      ENERGY("drift", "canonical && autonomous"),
                                      SYMPLECTIC("no", "canonical"), REVERSIBLE("no")};
METHOD("bdf_2", "the backward differentiation formula of order 2",
       "Curtiss and Hirschfelder, Proceedings of the National Academy of Sciences 38 (1952) 235",
       GIMBAL_ODE, .accepts = "unconstrained", .memory = "n+m", .start = start);
