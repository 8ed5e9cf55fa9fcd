/* Hamilton–Pontryagin integrators on Lie groups [Bou-Rabee and Marsden, Found. Comput. Math. 9 (2009)
 * 197], derived here from the principle that the abstract names. With a retraction τ, the sum of
 *     h[aℓ(g,ξ) + bℓ(g₁,ξ)] + ⟨μ, τ⁻¹(g⁻¹g₁) − hξ⟩,   a + b = 1,
 * is stationary for all g, ξ and μ. In left trivialisation, dτ the tangent, f = D₁ℓ, and p what comes
 * from the step before, that is
 *     μ = D₂ℓ(ξ),   (dτ⁻¹_{−hξ})ᵀ μ = p + h a f(g,ξ),   g₁ = g τ(hξ),
 *     p₁ = (dτ⁻¹_{hξ})ᵀ μ + h b f(g₁,ξ),
 * where D₂ℓ must not depend on g. As dτ⁻¹_ξ − dτ⁻¹_{−ξ} = ad_ξ for both retractions, the momenta grow
 * by h ad_ξᵀ μ and the forces.
 *
 * hamilton_pontryagin_euler: a = 1, symplectic Euler on a vector group. hamilton_pontryagin_verlet:
 * a = b = ½, Störmer–Verlet there.
 *
 * coadjoint_midpoint is what such methods are compared with, one that keeps momenta by the coadjoint
 * action, and without forces by Cayley's map the energy too, but is not variational:
 *     D₂ℓ(ξ) = ½(p⁺ + p⁻),   p⁺ = p + (h/2)f(g,ξ),   p⁻ = Ad_{τ(hξ)}ᵀ p⁺,   p₁ = p⁻ + (h/2)f(g₁,ξ).
 *
 * Claims: order 1 of the first, 2 of the others; of the first two, being variational, that they are
 * symplectic, with exact momentum maps and bounded energies. Without forces the first two are one map.
 * Steps that turn by more than a half turn are refused: they may belong to another motion. */
#include "gimbal.h"

typedef struct {
  const gimbal_state *from;
  gimbal_real h;
  gimbal_retraction tau;
  const gimbal_real *kicks; /* a and b */
  int coadjoint;
} pair;

/* y += factor Aᵀx, of m entries. */
static void add_transposed(int m, gimbal_real factor, const gimbal_real *A, const gimbal_real *x,
                           gimbal_real *y) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j)
      y[i] += factor * A[j * m + i] * x[j];
}

static gimbal_real *scaled(gimbal *g, gimbal_real factor, const gimbal_real *x) {
  gimbal_real *out = gimbal_scratch(g, (size_t)g->m);
  for (int d = 0; d < g->m; ++d)
    out[d] = factor * x[d];
  return out;
}

/* p + h a f(g,ξ). */
static int kicked(gimbal *g, const pair *s, const gimbal_real *xi, gimbal_real *p) {
  gimbal_real *f = gimbal_scratch(g, (size_t)g->m);
  if (gimbal_force(g, s->from->t, s->from->q, xi, f))
    return 1;
  for (int d = 0; d < g->m; ++d)
    p[d] = s->from->p[d] + s->h * s->kicks[0] * f[d];
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *xi, gimbal_real *r) {
  const pair *s = context;
  const int m = g->m;
  gimbal_real *mu = gimbal_scratch(g, (size_t)m), *p = gimbal_scratch(g, (size_t)m);
  gimbal_real *A = gimbal_scratch(g, (size_t)(m * m)), *jump = gimbal_scratch(g, (size_t)g->n);
  if (gimbal_momentum(g, s->from->t, s->from->q, xi, mu) || kicked(g, s, xi, p))
    return 1;
  if (s->coadjoint) {
    if (gimbal_retract(g, s->tau, scaled(g, s->h, xi), jump) || gimbal_adjoint(g, jump, A))
      return 1;
    for (int d = 0; d < m; ++d)
      r[d] = mu[d] - p[d] / 2;
    add_transposed(m, -GIMBAL_Q(1, 2), A, p, r);
    return 0;
  }
  if (gimbal_tangent_inverse(g, s->tau, scaled(g, -s->h, xi), A))
    return 1;
  for (int d = 0; d < m; ++d)
    r[d] = -p[d];
  add_transposed(m, 1, A, mu, r);
  return 0;
}

/* Refuses a rotation by more than a half turn: tr(ad_ξ²) is −2|ξ|² for rotations, 0 for
 * translations. Cayley's map turns by less. */
static int check_turn(gimbal *g, const pair *s, const gimbal_real *A) {
  gimbal_real square = 0;
  for (int i = 0; i < g->m; ++i)
    for (int j = 0; j < g->m; ++j)
      square -= s->h * s->h * A[i * g->m + j] * A[j * g->m + i] / 2;
  if (s->tau == GIMBAL_EXPONENTIAL && square > GIMBAL_PI * GIMBAL_PI)
    return gimbal_fail(g, "more than a half turn in a step; the square of its angle", square);
  return 0;
}

static int advance(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                   int coadjoint) {
  const int m = g->m;
  gimbal_real *xi = gimbal_scratch(g, (size_t)m), *mu = gimbal_scratch(g, (size_t)m);
  gimbal_real *A = gimbal_scratch(g, (size_t)(m * m)), *f = gimbal_scratch(g, (size_t)m);
  gimbal_real *jump = gimbal_scratch(g, (size_t)g->n), *end = gimbal_scratch(g, (size_t)g->n);
  pair s = {.from = from,
            .h = h,
            .tau = (gimbal_retraction)(int)g->parameters[0],
            .kicks = gimbal_coefficients(g, "kicks"),
            .coadjoint = coadjoint};
  if (!s.kicks || gimbal_velocity(g, from->t, from->q, from->p, xi) ||
      gimbal_solve(g, m, residual, NULL, &s, xi) || gimbal_bracket(g, xi, A) ||
      check_turn(g, &s, A) || gimbal_momentum(g, from->t, from->q, xi, mu) ||
      gimbal_retract(g, s.tau, scaled(g, h, xi), jump) || gimbal_compose(g, from->q, jump, end) ||
      gimbal_increment(g, s.tau, from->q, scaled(g, h, xi), to->dq) || kicked(g, &s, xi, to->dp) ||
      gimbal_force(g, from->t + h, end, xi, f))
    return 1;
  for (int d = 0; d < m; ++d)
    to->dp[d] += h * s.kicks[1] * f[d] - from->p[d];
  add_transposed(m, h, A, mu, to->dp);
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return advance(g, from, h, to, 0);
}
static int step_coadjoint(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return advance(g, from, h, to, 1);
}

static const gimbal_value parameters[] = {
    {.name = "tau", .value = "1", .description = "retraction: 1 Cayley, 2 exponential"}};

static const gimbal_value at_start[] = {
    {.name = "kicks", .value = "1, 0", .description = "of the forces at the two ends"}};

static const gimbal_value at_both[] = {
    {.name = "kicks", .value = "1/2, 1/2", .description = "of the forces at the two ends"}};

static const gimbal_member members_euler[] = {
    {.name = "hamilton_pontryagin_euler", .settings = "tau=1"},
    {.name = "hamilton_pontryagin_euler_exp", .settings = "tau=2"}};

static const gimbal_member members_verlet[] = {
    {.name = "hamilton_pontryagin_verlet", .settings = "tau=1"},
    {.name = "hamilton_pontryagin_verlet_exp", .settings = "tau=2"}};

#define ORDERS(order)                                                                              \
  {.study = "order", .quantity = "q", .value = order},                                             \
      {.study = "order", .quantity = "p", .value = order}, {                                       \
    .study = "order", .quantity = "v", .value = order                                              \
  }

#define MOMENTUM                                                                                   \
  { .study = "invariant", .quantity = "momentum_map", .value = "exact", .when = "!forced" }

#define VARIATIONAL                                                                                \
  {.study = "energy", .quantity = "energy", .value = "bounded", .when = "autonomous && !forced"},  \
      {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"},       \
      MOMENTUM

#define REVERSIBLE                                                                                 \
  { .study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible" }

static const gimbal_claim claims_euler[] = {ORDERS("1"), VARIATIONAL};
static const gimbal_claim claims_verlet[] = {ORDERS("2"), VARIATIONAL, REVERSIBLE};
static const gimbal_claim claims_coadjoint[] = {
    ORDERS("2"),
    MOMENTUM,
    REVERSIBLE,
    {.study = "structure", .quantity = "symplectic", .value = "no", .when = "canonical"}};

#define METHOD                                                                                     \
  .citation = "Bou-Rabee, Marsden, Hamilton–Pontryagin integrators on Lie groups (2009)",          \
  .citation_key = "BouRabeeMarsden2009", .formulation = GIMBAL_GROUP,                              \
  .accepts = "unconstrained && separable", .parameters = GIMBAL_ARRAY(parameters),                 \
  .overwrites = "none"

static const gimbal_method methods[] = {
    {.name = "hamilton_pontryagin_euler",
     .title = "symplectic Euler method on a Lie group, from the Hamilton–Pontryagin principle",
     METHOD,
     .coefficients = GIMBAL_ARRAY(at_start),
     .members = GIMBAL_ARRAY(members_euler),
     .step = step,
     .claims = GIMBAL_ARRAY(claims_euler)},
    {.name = "hamilton_pontryagin_verlet",
     .title = "Störmer–Verlet method on a Lie group, from the Hamilton–Pontryagin principle",
     METHOD,
     .coefficients = GIMBAL_ARRAY(at_both),
     .members = GIMBAL_ARRAY(members_verlet),
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims_verlet)},
    {.name = "coadjoint_midpoint",
     .title = "midpoint method by the coadjoint action",
     METHOD,
     .coefficients = GIMBAL_ARRAY(at_both),
     .symmetric = "1",
     .step = step_coadjoint,
     .claims = GIMBAL_ARRAY(claims_coadjoint)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
