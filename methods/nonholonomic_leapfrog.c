/* The geometric nonholonomic integrator (GNI) of Ferraro, Iglesias and Martín de Diego [Nonlinearity
 * 21 (2008) 1911; Discrete Contin. Dyn. Syst. Suppl. 2009, 220], for L = T(v) − U(t,q), f = D₁L + F:
 *     p⁺ = p⁻ + h (f + λ·D₂Φ)(q_k),   Φ(q_k, (v⁻ + v⁺)/2) = 0,   q_{k+1} = q_k + h v⁺.
 * The constraint is nowhere discretised: it holds of the mean of the velocities about a node. Carried
 * in memory: p⁻, of the half step before; at the start p⁻ = p₀ − (h/2)(f + λ₀·D₂Φ)(q₀) with the exact
 * λ₀. (Without f it would cost an order of q. Without λ₀ the velocity at half steps is off by O(h)
 * along A, by turns to either side, which q forgets in two steps; but λ is then off by O(1).) The
 * momentum at a node, (p⁻ + p⁺)/2, and λ are known one step later and scored there.
 *
 * Claims: order 2 of q, p and λ, the constraint of the mean, and that the reaction does no work: from
 * one half step to the next the kinetic energy changes by what f does along the mean velocity. So
 * without forces the energy is exact, but of the velocities at half steps, not of their mean. With
 * v = (v⁻ + v⁺)/2 for the velocity at a node these are the equations of lobatto_nonholonomic_2: the
 * two have the same positions. Not declared symmetric: p is scored at a time that moves with h, where
 * the error of a symmetric method has odd powers too. */
#include "gimbal_stages.h"

typedef struct {
  gimbal_real t;
  const gimbal_real *q, *p, *v; /* q_k, p⁻ with the kick of f, and v⁻ */
  const gimbal_real *reaction;  /* k×n, at q_k */
} node;

/* p⁺ and v⁺ for hλ. */
static int push(gimbal *g, const node *at, const gimbal_real *multiplier, gimbal_real *p,
                gimbal_real *v) {
  gimbal_stages_push(g->n, g->k, at->p, at->reaction, multiplier, p);
  return gimbal_velocity(g, at->t, at->q, p, v);
}

static int residual(gimbal *g, void *context, const gimbal_real *multiplier, gimbal_real *r) {
  const node *at = context;
  gimbal_real *p = gimbal_scratch(g, g->n), *v = gimbal_scratch(g, g->n);
  if (push(g, at, multiplier, p, v))
    return 1;
  for (int d = 0; d < g->n; ++d)
    v[d] = (at->v[d] + v[d]) / 2;
  return gimbal_constraint(g, at->t, at->q, v, r);
}

static int start(gimbal *g, gimbal_real h, gimbal_state *state) {
  const int n = g->n, k = g->k;
  gimbal_real *v = gimbal_scratch(g, n), *f = gimbal_scratch(g, n);
  gimbal_real *reaction = gimbal_scratch(g, k * n), *multiplier = gimbal_scratch(g, k);
  if (gimbal_velocity(g, state->t, state->q, state->p, v) ||
      gimbal_force(g, state->t, state->q, v, f) ||
      gimbal_reaction(g, state->t, state->q, v, reaction))
    return 1;
  for (int d = 0; d < n; ++d)
    state->memory[d] = state->p[d] - h / 2 * f[d];
  for (int l = 0; l < k; ++l)
    multiplier[l] = -h / 2 * state->lambda[l];
  gimbal_stages_push(n, k, state->memory, reaction, multiplier, state->memory);
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, k = g->k;
  const gimbal_real *mean = gimbal_coefficients(g, "mean");
  gimbal_real *v = gimbal_scratch(g, n), *f = gimbal_scratch(g, n), *p = gimbal_scratch(g, n);
  gimbal_real *reaction = gimbal_scratch(g, k * n), *x = gimbal_scratch(g, k);
  gimbal_real *v_next = gimbal_scratch(g, n);
  if (gimbal_velocity(g, from->t, from->q, from->memory, v) ||
      gimbal_force(g, from->t, from->q, v, f) || gimbal_reaction(g, from->t, from->q, v, reaction))
    return 1;
  for (int d = 0; d < n; ++d)
    p[d] = from->memory[d] + h * f[d];
  for (int l = 0; l < k; ++l)
    x[l] = h * from->lambda[l];
  node context = {.t = from->t, .q = from->q, .p = p, .v = v, .reaction = reaction};
  if (gimbal_solve(g, k, residual, NULL, &context, x) || push(g, &context, x, to->memory, v_next))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = h * v_next[d];
    to->p[d] = mean[0] * from->memory[d] + mean[1] * to->memory[d];
  }
  for (int l = 0; l < k; ++l)
    to->lambda[l] = x[l] / h;
  return 0;
}

/* Φ(q_k, (v⁻ + v⁺)/2). */
static int mean_constraint(gimbal *g, const gimbal_state *from, gimbal_real h,
                           const gimbal_state *to, gimbal_real *residual_, gimbal_real *scale) {
  const int n = g->n;
  gimbal_real *v = gimbal_scratch(g, n), *v_next = gimbal_scratch(g, n);
  gimbal_real *reaction = gimbal_scratch(g, g->k * n);
  (void)h;
  if (gimbal_velocity(g, from->t, from->q, from->memory, v) ||
      gimbal_velocity(g, from->t, from->q, to->memory, v_next) ||
      gimbal_reaction(g, from->t, from->q, v, reaction))
    return 1;
  for (int d = 0; d < n; ++d)
    v[d] = (v[d] + v_next[d]) / 2;
  if (gimbal_constraint(g, from->t, from->q, v, residual_))
    return 1;
  for (int l = 0; l < g->k; ++l) {
    scale[l] = 0;
    for (int d = 0; d < n; ++d)
      scale[l] += gimbal_fabs(reaction[l * n + d]) * gimbal_fabs(v[d]);
  }
  return 0;
}

/* ½p⁺·v⁺ − ½p⁻·v⁻ − h f·(v⁻ + v⁺)/2, which is hλ·D₂Φ(v⁻ + v⁺)/2: without forces, the change of the
 * energy from one half step to the next. */
static int energy_balance(gimbal *g, const gimbal_state *from, gimbal_real h,
                          const gimbal_state *to, gimbal_real *residual_, gimbal_real *scale) {
  const int n = g->n;
  gimbal_real *v = gimbal_scratch(g, n), *v_next = gimbal_scratch(g, n);
  gimbal_real *f = gimbal_scratch(g, n);
  if (gimbal_velocity(g, from->t, from->q, from->memory, v) ||
      gimbal_velocity(g, from->t, from->q, to->memory, v_next) ||
      gimbal_force(g, from->t, from->q, v, f))
    return 1;
  *residual_ = *scale = 0;
  for (int d = 0; d < n; ++d) {
    const gimbal_real before = from->memory[d] * v[d] / 2, after = to->memory[d] * v_next[d] / 2;
    const gimbal_real work = h * f[d] * (v[d] + v_next[d]) / 2;
    *residual_ += after - before - work;
    *scale += gimbal_fabs(after) + gimbal_fabs(before) + gimbal_fabs(work);
  }
  return 0;
}

static const gimbal_value coefficients[] = {
    {.name = "mean", .value = "1/2, 1/2", .description = "of the momenta about the node"}};

static const gimbal_probe probes[] = {
    {.name = "mean_constraint", .count = "nonholonomic", .measure = mean_constraint},
    {.name = "energy_balance", .count = "1", .measure = energy_balance}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "order", .quantity = "lambda", .value = "2"},
    {.study = "constraint", .quantity = "mean_constraint", .value = "exact"},
    {.study = "constraint", .quantity = "energy_balance", .value = "exact"}};

static const gimbal_method methods[] = {
    {.name = "nonholonomic_leapfrog",
     .title = "the geometric nonholonomic integrator",
     .citation = "Ferraro, Iglesias and Martín de Diego, Nonlinearity 21 (2008) 1911",
     .citation_key = "FerraroIglesiasMartinDeDiego2008",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "holonomic == 0 && nonholonomic > 0 && separable && linear_constraints",
     .coefficients = GIMBAL_ARRAY(coefficients),
     .memory = "n",
     .time_of_p = "-1",
     .time_of_lambda = "-1",
     .start = start,
     .step = step,
     .probes = GIMBAL_ARRAY(probes),
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "p"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
