/* Galerkin variational integrators: the discrete Lagrangian is that of the polynomial q(τ) = q₀ + Σ_{k=1..s} c_k τ^k,
 * 0 ≤ τ ≤ 1, of degree s that makes the action stationary, the integral by a quadrature with r points. With the
 * weights b_i, the nodes τ_i, Q_i = q(τ_i), V_i = q'(τ_i)/h:
 *     h Σ b_i (k τ_i^(k−1)/h ∂L/∂v + τ_i^k F)(Q_i,V_i) = p₁,  k = 1 … s,   p₁ = p₀ + h Σ b_i F(Q_i,V_i)
 * [Ober-Blöbaum and Saake, Adv. Comput. Math. 41 (2015) 955]. Symplectic, symmetric, and momentum maps of affine
 * symmetries are exact; of the order min(2s, u), u that of the quadrature: 2r of Gauss, 2r − 2 of Lobatto. */
#include "gimbal.h"

enum { DEGREE, POINTS, LOBATTO };

typedef struct {
  const gimbal_state *from;
  gimbal_real h;
  const gimbal_tableau *rule;
  int degree;
} Step;

/* Of the coefficients x (degree × n): r[k] = h Σ b_i (…) for k = 0 … degree, (degree + 1) × n. */
static int variations(gimbal *g, const Step *s, const gimbal_real *x, gimbal_real *r) {
  const int n = g->n;
  gimbal_real *Q = gimbal_scratch(g, (size_t)n), *V = gimbal_scratch(g, (size_t)n),
              *f = gimbal_scratch(g, (size_t)n), *p = gimbal_scratch(g, (size_t)n);
  for (int j = 0; j < (s->degree + 1) * n; ++j)
    r[j] = 0;
  for (int i = 0; i < s->rule->s; ++i) {
    const gimbal_real tau = s->rule->c[i], t = s->from->t + tau * s->h;
    gimbal_real power = 1; /* τ^(k−1) */
    for (int d = 0; d < n; ++d)
      Q[d] = s->from->q[d], V[d] = 0;
    for (int k = 1; k <= s->degree; ++k, power *= tau)
      for (int d = 0; d < n; ++d) {
        Q[d] += x[(k - 1) * n + d] * power * tau;
        V[d] += x[(k - 1) * n + d] * k * power / s->h;
      }
    if (gimbal_force(g, t, Q, V, f) || gimbal_momentum(g, t, Q, V, p))
      return 1;
    power = 1;
    for (int d = 0; d < n; ++d)
      r[d] += s->h * s->rule->b[i] * f[d];
    for (int k = 1; k <= s->degree; ++k, power *= tau)
      for (int d = 0; d < n; ++d)
        r[k * n + d] += s->rule->b[i] * (k * power * p[d] + s->h * power * tau * f[d]);
  }
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *out) {
  const Step *s = context;
  const int n = g->n;
  gimbal_real *r = gimbal_scratch(g, (size_t)((s->degree + 1) * n));
  if (variations(g, s, x, r))
    return 1;
  for (int k = 1; k <= s->degree; ++k)
    for (int d = 0; d < n; ++d)
      out[(k - 1) * n + d] = r[k * n + d] - r[d] - s->from->p[d];
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, degree = (int)g->parameters[DEGREE];
  const gimbal_tableau *rule = gimbal_tableau_of(
      g, g->parameters[LOBATTO] > 0 ? "lobatto_IIIA" : "gauss", (int)g->parameters[POINTS]);
  if (!rule)
    return gimbal_fail(g, "no quadrature with this number of points", g->parameters[POINTS]);
  Step s = {from, h, rule, degree};
  gimbal_real *x = gimbal_scratch(g, (size_t)(degree * n)),
              *r = gimbal_scratch(g, (size_t)((degree + 1) * n));
  for (int j = 0; j < degree * n; ++j)
    x[j] = 0;
  if (gimbal_velocity(g, from->t, from->q, from->p, x))
    return 1;
  for (int d = 0; d < n; ++d)
    x[d] *= h;
  if (gimbal_solve(g, degree * n, residual, NULL, &s, x) || variations(g, &s, x, r))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dp[d] = r[d];
    for (int k = 0; k < degree; ++k)
      to->dq[d] += x[k * n + d];
  }
  return 0;
}

static const gimbal_value parameters[] = {
    {.name = "s", .value = "2", .description = "degree of the polynomials"},
    {.name = "r", .value = "2", .description = "points of the quadrature"},
    {.name = "lobatto", .value = "0", .description = "0: Gauss, 1: Lobatto"}};

static const gimbal_member members[] = {
    {.name = "galerkin_2_gauss_2", .settings = "s=2, r=2, lobatto=0"},
    {.name = "galerkin_2_gauss_3", .settings = "s=2, r=3, lobatto=0"},
    {.name = "galerkin_2_lobatto_3", .settings = "s=2, r=3, lobatto=1"},
    {.name = "galerkin_3_gauss_3", .settings = "s=3, r=3, lobatto=0"},
    {.name = "galerkin_3_lobatto_3", .settings = "s=3, r=3, lobatto=1"}};

static const gimbal_claim claims[] = {
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"},
    {.study = "structure",
     .quantity = "reversible",
     .value = "yes",
     .when = "canonical && reversible"}};

static const gimbal_method methods[] = {
    {.name = "galerkin_variational",
     .title = "Galerkin variational integrator",
     .citation = "Ober-Blöbaum and Saake, Advances in Computational Mathematics 41 (2015) 955",
     .citation_key = "OberBlobaumSaake2015",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "unconstrained",
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members),
     .symmetric = "1",
     .step = step,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
