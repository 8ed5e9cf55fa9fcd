/* skeleton: Hamel's equations by the midpoint rule, to change into your own method.
 *
 * In a frame q̇ = ψ(q)ξ, and p is ∂ℓ/∂ξ. The host gives the frame vectors, the structure functions
 * c of [ψ_i,ψ_j] = c^k_ij ψ_k, ∂ℓ/∂ξ (gimbal_momentum) and the forces ψ_j[ℓ] + F_j (gimbal_force).
 * gimbal.h says what each entry means; `gimbal describe skeleton` shows how it was read. */
#include "gimbal.h"

/* With the slope u = (q₁ − q)/h and the quasivelocity ξ, all at q + h/2 u:
 *     u = ψξ,
 *     p  = ∂ℓ/∂ξ − h/2 G,   G_j = ψ_j[ℓ] + F_j + c^k_ij ξ^i ∂ℓ/∂ξ^k,
 *     p₁ = ∂ℓ/∂ξ + h/2 G.
 * The unknowns are x = (u, ξ). */
typedef struct {
  gimbal_real h;
  const gimbal_state *from;
} midpoint;

/* Momentum p, force G and ψ (n×m) in the middle of the step. */
static int middle(gimbal *g, const midpoint *step, const gimbal_real *x, gimbal_real *p,
                  gimbal_real *G, gimbal_real *psi) {
  const int n = g->n, m = g->m;
  const gimbal_real half = step->h / 2, t = step->from->t + half, *xi = x + n;
  gimbal_real *q = gimbal_scratch(g, (size_t)n);
  gimbal_real *c = gimbal_scratch(g, (size_t)m * (size_t)m * (size_t)m);
  for (int i = 0; i < n; i++)
    q[i] = step->from->q[i] + half * x[i];
  if (gimbal_frame_vectors(g, t, q, psi) || gimbal_structure_functions(g, t, q, c) ||
      gimbal_momentum(g, t, q, xi, p) || gimbal_force(g, t, q, xi, G))
    return 1;
  for (int k = 0; k < m; k++)
    for (int i = 0; i < m; i++)
      for (int j = 0; j < m; j++)
        G[j] += c[(k * m + i) * m + j] * xi[i] * p[k];
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const midpoint *step = context;
  const int n = g->n, m = g->m;
  gimbal_real *G = gimbal_scratch(g, (size_t)m);
  gimbal_real *psi = gimbal_scratch(g, (size_t)n * (size_t)m);
  if (middle(g, step, x, r + n, G, psi))
    return 1;
  for (int i = 0; i < n; i++) {
    r[i] = x[i];
    for (int j = 0; j < m; j++)
      r[i] -= psi[i * m + j] * x[n + j];
  }
  for (int j = 0; j < m; j++)
    r[n + j] -= step->h / 2 * G[j] + step->from->p[j];
  return 0;
}

/* One step of size h: write the increments dq and dp, which the host adds up with compensation.
 * Return non-zero if the step cannot be made. */
static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, m = g->m;
  midpoint context = {.h = h, .from = from};
  gimbal_real *x = gimbal_scratch(g, (size_t)(n + m)), *p = gimbal_scratch(g, (size_t)m);
  gimbal_real *G = gimbal_scratch(g, (size_t)m);
  gimbal_real *psi = gimbal_scratch(g, (size_t)n * (size_t)m);
  for (int i = 0; i < n + m; i++)
    x[i] = 0; /* a first guess that costs nothing: the host extrapolates */
  if (gimbal_solve(g, n + m, residual, NULL, &context, x) || middle(g, &context, x, p, G, psi))
    return 1;
  for (int i = 0; i < n; i++)
    to->dq[i] = h * x[i];
  for (int j = 0; j < m; j++)
    to->dp[j] = h * G[j];
  return 0;
}

/* Values of orders and conditions are expressions, in the words that gimbal.h lists at
 * gimbal_claim. */
static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "skeleton",
     .title = "Hamel's equations by the midpoint rule",
     .citation = "Ball, Discrete Hamel's equations, thesis (2013), Theorem 3.1",
     .formulation = GIMBAL_FRAME,
     .accepts = "nonholonomic == 0",
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
