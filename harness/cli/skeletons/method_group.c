/* skeleton: a variational midpoint rule on a Lie group, to change into your own method.
 *
 * On a group ġ = gη, and p is ∂ℓ/∂η. The host gives the product, the retractions with their
 * tangents, the adjoint, ∂ℓ/∂η (gimbal_momentum) and the forces (gimbal_force). gimbal judges the
 * claims on every model that lives on a group; as there are few, the file has a small one too.
 * gimbal.h says what each entry means; `gimbal describe skeleton` shows how it was read. */
#include "gimbal.h"

/* ---- The method ---- */

/* With the unknown H, Ξ = h/2 H, ξ = hH, the middle G = g τ(Ξ), η = dτ_Ξ H, the momentum π = ∂ℓ/∂η
 * and the force f at (G,η), and D(Ξ,H)δ = ∂_Ξ(dτ_Ξ H)δ:
 *     dτ_Ξᵀ(π + h/2 f) + h/2 D(Ξ,H)ᵀ π = dτ_ξᵀ p₁,
 *     p₁ = Ad_τ(ξ)ᵀ(p + h Ad_τ(−Ξ)ᵀ f),
 *     g₁ = g τ(ξ). */
typedef struct {
  gimbal_real h;
  const gimbal_state *from;
} midpoint;

static const gimbal_retraction tau = GIMBAL_EXPONENTIAL;

/* y += factor Aᵀx, of m entries. */
static void add_transposed(int m, gimbal_real factor, const gimbal_real *A, const gimbal_real *x,
                           gimbal_real *y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      y[i] += factor * A[j * m + i] * x[j];
}

/* out = g τ(xi) */
static int move(gimbal *g, const gimbal_real *element, const gimbal_real *xi, gimbal_real *out) {
  gimbal_real *jump = gimbal_scratch(g, (size_t)g->n);
  return gimbal_retract(g, tau, xi, jump) || gimbal_compose(g, element, jump, out);
}

/* y += factor Ad_τ(xi)ᵀ x */
static int add_adjoint(gimbal *g, gimbal_real factor, const gimbal_real *xi, const gimbal_real *x,
                       gimbal_real *y) {
  const size_t m = (size_t)g->m;
  gimbal_real *jump = gimbal_scratch(g, (size_t)g->n), *A = gimbal_scratch(g, m * m);
  if (gimbal_retract(g, tau, xi, jump) || gimbal_adjoint(g, jump, A))
    return 1;
  add_transposed(g->m, factor, A, x, y);
  return 0;
}

/* At H: the new element, the new momentum and the residual r. */
static int equations(gimbal *g, const midpoint *step, const gimbal_real *H, gimbal_real *element,
                     gimbal_real *p, gimbal_real *r) {
  const int m = g->m;
  const gimbal_real h = step->h, t = step->from->t + h / 2;
  gimbal_real *work = gimbal_scratch(g, 7 * (size_t)m), *A = gimbal_scratch(g, (size_t)(m * m));
  gimbal_real *D = gimbal_scratch(g, (size_t)(m * m)), *G = gimbal_scratch(g, (size_t)g->n);
  gimbal_real *xi = work, *Xi = xi + m, *minus = Xi + m, *eta = minus + m, *f = eta + m;
  gimbal_real *pi = f + m, *moved = pi + m;
  for (int i = 0; i < m; i++) {
    xi[i] = h * H[i];
    Xi[i] = xi[i] / 2;
    minus[i] = -Xi[i];
    eta[i] = r[i] = p[i] = 0;
    moved[i] = step->from->p[i];
  }
  if (move(g, step->from->q, Xi, G) || gimbal_tangent(g, tau, Xi, A) ||
      gimbal_tangent_derivative(g, tau, Xi, H, D))
    return 1;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < m; j++)
      eta[i] += A[i * m + j] * H[j];
  if (gimbal_force(g, t, G, eta, f) || gimbal_momentum(g, t, G, eta, pi))
    return 1;
  add_transposed(m, 1, A, pi, r);
  add_transposed(m, h / 2, A, f, r);
  add_transposed(m, h / 2, D, pi, r);
  if (add_adjoint(g, h, minus, f, moved) || add_adjoint(g, 1, xi, moved, p) ||
      gimbal_tangent(g, tau, xi, A) || move(g, step->from->q, xi, element))
    return 1;
  add_transposed(m, -1, A, p, r);
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *H, gimbal_real *r) {
  return equations(g, context, H, gimbal_scratch(g, (size_t)g->n), gimbal_scratch(g, (size_t)g->m),
                   r);
}

/* One step of size h. A group element is no sum: q and p are overwritten, instead of writing the
 * increments dq and dp. Return non-zero if the step cannot be made. */
static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  midpoint context = {.h = h, .from = from};
  gimbal_real *H = gimbal_scratch(g, (size_t)g->m), *r = gimbal_scratch(g, (size_t)g->m);
  for (int i = 0; i < g->m; i++)
    H[i] = 0; /* a first guess that costs nothing: the host extrapolates */
  return gimbal_solve(g, g->m, residual, NULL, &context, H) ||
         equations(g, &context, H, to->q, to->p, r);
}

/* Values of orders and conditions are expressions, in the words that gimbal.h lists at
 * gimbal_claim. */
static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "2"},
                                      {.study = "order", .quantity = "p", .value = "2"}};

static const gimbal_method methods[] = {
    {.name = "skeleton",
     .title = "a variational midpoint rule on a Lie group",
     .citation = "Martín de Diego and Sato Martín de Almagro, High-order geometric methods for "
                 "nonholonomic mechanical systems (2018), section 6",
     .formulation = GIMBAL_GROUP,
     .accepts = "unconstrained",
     .symmetric = "1", /* by the exponential; not by Cayley's map */
     .overwrites = "q p",
     .step = step,
     .claims = GIMBAL_ARRAY(claims)}};

/* ---- A model to try it on: a heavy top ---- */

#pragma GCC diagnostic ignored "-Wunused-parameter" /* no function here needs all that it gets */

static const int inertia[3] = {1, 2, 3};

/* ℓ(R,η) = ½ Σ J_i η_i² − e₃·(R b), b = (1/2, 1/4, 1); q is R, row by row. */
static gimbal_real ell(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                       const gimbal_real *eta) {
  gimbal_real value = -(q[6] * GIMBAL_Q(1, 2) + q[7] * GIMBAL_Q(1, 4) + q[8]);
  for (int i = 0; i < 3; i++)
    value += inertia[i] * eta[i] * eta[i] / 2;
  return value;
}

/* d/dε ℓ(R exp(ε ê_i), η) = (γ × b)_i with γ = Rᵀe₃. */
static void D1ell(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                  const gimbal_real *eta, gimbal_real *out) {
  const gimbal_real b[3] = {GIMBAL_Q(1, 2), GIMBAL_Q(1, 4), 1}, *gamma = q + 6;
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = gamma[j] * b[k] - gamma[k] * b[j];
  }
}

static void D2ell(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                  const gimbal_real *eta, gimbal_real *out) {
  for (int i = 0; i < 3; i++)
    out[i] = inertia[i] * eta[i];
}

/* (R, η) at time 0. */
static void initial(const gimbal_real *parameters, gimbal_real t, const gimbal_real *q,
                    const gimbal_real *eta, gimbal_real *out) {
  for (int i = 0; i < 9; i++)
    out[i] = i % 4 == 0;
  out[9] = GIMBAL_Q(3, 10);
  out[10] = GIMBAL_Q(-1, 5);
  out[11] = GIMBAL_Q(1, 2);
}

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

static const gimbal_model models[] = {{.name = "skeleton_model",
                                       .title = "a heavy top",
                                       .citation = "any textbook of mechanics",
                                       .cases = GIMBAL_ARRAY(cases),
                                       .realisations = GIMBAL_ARRAY(realisations)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods), .models = GIMBAL_ARRAY(models));
