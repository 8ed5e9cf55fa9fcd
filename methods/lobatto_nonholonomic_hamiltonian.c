/* The Hamiltonian form of the nonholonomic Lobatto IIIA–IIIB integrators [Martín de Diego and Sato
 * Martín de Almagro 2018, eqs. 15, summary in Appendix E; erratum: q_k for the printed g_k]:
 *     Q^i = q + h Σ_j a_ij V^j,  P^i = p − h Σ_j â_ij W^j,
 *     V^i = D₂H(Q^i,P^i),        W^i = D₁H(Q^i,P^i) − Λ^i·D₂Φ(Q^i,V^i),   i = 1…s,
 *     Ψ(Q^i, p^i)/h = 0 with p^i = p − h Σ_j a_ij W^j,                    i = 2…s.
 * The host's Legendre transform serves for the Hamiltonian of any regular Lagrangian: D₂H is
 * gimbal_velocity, and D₁H at (q,p) is −D₁L at (q,v), so that −W is the force on the stage. The
 * unknowns are V¹…V^s, Λ²…Λ^s; P^i is explicit in them.
 *
 * By the Legendre transform this is lobatto_nonholonomic with the stage equations multiplied by the
 * inverse mass: the two, written apart, must agree to round-off, and claim the same. */
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

/* −W^i at the stage i */
static int stage_force(gimbal *g, gimbal_real t, const gimbal_real *Q, const gimbal_real *V,
                       const gimbal_real *Lambda, gimbal_real *force) {
  gimbal_real *reaction = gimbal_scratch(g, g->k * g->n);
  if (gimbal_force(g, t, Q, V, force) || gimbal_reaction(g, t, Q, V, reaction))
    return 1;
  gimbal_stages_push(g->n, g->k, force, reaction, Lambda, force);
  return 0;
}

static int stages(gimbal *g, const pair *step, const gimbal_real *x, gimbal_real *Q,
                  gimbal_real *force) {
  const int n = g->n, k = g->k, s = step->tableau->s;
  for (int i = 0; i < s; ++i) {
    const gimbal_real *Lambda = i == 0 ? step->from->lambda : x + s * n + (i - 1) * k;
    combine(g, step, step->from->q, step->tableau->a + i * s, x, Q + i * n);
    if (stage_force(g, step->from->t + step->tableau->c[i] * step->h, Q + i * n, x + i * n, Lambda,
                    force + i * n))
      return 1;
  }
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const pair *step = context;
  const int n = g->n, k = g->k, s = step->tableau->s;
  gimbal_real *Q = gimbal_scratch(g, s * n), *force = gimbal_scratch(g, s * n);
  gimbal_real *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n);
  if (stages(g, step, x, Q, force))
    return 1;
  for (int i = 0; i < s; ++i) {
    const gimbal_real t = step->from->t + step->tableau->c[i] * step->h, *V = x + i * n;
    combine(g, step, step->from->p, step->tableau->conjugate + i * s, force, p);
    if (gimbal_velocity(g, t, Q + i * n, p, v))
      return 1;
    for (int d = 0; d < n; ++d)
      r[i * n + d] = V[d] - v[d];
    if (i == 0)
      continue;
    gimbal_real *psi = r + s * n + (i - 1) * k;
    combine(g, step, step->from->p, step->tableau->a + i * s, force, p);
    if (gimbal_velocity(g, t, Q + i * n, p, v) || gimbal_constraint(g, t, Q + i * n, v, psi))
      return 1;
    for (int l = 0; l < k; ++l)
      psi[l] /= step->h;
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
  gimbal_real *Q = gimbal_scratch(g, s * n), *force = gimbal_scratch(g, s * n);
  if (gimbal_velocity(g, from->t, from->q, from->p, x))
    return 1;
  gimbal_stages_repeat(n, s, x);
  for (int l = 0; l < (s - 1) * k; ++l)
    x[s * n + l] = from->lambda[l % k];
  if (gimbal_solve(g, unknowns, residual, NULL, &context, x) || stages(g, &context, x, Q, force))
    return 1;
  combine(g, &context, to->dq, tableau->b, x, to->dq);
  combine(g, &context, to->dp, tableau->b, force, to->dp);
  for (int l = 0; l < k; ++l)
    to->lambda[l] = x[unknowns - k + l];
  return 0;
}

static const gimbal_value parameters[] = {
    {.name = "s", .value = "3", .description = "number of stages"}};

static const gimbal_member members[] = {
    {.name = "lobatto_nonholonomic_hamiltonian_2", .settings = "s=2"},
    {.name = "lobatto_nonholonomic_hamiltonian_3", .settings = "s=3"},
    {.name = "lobatto_nonholonomic_hamiltonian_4", .settings = "s=4"},
    {.name = "lobatto_nonholonomic_hamiltonian_5", .settings = "s=5"}};

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
     .source = "Martín de Diego and Sato Martín de Almagro 2018, eq. 15e"},
    /* Along a motion that attracts others, the exact deviation decays like exp(-μt), while the
     * multiplier has a parasitic root of (-1)^(s-1) exp(μh/(s-1)) in every step, whatever h: rounding
     * errors grow until the energy is lost or a step has no solution. */
    {.study = "energy", .quantity = "energy", .value = "drift", .when = "attracting"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "lobatto_nonholonomic_hamiltonian",
     .title = "nonholonomic integrator on the Lobatto IIIA–IIIB pair, Hamiltonian form",
     .citation = "Martín de Diego and Sato Martín de Almagro, High-order geometric methods for "
                 "nonholonomic mechanical systems (2018), eq. 15",
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
