/* Specialised partitioned additive Runge–Kutta (SPARK) methods on the Lagrange–d'Alembert equations.
 * A reconstruction: what Jay's methods of 2009 are, which Martín de Diego and Sato Martín de Almagro
 * [2018, 7.3] compare theirs with, is not quoted here but put together from what such a method has to
 * be; no claim below is a theorem of his. With W_j = (D₁L + F)(Q_j,V_j) + Λ_j·D₂Φ(Q_j,V_j),
 *     Q_i = q + h Σ_j a_ij V_j,   D₂L(Q_i,V_i) = p + h Σ_j â_ij W_j,            i = 1…s,
 *     Σ_j b_j c_j^k Φ(Q_j,V_j) = 0,  k = 0…s−2,
 *     q₁ = q + h Σ_j b_j V_j,   p₁ = p + h Σ_j b_j W_j,   Φ(q₁,v₁) = 0:
 * s conditions for the multipliers Λ_1…Λ_s, so that none is handed on to the next step.
 *
 * spark_gauss: a of Gauss and â = a. spark_lobatto: a of Lobatto IIIA and â of IIIB, for the reactions
 * as for the other forces. With s = 2 that is a discrete Lagrange–d'Alembert method: both stages have
 * the velocity Δq/h, the discrete Lagrangian is that of Störmer–Verlet and the discrete constraint the
 * mean of A(q) and A(q₁), applied to Δq.
 *
 * The unknowns are V_i and hΛ_i, which keeps the Jacobian of the order of one. */
#include "gimbal_stages.h"

typedef struct {
  const gimbal_tableau *tableau;
  const gimbal_state *from;
  gimbal_real h;
} pair;

/* The configurations and the total forces of all stages at x = (V, hΛ). */
static int stages(gimbal *g, const pair *step, const gimbal_real *x, gimbal_real *Q,
                  gimbal_real *W) {
  const int n = g->n, k = g->k, s = step->tableau->s;
  gimbal_real *reaction = gimbal_scratch(g, k * n), *Lambda = gimbal_scratch(g, k);
  for (int i = 0; i < s; ++i, Q += n, W += n) {
    const gimbal_real t = step->from->t + step->tableau->c[i] * step->h, *V = x + i * n;
    gimbal_stages_combine(n, s, step->from->q, step->h, step->tableau->a + i * s, x, Q);
    if (gimbal_force(g, t, Q, V, W) || gimbal_reaction(g, t, Q, V, reaction))
      return 1;
    for (int l = 0; l < k; ++l)
      Lambda[l] = x[s * n + i * k + l] / step->h;
    gimbal_stages_push(n, k, W, reaction, Lambda, W);
  }
  return 0;
}

/* The s conditions on the constraint: its moments over the stages, and its value at the end. */
static int conditions(gimbal *g, const pair *step, const gimbal_real *V, const gimbal_real *Q,
                      const gimbal_real *W, gimbal_real *r) {
  const gimbal_tableau *tableau = step->tableau;
  const int n = g->n, k = g->k, s = tableau->s;
  gimbal_real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n);
  gimbal_real *phi = gimbal_scratch(g, k);
  for (int l = 0; l < (s - 1) * k; ++l)
    r[l] = 0;
  for (int i = 0; i < s; ++i) {
    gimbal_real weight = tableau->b[i];
    if (gimbal_constraint(g, step->from->t + tableau->c[i] * step->h, Q + i * n, V + i * n, phi))
      return 1;
    for (int power = 0; power < s - 1; ++power, weight *= tableau->c[i])
      for (int l = 0; l < k; ++l)
        r[power * k + l] += weight * phi[l];
  }
  gimbal_stages_combine(n, s, step->from->q, step->h, tableau->b, V, q);
  gimbal_stages_combine(n, s, step->from->p, step->h, tableau->b, W, p);
  return gimbal_velocity(g, step->from->t + step->h, q, p, v) ||
         gimbal_constraint(g, step->from->t + step->h, q, v, r + (s - 1) * k);
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const pair *step = context;
  const gimbal_tableau *tableau = step->tableau;
  const int n = g->n, s = tableau->s;
  gimbal_real *Q = gimbal_scratch(g, s * n), *W = gimbal_scratch(g, s * n);
  gimbal_real *p = gimbal_scratch(g, n);
  if (stages(g, step, x, Q, W) || conditions(g, step, x, Q, W, r + s * n))
    return 1;
  for (int i = 0; i < s; ++i) {
    gimbal_stages_combine(n, s, step->from->p, step->h, tableau->conjugate + i * s, W, p);
    if (gimbal_momentum(g, step->from->t + tableau->c[i] * step->h, Q + i * n, x + i * n,
                        r + i * n))
      return 1;
    for (int d = 0; d < n; ++d)
      r[i * n + d] -= p[d];
  }
  return 0;
}

static int advance(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                   const char *family) {
  const int n = g->n, k = g->k, s = (int)g->parameters[0];
  const gimbal_tableau *tableau = gimbal_tableau_of(g, family, s);
  if (!tableau)
    return gimbal_fail(g, "no tableau with this number of stages", g->parameters[0]);
  pair context = {.tableau = tableau, .from = from, .h = h};
  gimbal_real *x = gimbal_scratch(g, s * (n + k));
  gimbal_real *Q = gimbal_scratch(g, s * n), *W = gimbal_scratch(g, s * n);
  if (gimbal_velocity(g, from->t, from->q, from->p, x))
    return 1;
  gimbal_stages_repeat(n, s, x);
  for (int l = 0; l < s * k; ++l)
    x[s * n + l] = h * from->lambda[l % k];
  if (gimbal_solve(g, s * (n + k), residual, NULL, &context, x) || stages(g, &context, x, Q, W))
    return 1;
  gimbal_stages_combine(n, s, to->dq, h, tableau->b, x, to->dq);
  gimbal_stages_combine(n, s, to->dp, h, tableau->b, W, to->dp);
  for (int l = 0; l < k; ++l)
    to->lambda[l] = x[s * (n + k) - k + l] / h;
  return 0;
}

static int step_gauss(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return advance(g, from, h, to, "gauss");
}
static int step_lobatto(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return advance(g, from, h, to, "lobatto_IIIA");
}

static const gimbal_value parameters[] = {
    {.name = "s", .value = "2", .description = "number of stages"}};

/* Of more stages by their settings: spark_gauss_2:s=3 has order 6, spark_lobatto_3:s=4 too. */
static const gimbal_member members_gauss[] = {{.name = "spark_gauss_2", .settings = "s=2"}};
static const gimbal_member members_lobatto[] = {{.name = "spark_lobatto_2", .settings = "s=2"},
                                                {.name = "spark_lobatto_3", .settings = "s=3"}};

#define CLAIMS(name, order)                                                                        \
  static const gimbal_claim name[] = {                                                             \
      {.study = "order", .quantity = "q", .value = order},                                         \
      {.study = "order", .quantity = "p", .value = order},                                         \
      {.study = "constraint", .quantity = "nodes", .value = "exact"},                              \
      {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}}

CLAIMS(claims_gauss, "2*s");
CLAIMS(claims_lobatto, "2*s-2");

static const gimbal_method methods[] = {
    {.name = "spark_gauss",
     .title = "SPARK on Gauss (a reconstruction)",
     .citation = "a reconstruction of what Martín de Diego and Sato Martín de Almagro 2018, 7.3, "
                 "compare with",
     .citation_key = "MartinDeDiegoSato2018",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "holonomic == 0 && nonholonomic > 0 && linear_constraints",
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members_gauss),
     .symmetric = "1",
     .step = step_gauss,
     .claims = GIMBAL_ARRAY(claims_gauss),
     .overwrites = "none"},
    {.name = "spark_lobatto",
     .title = "SPARK on the Lobatto IIIA–IIIB pair (a reconstruction)",
     .citation = "a reconstruction of what Martín de Diego and Sato Martín de Almagro 2018, 7.3, "
                 "compare with",
     .citation_key = "MartinDeDiegoSato2018",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "holonomic == 0 && nonholonomic > 0 && linear_constraints",
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members_lobatto),
     .symmetric = "1",
     .step = step_lobatto,
     .claims = GIMBAL_ARRAY(claims_lobatto),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
