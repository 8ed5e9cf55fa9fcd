/* Hamel's equations from induced variations [Gao, Shi, Zenkov, J. Nonlinear Sci. 33 (2023) 26,
 * appendix]. With x_α = (1−α)x_k + αx_{k+1}, x_{k+1} = x_k + hψ(x_α)ξ, and the covectors at x_α
 *     P = D₂ℓ ψ⁻¹,   R = D₁ℓ − P (∂ψ) ξ   (R_k = ∂_kℓ − P_i ∂_kψ_ij ξ^j),
 * the momenta at the nodes are
 *     μ_k = [P − (1−α)hR]ψ(x_k),   μ_{k+1} = [P + αhR]ψ(x_{k+1}).
 *
 * P and R are D₂L and D₁L of L(x,ẋ) = ℓ(x, ψ⁻¹ẋ) at (x_α, Δx/h): these are the discrete
 * Euler–Lagrange equations of L_d = hL(x_α, Δx/h) [Marsden and West 2001], written in a frame. So
 * the positions do not depend on the frame at all, the map is symplectic whatever α, momentum maps
 * whose action is linear in the coordinates are exact, and at α = ½ it is its own adjoint. A force
 * F·ψ_j is taken with α and 1−α where D₁ℓ is. */
#include "gimbal.h"

typedef struct {
  gimbal_real h, alpha, t;
  const gimbal_real *q, *p; /* p is μ_k */
} induced;

/* Solves ψᵀP = μ. */
static int covector(gimbal *g, const gimbal_real *psi, const gimbal_real *mu, gimbal_real *P) {
  const int n = g->n;
  gimbal_real *A = gimbal_scratch(g, (size_t)n * n);
  for (int i = 0; i < n; ++i) {
    P[i] = mu[i];
    for (int j = 0; j < n; ++j)
      A[i * n + j] = psi[j * n + i];
  }
  return gimbal_linear_solve(g, n, A, P);
}

/* The covectors at x_α, n entries each; R with the force. */
typedef struct {
  gimbal_real *P, *R;
} covectors;

/* At x = (u, ξ): u − ψξ, P and R. */
static int take_stage(gimbal *g, const induced *step, const gimbal_real *x, gimbal_real *defect,
                      const covectors *at) {
  const int n = g->n;
  gimbal_real *const P = at->P, *const R = at->R;
  const gimbal_real t = step->t + step->alpha * step->h, *xi = x + n;
  gimbal_real *q = gimbal_scratch(g, n), *psi = gimbal_scratch(g, (size_t)n * n);
  gimbal_real *D = gimbal_scratch(g, (size_t)n * n * n), *mu = gimbal_scratch(g, n);
  gimbal_real *force = gimbal_scratch(g, n);
  for (int i = 0; i < n; ++i)
    q[i] = step->q[i] + step->alpha * step->h * x[i];
  if (gimbal_frame_vectors(g, t, q, psi) || gimbal_frame_derivative(g, t, q, D) ||
      gimbal_momentum(g, t, q, xi, mu) || gimbal_force(g, t, q, xi, force) ||
      covector(g, psi, force, R) || /* ψᵀR = ψ_j[ℓ] + F_j: D₁ℓ with the force */
      covector(g, psi, mu, P))
    return 1;
  for (int i = 0; i < n; ++i) {
    defect[i] = x[i];
    for (int j = 0; j < n; ++j)
      defect[i] -= psi[i * n + j] * xi[j];
    for (int a = 0; a < n; ++a)
      for (int j = 0; j < n; ++j)
        R[i] -= P[a] * D[(i * n + a) * n + j] * xi[j];
  }
  return 0;
}

/* [P + factor·R]ψ(q). */
static int on_frame(gimbal *g, gimbal_real t, const gimbal_real *q, const covectors *at,
                    gimbal_real factor, gimbal_real *mu) {
  const int n = g->n;
  gimbal_real *psi = gimbal_scratch(g, (size_t)n * n);
  if (gimbal_frame_vectors(g, t, q, psi))
    return 1;
  for (int j = 0; j < n; ++j) {
    mu[j] = 0;
    for (int i = 0; i < n; ++i)
      mu[j] += (at->P[i] + factor * at->R[i]) * psi[i * n + j];
  }
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const induced *step = context;
  const int n = g->n;
  const covectors at = {.P = gimbal_scratch(g, n), .R = gimbal_scratch(g, n)};
  if (take_stage(g, step, x, r, &at) ||
      on_frame(g, step->t, step->q, &at, -(1 - step->alpha) * step->h, r + n))
    return 1;
  for (int j = 0; j < n; ++j)
    r[n + j] -= step->p[j];
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  induced context = {.h = h, .alpha = g->parameters[0], .t = from->t, .q = from->q, .p = from->p};
  gimbal_real *x = gimbal_scratch(g, 2 * n), *psi = gimbal_scratch(g, (size_t)n * n);
  const covectors at = {.P = gimbal_scratch(g, n), .R = gimbal_scratch(g, n)};
  gimbal_real *mu = gimbal_scratch(g, n), *q = gimbal_scratch(g, n), *defect = gimbal_scratch(g, n);
  if (gimbal_velocity(g, from->t, from->q, from->p, x + n) ||
      gimbal_frame_vectors(g, from->t, from->q, psi))
    return 1;
  for (int i = 0; i < n; ++i) {
    x[i] = 0;
    for (int j = 0; j < n; ++j)
      x[i] += psi[i * n + j] * x[n + j];
  }
  if (gimbal_solve(g, 2 * n, residual, NULL, &context, x) ||
      take_stage(g, &context, x, defect, &at))
    return 1;
  for (int i = 0; i < n; ++i) {
    to->dq[i] = h * x[i];
    q[i] = from->q[i] + to->dq[i];
  }
  if (on_frame(g, from->t + h, q, &at, context.alpha * h, mu))
    return 1;
  for (int j = 0; j < n; ++j)
    to->dp[j] = mu[j] - from->p[j];
  return 0;
}

static const gimbal_value parameters[] = {
    {.name = "alpha", .value = "1/2", .description = "where the equations are taken"}};

static const gimbal_member members[] = {{.name = "hamel_induced_0", .settings = "alpha=0"},
                                        {.name = "hamel_induced_midpoint", .settings = "alpha=1/2"},
                                        {.name = "hamel_induced_1", .settings = "alpha=1"}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "1+(alpha==1/2)"},
    {.study = "order", .quantity = "p", .value = "1+(alpha==1/2)"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"},
    {.study = "structure",
     .quantity = "reversible",
     .value = "yes",
     .when = "reversible && alpha==1/2"}};

static const gimbal_method methods[] = {
    {.name = "hamel_induced",
     .title = "discrete Hamel equations from induced variations",
     .citation = "Gao, Shi and Zenkov, Journal of Nonlinear Science 33 (2023) 26, appendix",
     .citation_key = "GaoShiZenkov2023",
     .formulation = GIMBAL_FRAME,
     .accepts = "nonholonomic == 0 && n == m",
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members),
     .symmetric = "alpha == 1/2",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
