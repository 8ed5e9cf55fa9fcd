/* The discrete Chaplygin equations [Ball, thesis (2013), eqs. 3.23 and 4.18, with the misprints of
 * the latter corrected]. The coordinates are q = (x, s), x the first n−k, s the last k, and the
 * constraints ṡ = −A(q)ẋ. With L_c(q,ẋ) = L(q,ẋ,−Aẋ), the horizontal fields u_α = ∂_α − A^a_α∂_a,
 * their brackets [u_α,u_β] = B^a_αβ ∂_a, and everything taken at q_τ = (1−τ)q_k + τq_{k+1} and
 * ẋ = Δx/h,
 *     Δs = −A(q_τ)Δx,            W_β = u_β[L_c] + F_β + ∂L/∂ṡ^a B^a_αβ ẋ^α,
 *     c_k = ∂L_c/∂ẋ − (1−τ)hW,   c_{k+1} = ∂L_c/∂ẋ + τhW.
 * For a system of Chaplygin neither L nor A depends on s; the equations above do not need that.
 *
 * The model is given in a frame of its own, any that spans the distribution first: A and L_c are
 * taken from it, with ẋ = Xξ and the upper block X of ψ. It must be regular. Where the frame is u_α
 * itself, X = I, the positions are those of hamel_nonholonomic, by another computation; in other
 * frames they differ. Scored are the momenta ∂ℓ/∂ξ of the model's frame, at the node and on the
 * distribution. λ is left as it is; nothing is claimed of it.
 *
 * Nothing is claimed of long runs: q = (x, s) is a chart of the distribution only as long as X is
 * regular, and a sleigh or a skate turns out of it. The discrete constraint is exact, as the probe
 * of that name shows where the chart lasts. */
#include "gimbal.h"

typedef struct {
  gimbal_real h, tau, t;
  const gimbal_real *q, *c; /* q_k and c_k */
} chaplygin;

/* The frame along the distribution and what follows from it at a point. */
typedef struct {
  gimbal_real t;
  const gimbal_real *q;
  gimbal_real *psi;     /* n×n */
  gimbal_real *inverse; /* of X, d×d */
} splitting;

static int split(gimbal *g, gimbal_real t, const gimbal_real *q, splitting *at) {
  const int n = g->n, d = n - g->nonholonomic;
  gimbal_real *X = gimbal_scratch(g, (size_t)d * d), *column = gimbal_scratch(g, d);
  at->t = t;
  at->q = q;
  at->psi = gimbal_scratch(g, (size_t)n * n);
  at->inverse = gimbal_scratch(g, (size_t)d * d);
  if (gimbal_frame_vectors(g, t, q, at->psi))
    return 1;
  for (int j = 0; j < d; ++j) {
    for (int i = 0; i < d; ++i) {
      column[i] = i == j;
      for (int l = 0; l < d; ++l)
        X[i * d + l] = at->psi[i * n + l];
    }
    if (gimbal_linear_solve(g, d, X, column))
      return 1;
    for (int i = 0; i < d; ++i)
      at->inverse[i * d + j] = column[i];
  }
  return 0;
}

/* out = row · inverse, d entries. */
static void times_inverse(int d, const gimbal_real *row, const splitting *at, gimbal_real *out) {
  for (int a = 0; a < d; ++a) {
    out[a] = 0;
    for (int j = 0; j < d; ++j)
      out[a] += row[j] * at->inverse[j * d + a];
  }
}

/* Entry i of u_α = ψ_D X⁻¹: δ for i < d, −A below. */
static gimbal_real horizontal(int n, int d, const splitting *at, int i, int a) {
  gimbal_real sum = 0;
  for (int j = 0; j < d; ++j)
    sum += at->psi[i * n + j] * at->inverse[j * d + a];
  return sum;
}

/* The derivatives along u, of u itself and of X:
 *     rate[(a·n + i)·d + b] = u_a[u_b^i],   moved[(a·d + i)·d + j] = u_a[X_ij]. */
static int differentiate(gimbal *g, const splitting *at, const gimbal_real *u, gimbal_real *rate,
                         gimbal_real *moved) {
  const int n = g->n, d = n - g->nonholonomic;
  gimbal_real *D = gimbal_scratch(g, (size_t)n * n * n);
  gimbal_real *along = gimbal_scratch(g, (size_t)n * d);
  if (gimbal_frame_derivative(g, at->t, at->q, D))
    return 1;
  for (int a = 0; a < d; ++a) {
    gimbal_real *const X = moved + a * d * d;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < d; ++j) {
        along[i * d + j] = 0;
        for (int k = 0; k < n; ++k)
          along[i * d + j] += u[k * d + a] * D[(k * n + i) * n + j];
      }
    for (int i = 0; i < d * d; ++i)
      X[i] = along[i];
    for (int i = 0; i < n; ++i) /* ∂S − (−A)∂X, and 0 above */
      for (int j = 0; j < d; ++j)
        for (int l = 0; l < d; ++l)
          along[i * d + j] -= u[i * d + l] * X[l * d + j];
    for (int i = 0; i < n; ++i)
      times_inverse(d, along + i * d, at, rate + (a * n + i) * d);
  }
  return 0;
}

/* At the velocity: its defect ṡ + Aẋ (k entries), ∂L_c/∂ẋ and W (d each). */
static int take_stage(gimbal *g, const chaplygin *step, const gimbal_real *velocity,
                      gimbal_real *defect, gimbal_real *momentum, gimbal_real *W) {
  const int n = g->n, k = g->nonholonomic, d = n - k;
  const gimbal_real t = step->t + step->tau * step->h;
  gimbal_real *q = gimbal_scratch(g, n), *xi = gimbal_scratch(g, n), *mu = gimbal_scratch(g, n);
  gimbal_real *force = gimbal_scratch(g, n), *P = gimbal_scratch(g, n);
  gimbal_real *u = gimbal_scratch(g, (size_t)n * d), *A = gimbal_scratch(g, (size_t)n * n);
  gimbal_real *rate = gimbal_scratch(g, (size_t)n * d * d);
  gimbal_real *moved = gimbal_scratch(g, (size_t)d * d * d);
  splitting at;
  for (int i = 0; i < n; ++i)
    q[i] = step->q[i] + step->tau * step->h * velocity[i];
  if (split(g, t, q, &at))
    return 1;
  for (int i = 0; i < n; ++i)
    for (int a = 0; a < d; ++a)
      u[i * d + a] = horizontal(n, d, &at, i, a);
  for (int a = 0; a < k; ++a) {
    defect[a] = velocity[d + a];
    for (int b = 0; b < d; ++b)
      defect[a] -= u[(d + a) * d + b] * velocity[b];
  }
  for (int j = 0; j < n; ++j) {
    xi[j] = 0;
    for (int a = 0; a < d && j < d; ++a)
      xi[j] += at.inverse[j * d + a] * velocity[a];
  }
  if (gimbal_momentum(g, t, q, xi, mu) || gimbal_force(g, t, q, xi, force) ||
      differentiate(g, &at, u, rate, moved))
    return 1;
  times_inverse(d, mu, &at, momentum);
  times_inverse(d, force, &at, W);
  for (int i = 0; i < n; ++i) { /* ∂L/∂q̇ = P with ψᵀP = μ */
    P[i] = mu[i];
    for (int j = 0; j < n; ++j)
      A[i * n + j] = at.psi[j * n + i];
  }
  if (gimbal_linear_solve(g, n, A, P))
    return 1;
  for (int b = 0; b < d; ++b) {
    for (int i = 0; i < d; ++i) /* ξ = X⁻¹ẋ moves with q at a fixed ẋ */
      for (int j = 0; j < d; ++j)
        W[b] -= momentum[i] * moved[(b * d + i) * d + j] * xi[j];
    for (int a = 0; a < d; ++a)
      for (int i = d; i < n; ++i)
        W[b] += P[i] * (rate[(a * n + i) * d + b] - rate[(b * n + i) * d + a]) * velocity[a];
  }
  return 0;
}

/* ∂ℓ/∂ξ at the next node for the quasivelocity ξ̄ (d entries), and its part along u. */
static int node_momentum(gimbal *g, const chaplygin *step, const gimbal_real *velocity,
                         const gimbal_real *quasivelocity, gimbal_real *mu, gimbal_real *c) {
  const int n = g->n, d = n - g->nonholonomic;
  const gimbal_real t = step->t + step->h;
  gimbal_real *q = gimbal_scratch(g, n), *xi = gimbal_scratch(g, n);
  splitting at;
  for (int i = 0; i < n; ++i) {
    q[i] = step->q[i] + step->h * velocity[i];
    xi[i] = i < d ? quasivelocity[i] : 0;
  }
  if (split(g, t, q, &at) || gimbal_momentum(g, t, q, xi, mu))
    return 1;
  times_inverse(d, mu, &at, c);
  return 0;
}

/* x = (velocity Δq/h, ξ̄). */
static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const chaplygin *step = context;
  const int n = g->n, k = g->nonholonomic, d = n - k;
  gimbal_real *momentum = gimbal_scratch(g, d), *W = gimbal_scratch(g, d);
  gimbal_real *mu = gimbal_scratch(g, n), *c = gimbal_scratch(g, d);
  if (take_stage(g, step, x, r, momentum, W) || node_momentum(g, step, x, x + n, mu, c))
    return 1;
  for (int a = 0; a < d; ++a) {
    r[k + a] = momentum[a] - (1 - step->tau) * step->h * W[a] - step->c[a];
    r[n + a] = c[a] - step->c[a] - step->h * W[a];
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, k = g->nonholonomic, d = n - k;
  gimbal_real *x = gimbal_scratch(g, n + d), *xi = gimbal_scratch(g, n);
  gimbal_real *c = gimbal_scratch(g, d), *next = gimbal_scratch(g, d), *mu = gimbal_scratch(g, n);
  chaplygin context = {.h = h, .tau = g->parameters[0], .t = from->t, .q = from->q, .c = c};
  splitting at;
  if (split(g, from->t, from->q, &at) || gimbal_velocity(g, from->t, from->q, from->p, xi))
    return 1;
  times_inverse(d, from->p, &at, c);
  for (int i = 0; i < n; ++i) {
    x[i] = 0;
    for (int j = 0; j < d; ++j)
      x[i] += at.psi[i * n + j] * xi[j];
  }
  for (int j = 0; j < d; ++j)
    x[n + j] = xi[j];
  if (gimbal_solve(g, n + d, residual, NULL, &context, x) ||
      node_momentum(g, &context, x, x + n, mu, next))
    return 1;
  for (int i = 0; i < n; ++i) {
    to->dq[i] = h * x[i];
    to->dp[i] = mu[i] - from->p[i];
  }
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

static const gimbal_member members[] = {{.name = "chaplygin_0", .settings = "tau=0"},
                                        {.name = "chaplygin_midpoint", .settings = "tau=1/2"},
                                        {.name = "chaplygin_1", .settings = "tau=1"}};

static const gimbal_probe probes[] = {
    {.name = "discrete_constraint", .count = "nonholonomic", .measure = discrete_constraint}};

static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "1+(tau==1/2)"},
                                      {.study = "order", .quantity = "p", .value = "1+(tau==1/2)"},
                                      {.study = "structure",
                                       .quantity = "reversible",
                                       .value = "yes",
                                       .when = "reversible && tau==1/2"}};

static const gimbal_method methods[] = {{.name = "chaplygin",
                                         .title = "discrete Chaplygin equations",
                                         .citation = "Ball, thesis (2013), eq. 3.23",
                                         .citation_key = "Ball2013",
                                         .formulation = GIMBAL_FRAME,
                                         .accepts = "nonholonomic > 0 && n == m",
                                         .parameters = GIMBAL_ARRAY(parameters),
                                         .members = GIMBAL_ARRAY(members),
                                         .symmetric = "tau == 1/2",
                                         .step = step,
                                         .probes = GIMBAL_ARRAY(probes),
                                         .claims = GIMBAL_ARRAY(claims),
                                         .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
