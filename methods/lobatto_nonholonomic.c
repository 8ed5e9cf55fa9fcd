/* The nonholonomic integrators of Martín de Diego and Sato Martín de Almagro (2018) on the Lobatto
 * IIIA–IIIB pair [MS eqs. 14, summary in Appendix D; erratum: q_k for the printed g_k]. With
 * (a,b,c) Lobatto IIIA, â its conjugate, Λ¹ = λ_k, and the unknowns V¹…V^s, Λ²…Λ^s:
 *     Q^i = q + h Σ_j a_ij V^j,   W^i = (D₁L + F)(Q^i,V^i) + Λ^i·D₂Φ(Q^i,V^i),
 *     D₂L(Q^i,V^i) − p − h Σ_j â_ij W^j = 0,                   i = 1…s,
 *     Ψ(Q^i, p^i)/h = 0 with p^i = p + h Σ_j a_ij W^j,         i = 2…s,
 *     q₁ = q + h Σ_j b_j V^j,   p₁ = p + h Σ_j b_j W^j,   λ₁ = Λ^s,
 * with Ψ = Φ∘(Legendre transform)⁻¹. The inner constraints are imposed at p^i, which is accurate to
 * order s, and not at the stage momentum, which is so to order s−2 only. The equation i = 1 is the
 * consistency of the initial data; λ₀ comes from the continuous problem. The factor 1/h keeps the
 * Jacobian of the order of one, since p^i depends on Λ through hΛ.
 *
 * Claims: Corollary 5.2.1: q and p of order 2s−2; λ of order s, or s−1 for odd s, where the
 * stability function of IIIA tends to 1. The constraint holds at the nodes since p^s = p₁. The pair
 * is symmetric, with λ in the state. Nothing is claimed of the energy: no theorem bounds it.
 *
 * Nor is anything claimed of long runs along motions that attract, as those of a sleigh. Where an
 * exact deviation decays like exp(−rt), one of λ_k grows by (−1)^{s−1} exp(rh/(s−1)) in every step,
 * whatever h; for s = 2 it is minus the inverse of the factor by which the deviation decays. */
#include "gimbal.h"

typedef struct {
  const gimbal_tableau *tableau;
  const gimbal_state *from;
  gimbal_real h;
} pair;

/* The configurations Q^i and the total forces W^i of all stages at x = (V¹…V^s, Λ²…Λ^s). */
static int stages(gimbal *g, const pair *step, const gimbal_real *x, gimbal_real *Q,
                  gimbal_real *W) {
  const int n = g->n, k = g->k, s = step->tableau->s;
  gimbal_real *reaction = gimbal_scratch(g, k * n);
  for (int i = 0; i < s; ++i, Q += n, W += n) {
    const gimbal_real t = step->from->t + step->tableau->c[i] * step->h, *V = x + i * n;
    const gimbal_real *Lambda = i == 0 ? step->from->lambda : x + s * n + (i - 1) * k;
    for (int d = 0; d < n; ++d) {
      gimbal_real sum = 0;
      for (int j = 0; j < s; ++j)
        sum += step->tableau->a[i * s + j] * x[j * n + d];
      Q[d] = step->from->q[d] + step->h * sum;
    }
    if (gimbal_force(g, t, Q, V, W) || gimbal_reaction(g, t, Q, V, reaction))
      return 1;
    for (int l = 0; l < k; ++l)
      for (int d = 0; d < n; ++d)
        W[d] += Lambda[l] * reaction[l * n + d];
  }
  return 0;
}

/* p + h Σ_j row_j W^j */
static void momentum(gimbal *g, const pair *step, const gimbal_real *row, const gimbal_real *W,
                     gimbal_real *p) {
  for (int d = 0; d < g->n; ++d) {
    gimbal_real sum = 0;
    for (int j = 0; j < step->tableau->s; ++j)
      sum += row[j] * W[j * g->n + d];
    p[d] = step->from->p[d] + step->h * sum;
  }
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const pair *step = context;
  const int n = g->n, k = g->k, s = step->tableau->s;
  gimbal_real *Q = gimbal_scratch(g, s * n), *W = gimbal_scratch(g, s * n);
  gimbal_real *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n), *psi = r + s * n;
  if (stages(g, step, x, Q, W))
    return 1;
  for (int i = 0; i < s; ++i, Q += n, r += n) {
    const gimbal_real t = step->from->t + step->tableau->c[i] * step->h;
    momentum(g, step, step->tableau->conjugate + i * s, W, p);
    if (gimbal_momentum(g, t, Q, x + i * n, r))
      return 1;
    for (int d = 0; d < n; ++d)
      r[d] -= p[d];
    if (i == 0)
      continue;
    momentum(g, step, step->tableau->a + i * s, W, p);
    if (gimbal_velocity(g, t, Q, p, v) || gimbal_constraint(g, t, Q, v, psi))
      return 1;
    for (int l = 0; l < k; ++l)
      *psi++ /= step->h;
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, k = g->k, s = (int)g->parameters[0], unknowns = s * n + (s - 1) * k;
  const gimbal_tableau *tableau = gimbal_tableau_of(g, "lobatto_IIIA", s);
  if (!tableau)
    return gimbal_fail(g, "no Lobatto tableau with this number of stages", g->parameters[0]);
  pair context = {.tableau = tableau, .from = from, .h = h};
  gimbal_real *x = gimbal_scratch(g, unknowns);
  gimbal_real *Q = gimbal_scratch(g, s * n), *W = gimbal_scratch(g, s * n);
  if (gimbal_velocity(g, from->t, from->q, from->p, x))
    return 1;
  for (int d = n; d < s * n; ++d)
    x[d] = x[d - n];
  for (int l = 0; l < (s - 1) * k; ++l)
    x[s * n + l] = from->lambda[l % k];
  if (gimbal_solve(g, unknowns, residual, NULL, &context, x) || stages(g, &context, x, Q, W))
    return 1;
  for (int d = 0; d < n; ++d) {
    gimbal_real velocity = 0, force = 0;
    for (int j = 0; j < s; ++j) {
      velocity += tableau->b[j] * x[j * n + d];
      force += tableau->b[j] * W[j * n + d];
    }
    to->dq[d] = h * velocity;
    to->dp[d] = h * force;
  }
  for (int l = 0; l < k; ++l)
    to->lambda[l] = x[unknowns - k + l];
  return 0;
}

static const gimbal_value parameters[] = {
    {.name = "s", .value = "3", .description = "number of stages"}};

static const gimbal_member members[] = {{.name = "lobatto_nonholonomic_2", .settings = "s=2"},
                                        {.name = "lobatto_nonholonomic_3", .settings = "s=3"},
                                        {.name = "lobatto_nonholonomic_4", .settings = "s=4"},
                                        {.name = "lobatto_nonholonomic_5", .settings = "s=5"},
                                        {.name = "lobatto_nonholonomic_6", .settings = "s=6"}};

static const gimbal_claim claims[] = {
    {.study = "order",
     .quantity = "q",
     .value = "2*s-2",
     .source = "Martín de Diego and Sato Martín de Almagro 2018, eq. 20a"},
    {.study = "order",
     .quantity = "p",
     .value = "2*s-2",
     .source = "Martín de Diego and Sato Martín de Almagro 2018, eq. 20b"},
    {.study = "order",
     .quantity = "lambda",
     .value = "s - s%2",
     .source = "Martín de Diego and Sato Martín de Almagro 2018, eq. 20e"},
    {.study = "constraint",
     .quantity = "nodes",
     .value = "exact",
     .source = "Martín de Diego and Sato Martín de Almagro 2018, eq. 14e"},
    /* Along a motion that attracts others, the exact deviation decays like exp(-μt), while the
     * multiplier has a parasitic root of (-1)^(s-1) exp(μh/(s-1)) in every step, whatever h: rounding
     * errors grow until the energy is lost or a step has no solution. */
    {.study = "energy", .quantity = "energy", .value = "drift", .when = "attracting"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "lobatto_nonholonomic",
     .title = "nonholonomic integrator on the Lobatto IIIA–IIIB pair",
     .citation = "Martín de Diego and Sato Martín de Almagro, High-order geometric methods for "
                 "nonholonomic mechanical systems (2018), eq. 14",
     .citation_key = "MartinDeDiegoSato2018",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "holonomic == 0 && nonholonomic > 0",
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members),
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
