/* Variational Lobatto IIIA–IIIB integrators on holonomic constraints g(q) = 0 [Martín de Diego and
 * Sato Martín de Almagro 2018, eqs. 13; Jay, SIAM J. Numer. Anal. 33 (1996) 368; Hairer, Lubich,
 * Wanner, Geometric Numerical Integration, VII.1.5]. With (a,b,c) Lobatto IIIA, â its conjugate and
 * the unknowns V¹…V^s, hΛ¹…hΛ^s:
 *     Q^i = q + h Σ_j a_ij V^j,   W^i = (D₁L + F)(Q^i,V^i) + Λ^i·Dg(Q^i),
 *     D₂L(Q^i,V^i) − p − h Σ_j â_ij W^j = 0,   i = 1…s,
 *     g(Q^i)/h = 0,                            i = 2…s,
 *     Dg(q₁)·v₁ + ∂g/∂t = 0 at p₁ = p + h Σ_j b_j W^j  (the tangency condition, which closes the system:
 *                                               Λ^s acts on p₁ alone, since â_is = 0),
 *     q₁ = q + h Σ_j b_j V^j.
 * The equation i = 1 is consistency of the initial data. With hΛ for the unknown and g divided by h
 * every entry of the Jacobian is of the order of one.
 *
 * Claims: order 2s−2 for q and p; g and Dg·v exact at the nodes; symplectic on the constrained
 * phase space, symmetric, bounded energy, exact momentum maps of linear symmetries. λ₁ = Λ^s is
 * reported, but belongs to the step and not to the flow (the next step has another Λ¹): nothing is
 * claimed. */
#include "gimbal_stages.h"

typedef struct {
  const gimbal_tableau *tableau;
  const gimbal_state *from;
  gimbal_real h;
} pair;

/* out = start + h Σ_j row_j x^j, over the stages */
static void combine(gimbal *g, const pair *step, const gimbal_real *start, const gimbal_real *row,
                    const gimbal_real *x, gimbal_real *out) {
  gimbal_stages_combine(g->n, step->tableau->s, start, step->h, row, x, out);
}

/* Q^i and W^i of all stages at x = (V¹…V^s, hΛ¹…hΛ^s). */
static int stages(gimbal *g, const pair *step, const gimbal_real *x, gimbal_real *Q,
                  gimbal_real *W) {
  const int n = g->n, k = g->k, s = step->tableau->s;
  gimbal_real *gradient = gimbal_scratch(g, k * n);
  for (int i = 0; i < s; ++i, Q += n, W += n) {
    const gimbal_real t = step->from->t + step->tableau->c[i] * step->h;
    const gimbal_real *Lambda = x + s * n + i * k;
    combine(g, step, step->from->q, step->tableau->a + i * s, x, Q);
    if (gimbal_force(g, t, Q, x + i * n, W) || gimbal_holonomic_gradient(g, t, Q, gradient))
      return 1;
    for (int l = 0; l < k; ++l)
      for (int d = 0; d < n; ++d)
        W[d] += Lambda[l] / step->h * gradient[l * n + d];
  }
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const pair *step = context;
  const int n = g->n, k = g->k, s = step->tableau->s;
  const gimbal_real t = step->from->t, h = step->h, *c = step->tableau->c;
  gimbal_real *Q = gimbal_scratch(g, s * n), *W = gimbal_scratch(g, s * n);
  gimbal_real *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n);
  gimbal_real *gradient = gimbal_scratch(g, k * n), *tangency = r + s * n + (s - 1) * k;
  if (stages(g, step, x, Q, W))
    return 1;
  for (int i = 0; i < s; ++i) {
    combine(g, step, step->from->p, step->tableau->conjugate + i * s, W, p);
    if (gimbal_momentum(g, t + c[i] * h, Q + i * n, x + i * n, r + i * n))
      return 1;
    for (int d = 0; d < n; ++d)
      r[i * n + d] -= p[d];
    if (i == 0)
      continue;
    gimbal_real *position = r + s * n + (i - 1) * k;
    if (gimbal_holonomic(g, t + c[i] * h, Q + i * n, position))
      return 1;
    for (int l = 0; l < k; ++l)
      position[l] /= h;
  }
  combine(g, step, step->from->p, step->tableau->b, W, p);
  Q += (s - 1) * n;
  if (gimbal_velocity(g, t + h, Q, p, v) || gimbal_holonomic_gradient(g, t + h, Q, gradient) ||
      gimbal_holonomic_time_derivative(g, t + h, Q, tangency))
    return 1;
  for (int l = 0; l < k; ++l) {
    for (int d = 0; d < n; ++d)
      tangency[l] += gradient[l * n + d] * v[d];
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, k = g->k, s = (int)g->parameters[0], unknowns = s * (n + k);
  const gimbal_tableau *tableau = gimbal_tableau_of(g, "lobatto_IIIA", s);
  if (!tableau)
    return gimbal_fail(g, "no Lobatto tableau with this number of stages", g->parameters[0]);
  pair context = {.tableau = tableau, .from = from, .h = h};
  gimbal_real *x = gimbal_scratch(g, unknowns);
  gimbal_real *Q = gimbal_scratch(g, s * n), *W = gimbal_scratch(g, s * n);
  if (gimbal_velocity(g, from->t, from->q, from->p, x))
    return 1;
  gimbal_stages_repeat(n, s, x);
  for (int l = 0; l < s * k; ++l)
    x[s * n + l] = h * from->lambda[l % k];
  if (gimbal_solve(g, unknowns, residual, NULL, &context, x) || stages(g, &context, x, Q, W) ||
      gimbal_stages_action(g, tableau, from, h, Q, x, to->action))
    return 1;
  combine(g, &context, to->dq, tableau->b, x, to->dq);
  combine(g, &context, to->dp, tableau->b, W, to->dp);
  for (int l = 0; l < k; ++l)
    to->lambda[l] = x[unknowns - k + l] / h;
  return 0;
}

static const gimbal_value parameters[] = {
    {.name = "s", .value = "3", .description = "number of stages"}};

static const gimbal_member members[] = {{.name = "lobatto_holonomic_2", .settings = "s=2"},
                                        {.name = "lobatto_holonomic_3", .settings = "s=3"},
                                        {.name = "lobatto_holonomic_4", .settings = "s=4"},
                                        {.name = "lobatto_holonomic_5", .settings = "s=5"}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2*s-2"},
    {.study = "order", .quantity = "p", .value = "2*s-2"},
    {.study = "constraint",
     .quantity = "nodes",
     .value = "exact",
     .source = "Martín de Diego and Sato Martín de Almagro 2018, eq. 13d"},
    {.study = "energy", .quantity = "energy", .value = "bounded", .when = "autonomous && !forced"},
    {.study = "invariant",
     .quantity = "momentum_map",
     .value = "exact",
     .when = "!forced && (linear || quadratic)"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "!forced"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "lobatto_holonomic",
     .title = "variational Lobatto IIIA–IIIB integrator on holonomic constraints",
     .citation = "Martín de Diego and Sato Martín de Almagro, High-order geometric methods for "
                 "nonholonomic mechanical systems (2018), eq. 13",
     .citation_key = "MartinDeDiegoSato2018",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "holonomic > 0 && nonholonomic == 0 && rheonomic >= 0",
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members),
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none",
     .action = "1"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
