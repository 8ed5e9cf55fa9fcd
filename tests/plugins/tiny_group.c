/* The group formulation proved on the smallest case that needs all of it: a heavy top on SO(3), and
 * a variational midpoint method with a retraction.
 *
 * Model: ℓ(R,η) = ½ Σ J_i η_i² − e₃·(R b), η the body angular velocity, Ṙ = Rη̂, J = (1,2,3),
 * b = (1/2,1/4,1). The left-trivialised derivative is D₁ℓ = −b × Rᵀe₃, since
 * d/dε e₃·R exp(εê_i)b = e_i·(b × Rᵀe₃).
 *
 * Method: the one-stage Gauss member of the variational methods on Lie groups [Martín de Diego and
 * Sato Martín de Almagro 2018, section 6]: with the unknown H, Ξ = ½hH, ξ = hH, G = g₀τ(Ξ),
 * η = dτ_Ξ H, f = D₁ℓ + F at (G,η), p = ∂ℓ/∂η,
 *     dτ_Ξᵀ p + ½h[dτ_Ξᵀ f + D(Ξ,H)ᵀ p] = dτ_ξᵀ μ₁,   μ₁ = Ad_τ(ξ)ᵀ[μ₀ + h Ad_τ(Ξ)⁻¹ᵀ f],
 * g₁ = g₀τ(ξ), with D(Ξ,H)δ = ∂_Ξ(dτ_Ξ H)δ. Order 2. The retraction is a parameter. */
#include "gimbal.h"

#define UNUSED (void)parameters, (void)t, (void)q, (void)v

static const int inertia[3] = {1, 2, 3};

static gimbal_real ell(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                       const gimbal_real *v) {
  UNUSED;
  gimbal_real value = -(q[6] * GIMBAL_Q(1, 2) + q[7] * GIMBAL_Q(1, 4) + q[8]);
  for (int i = 0; i < 3; ++i)
    value += inertia[i] * v[i] * v[i] / 2;
  return value;
}

static void D1ell(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                  const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  const gimbal_real b[3] = {GIMBAL_Q(1, 2), GIMBAL_Q(1, 4), 1}, *gamma = q + 6; /* Rᵀe₃ */
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = b[k] * gamma[j] - b[j] * gamma[k];
  }
}

static void D2ell(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                  const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 3; ++i)
    out[i] = inertia[i] * v[i];
}

/* R = I, η = (3/10, −1/5, 1/2) */
static void initial(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                    const gimbal_real *v, gimbal_real *out) {
  UNUSED;
  for (int i = 0; i < 9; ++i)
    out[i] = i % 4 == 0;
  out[9] = GIMBAL_Q(3, 10);
  out[10] = -GIMBAL_Q(1, 5);
  out[11] = GIMBAL_Q(1, 2);
}

/* The reversing symmetry fixes R and changes the sign of η: the host's default. */

static const gimbal_group group = {GIMBAL_SIZE(gimbal_group), .group = "SO3", .ell = ell,
                                   .D1ell = D1ell, .D2ell = D2ell};

static const gimbal_case cases[] = {{.name = "A"}};

static const gimbal_realisation realisations[] = {
    {.name = "matrix",
     .configuration = "R11 R12 R13 R21 R22 R23 R31 R32 R33",
     .velocity = "eta1 eta2 eta3",
     .n = "9",
     .m = "3",
     .traits = "autonomous reversible",
     .group = &group,
     .initial = initial}};

static const gimbal_model models[] = {{.name = "tiny_group",
                                       .title = "a heavy top",
                                       .citation = "made for this test",
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

typedef struct {
  gimbal_real h;
  gimbal_retraction tau;
  const gimbal_state *from;
} midpoint;

/* y = Aᵀx, or y += factor·Aᵀx */
static void transposed(int m, gimbal_real factor, const gimbal_real *A, const gimbal_real *x,
                       gimbal_real *y) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j)
      y[i] += factor * A[j * m + i] * x[j];
}

/* At the slope H: the new group element, the new momentum, and the residual. */
static int equations(gimbal *g, const midpoint *step, const gimbal_real *H, gimbal_real *element,
                     gimbal_real *mu, gimbal_real *r) {
  const int n = g->n, m = g->m;
  const gimbal_real h = step->h, t = step->from->t + h / 2;
  gimbal_real *Xi = gimbal_scratch(g, m), *xi = gimbal_scratch(g, m), *eta = gimbal_scratch(g, m);
  gimbal_real *minus = gimbal_scratch(g, m), *f = gimbal_scratch(g, m), *p = gimbal_scratch(g, m);
  gimbal_real *shifted = gimbal_scratch(g, m), *half = gimbal_scratch(g, m);
  gimbal_real *A = gimbal_scratch(g, m * m), *D = gimbal_scratch(g, m * m);
  gimbal_real *jump = gimbal_scratch(g, n), *G = gimbal_scratch(g, n);
  for (int i = 0; i < m; ++i) {
    xi[i] = h * H[i];
    Xi[i] = xi[i] / 2;
    minus[i] = -Xi[i];
    eta[i] = r[i] = mu[i] = 0;
    shifted[i] = step->from->p[i];
  }
  if (gimbal_retract(g, step->tau, Xi, jump) || gimbal_compose(g, step->from->q, jump, G) ||
      gimbal_tangent(g, step->tau, Xi, A) || gimbal_tangent_derivative(g, step->tau, Xi, H, D))
    return 1;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j)
      eta[i] += A[i * m + j] * H[j];
  if (gimbal_force(g, t, G, eta, f) || gimbal_momentum(g, t, G, eta, p))
    return 1;
  for (int i = 0; i < m; ++i)
    half[i] = p[i] + h / 2 * f[i];
  transposed(m, 1, A, half, r);
  transposed(m, h / 2, D, p, r);
  if (gimbal_retract(g, step->tau, minus, jump) || gimbal_adjoint(g, jump, A))
    return 1;
  transposed(m, h, A, f, shifted);
  if (gimbal_retract(g, step->tau, xi, jump) || gimbal_compose(g, step->from->q, jump, element) ||
      gimbal_adjoint(g, jump, A) || gimbal_tangent(g, step->tau, xi, D))
    return 1;
  transposed(m, 1, A, shifted, mu);
  transposed(m, -1, D, mu, r);
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *H, gimbal_real *r) {
  return equations(g, context, H, gimbal_scratch(g, g->n), gimbal_scratch(g, g->m), r);
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  midpoint context = {.h = h, .tau = (gimbal_retraction)(int)g->parameters[0], .from = from};
  gimbal_real *H = gimbal_scratch(g, g->m), *r = gimbal_scratch(g, g->m);
  for (int i = 0; i < g->m; ++i)
    H[i] = 0;
  return gimbal_velocity(g, from->t, from->q, from->p, H) ||
         gimbal_solve(g, g->m, residual, NULL, &context, H) ||
         equations(g, &context, H, to->q, to->p, r);
}

static const gimbal_value parameters_method[] = {
    {.name = "tau", .value = "1", .description = "retraction: 1 Cayley, 2 exponential"}};

static const gimbal_member members[] = {{.name = "tiny_lie_cayley", .settings = "tau=1"},
                                        {.name = "tiny_lie_exponential", .settings = "tau=2"}};

static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "2"},
                                      {.study = "order", .quantity = "p", .value = "2"}};

static const gimbal_method methods[] = {
    {.name = "tiny_lie",
     .title = "variational midpoint method on a Lie group",
     .citation = "Martín de Diego and Sato Martín de Almagro, High-order geometric methods for "
                 "nonholonomic mechanical systems (2018), section 6",
     .formulation = GIMBAL_GROUP,
     .accepts = "nonholonomic == 0",
     .parameters = GIMBAL_ARRAY(parameters_method),
     .members = GIMBAL_ARRAY(members),
     .symmetric = "tau == 2", /* Cayley: τ(ξ)τ(−ξ/2) ≠ τ(ξ/2) */
     .step = step,
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods), .models = GIMBAL_ARRAY(models));
