/* Ball's discretisation of Hamel's equations [Ball, Discrete Hamel's Equations, thesis (2013),
 * Theorem 3.1, and eq. 3.20 with a constraint distribution]. With the frame ψ, q̇ = ψ(q)ξ, and its
 * structure functions c, and with everything taken at q_τ = (1−τ)q_k + τq_{k+1},
 *     q_{k+1} = q_k + h ψ(q_τ) ξ,   G_j = ψ_j[ℓ] + F_j + c^m_ij ξ^i ∂ℓ/∂ξ^m,
 *     μ_k = ∂ℓ/∂ξ − (1−τ)hG,        μ_{k+1} = ∂ℓ/∂ξ + τhG.
 * The frame may be redundant (n > m): the configuration then moves in its span.
 *
 * hamel_nonholonomic: ξ vanishes off the distribution, and of the equations only the components j
 * along it are kept; the sum over m in G still runs over all indices, ℓ being the unconstrained
 * Lagrangian. μ is then known on the distribution only. Its other components at a node follow from
 * the constraint, which holds there by definition: μ_{k+1} = ∂ℓ/∂ξ(q_{k+1}, ξ̄) with ξ̄ on the
 * distribution. The reaction, λ = (Δμ/h − G) off the distribution, belongs to the middle of the
 * step; nothing is claimed of it.
 *
 * What is claimed is less than what was published. The discrete two-form of the thesis (Theorem
 * 5.4) is not closed: the map is not symplectic but on frames that hardly deserve the name, and its
 * energy drifts where no reversing symmetry meets the orbit (a rotor that turns). Published claims
 * are tried in the suites. At τ = ½ the map is its own adjoint. */
#include "gimbal.h"

typedef struct {
  gimbal_real h, tau, t;
  const gimbal_real *q, *mu; /* of the node k */
  int along;                 /* frame vectors that span the distribution; all without one */
} hamel;

/* At x = (u, ξ along the distribution): the stage's ξ (m), q_τ and ψ(q_τ), ∂ℓ/∂ξ and G. */
typedef struct {
  gimbal_real *xi, *q, *psi, *momentum, *G;
} stage;

static int take_stage(gimbal *g, const hamel *step, const gimbal_real *x, stage *at) {
  const int n = g->n, m = g->m;
  const gimbal_real t = step->t + step->tau * step->h;
  gimbal_real *c = gimbal_scratch(g, (size_t)m * m * m);
  at->xi = gimbal_scratch(g, m), at->q = gimbal_scratch(g, n);
  at->psi = gimbal_scratch(g, (size_t)n * m);
  at->momentum = gimbal_scratch(g, m), at->G = gimbal_scratch(g, m);
  for (int i = 0; i < n; ++i)
    at->q[i] = step->q[i] + step->tau * step->h * x[i];
  for (int i = 0; i < m; ++i)
    at->xi[i] = i < step->along ? x[n + i] : 0;
  if (gimbal_frame_vectors(g, t, at->q, at->psi) || gimbal_structure_functions(g, t, at->q, c) ||
      gimbal_momentum(g, t, at->q, at->xi, at->momentum) ||
      gimbal_force(g, t, at->q, at->xi, at->G))
    return 1;
  for (int k = 0; k < m; ++k)
    for (int i = 0; i < step->along; ++i)
      for (int j = 0; j < m; ++j)
        at->G[j] += c[(k * m + i) * m + j] * at->xi[i] * at->momentum[k];
  return 0;
}

/* u − ψξ = 0 and, along the distribution, ∂ℓ/∂ξ − (1−τ)hG − μ_k = 0. */
static int stage_equations(gimbal *g, const hamel *step, const gimbal_real *x, const stage *at,
                           gimbal_real *r) {
  const int n = g->n, m = g->m;
  for (int i = 0; i < n; ++i) {
    r[i] = x[i];
    for (int j = 0; j < step->along; ++j)
      r[i] -= at->psi[i * m + j] * at->xi[j];
  }
  for (int j = 0; j < step->along; ++j)
    r[n + j] = at->momentum[j] - (1 - step->tau) * step->h * at->G[j] - step->mu[j];
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  stage at;
  return take_stage(g, context, x, &at) || stage_equations(g, context, x, &at, r);
}

/* ∂ℓ/∂ξ(q_{k+1}, ξ̄) for x = (…, ξ̄ along the distribution). */
static int node_momentum(gimbal *g, const hamel *step, const gimbal_real *x, gimbal_real *mu) {
  const int n = g->n, m = g->m;
  gimbal_real *q = gimbal_scratch(g, n), *xi = gimbal_scratch(g, m);
  for (int i = 0; i < n; ++i)
    q[i] = step->q[i] + step->h * x[i];
  for (int i = 0; i < m; ++i)
    xi[i] = i < step->along ? x[n + step->along + i] : 0;
  return gimbal_momentum(g, step->t + step->h, q, xi, mu);
}

static int residual_nonholonomic(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const hamel *step = context;
  gimbal_real *mu = gimbal_scratch(g, g->m), *rest = r + g->n + step->along;
  stage at;
  if (take_stage(g, step, x, &at) || stage_equations(g, step, x, &at, r) ||
      node_momentum(g, step, x, mu))
    return 1;
  for (int j = 0; j < step->along; ++j)
    rest[j] = mu[j] - (step->mu[j] + step->h * at.G[j]);
  return 0;
}

/* The first guess: the motion at the node. */
static int guess(gimbal *g, const gimbal_state *from, const hamel *step, gimbal_real *x) {
  const int n = g->n, m = g->m;
  gimbal_real *psi = gimbal_scratch(g, (size_t)n * m), *xi = gimbal_scratch(g, m);
  if (gimbal_frame_vectors(g, from->t, from->q, psi) ||
      gimbal_velocity(g, from->t, from->q, from->p, xi))
    return 1;
  for (int i = 0; i < n; ++i) {
    x[i] = 0;
    for (int j = 0; j < step->along; ++j)
      x[i] += psi[i * m + j] * xi[j];
  }
  for (int j = 0; j < step->along; ++j)
    x[n + j] = xi[j];
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, m = g->m;
  hamel context = {
      .h = h, .tau = g->parameters[0], .t = from->t, .q = from->q, .mu = from->p, .along = m};
  gimbal_real *x = gimbal_scratch(g, n + m);
  stage at;
  if (guess(g, from, &context, x) || gimbal_solve(g, n + m, residual, NULL, &context, x) ||
      take_stage(g, &context, x, &at))
    return 1;
  for (int i = 0; i < n; ++i)
    to->dq[i] = h * x[i];
  for (int j = 0; j < m; ++j)
    to->dp[j] = h * at.G[j];
  return 0;
}

static int step_nonholonomic(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, m = g->m, d = m - g->nonholonomic;
  hamel context = {
      .h = h, .tau = g->parameters[0], .t = from->t, .q = from->q, .mu = from->p, .along = d};
  gimbal_real *x = gimbal_scratch(g, n + 2 * d), *mu = gimbal_scratch(g, m);
  stage at;
  if (guess(g, from, &context, x))
    return 1;
  for (int j = 0; j < d; ++j)
    x[n + d + j] = x[n + j];
  if (gimbal_solve(g, n + 2 * d, residual_nonholonomic, NULL, &context, x) ||
      take_stage(g, &context, x, &at) || node_momentum(g, &context, x, mu))
    return 1;
  for (int i = 0; i < n; ++i)
    to->dq[i] = h * x[i];
  for (int j = 0; j < m; ++j)
    to->dp[j] = j < d ? h * at.G[j] : mu[j] - from->p[j];
  for (int a = 0; a < g->nonholonomic; ++a)
    to->lambda[a] = to->dp[d + a] / h - at.G[d + a];
  return 0;
}

/* The components off the distribution of ψ(q_τ)⁻¹(q_{k+1} − q_k), from the nodes themselves. */
static int discrete_constraint(gimbal *g, const gimbal_state *from, gimbal_real h,
                               const gimbal_state *to, gimbal_real *defect, gimbal_real *scale) {
  const int n = g->n, d = n - g->nonholonomic;
  const gimbal_real tau = g->parameters[0], t = from->t + tau * h;
  gimbal_real *q = gimbal_scratch(g, n), *psi = gimbal_scratch(g, (size_t)n * n);
  gimbal_real *A = gimbal_scratch(g, (size_t)n * n), *row = gimbal_scratch(g, n);
  for (int i = 0; i < n; ++i)
    q[i] = from->q[i] + tau * (to->q[i] - from->q[i]);
  if (gimbal_frame_vectors(g, t, q, psi))
    return 1;
  for (int a = 0; a < g->nonholonomic; ++a) {
    for (int i = 0; i < n; ++i) { /* the row of ψ⁻¹: rowᵀψ = e */
      row[i] = i == d + a;
      for (int j = 0; j < n; ++j)
        A[i * n + j] = psi[j * n + i];
    }
    if (gimbal_linear_solve(g, n, A, row))
      return 1;
    defect[a] = scale[a] = 0;
    for (int i = 0; i < n; ++i) {
      defect[a] += row[i] * (to->q[i] - from->q[i]);
      scale[a] += gimbal_fabs(row[i]) * (gimbal_fabs(from->q[i]) + gimbal_fabs(to->q[i]));
    }
  }
  return 0;
}

static const gimbal_value parameters[] = {
    {.name = "tau", .value = "1/2", .description = "where the equations are taken"}};

static const gimbal_member members[] = {{.name = "hamel_0", .settings = "tau=0"},
                                        {.name = "hamel_midpoint", .settings = "tau=1/2"},
                                        {.name = "hamel_1", .settings = "tau=1"}};
static const gimbal_member members_nonholonomic[] = {
    {.name = "hamel_nonholonomic_0", .settings = "tau=0"},
    {.name = "hamel_nonholonomic_midpoint", .settings = "tau=1/2"},
    {.name = "hamel_nonholonomic_1", .settings = "tau=1"}};

static const gimbal_probe probes[] = {
    {.name = "discrete_constraint", .count = "nonholonomic", .measure = discrete_constraint}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "1+(tau==1/2)"},
    {.study = "order", .quantity = "p", .value = "1+(tau==1/2)"},
    {.study = "energy", .quantity = "energy", .value = "drift", .when = "canonical && autonomous"},
    {.study = "invariant", .quantity = "momentum_map", .value = "drift", .when = "canonical"},
    {.study = "structure", .quantity = "symplectic", .value = "no", .when = "canonical"},
    {.study = "structure",
     .quantity = "reversible",
     .value = "yes",
     .when = "reversible && tau==1/2"}};
static const gimbal_claim claims_nonholonomic[] = {
    {.study = "order", .quantity = "q", .value = "1+(tau==1/2)"},
    {.study = "order", .quantity = "p", .value = "1+(tau==1/2)"},
    {.study = "constraint", .quantity = "discrete_constraint", .value = "exact"},
    {.study = "structure",
     .quantity = "reversible",
     .value = "yes",
     .when = "reversible && tau==1/2"}};

static const gimbal_method methods[] = {
    {.name = "hamel",
     .title = "discrete Hamel equations",
     .citation = "Ball, thesis (2013), Theorem 3.1",
     .citation_key = "Ball2013",
     .formulation = GIMBAL_FRAME,
     .accepts = "nonholonomic == 0",
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members),
     .symmetric = "tau == 1/2",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none"},
    {.name = "hamel_nonholonomic",
     .title = "discrete Hamel equations on a constraint distribution",
     .citation = "Ball, thesis (2013), eq. 3.20",
     .citation_key = "Ball2013",
     .formulation = GIMBAL_FRAME,
     .accepts = "nonholonomic > 0 && n == m",
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members_nonholonomic),
     .time_of_lambda = "-1/2",
     .symmetric = "tau == 1/2",
     .step = step_nonholonomic,
     .probes = GIMBAL_ARRAY(probes),
     .claims = GIMBAL_ARRAY(claims_nonholonomic),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
