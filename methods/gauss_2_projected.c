/* The two-stage Gauss pair imposed on holonomic constraints g(q) = 0: a negative example. Of it
 * [Martín de Diego and Sato Martín de Almagro 2018, section 4.2, after eqs. 13] say that the method
 * of variational order 4 has order 2 when it is projected to the constraint. It is the variational
 * integrator of the order-4 discrete Lagrangian with the constraint imposed at the nodes [Marsden
 * and West, Acta Numerica 2001, 3.4 and 3.5]: the multipliers act as kicks at the ends of the step,
 *     p⁺ = p + Dg(q)ᵀν,
 *     (q₁, p⁻) = the unconstrained two-stage Gauss step from (q, p⁺),  g(q₁) = 0,
 *     p₁ = p⁻ + Dg(q₁)ᵀμ,  Dg(q₁) v₁ + ∂g/∂t = 0,
 * so that the reaction is seen by the trapezoidal rule only, whatever the order in between.
 * (Lobatto pairs, which have a stage at each end, escape this.) Unknowns: V¹, V², ν, μ.
 *
 * Claims: order 2 and no more; yet g and Dg·v are exact at the nodes, and as a variational method
 * it is symplectic on the constrained phase space, with bounded energy and exact momentum maps. */
#include "gimbal_stages.h"

enum { STAGES = 2 };

typedef struct {
  const gimbal_tableau *tableau;
  const gimbal_state *from;
  const gimbal_real *gradient; /* Dg(q) */
  gimbal_real h;
} pair;

/* out = start + h Σ_j row_j x^j */
static void combine(gimbal *g, const pair *step, const gimbal_real *start, const gimbal_real *row,
                    const gimbal_real *x, gimbal_real *out) {
  gimbal_stages_combine(g->n, STAGES, start, step->h, row, x, out);
}

/* sum = start + Dgᵀν */
static void push(gimbal *g, const gimbal_real *start, const gimbal_real *gradient,
                 const gimbal_real *nu, gimbal_real *sum) {
  gimbal_stages_push(g->n, g->k, start, gradient, nu, sum);
}

/* W of both stages; with P, their momenta too. */
static int stages(gimbal *g, const pair *step, const gimbal_real *V, gimbal_real *W,
                  gimbal_real *P) {
  const int n = g->n;
  gimbal_real *Q = gimbal_scratch(g, n);
  for (int i = 0; i < STAGES; ++i) {
    const gimbal_real t = step->from->t + step->tableau->c[i] * step->h;
    combine(g, step, step->from->q, step->tableau->a + i * STAGES, V, Q);
    if (gimbal_force(g, t, Q, V + i * n, W + i * n))
      return 1;
    if (P && gimbal_momentum(g, t, Q, V + i * n, P + i * n))
      return 1;
  }
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const pair *step = context;
  const int n = g->n, k = g->k;
  const gimbal_real t = step->from->t + step->h, *nu = x + STAGES * n, *mu = nu + k;
  gimbal_real *W = gimbal_scratch(g, STAGES * n), *start = gimbal_scratch(g, n);
  gimbal_real *p = gimbal_scratch(g, n), *q = gimbal_scratch(g, n), *v = gimbal_scratch(g, n);
  gimbal_real *gradient = gimbal_scratch(g, k * n), *position = r + STAGES * n;
  gimbal_real *tangency = position + k;
  if (stages(g, step, x, W, r))
    return 1;
  push(g, step->from->p, step->gradient, nu, start);
  for (int i = 0; i < STAGES; ++i) {
    combine(g, step, start, step->tableau->conjugate + i * STAGES, W, p);
    for (int d = 0; d < n; ++d)
      r[i * n + d] -= p[d];
  }
  combine(g, step, step->from->q, step->tableau->b, x, q);
  combine(g, step, start, step->tableau->b, W, p);
  if (gimbal_holonomic(g, t, q, position) || gimbal_holonomic_gradient(g, t, q, gradient))
    return 1;
  push(g, p, gradient, mu, p);
  if (gimbal_velocity(g, t, q, p, v) || gimbal_holonomic_time_derivative(g, t, q, tangency))
    return 1;
  for (int l = 0; l < k; ++l) {
    position[l] /= step->h;
    for (int d = 0; d < n; ++d)
      tangency[l] += gradient[l * n + d] * v[d];
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, k = g->k, unknowns = STAGES * n + 2 * k;
  gimbal_real *x = gimbal_scratch(g, unknowns), *W = gimbal_scratch(g, STAGES * n);
  gimbal_real *gradient = gimbal_scratch(g, k * n), *q = gimbal_scratch(g, n);
  pair context = {
      .tableau = gimbal_tableau_of(g, "gauss", STAGES), .from = from, .gradient = gradient, .h = h};
  if (gimbal_velocity(g, from->t, from->q, from->p, x) ||
      gimbal_holonomic_gradient(g, from->t, from->q, gradient))
    return 1;
  for (int d = n; d < STAGES * n; ++d)
    x[d] = x[d - n];
  for (int l = 0; l < 2 * k; ++l)
    x[STAGES * n + l] = h / 2 * from->lambda[l % k];
  if (gimbal_solve(g, unknowns, residual, NULL, &context, x) || stages(g, &context, x, W, NULL))
    return 1;
  combine(g, &context, to->dq, context.tableau->b, x, to->dq);
  combine(g, &context, to->dp, context.tableau->b, W, to->dp);
  push(g, to->dp, gradient, x + STAGES * n, to->dp);
  combine(g, &context, from->q, context.tableau->b, x, q);
  if (gimbal_holonomic_gradient(g, from->t + h, q, gradient))
    return 1;
  push(g, to->dp, gradient, x + STAGES * n + k, to->dp);
  for (int l = 0; l < k; ++l)
    to->lambda[l] = 2 * x[STAGES * n + k + l] / h;
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "constraint", .quantity = "nodes", .value = "exact"},
    {.study = "energy", .quantity = "energy", .value = "bounded", .when = "autonomous && !forced"},
    {.study = "invariant",
     .quantity = "momentum_map",
     .value = "exact",
     .when = "!forced && (linear || quadratic)"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "!forced"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "gauss_2_projected",
     .title = "the two-stage Gauss pair imposed on holonomic constraints (a negative example)",
     .citation = "Martín de Diego and Sato Martín de Almagro, High-order geometric methods for "
                 "nonholonomic mechanical systems (2018), section 4.2",
     .citation_key = "MartinDeDiegoSato2018",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "holonomic > 0 && nonholonomic == 0 && rheonomic >= 0",
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
