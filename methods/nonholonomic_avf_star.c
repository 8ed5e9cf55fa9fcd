/* The average vector field on the dual of the constraint distribution, an energy-preserving integrator
 * of the nonholonomic bracket [Celledoni, Farré Puiggalí, Høiseth, Martín de Diego, arXiv 1605.02845
 * (2016)]. In a frame ψ that spans the distribution first, with z = (q, π), π_a = ∂ℓ/∂ξ^a along it,
 *     z₁ − z = h Π((z + z₁)/2) ∫₀¹ ∇H(z + θ(z₁ − z)) dθ,
 *     {q, π_a} = ψ_a,   {π_a, π_b} = −c^m_ab ∂ℓ/∂ξ^m,
 * where ξ vanishes off the distribution, but the sum over m runs over the whole frame: c^m_ab ∂ℓ/∂ξ^m
 * is the bracket of ψ_a and ψ_b, projected on the distribution by the metric and paired with π. With
 * ∂H/∂π = ξ and ∂H/∂q = −D₁ℓ, the integral by Gauss quadrature:
 *     Δq = h ψ(q̄) ξ̄,   Δπ_a = h [ψ_a(q̄)·D₁ℓ‾ − c^m_ab(q̄) ∂ℓ/∂ξ^m(z̄) ξ̄^b].
 * ℓ is taken to be quadratic in ξ.
 *
 * Claims: order 2, symmetric; the energy exact as far as the quadrature is, since Π is skew. The
 * constraint holds by construction, there being no coordinate off it; what a measurement of it would
 * see is what the frame makes of roundings (where ψ grows with y, y² of them), so it is not claimed.
 * Scored are the momenta of the model's frame at the node. λ is left as it is, and of it nothing is
 * claimed. */
#include "gimbal.h"

typedef struct {
  const gimbal_tableau *quadrature;
  const gimbal_real *q, *pi; /* at the node, n and d entries */
  gimbal_real h, t;
} segment;

/* ξ (m entries) of (q, π): zero off the distribution, and along it what gives π. */
static int quasivelocity(gimbal *g, gimbal_real t, const gimbal_real *q, const gimbal_real *pi,
                         gimbal_real *xi) {
  const int m = g->m, d = m - g->nonholonomic;
  gimbal_real *G = gimbal_scratch(g, (size_t)d * d), *solution = gimbal_scratch(g, d);
  gimbal_real *column = gimbal_scratch(g, m), *at_rest = gimbal_scratch(g, m);
  for (int i = 0; i < m; ++i)
    xi[i] = 0;
  if (gimbal_momentum(g, t, q, xi, at_rest))
    return 1;
  for (int b = 0; b < d; ++b) {
    xi[b] = 1;
    if (gimbal_momentum(g, t, q, xi, column))
      return 1;
    xi[b] = 0;
    for (int a = 0; a < d; ++a)
      G[a * d + b] = column[a] - at_rest[a];
    solution[b] = pi[b] - at_rest[b];
  }
  if (gimbal_linear_solve(g, d, G, solution))
    return 1;
  for (int a = 0; a < d; ++a)
    xi[a] = solution[a];
  return 0;
}

/* The means of ξ (m) and D₁ℓ (n) along the segment with the slope x = (Δq/h, Δπ/h). */
static int means(gimbal *g, const segment *step, const gimbal_real *x, gimbal_real *mean_xi,
                 gimbal_real *mean_gradient) {
  const int n = g->n, m = g->m, d = m - g->nonholonomic;
  gimbal_real *q = gimbal_scratch(g, n), *pi = gimbal_scratch(g, d), *xi = gimbal_scratch(g, m);
  gimbal_real *gradient = gimbal_scratch(g, n);
  for (int i = 0; i < m; ++i)
    mean_xi[i] = 0;
  for (int i = 0; i < n; ++i)
    mean_gradient[i] = 0;
  for (int i = 0; i < step->quadrature->s; ++i) {
    const gimbal_real theta = step->quadrature->c[i] * step->h, b = step->quadrature->b[i];
    for (int j = 0; j < n; ++j)
      q[j] = step->q[j] + theta * x[j];
    for (int a = 0; a < d; ++a)
      pi[a] = step->pi[a] + theta * x[n + a];
    if (quasivelocity(g, step->t + theta, q, pi, xi) ||
        gimbal_gradient(g, step->t + theta, q, xi, gradient))
      return 1;
    for (int a = 0; a < d; ++a)
      mean_xi[a] += b * xi[a];
    for (int j = 0; j < n; ++j)
      mean_gradient[j] += b * gradient[j];
  }
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const segment *step = context;
  const int n = g->n, m = g->m, d = m - g->nonholonomic;
  const gimbal_real half = gimbal_coefficients(g, "middle")[0] * step->h, t = step->t + half;
  gimbal_real *q = gimbal_scratch(g, n), *pi = gimbal_scratch(g, d), *xi = gimbal_scratch(g, m);
  gimbal_real *mean_xi = gimbal_scratch(g, m), *mean_gradient = gimbal_scratch(g, n);
  gimbal_real *psi = gimbal_scratch(g, (size_t)n * m), *momentum = gimbal_scratch(g, m);
  gimbal_real *c = gimbal_scratch(g, (size_t)m * m * m);
  for (int i = 0; i < n; ++i)
    q[i] = step->q[i] + half * x[i];
  for (int a = 0; a < d; ++a)
    pi[a] = step->pi[a] + half * x[n + a];
  if (means(g, step, x, mean_xi, mean_gradient) || gimbal_frame_vectors(g, t, q, psi) ||
      gimbal_structure_functions(g, t, q, c) || quasivelocity(g, t, q, pi, xi) ||
      gimbal_momentum(g, t, q, xi, momentum))
    return 1;
  for (int i = 0; i < n; ++i) {
    r[i] = x[i];
    for (int a = 0; a < d; ++a)
      r[i] -= psi[i * m + a] * mean_xi[a];
  }
  for (int a = 0; a < d; ++a) {
    r[n + a] = x[n + a];
    for (int i = 0; i < n; ++i)
      r[n + a] -= psi[i * m + a] * mean_gradient[i];
    for (int k = 0; k < m; ++k)
      for (int b = 0; b < d; ++b)
        r[n + a] += c[(k * m + a) * m + b] * momentum[k] * mean_xi[b];
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, m = g->m, d = m - g->nonholonomic;
  const gimbal_tableau *quadrature = gimbal_tableau_of(g, "gauss", (int)g->parameters[0]);
  if (!quadrature)
    return gimbal_fail(g, "no Gauss quadrature with this number of points", g->parameters[0]);
  segment context = {.quadrature = quadrature, .q = from->q, .pi = from->p, .h = h, .t = from->t};
  gimbal_real *x = gimbal_scratch(g, n + d), *q = gimbal_scratch(g, n);
  gimbal_real *pi = gimbal_scratch(g, d), *xi = gimbal_scratch(g, m), *mu = gimbal_scratch(g, m);
  for (int i = 0; i < n + d; ++i) /* a guess that costs nothing: the host extrapolates */
    x[i] = 0;
  if (gimbal_solve(g, n + d, residual, NULL, &context, x))
    return 1;
  for (int i = 0; i < n; ++i) {
    to->dq[i] = h * x[i];
    q[i] = from->q[i] + to->dq[i];
  }
  for (int a = 0; a < d; ++a)
    pi[a] = from->p[a] + h * x[n + a];
  if (quasivelocity(g, from->t + h, q, pi, xi) || gimbal_momentum(g, from->t + h, q, xi, mu))
    return 1;
  for (int i = 0; i < m; ++i)
    to->dp[i] = i < d ? h * x[n + i] : mu[i] - from->p[i];
  return 0;
}

static const gimbal_value parameters[] = {
    {.name = "points", .value = "5", .description = "points of the Gauss quadrature"}};

static const gimbal_value coefficients[] = {
    {.name = "middle", .value = "1/2", .description = "where the bracket is taken, in steps"}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "energy", .quantity = "energy", .value = "exact", .when = "autonomous"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "nonholonomic_avf_star",
     .title = "average vector field on the dual of the distribution",
     .citation = "Celledoni, Farré Puiggalí, Høiseth, Martín de Diego, arXiv 1605.02845 (2016)",
     .citation_key = "CelledoniFarreHoisethMartinDeDiego2016",
     .formulation = GIMBAL_FRAME,
     .accepts = "nonholonomic > 0 && n == m && !forced",
     .parameters = GIMBAL_ARRAY(parameters),
     .coefficients = GIMBAL_ARRAY(coefficients),
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
