/* Newmark's methods [Newmark 1959] with linear nonholonomic constraints, for L = T(v) − U(t,q). With
 * the forces F = D₁L + F and the reaction λ·D₂Φ at the two ends, R₀ and R₁ their sums,
 *     p₁ = p + h((1 − γ)R₀ + γR₁),   q₁ = q + h v(p + h((½ − β)R₀ + βR₁)),   Φ(q₁,v₁) = 0.
 * Where T is quadratic these are Newmark's formulas. Without constraints β = ¼ is the average
 * acceleration, β = 0 Störmer–Verlet.
 *
 * The constraints are a reconstruction of the nonholonomic Newmark method of Anahory Simoes, Ferraro,
 * Marrero and Martín de Diego (2022), of which the abstract was read: λ₁ follows from the constraint at
 * the end, and is handed on. An error of λ is multiplied by −(1 − γ)/γ in each step, so that γ must be
 * at least ½. Where γ = 0 the end has no reaction, and the multiplier is that of the start.
 *
 * The adjoint of (β,γ) is (β + ½ − γ, 1 − γ). newmark_composition is a half step of (β,γ), then one of
 * its adjoint: with β = γ = 0 forces at both ends, with β = ½ and γ = 1 forces in the middle. Neither
 * needs the multiplier of the step before. Between these two γ it would, and nothing damps its error.
 *
 * Claims: the constraint exact at the nodes; order 2 where γ = ½, and of the compositions, which are
 * symmetric; else 1. With γ > ½ oscillations are damped, those of large hω most where β = ¼(γ + ½)²,
 * as in newmark_damped. With γ = ½ the points q + βh²a(q) are those of a variational integrator [Kane,
 * Marsden, Ortiz, West 2000], so that the energy is bounded; only β = 0 is symplectic itself. Under
 * constraints nothing is claimed of the energy. */
#include "gimbal_stages.h"

typedef struct {
  const gimbal_state *from;
  gimbal_real h, beta, gamma;
  const gimbal_real *f, *reaction; /* F and D₂Φ where the step begins */
} part;

/* p₁ and v₁, and the increment of q, at x = (hR₁, hλ). */
static int move(gimbal *g, const part *s, const gimbal_real *x, gimbal_real *p, gimbal_real *v,
                gimbal_real *dq) {
  const int n = g->n;
  gimbal_real *R = gimbal_scratch(g, n), *multiplier = gimbal_scratch(g, g->k + 1);
  for (int l = 0; l < g->k; ++l)
    multiplier[l] = s->gamma > 0 ? s->from->lambda[l] : x[n + l] / s->h;
  gimbal_stages_push(n, g->k, s->f, s->reaction, multiplier, R);
  for (int d = 0; d < n; ++d)
    p[d] = s->from->p[d] + s->h * (GIMBAL_Q(1, 2) - s->beta) * R[d] + s->beta * x[d];
  if (gimbal_velocity(g, s->from->t, s->from->q, p, v))
    return 1;
  for (int d = 0; d < n; ++d) {
    dq[d] = s->h * v[d];
    p[d] = s->from->p[d] + s->h * (1 - s->gamma) * R[d] + s->gamma * x[d];
  }
  return gimbal_velocity(g, s->from->t, s->from->q, p, v);
}

/* F and D₂Φ. */
static int forces(gimbal *g, gimbal_real t, const gimbal_real *q, const gimbal_real *v,
                  gimbal_real *f, gimbal_real *reaction) {
  return gimbal_force(g, t, q, v, f) || (g->k > 0 && gimbal_reaction(g, t, q, v, reaction));
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const part *s = context;
  const int n = g->n;
  const gimbal_real t = s->from->t + s->h;
  gimbal_real *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n), *q = gimbal_scratch(g, n);
  gimbal_real *f = gimbal_scratch(g, n), *reaction = gimbal_scratch(g, g->k * n + 1);
  if (move(g, s, x, p, v, q))
    return 1;
  for (int d = 0; d < n; ++d)
    q[d] += s->from->q[d];
  if (forces(g, t, q, v, f, reaction) || (g->k > 0 && gimbal_constraint(g, t, q, v, r + n)))
    return 1;
  for (int d = 0; d < n; ++d)
    f[d] *= s->h;
  gimbal_stages_push(n, g->k, f, reaction, x + n, r);
  for (int d = 0; d < n; ++d)
    r[d] = x[d] - r[d];
  return 0;
}

/* One step of (β,γ); adds the increments, and gives λ. */
static int newmark(gimbal *g, const gimbal_state *from, gimbal_real h, const gimbal_real *weights,
                   gimbal_state *to) {
  const int n = g->n;
  gimbal_real *f = gimbal_scratch(g, n), *reaction = gimbal_scratch(g, g->k * n + 1);
  gimbal_real *v = gimbal_scratch(g, n), *x = gimbal_scratch(g, n + g->k);
  gimbal_real *p = gimbal_scratch(g, n), *dq = gimbal_scratch(g, n);
  part s = {
      .from = from, .h = h, .beta = weights[0], .gamma = weights[1], .f = f, .reaction = reaction};
  if (gimbal_velocity(g, from->t, from->q, from->p, v) ||
      forces(g, from->t, from->q, v, f, reaction))
    return 1;
  gimbal_stages_push(n, g->k, f, reaction, from->lambda, x);
  for (int d = 0; d < n; ++d)
    x[d] *= h;
  for (int l = 0; l < g->k; ++l)
    x[n + l] = h * from->lambda[l];
  if (gimbal_solve(g, n + g->k, residual, NULL, &s, x) || move(g, &s, x, p, v, dq))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] += dq[d];
    to->dp[d] += p[d] - from->p[d];
  }
  for (int l = 0; l < g->k; ++l)
    to->lambda[l] = x[n + l] / h;
  return 0;
}

/* `steps` has (β,γ) of each part of the step. */
static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, parts = gimbal_coefficient_count(g, "steps") / 2;
  const gimbal_real *weights = gimbal_coefficients(g, "steps");
  gimbal_real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n);
  gimbal_real *lambda = gimbal_scratch(g, g->k + 1);
  gimbal_state at = {.t = from->t, .q = q, .p = p, .lambda = lambda};
  if (!weights)
    return 1;
  for (int l = 0; l < g->k; ++l)
    lambda[l] = from->lambda[l];
  for (int d = 0; d < n; ++d)
    to->dq[d] = to->dp[d] = 0;
  for (int i = 0; i < parts; ++i) {
    for (int d = 0; d < n; ++d) {
      q[d] = from->q[d] + to->dq[d];
      p[d] = from->p[d] + to->dp[d];
    }
    if (newmark(g, &at, h / parts, weights + 2 * i, to))
      return 1;
    for (int l = 0; l < g->k; ++l)
      lambda[l] = to->lambda[l];
    at.t += h / parts;
  }
  return 0;
}

static const gimbal_value parameters[] = {
    {.name = "beta", .value = "1/4", .description = "weight of the end's acceleration in q"},
    {.name = "gamma", .value = "1/2", .description = "the same in the velocity, 1/2 to 1"}};

static const gimbal_value of_first[] = {
    {.name = "beta", .value = "1/2", .description = "of the first half step"},
    {.name = "gamma", .value = "1", .description = "of the first half step, 0 or 1"}};

static const gimbal_member members[] = {
    {.name = "newmark_average", .settings = "beta=1/4, gamma=1/2"},
    {.name = "newmark_damped", .settings = "beta=121/400, gamma=3/5"}};

static const gimbal_value one[] = {
    {.name = "steps", .value = "beta, gamma", .description = "beta and gamma"}};

static const gimbal_value two[] = {{.name = "steps",
                                    .value = "beta, gamma, beta+1/2-gamma, 1-gamma",
                                    .description = "beta and gamma of each half step"}};

#define ORDER(value_, when_)                                                                       \
  {.study = "order", .quantity = "q", .value = value_, .when = when_}, {                           \
    .study = "order", .quantity = "p", .value = value_, .when = when_                              \
  }

static const gimbal_claim claims[] = {
    ORDER("2", "gamma == 1/2"),
    ORDER("1", "gamma != 1/2"),
    {.study = "order",
     .quantity = "lambda",
     .value = "2",
     .when = "nonholonomic > 0 && gamma == 1/2"},
    {.study = "constraint", .quantity = "nodes", .value = "exact", .when = "nonholonomic > 0"},
    {.study = "energy",
     .quantity = "energy",
     .value = "bounded",
     .when = "canonical && autonomous && gamma == 1/2"},
    {.study = "structure",
     .quantity = "symplectic",
     .value = "no",
     .when = "canonical && beta > 0"},
    {.study = "structure",
     .quantity = "reversible",
     .value = "yes",
     .when = "reversible && gamma == 1/2"}};

static const gimbal_claim claims_composition[] = {
    ORDER("2", NULL),
    {.study = "constraint", .quantity = "nodes", .value = "exact", .when = "nonholonomic > 0"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

#define METHOD                                                                                     \
  .citation = "Newmark, A method of computation for structural dynamics (1959); with constraints " \
              "a reconstruction of Anahory Simoes, Ferraro, Marrero, Martín de Diego (2022)",      \
  .citation_key = "Newmark1959,AnahorySimoesFerraroMarreroMartinDeDiego2022",                      \
  .formulation = GIMBAL_LAGRANGIAN,                                                                \
  .accepts = "holonomic == 0 && separable && (k == 0 || linear_constraints)", .step = step,        \
  .overwrites = "none"

static const gimbal_method methods[] = {{.name = "newmark",
                                         .title = "Newmark's method",
                                         METHOD,
                                         .parameters = GIMBAL_ARRAY(parameters),
                                         .coefficients = GIMBAL_ARRAY(one),
                                         .members = GIMBAL_ARRAY(members),
                                         .symmetric = "gamma == 1/2",
                                         .claims = GIMBAL_ARRAY(claims)},
                                        {.name = "newmark_composition",
                                         .title = "Newmark's method, composed with its adjoint",
                                         METHOD,
                                         .parameters = GIMBAL_ARRAY(of_first),
                                         .coefficients = GIMBAL_ARRAY(two),
                                         .symmetric = "1",
                                         .claims = GIMBAL_ARRAY(claims_composition)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
