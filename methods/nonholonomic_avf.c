/* The average vector field on nonholonomic systems with constraints A(q)v = 0, written on the phase
 * space: with z(θ) the segment from (q,p) to (q₁,p₁), v̄ and f̄ the means of H_p and −H_q along it by
 * Gauss quadrature,
 *     q₁ = q + h v̄,   p₁ = p + h f̄ + h A(q*)ᵀλ,   A(q*) v̄ = 0.
 * The work of the reaction in the step is hλ·A(q*)v̄ = 0, so the energy is exact as far as the
 * quadrature is, wherever A is taken:
 *
 * nonholonomic_avf_mid: q* = (q + q₁)/2, symmetric, of order 2;
 * nonholonomic_avf_start: q* = q, of order 1;
 * nonholonomic_avf_predicted: q* = q + (h/2) H_p(q,p).
 *
 * They complement the energy-preserving integrators that Celledoni, Farré Puiggalí, Høiseth and
 * Martín de Diego [arXiv 1605.02845] write on the dual of the distribution (nonholonomic_avf_star):
 * reconstructed as what one would write in the coordinates of the whole phase space, not quoted from
 * there. What they impose on the velocity is on its mean: nothing of the constraint at the nodes is
 * claimed. With v̄ about (v + v₁)/2 the defect Av at a node changes its sign in every step, and
 * whether it grows is a question for long runs. */
#include "gimbal_stages.h"

enum { MIDDLE, START, PREDICTED };

typedef struct {
  const gimbal_tableau *quadrature;
  const gimbal_state *from;
  const gimbal_real *v; /* H_p(q,p) */
  gimbal_real h, shift; /* how far along the segment A is taken; and whether along v instead */
  int predicted;
} segment;

/* A(q*), where q* follows from v̄. */
static int directions(gimbal *g, const segment *step, const gimbal_real *mean, gimbal_real *q,
                      gimbal_real *reaction) {
  const gimbal_real *along = step->predicted ? step->v : mean;
  for (int d = 0; d < g->n; ++d)
    q[d] = step->from->q[d] + step->shift * step->h * along[d];
  return gimbal_reaction(g, step->from->t + step->shift * step->h, q, mean, reaction);
}

/* x = (v̄, Δp/h, λ): the two other means and the defects. */
static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const segment *step = context;
  const gimbal_tableau *quadrature = step->quadrature;
  const int n = g->n, k = g->k;
  gimbal_real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n);
  gimbal_real *f = gimbal_scratch(g, n), *reaction = gimbal_scratch(g, k * n);
  if (directions(g, step, x, q, reaction))
    return 1;
  for (int l = 0; l < k; ++l) {
    r[2 * n + l] = 0;
    for (int d = 0; d < n; ++d)
      r[2 * n + l] += reaction[l * n + d] * x[d];
  }
  for (int d = 0; d < n; ++d) {
    r[d] = x[d];
    r[n + d] = x[n + d];
    for (int l = 0; l < k; ++l)
      r[n + d] -= x[2 * n + l] * reaction[l * n + d];
  }
  for (int i = 0; i < quadrature->s; ++i) {
    const gimbal_real theta = quadrature->c[i] * step->h, t = step->from->t + theta;
    for (int d = 0; d < n; ++d) {
      q[d] = step->from->q[d] + theta * x[d];
      p[d] = step->from->p[d] + theta * x[n + d];
    }
    if (gimbal_velocity(g, t, q, p, v) || gimbal_force(g, t, q, v, f))
      return 1;
    for (int d = 0; d < n; ++d) {
      r[d] -= quadrature->b[i] * v[d];
      r[n + d] -= quadrature->b[i] * f[d];
    }
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, k = g->k, where = (int)g->parameters[1];
  const gimbal_tableau *quadrature = gimbal_tableau_of(g, "gauss", (int)g->parameters[0]);
  if (!quadrature)
    return gimbal_fail(g, "no Gauss quadrature with this number of points", g->parameters[0]);
  gimbal_real *v = gimbal_scratch(g, n), *x = gimbal_scratch(g, 2 * n + k);
  if (gimbal_velocity(g, from->t, from->q, from->p, v) ||
      gimbal_force(g, from->t, from->q, v, x + n))
    return 1;
  for (int d = 0; d < n; ++d)
    x[d] = v[d];
  for (int l = 0; l < k; ++l)
    x[2 * n + l] = from->lambda[l];
  segment context = {.quadrature = quadrature,
                     .from = from,
                     .v = v,
                     .h = h,
                     .shift = where == START ? 0 : gimbal_coefficients(g, "middle")[0],
                     .predicted = where == PREDICTED};
  if (gimbal_solve(g, 2 * n + k, residual, NULL, &context, x))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = h * x[d];
    to->dp[d] = h * x[n + d];
  }
  for (int l = 0; l < k; ++l)
    to->lambda[l] = x[2 * n + l];
  return 0;
}

static const gimbal_value parameters[] = {
    {.name = "points", .value = "5", .description = "points of the Gauss quadrature"},
    {.name = "where",
     .value = "0",
     .description = "A is taken: 0 in the middle, 1 at the start, 2 at the predicted middle"}};

static const gimbal_value coefficients[] = {
    {.name = "middle", .value = "1/2", .description = "where A is taken, in steps"}};

static const gimbal_member members[] = {
    {.name = "nonholonomic_avf_mid", .settings = "where=0"},
    {.name = "nonholonomic_avf_start", .settings = "where=1"},
    {.name = "nonholonomic_avf_predicted", .settings = "where=2"}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2", .when = "where != 1"},
    {.study = "order", .quantity = "p", .value = "2", .when = "where != 1"},
    {.study = "order", .quantity = "p", .value = "1", .when = "where == 1"},
    {.study = "energy",
     .quantity = "energy",
     .value = "exact",
     .when = "separable && autonomous && !forced"},
    {.study = "structure",
     .quantity = "reversible",
     .value = "yes",
     .when = "reversible && where == 0"}};

static const gimbal_method methods[] = {
    {.name = "nonholonomic_avf",
     .title = "average vector field with the constraint on the mean velocity",
     .citation = "after Celledoni, Farré Puiggalí, Høiseth and Martín de Diego, arXiv 1605.02845 "
                 "(2016)",
     .citation_key = "CelledoniFarreHoisethMartinDeDiego2016",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "holonomic == 0 && nonholonomic > 0 && linear_constraints",
     .parameters = GIMBAL_ARRAY(parameters),
     .coefficients = GIMBAL_ARRAY(coefficients),
     .members = GIMBAL_ARRAY(members),
     .time_of_lambda = "-1/2",
     .symmetric = "where == 0",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
