/* The classical Runge–Kutta method of order four on the index-reduced equations, each step followed
 * by a projection on the constraints [Hairer, Lubich, Wanner, Geometric Numerical Integration,
 * IV.4]: from the result (q̃,ṽ) of the step,
 *     q₁ = q̃ + Dg(q̃)ᵀσ,              g(q₁) = 0,
 *     v₁ = ṽ + [Dg; D₂Φ](q₁,ṽ)ᵀρ,    Dg(q₁) v₁ + ∂g/∂t = 0,  Φ(q₁,v₁) = 0.
 * The directions are transversal to the constraints and frozen, so that the projection moves the
 * point by no more than a constant times its distance, and the order remains [ibidem, IV.4.2].
 *
 * A control, to be compared with rk4 (which drifts off the constraints) and with the geometric
 * methods: order 4 of q, p and of λ, which is the exact multiplier at (q₁,v₁); constraints exact at
 * the nodes; but it is not reversible, and its energy drifts. It is written on the Lagrangian,
 * since an ode has no constraints to project on; p = D₂L is overwritten, as it is not summed. */
#include "gimbal_stages.h"

typedef struct {
  gimbal_real t;                            /* at the end of the step */
  const gimbal_real *q, *v;                 /* before the projection */
  const gimbal_real *gradient, *directions; /* Dg(q̃), and the rows of Dg and D₂Φ for v */
} projection;

static int residual_q(gimbal *g, void *context, const gimbal_real *sigma, gimbal_real *r) {
  const projection *point = context;
  gimbal_real *q = gimbal_scratch(g, g->n);
  gimbal_stages_push(g->n, g->holonomic, point->q, point->gradient, sigma, q);
  return gimbal_holonomic(g, point->t, q, r);
}

static int residual_v(gimbal *g, void *context, const gimbal_real *rho, gimbal_real *r) {
  const projection *point = context;
  gimbal_real *v = gimbal_scratch(g, g->n);
  gimbal_stages_push(g->n, g->k, point->v, point->directions, rho, v);
  if (gimbal_holonomic_time_derivative(g, point->t, point->q, r))
    return 1;
  for (int l = 0; l < g->holonomic; ++l) {
    for (int d = 0; d < g->n; ++d)
      r[l] += point->directions[l * g->n + d] * v[d];
  }
  return g->nonholonomic > 0 && gimbal_constraint(g, point->t, point->q, v, r + g->holonomic);
}

/* The Runge–Kutta increments of (q,v), where v0 is the velocity at the start. */
static int increments(gimbal *g, const gimbal_state *from, gimbal_real h, const gimbal_real *v0,
                      gimbal_real *dq, gimbal_real *dv) {
  const int n = g->n;
  const gimbal_real *a = gimbal_coefficients(g, "a"), *b = gimbal_coefficients(g, "b");
  const gimbal_real *c = gimbal_coefficients(g, "c");
  gimbal_real *q = gimbal_scratch(g, n), *lambda = gimbal_scratch(g, g->k);
  gimbal_real *v = gimbal_scratch(g, 4 * n), *w = gimbal_scratch(g, 4 * n); /* q̇ and v̇ */
  for (int d = 0; d < n; ++d)
    dq[d] = dv[d] = 0;
  for (int i = 0; i < 4; ++i) {
    for (int d = 0; d < n; ++d) {
      q[d] = from->q[d];
      v[i * n + d] = v0[d];
      for (int j = 0; j < i; ++j) {
        q[d] += h * a[i * (i - 1) / 2 + j] * v[j * n + d];
        v[i * n + d] += h * a[i * (i - 1) / 2 + j] * w[j * n + d];
      }
    }
    if (gimbal_acceleration(g, from->t + c[i] * h, q, v + i * n, w + i * n, lambda))
      return 1;
    for (int d = 0; d < n; ++d) {
      dq[d] += h * b[i] * v[i * n + d];
      dv[d] += h * b[i] * w[i * n + d];
    }
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, k = g->k;
  const gimbal_real t = from->t + h;
  gimbal_real *v0 = gimbal_scratch(g, n), *dv = gimbal_scratch(g, n), *a = gimbal_scratch(g, n);
  gimbal_real *q = gimbal_scratch(g, n), *v = gimbal_scratch(g, n), *x = gimbal_scratch(g, k);
  gimbal_real *gradient = gimbal_scratch(g, k * n), *directions = gimbal_scratch(g, k * n);
  projection point = {.t = t, .q = q, .v = v, .gradient = gradient, .directions = directions};
  if (gimbal_velocity(g, from->t, from->q, from->p, v0) || increments(g, from, h, v0, to->dq, dv))
    return 1;
  for (int d = 0; d < n; ++d) {
    q[d] = from->q[d] + to->dq[d];
    v[d] = v0[d] + dv[d];
  }
  for (int l = 0; l < k; ++l)
    x[l] = 0;
  if (g->holonomic > 0) {
    if (gimbal_holonomic_gradient(g, t, q, gradient) ||
        gimbal_solve(g, g->holonomic, residual_q, NULL, &point, x))
      return 1;
    gimbal_stages_push(n, g->holonomic, to->dq, gradient, x, to->dq);
    gimbal_stages_push(n, g->holonomic, q, gradient, x, q);
    if (gimbal_holonomic_gradient(g, t, q, directions))
      return 1;
  }
  if (g->nonholonomic > 0 && gimbal_reaction(g, t, q, v, directions + g->holonomic * n))
    return 1;
  for (int l = 0; l < k; ++l)
    x[l] = 0;
  if (gimbal_solve(g, k, residual_v, NULL, &point, x))
    return 1;
  gimbal_stages_push(n, k, v, directions, x, v);
  return gimbal_momentum(g, t, q, v, to->p) || gimbal_acceleration(g, t, q, v, a, to->lambda);
}

static const gimbal_value coefficients[] = {
    {.name = "a", .value = "1/2, 0, 1/2, 0, 0, 1", .description = "rows below the diagonal"},
    {.name = "b", .value = "1/6, 1/3, 1/3, 1/6", .description = "weights"},
    {.name = "c", .value = "0, 1/2, 1/2, 1", .description = "nodes"}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "4"},
    {.study = "order", .quantity = "p", .value = "4"},
    {.study = "order", .quantity = "lambda", .value = "4"},
    {.study = "constraint", .quantity = "nodes", .value = "exact"},
    {.study = "energy",
     .quantity = "energy",
     .value = "drift",
     .when = "autonomous && !forced && (nonholonomic == 0 || linear_constraints)"},
    {.study = "structure", .quantity = "reversible", .value = "no", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "projected_rk4",
     .title = "the classical Runge–Kutta method of order 4, projected on the constraints",
     .citation = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. (2006), IV.4",
     .citation_key = "HairerLubichWanner2006",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "k > 0 && rheonomic >= 0",
     .coefficients = GIMBAL_ARRAY(coefficients),
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "p"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
