/* The generalised-α method on Lie groups, with the constraints imposed on positions (index 3) [Brüls and
 * Cardona, On the use of Lie group time integrators in multibody dynamics (2010); Brüls, Cardona and
 * Arnold (2012), as cited in the documentation of the program StHante/gena]: with the exponential,
 *     q₁ = q₀ exp(h[v₀ + h((½−β)a₀ + βa₁)]),   v₁ = v₀ + h((1−γ)a₀ + γa₁),
 *     (1−α_m)a₁ + α_m a₀ = (1−α_f)v̇₁ + α_f v̇₀,
 *     M v̇₁ = ad*_{v₁} M v₁ + f(q₁,v₁) + Dg(q₁)ᵀλ₁,   g(q₁) = 0,
 * where v̇ is the acceleration of the equations of motion, and a another one, which is handed on with
 * it; at the start a₀ = v̇₀. The parameter is ρ, what a step leaves of an oscillation that it does not
 * resolve:
 *     α_m = (2ρ−1)/(ρ+1),   α_f = ρ/(ρ+1),   γ = ½ + α_f − α_m,   β = ¼(γ+½)².
 * M must not depend on q.
 *
 * Claims: order 2 of q and v, and of λ if ρ < 1: what the first a₀ lacks makes λ wrong by O(1), which
 * dies out like ρⁿ. The constraint is kept on positions, not on velocities; and the map is not symplectic. */
#include "gimbal.h"

typedef struct {
  gimbal_real h, t; /* t: the end of the step */
  gimbal_real alpha_m, alpha_f, beta, gamma;
  const gimbal_real *q, *v, *rate, *a; /* q₀, v₀, v̇₀, a₀ */
} alpha_step;

typedef struct {
  gimbal_real *q, *v, *rate, *a; /* q₁, v₁, v̇₁, a₁ */
} alpha_end;

/* From the mean velocity w, hw = h[v₀ + h((½−β)a₀ + βa₁)]: a₁, v̇₁, v₁ and q₁. */
static int move(gimbal *g, const alpha_step *s, const gimbal_real *w, alpha_end *to) {
  const gimbal_real h = s->h;
  gimbal_real *xi = gimbal_scratch(g, (size_t)g->m), *jump = gimbal_scratch(g, (size_t)g->n);
  for (int d = 0; d < g->m; ++d) {
    to->a[d] = ((w[d] - s->v[d]) / h - (GIMBAL_Q(1, 2) - s->beta) * s->a[d]) / s->beta;
    to->rate[d] = ((1 - s->alpha_m) * to->a[d] + s->alpha_m * s->a[d] - s->alpha_f * s->rate[d]) /
                  (1 - s->alpha_f);
    to->v[d] = s->v[d] + h * ((1 - s->gamma) * s->a[d] + s->gamma * to->a[d]);
    xi[d] = h * w[d];
  }
  return gimbal_retract(g, GIMBAL_EXPONENTIAL, xi, jump) || gimbal_compose(g, s->q, jump, to->q);
}

/* ad*_v p + f + Dgᵀλ at the end of the step. */
static int total_force(gimbal *g, const alpha_step *s, const gimbal_real *q, const gimbal_real *v,
                       const gimbal_real *lambda, gimbal_real *f) {
  const int m = g->m, k = g->k;
  gimbal_real *p = gimbal_scratch(g, (size_t)m), *A = gimbal_scratch(g, (size_t)(m * m));
  gimbal_real *gradient = gimbal_scratch(g, (size_t)(k * m) + 1);
  if (gimbal_force(g, s->t, q, v, f) || gimbal_momentum(g, s->t, q, v, p) ||
      gimbal_bracket(g, v, A) || (k > 0 && gimbal_holonomic_gradient(g, s->t, q, gradient)))
    return 1;
  for (int d = 0; d < m; ++d) {
    for (int j = 0; j < m; ++j)
      f[d] += A[j * m + d] * p[j];
    for (int l = 0; l < k; ++l)
      f[d] += lambda[l] * gradient[l * m + d];
  }
  return 0;
}

/* Unknowns: w and hλ₁, of which every entry of the Jacobian is of the order of one. */
static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const alpha_step *s = context;
  const int m = g->m, k = g->k;
  gimbal_real *room = gimbal_scratch(g, (size_t)(3 * m + g->n)), *f = gimbal_scratch(g, (size_t)m);
  gimbal_real *lambda = gimbal_scratch(g, (size_t)k + 1);
  alpha_end to = {.v = room, .rate = room + m, .a = room + 2 * m, .q = room + 3 * m};
  for (int l = 0; l < k; ++l)
    lambda[l] = x[m + l] / s->h;
  if (move(g, s, x, &to) || total_force(g, s, to.q, to.v, lambda, f) ||
      gimbal_momentum(g, s->t, to.q, to.rate, r) ||
      (k > 0 && gimbal_holonomic(g, s->t, to.q, r + m)))
    return 1;
  for (int d = 0; d < m; ++d)
    r[d] = s->h * (r[d] - f[d]);
  for (int l = 0; l < k; ++l)
    r[m + l] /= s->h;
  return 0;
}

/* Memory: v̇ and a. */
static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  const int m = g->m;
  gimbal_real *v = gimbal_scratch(g, (size_t)m), *lambda = gimbal_scratch(g, (size_t)g->k + 1);
  (void)h;
  if (gimbal_velocity(g, state->t, state->q, state->p, v) ||
      gimbal_acceleration(g, state->t, state->q, v, state->memory, lambda))
    return 1;
  for (int d = 0; d < m; ++d)
    state->memory[m + d] = state->memory[d];
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int m = g->m, k = g->k;
  gimbal_real *v = gimbal_scratch(g, (size_t)m), *x = gimbal_scratch(g, (size_t)(m + k));
  alpha_end end = {
      .q = to->q, .v = gimbal_scratch(g, (size_t)m), .rate = to->memory, .a = to->memory + m};
  const gimbal_real *coefficient = gimbal_coefficients(g, "alpha");
  if (!coefficient)
    return 1;
  alpha_step s = {.h = h,
                  .t = from->t + h,
                  .alpha_m = coefficient[0],
                  .alpha_f = coefficient[1],
                  .gamma = coefficient[2],
                  .q = from->q,
                  .v = v,
                  .rate = from->memory,
                  .a = from->memory + m};
  s.beta = (s.gamma + GIMBAL_Q(1, 2)) * (s.gamma + GIMBAL_Q(1, 2)) / 4;
  if (gimbal_velocity(g, from->t, from->q, from->p, v))
    return 1;
  for (int d = 0; d < m; ++d)
    x[d] = v[d] + h / 2 * from->memory[d];
  for (int l = 0; l < k; ++l)
    x[m + l] = 0; /* it is linear in the equations */
  if (gimbal_solve(g, m + k, residual, NULL, &s, x) || move(g, &s, x, &end) ||
      gimbal_momentum(g, to->t, to->q, end.v, to->p))
    return 1;
  for (int l = 0; l < k; ++l)
    to->lambda[l] = x[m + l] / h;
  return 0;
}

/* g(q₁), of terms of the size of what a step changes. */
static int positions(gimbal *g, const gimbal_state *from, gimbal_real h, const gimbal_state *to,
                     gimbal_real *residual_, gimbal_real *scale) {
  const int m = g->m, k = g->k;
  gimbal_real *v = gimbal_scratch(g, (size_t)m), *gradient = gimbal_scratch(g, (size_t)(k * m));
  if (gimbal_holonomic(g, to->t, to->q, residual_) ||
      gimbal_velocity(g, from->t, from->q, from->p, v) ||
      gimbal_holonomic_gradient(g, to->t, to->q, gradient))
    return 1;
  for (int l = 0; l < k; ++l) {
    scale[l] = 0;
    for (int d = 0; d < m; ++d)
      scale[l] += gimbal_fabs(h * gradient[l * m + d] * v[d]);
  }
  return 0;
}

static const gimbal_probe probes[] = {
    {.name = "position_constraint", .count = "holonomic", .measure = positions}};

static const gimbal_value parameters[] = {
    {.name = "rho", .value = "4/5", .description = "the spectral radius at infinity, 0 to 1"}};

static const gimbal_value coefficients[] = {
    {.name = "alpha",
     .value = "(2*rho-1)/(rho+1), rho/(rho+1), (3-rho)/(2*(rho+1))",
     .description = "alpha_m, alpha_f and gamma"}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "order", .quantity = "v", .value = "2"},
    {.study = "order", .quantity = "lambda", .value = "2", .when = "holonomic > 0 && rho < 1"},
    {.study = "constraint", .quantity = "position_constraint", .value = "exact", .when = "k > 0"},
    {.study = "structure", .quantity = "symplectic", .value = "no", .when = "canonical"}};

static const gimbal_method methods[] = {
    {.name = "lie_generalised_alpha",
     .title = "generalised-α method on a Lie group",
     .citation = "Brüls, Cardona, Arnold, Lie group generalized-α time integration of constrained "
                 "flexible multibody systems (2012)",
     .citation_key = "BruelsCardonaArnold2012",
     .formulation = GIMBAL_GROUP,
     .accepts = "nonholonomic == 0 && separable",
     .parameters = GIMBAL_ARRAY(parameters),
     .coefficients = GIMBAL_ARRAY(coefficients),
     .memory = "2*m",
     .start = start,
     .step = step,
     .probes = GIMBAL_ARRAY(probes),
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "q p"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
