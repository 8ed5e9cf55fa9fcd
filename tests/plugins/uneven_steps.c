/* The leapfrog with steps of 0.99 h and 1.01 h in turn: at odd steps it is h/100 late, which is an error of
 * order 1, at even ones it has order 2. */
#include "gimbal.h"

static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  (void)g;
  (void)h;
  state->memory[0] = 1;
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real given, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real h = given * (1 - from->memory[0] / 100);
  gimbal_real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n);
  gimbal_real *v = gimbal_scratch(g, n), *f = gimbal_scratch(g, n);
  to->memory[0] = -from->memory[0];
  if (gimbal_velocity(g, from->t, from->q, from->p, v) || gimbal_force(g, from->t, from->q, v, f))
    return 1;
  for (int i = 0; i < n; i++)
    p[i] = from->p[i] + h / 2 * f[i];
  if (gimbal_velocity(g, from->t, from->q, p, v))
    return 1;
  for (int i = 0; i < n; i++)
    q[i] = from->q[i] + h * v[i];
  if (gimbal_force(g, from->t + h, q, v, f))
    return 1;
  for (int i = 0; i < n; i++) {
    to->dq[i] = h * v[i];
    to->dp[i] = p[i] - from->p[i] + h / 2 * f[i];
  }
  return 0;
}

static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "2"},
                                      {.study = "order", .quantity = "p", .value = "2"}};

static const gimbal_method methods[] = {{.name = "uneven_steps",
                                         .title = "the leapfrog with uneven steps",
                                         .citation = "wrong on purpose",
                                         .formulation = GIMBAL_LAGRANGIAN,
                                         .accepts = "unconstrained && separable",
                                         .memory = "1",
                                         .start = start,
                                         .step = step,
                                         .overwrites = "none",
                                         .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
