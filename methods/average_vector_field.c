/* The average vector field method [Quispel and McLaren, J. Phys. A 41 (2008) 045206, eq. 1.4]: with
 * the slope K as the unknown,
 *     K = ∫₀¹ f(t + θh, y + θhK) dθ,
 *     y₁ = y + hK,
 * the integral by Gauss quadrature.
 *
 * Where f = J∇H with a constant J, which in (q,v) means a constant mass matrix, the energy is exact
 * as far as the quadrature is: to all digits for a polynomial H of degree ≤ 2 · points, and to
 * round-off in double for the others at ordinary steps. Order 2, symmetric, not symplectic. */
#include "gimbal.h"

typedef struct {
  const gimbal_tableau *quadrature;
  gimbal_real h, t;
  const gimbal_real *y;
} segment;

static int residual(gimbal *g, void *context, const gimbal_real *K, gimbal_real *r) {
  const segment *step = context;
  const gimbal_tableau *quadrature = step->quadrature;
  gimbal_real *Y = gimbal_scratch(g, g->n), *f = gimbal_scratch(g, g->n);
  for (int d = 0; d < g->n; ++d)
    r[d] = K[d];
  for (int i = 0; i < quadrature->s; ++i) {
    const gimbal_real theta = quadrature->c[i] * step->h;
    for (int d = 0; d < g->n; ++d)
      Y[d] = step->y[d] + theta * K[d];
    if (gimbal_field(g, step->t + theta, Y, f))
      return 1;
    for (int d = 0; d < g->n; ++d)
      r[d] -= quadrature->b[i] * f[d];
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const gimbal_tableau *quadrature = gimbal_tableau_of(g, "gauss", (int)g->parameters[0]);
  if (!quadrature)
    return gimbal_fail(g, "no Gauss quadrature with this number of points", g->parameters[0]);
  segment context = {.quadrature = quadrature, .h = h, .t = from->t, .y = from->q};
  gimbal_real *K = gimbal_scratch(g, g->n);
  if (gimbal_field(g, from->t, from->q, K) || gimbal_solve(g, g->n, residual, NULL, &context, K))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dq[d] = h * K[d];
  return 0;
}

static const gimbal_value parameters[] = {
    {.name = "points", .value = "7", .description = "points of the Gauss quadrature"}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "v", .value = "2", .when = "m > 0"},
    {.study = "energy",
     .quantity = "energy",
     .value = "exact",
     .when = "canonical && separable && autonomous"},
    {.study = "invariant", .quantity = "linear", .value = "exact", .when = "unconstrained"},
    {.study = "structure", .quantity = "symplectic", .value = "no", .when = "canonical"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "average_vector_field",
     .title = "the average vector field method",
     .citation = "Quispel and McLaren, Journal of Physics A 41 (2008) 045206",
     .citation_key = "QuispelMcLaren2008",
     .formulation = GIMBAL_ODE,
     .parameters = GIMBAL_ARRAY(parameters),
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
