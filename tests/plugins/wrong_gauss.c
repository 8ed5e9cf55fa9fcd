/* Wrong: the two-stage Gauss tableau with the constraint imposed at its stages, Ψ(Q^i,P^i) = 0, for
 * nonholonomic systems. Gauss is its own conjugate, so P^i = p^i; but the nodes are not stages, the
 * new momentum satisfies no constraint, and λ₁ is the line through the stage multipliers. It claims
 * what lobatto_nonholonomic_3 claims, the pair of the same order without constraints: 4, 4, 2 for
 * q, p, λ. It has 4, 2, 1. */
#include "gimbal.h"

enum { STAGES = 2 };

typedef struct {
  const gimbal_tableau *tableau;
  const gimbal_state *from;
  gimbal_real h;
} pair;

static void combine(gimbal *g, const pair *step, const gimbal_real *start, const gimbal_real *row,
                    const gimbal_real *x, gimbal_real *out) {
  for (int d = 0; d < g->n; ++d)
    out[d] = start[d] + step->h * (row[0] * x[d] + row[1] * x[g->n + d]);
}

/* Q and W of both stages at x = (V¹,V²,Λ¹,Λ²). */
static int stages(gimbal *g, const pair *step, const gimbal_real *x, gimbal_real *Q,
                  gimbal_real *W) {
  const int n = g->n, k = g->k;
  gimbal_real *reaction = gimbal_scratch(g, k * n);
  for (int i = 0; i < STAGES; ++i, Q += n, W += n) {
    const gimbal_real t = step->from->t + step->tableau->c[i] * step->h;
    combine(g, step, step->from->q, step->tableau->a + i * STAGES, x, Q);
    if (gimbal_force(g, t, Q, x + i * n, W) || gimbal_reaction(g, t, Q, x + i * n, reaction))
      return 1;
    for (int l = 0; l < k; ++l)
      for (int d = 0; d < n; ++d)
        W[d] += x[STAGES * n + i * k + l] * reaction[l * n + d];
  }
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const pair *step = context;
  const int n = g->n, k = g->k;
  gimbal_real *Q = gimbal_scratch(g, STAGES * n), *W = gimbal_scratch(g, STAGES * n);
  gimbal_real *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n);
  if (stages(g, step, x, Q, W))
    return 1;
  for (int i = 0; i < STAGES; ++i) {
    const gimbal_real t = step->from->t + step->tableau->c[i] * step->h;
    gimbal_real *psi = r + STAGES * n + i * k;
    combine(g, step, step->from->p, step->tableau->conjugate + i * STAGES, W, p);
    for (int d = 0; d < n; ++d)
      v[d] = x[i * n + d];
    if (gimbal_momentum(g, t, Q + i * n, v, r + i * n) || gimbal_velocity(g, t, Q + i * n, p, v) ||
        gimbal_constraint(g, t, Q + i * n, v, psi))
      return 1;
    for (int d = 0; d < n; ++d)
      r[i * n + d] -= p[d];
    for (int l = 0; l < k; ++l)
      psi[l] /= step->h;
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, k = g->k, unknowns = STAGES * (n + k);
  pair context = {.tableau = gimbal_tableau_of(g, "gauss", STAGES), .from = from, .h = h};
  const gimbal_real *c = context.tableau->c, ahead = (1 - c[1]) / (c[1] - c[0]);
  gimbal_real *x = gimbal_scratch(g, unknowns);
  gimbal_real *Q = gimbal_scratch(g, STAGES * n), *W = gimbal_scratch(g, STAGES * n);
  for (int d = 0; d < n; ++d)
    x[d] = 0;
  if (gimbal_velocity(g, from->t, from->q, from->p, x))
    return 1;
  for (int d = 0; d < n; ++d)
    x[n + d] = x[d];
  for (int l = 0; l < STAGES * k; ++l)
    x[STAGES * n + l] = from->lambda[l % k];
  if (gimbal_solve(g, unknowns, residual, NULL, &context, x) || stages(g, &context, x, Q, W))
    return 1;
  combine(g, &context, to->dq, context.tableau->b, x, to->dq);
  combine(g, &context, to->dp, context.tableau->b, W, to->dp);
  for (int l = 0; l < k; ++l) {
    const gimbal_real first = x[STAGES * n + l], second = x[STAGES * n + k + l];
    to->lambda[l] = second + ahead * (second - first);
  }
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "4"},
    {.study = "order", .quantity = "p", .value = "4"},
    {.study = "order", .quantity = "lambda", .value = "2"},
    {.study = "constraint", .quantity = "nodes", .value = "exact"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method wrong[] = {{.name = "wrong_gauss",
                                       .title = "two-stage Gauss with stage constraints",
                                       .citation = "none",
                                       .formulation = GIMBAL_LAGRANGIAN,
                                       .accepts = "holonomic == 0 && nonholonomic > 0",
                                       .symmetric = "1",
                                       .step = step,
                                       .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(wrong));
