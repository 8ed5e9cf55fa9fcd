/* The frame formulation proved on the smallest case that needs all of it: a planar pendulum-like
 * system in a frame that does not commute, and Hamel's method on it.
 *
 * Model: L = ½|q̇|² + cos x + cos y in the frame ψ₁ = (1,0), ψ₂ = (x, e^y), so that
 * ẋ = ξ₁ + xξ₂, ẏ = e^y ξ₂ and [ψ₁,ψ₂] = ψ₁: c¹₁₂ = 1 = −c¹₂₁. The same system in its Cartesian
 * coordinates, as a second realisation, says what is right.
 *
 * Method [Ball 2013, Theorem 3.1]: at q_τ = (1−τ)q₀ + τq₁, with q₁ = q₀ + hψ(q_τ)ξ and
 * G_j = ψ_j[ℓ] + F_j + c^m_ij ξ^i ∂ℓ/∂ξ^m,
 *     ∂ℓ/∂ξ − (1−τ)hG = μ₀,   μ₁ = ∂ℓ/∂ξ + τhG;   order 2 at τ = ½, else 1. */
#include "gimbal.h"

#define UNUSED (void)parameters, (void)t, (void)q, (void)v

static void psi(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  out[0] = 1;
  out[1] = q[0];
  out[2] = 0;
  out[3] = gimbal_exp(q[1]);
}

static void structure(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                      const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 8; ++i)
    out[i] = 0;
  out[1] = 1;  /* c¹₁₂ */
  out[2] = -1; /* c¹₂₁ */
}

/* The Cartesian velocity of ξ. */
static void cartesian(const gimbal_real *q, const gimbal_real *xi, gimbal_real *v) {
  v[0] = xi[0] + q[0] * xi[1];
  v[1] = gimbal_exp(q[1]) * xi[1];
}

static gimbal_real L(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                     const gimbal_real *v) {
  UNUSED;
  return (v[0] * v[0] + v[1] * v[1]) / 2 + gimbal_cos(q[0]) + gimbal_cos(q[1]);
}

static void D1L(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  out[0] = -gimbal_sin(q[0]);
  out[1] = -gimbal_sin(q[1]);
}

static void D2L(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  out[0] = v[0];
  out[1] = v[1];
}

static gimbal_real ell(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                       const gimbal_real *xi) {
  gimbal_real v[2];
  cartesian(q, xi, v);
  return L(parameters, t, q, v);
}

static void D1ell(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                  const gimbal_real *xi, gimbal_real *out) {
  gimbal_real v[2];
  cartesian(q, xi, v);
  D1L(parameters, t, q, v, out);
  out[0] += v[0] * xi[1];
  out[1] += v[1] * v[1];
}

static void D2ell(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                  const gimbal_real *xi, gimbal_real *out) {
  gimbal_real v[2];
  (void)parameters;
  (void)t;
  cartesian(q, xi, v);
  out[0] = v[0];
  out[1] = q[0] * v[0] + gimbal_exp(q[1]) * v[1];
}

/* q = (1/2, 1/4) at (ẋ,ẏ) = (3/10, 4/5), in either realisation. */
static void initial(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                    const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  out[0] = GIMBAL_Q(1, 2);
  out[1] = GIMBAL_Q(1, 4);
  out[2] = GIMBAL_Q(3, 10);
  out[3] = GIMBAL_Q(4, 5);
}

static void initial_frame(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                          const gimbal_real *v, gimbal_real *out) {
  initial(parameters, t, q, v, out);
  out[3] = out[3] / gimbal_exp(out[1]);
  out[2] -= out[0] * out[3];
}

static void common(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                   const gimbal_real *xi, gimbal_real *out) {
  (void)parameters;
  (void)t;
  out[0] = q[0];
  out[1] = q[1];
  cartesian(q, xi, out + 2);
}

static const gimbal_lagrangian lagrangian = {GIMBAL_SIZE(gimbal_lagrangian), .L = L, .D1L = D1L,
                                             .D2L = D2L};
static const gimbal_frame frame = {
    GIMBAL_SIZE(gimbal_frame), .psi = psi, .ell = ell, .D1ell = D1ell, .D2ell = D2ell,
    .structure = structure};

static const gimbal_case cases[] = {{.name = "A"}};

static const gimbal_realisation realisations[] = {{.name = "cartesian",
                                                   .configuration = "x y",
                                                   .velocity = "vx vy",
                                                   .n = "2",
                                                   .traits = "separable autonomous reversible",
                                                   .lagrangian = &lagrangian,
                                                   .initial = initial},
                                                  {.name = "frame",
                                                   .configuration = "x y",
                                                   .velocity = "xi1 xi2",
                                                   .n = "2",
                                                   .traits = "autonomous reversible",
                                                   .frame = &frame,
                                                   .initial = initial_frame,
                                                   .common = common}};

static const gimbal_model models[] = {{.name = "tiny_frame",
                                       .title = "a planar system in a frame that does not commute",
                                       .citation = "made for this test",
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

typedef struct {
  gimbal_real h, tau;
  const gimbal_state *from;
} hamel;

/* x = ((q₁−q₀)/h, ξ); r receives the residual, G the force of the bracket term included. */
static int equations(gimbal *g, const hamel *step, const gimbal_real *x, gimbal_real *G,
                     gimbal_real *momentum, gimbal_real *r) {
  const int n = g->n, m = g->m;
  const gimbal_real tau = step->tau, h = step->h, t = step->from->t + tau * h, *xi = x + n;
  gimbal_real *q = gimbal_scratch(g, n), *frame_vectors = gimbal_scratch(g, n * m);
  gimbal_real *c = gimbal_scratch(g, m * m * m);
  for (int d = 0; d < n; ++d)
    q[d] = step->from->q[d] + tau * h * x[d];
  if (gimbal_frame_vectors(g, t, q, frame_vectors) || gimbal_structure_functions(g, t, q, c) ||
      gimbal_force(g, t, q, xi, G) || gimbal_momentum(g, t, q, xi, momentum))
    return 1;
  for (int d = 0; d < n; ++d) {
    r[d] = x[d];
    for (int j = 0; j < m; ++j)
      r[d] -= frame_vectors[d * m + j] * xi[j];
  }
  for (int j = 0; j < m; ++j) {
    for (int k = 0; k < m; ++k)
      for (int i = 0; i < m; ++i)
        G[j] += c[(k * m + i) * m + j] * xi[i] * momentum[k];
    r[n + j] = momentum[j] - (1 - tau) * h * G[j] - step->from->p[j];
  }
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  return equations(g, context, x, gimbal_scratch(g, g->m), gimbal_scratch(g, g->m), r);
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, m = g->m;
  hamel context = {.h = h, .tau = g->parameters[0], .from = from};
  gimbal_real *x = gimbal_scratch(g, n + m), *r = gimbal_scratch(g, n + m);
  gimbal_real *G = gimbal_scratch(g, m), *momentum = gimbal_scratch(g, m);
  gimbal_real *frame_vectors = gimbal_scratch(g, n * m);
  for (int j = 0; j < m; ++j)
    x[n + j] = 0;
  if (gimbal_velocity(g, from->t, from->q, from->p, x + n) ||
      gimbal_frame_vectors(g, from->t, from->q, frame_vectors))
    return 1;
  for (int d = 0; d < n; ++d) {
    x[d] = 0;
    for (int j = 0; j < m; ++j)
      x[d] += frame_vectors[d * m + j] * x[n + j];
  }
  if (gimbal_solve(g, n + m, residual, NULL, &context, x) ||
      equations(g, &context, x, G, momentum, r))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] = h * x[d];
  for (int j = 0; j < m; ++j)
    to->dp[j] = h * G[j]; /* μ₁ − μ₀ */
  return 0;
}

static const gimbal_value parameters_method[] = {
    {.name = "tau", .value = "1/2", .description = "where the frame and ℓ are taken"}};

static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "1+(tau==1/2)"},
                                      {.study = "order", .quantity = "p", .value = "1+(tau==1/2)"}};

static const gimbal_method methods[] = {{.name = "tiny_hamel",
                                         .title = "Hamel's equations, discretised",
                                         .citation = "Ball, thesis (2013), Theorem 3.1",
                                         .formulation = GIMBAL_FRAME,
                                         .accepts = "nonholonomic == 0",
                                         .parameters = GIMBAL_ARRAY(parameters_method),
                                         .symmetric = "tau == 1/2",
                                         .step = step,
                                         .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods), .models = GIMBAL_ARRAY(models));
