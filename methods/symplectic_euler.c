/* The symplectic Euler method [Hairer, Lubich, Wanner, Geometric Numerical Integration, I.1.2 and
 * VI.3] for L = T(v) − U(t,q):
 *     p₁ = p + h(D₁L + F)(t,q),
 *     q₁ = q + h v(p₁).
 *
 * Order 1, symplectic; it comes from the discrete Lagrangian hL(q₀,(q₁−q₀)/h), so momentum maps of
 * linear symmetries are exact [Marsden and West, Acta Numerica 2001, 1.3.3]; the energy is bounded
 * by backward error analysis. Its adjoint is another method, so it is not reversible. */
#include "gimbal.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n), *f = gimbal_scratch(g, n);
  if (gimbal_velocity(g, from->t, from->q, from->p, v) || gimbal_force(g, from->t, from->q, v, f))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dp[d] = h * f[d];
    p[d] = from->p[d] + to->dp[d];
  }
  if (gimbal_velocity(g, from->t, from->q, p, v))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] = h * v[d];
  if (to->action) {
    if (gimbal_lagrangian_value(g, from->t, from->q, v, to->action))
      return 1;
    *to->action *= h;
  }
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "1"},
    {.study = "order", .quantity = "p", .value = "1"},
    {.study = "energy",
     .quantity = "energy",
     .value = "bounded",
     .when = "canonical && autonomous"},
    {.study = "invariant",
     .quantity = "momentum_map",
     .value = "exact",
     .when = "canonical && (linear || quadratic)"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"},
    {.study = "structure", .quantity = "reversible", .value = "no", .when = "reversible"},
    {.study = "shadow",
     .quantity = "hamiltonian",
     .value = "yes",
     .when = "canonical && autonomous"},
    {.study = "growth", .quantity = "q", .value = "1", .when = "canonical && integrable"},
    {.study = "growth", .quantity = "energy", .value = "0", .when = "canonical && integrable"}};

static const gimbal_scheme schemes[] = {{.kind = "splitting"}};

static const gimbal_method methods[] = {
    {.name = "symplectic_euler",
     .title = "the symplectic Euler method",
     .citation = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. (2006), VI.3",
     .citation_key = "HairerLubichWanner2006",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "unconstrained && separable",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none",
     .action = "1",
     .schemes = GIMBAL_ARRAY(schemes)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
