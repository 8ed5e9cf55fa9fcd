/* The semi-implicit Euler method of physics engines, on coordinates and velocities:
 *     v₁ = v + h a(t,q,v),   q₁ = q + h v₁.
 * Order 1. Symplectic where the mass matrix is constant and a does not depend on v; where the mass matrix depends on
 * q, a does depend on v, and it is not. */
#include "gimbal.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *v = gimbal_scratch(g, (size_t)n), *a = gimbal_scratch(g, (size_t)n),
              *q = gimbal_scratch(g, (size_t)n), *p = gimbal_scratch(g, (size_t)n), none;
  for (int i = 0; i < n; ++i)
    v[i] = 0;
  if (gimbal_velocity(g, from->t, from->q, from->p, v) ||
      gimbal_acceleration(g, from->t, from->q, v, a, &none))
    return 1;
  for (int i = 0; i < n; ++i) {
    v[i] += h * a[i];
    to->dq[i] = h * v[i];
    q[i] = from->q[i] + to->dq[i];
  }
  if (gimbal_momentum(g, from->t + h, q, v, p))
    return 1;
  for (int i = 0; i < n; ++i)
    to->dp[i] = p[i] - from->p[i];
  return 0;
}

static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "1"},
                                      {.study = "order", .quantity = "p", .value = "1"},
                                      {.study = "structure",
                                       .quantity = "symplectic",
                                       .value = "yes",
                                       .when = "canonical && separable"}};

static const gimbal_method methods[] = {
    {.name = "semi_implicit_euler",
     .title = "the semi-implicit Euler method of physics engines",
     .citation = "featherstone 0.1.0, docs/integration.md",
     .citation_key = "Featherstone",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "unconstrained",
     .step = step,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
