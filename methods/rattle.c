/* RATTLE and SHAKE, Störmer–Verlet on holonomic constraints g(q) = 0, for L = T(v) − U(t,q)
 * [Ryckaert, Ciccotti, Berendsen, J. Comput. Phys. 23 (1977) 327; Andersen, J. Comput. Phys. 52
 * (1983) 24; Hairer, Lubich, Wanner, Geometric Numerical Integration, VII.1.4]. With f = D₁L + F:
 *
 * rattle:
 *     p½ = p + (h/2) f(t,q) + Dg(q)ᵀν,         q₁ = q + h v(p½),   g(q₁) = 0,
 *     p₁ = p½ + (h/2) f(t+h,q₁) + Dg(q₁)ᵀμ,    Dg(q₁) v(p₁) + ∂g/∂t = 0;   λ₁ = 2μ/h.
 * Order 2; g and Dg·v exact at the nodes; symplectic on the constrained phase space, symmetric,
 * bounded energy, exact momentum maps of linear symmetries. It is lobatto_holonomic_2.
 *
 * shake:
 *     p_{k+½} = p_{k−½} + h f(t,q_k) + Dg(q_k)ᵀν,
 *     q_{k+1} = q_k + h v(p_{k+½}),   g(q_{k+1}) = 0,
 * that is, M(q_{k+1} − 2q_k + q_{k−1}) = h² (f + λ·Dg)(q_k), with p_{k+½} in memory. Its momentum
 * at a node, (p_{k−½} + p_{k+½})/2, and its λ = ν/h are known one step later and scored there; the
 * momentum is off the tangent space by O(h²), so only the positions satisfy the constraint. Order
 * 2, with the same positions as rattle's. Its energy at a node is never formed by the method, and
 * nothing is claimed of it. It is not declared symmetric: p is scored at a time that moves with h,
 * where the error of a symmetric method has odd powers too.
 *
 * Jacobians are of the order of one: g is divided by h, and the multipliers carry their h. Of Dg
 * only the band is requested, so that on a long chain, where constraints couple neighbours alone,
 * the equations are banded and an iteration costs O(n); gimbal bench --only 'chain:*' counts the
 * iterations of a step (harness/bench/lattice.c). */
#include "gimbal.h"

/* Where the unknowns ν_l and μ_l of constraint l are: with one another where the equations are
 * banded, else one kind after the other. */
typedef struct {
  int by, mu;
  int band; /* on either side; 0: dense */
} places;

typedef struct {
  gimbal_real h, t;
  const gimbal_real *q, *p, *gradient; /* q and Dg(q) at the node, p with the kick of f */
  const gimbal_real *kick;             /* NULL: shake, without the second half */
  places at;
} constrained;

/* Two rows of Dg have columns in common where they are at most `near` apart. A position constraint
 * sees so many multipliers; a tangency sees those of the constraints with which Dg at q₁ joins it,
 * and of those on which its force depends. */
static places find_places(const gimbal *g, int kinds) {
  const int width = g->gradient_width, stride = g->gradient_stride;
  if (g->band <= 0 || g->periodic || stride <= 0)
    return (places){.by = 1, .mu = g->k};
  const int near = (width - 1) / stride, forced = (width - 1 + g->band) / stride;
  const int reach = kinds < 2 ? near : forced > 2 * near ? forced : 2 * near;
  const int band = kinds * reach + kinds - 1;
  if (2 * band >= kinds * g->k)
    return (places){.by = 1, .mu = g->k};
  return (places){.by = kinds, .mu = 1, .band = band};
}

/* The columns of row l that the band of Dg holds: first <= d < end, and entry d at `from` + d. */
typedef struct {
  int first, end, from;
} columns;

static columns columns_of(const gimbal *g, int l) {
  const int begin = g->gradient_stride * l + g->gradient_offset, end = begin + g->gradient_width;
  return (columns){.first = begin < 0 ? 0 : begin,
                   .end = end > g->n ? g->n : end,
                   .from = l * g->gradient_width - begin};
}

/* sum = start + Dgᵀν, where ν_l stands at l·by */
static void push(gimbal *g, const gimbal_real *start, const gimbal_real *gradient,
                 const gimbal_real *nu, int by, gimbal_real *sum) {
  for (int d = 0; d < g->n; ++d)
    sum[d] = start[d];
  for (int l = 0; l < g->k; ++l) {
    const columns row = columns_of(g, l);
    for (int d = row.first; d < row.end; ++d)
      sum[d] += nu[l * by] * gradient[row.from + d];
  }
}

/* The new position, the momentum and the velocity; f is the force and gradient the band of Dg at q₁,
 * which only the second half of rattle needs. */
typedef struct {
  gimbal_real *q, *p, *v, *f, *gradient;
} node;

/* q becomes q₁, and p and v those at half step, for x = (ν, …). */
static int drift(gimbal *g, const constrained *step, const gimbal_real *x, const node *to) {
  push(g, step->p, step->gradient, x, step->at.by, to->p);
  if (gimbal_velocity(g, step->t, step->q, to->p, to->v))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->q[d] = step->q[d] + step->h * to->v[d];
  return 0;
}

/* The second half of rattle: p becomes p₁ and v its velocity. */
static int close_step(gimbal *g, const constrained *step, const gimbal_real *mu, const node *to) {
  const gimbal_real t = step->t + step->h;
  if (gimbal_force(g, t, to->q, to->v, to->f) ||
      gimbal_holonomic_gradient_band(g, t, to->q, to->gradient))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->p[d] += step->kick[1] * step->h * to->f[d];
  push(g, to->p, to->gradient, mu, step->at.by, to->p);
  return gimbal_velocity(g, t, to->q, to->p, to->v);
}

static node new_node(gimbal *g) {
  const int n = g->n;
  return (node){.q = gimbal_scratch(g, n),
                .p = gimbal_scratch(g, n),
                .v = gimbal_scratch(g, n),
                .f = gimbal_scratch(g, n),
                .gradient = gimbal_scratch(g, (size_t)g->k * g->gradient_width)};
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const constrained *step = context;
  const places at = step->at;
  const int k = g->k;
  const node to = new_node(g);
  gimbal_real *position = gimbal_scratch(g, k);
  if (drift(g, step, x, &to) || gimbal_holonomic(g, step->t + step->h, to.q, position))
    return 1;
  for (int l = 0; l < k; ++l)
    r[l * at.by] = position[l] / step->h;
  if (!step->kick)
    return 0;
  if (close_step(g, step, x + at.mu, &to) ||
      gimbal_holonomic_time_derivative(g, step->t + step->h, to.q, position))
    return 1;
  for (int l = 0; l < k; ++l) {
    const columns row = columns_of(g, l);
    gimbal_real *tangency = r + at.mu + l * at.by;
    *tangency = position[l];
    for (int d = row.first; d < row.end; ++d)
      *tangency += to.gradient[row.from + d] * to.v[d];
  }
  return 0;
}

static int solve(gimbal *g, int unknowns, constrained *step, gimbal_real *x) {
  const int band = step->at.band;
  return band ? gimbal_solve_banded(g, unknowns, band, band, residual, step, x)
              : gimbal_solve(g, unknowns, residual, NULL, step, x);
}

static int step_rattle(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, k = g->k;
  const gimbal_real *kick = gimbal_coefficients(g, "kick");
  gimbal_real *v = gimbal_scratch(g, n), *f = gimbal_scratch(g, n), *half = gimbal_scratch(g, n);
  gimbal_real *gradient = gimbal_scratch(g, (size_t)k * g->gradient_width);
  gimbal_real *x = gimbal_scratch(g, 2 * k);
  const node next = new_node(g);
  if (gimbal_velocity(g, from->t, from->q, from->p, v) || gimbal_force(g, from->t, from->q, v, f) ||
      gimbal_holonomic_gradient_band(g, from->t, from->q, gradient))
    return 1;
  for (int d = 0; d < n; ++d)
    half[d] = from->p[d] + kick[0] * h * f[d];
  constrained context = {.h = h,
                         .t = from->t,
                         .q = from->q,
                         .p = half,
                         .gradient = gradient,
                         .kick = kick,
                         .at = find_places(g, 2)};
  const int by = context.at.by, mu = context.at.mu;
  for (int l = 0; l < k; ++l)
    x[l * by] = x[mu + l * by] = h / 2 * from->lambda[l];
  if (solve(g, 2 * k, &context, x) || drift(g, &context, x, &next))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] = h * next.v[d];
  if (close_step(g, &context, x + mu, &next))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dp[d] = h * (kick[0] * f[d] + kick[1] * next.f[d]);
  push(g, to->dp, gradient, x, by, to->dp);
  push(g, to->dp, next.gradient, x + mu, by, to->dp);
  for (int l = 0; l < k; ++l)
    to->lambda[l] = 2 * x[mu + l * by] / h;
  return 0;
}

/* Memory: p_{−½} = p₀ − (h/2)(f + λ·Dg) with the exact λ. Another λ would only shift ν. */
static int start_shake(gimbal *g, gimbal_real h, gimbal_state *state) {
  const int n = g->n, k = g->k;
  gimbal_real *v = gimbal_scratch(g, n), *f = gimbal_scratch(g, n);
  gimbal_real *gradient = gimbal_scratch(g, (size_t)k * g->gradient_width);
  gimbal_real *nu = gimbal_scratch(g, k);
  if (gimbal_velocity(g, state->t, state->q, state->p, v) ||
      gimbal_force(g, state->t, state->q, v, f) ||
      gimbal_holonomic_gradient_band(g, state->t, state->q, gradient))
    return 1;
  for (int d = 0; d < n; ++d)
    state->memory[d] = state->p[d] - h / 2 * f[d];
  for (int l = 0; l < k; ++l)
    nu[l] = -h / 2 * state->lambda[l];
  push(g, state->memory, gradient, nu, 1, state->memory);
  return 0;
}

static int step_shake(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, k = g->k;
  const gimbal_real *mean = gimbal_coefficients(g, "mean");
  gimbal_real *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n), *q = gimbal_scratch(g, n);
  gimbal_real *f = gimbal_scratch(g, n), *x = gimbal_scratch(g, k);
  gimbal_real *gradient = gimbal_scratch(g, (size_t)k * g->gradient_width);
  const node next = {.q = q, .p = to->memory, .v = v};
  if (gimbal_velocity(g, from->t, from->q, from->memory, v) ||
      gimbal_force(g, from->t, from->q, v, f) ||
      gimbal_holonomic_gradient_band(g, from->t, from->q, gradient))
    return 1;
  for (int d = 0; d < n; ++d)
    p[d] = from->memory[d] + h * f[d];
  constrained context = {
      .h = h, .t = from->t, .q = from->q, .p = p, .gradient = gradient, .at = find_places(g, 1)};
  for (int l = 0; l < k; ++l)
    x[l] = h * from->lambda[l];
  if (solve(g, k, &context, x) || drift(g, &context, x, &next))
    return 1;
  for (int d = 0; d < n; ++d) {
    to->dq[d] = h * v[d];
    to->p[d] = mean[0] * from->memory[d] + mean[1] * to->memory[d];
  }
  for (int l = 0; l < k; ++l)
    to->lambda[l] = x[l] / h;
  return 0;
}

/* g(q_{k+1}); what cancels in it is Dg·q in size. */
static int position_constraint(gimbal *g, const gimbal_state *from, gimbal_real h,
                               const gimbal_state *to, gimbal_real *residual_, gimbal_real *scale) {
  gimbal_real *gradient = gimbal_scratch(g, (size_t)g->k * g->gradient_width);
  (void)from;
  (void)h;
  if (gimbal_holonomic(g, to->t, to->q, residual_) ||
      gimbal_holonomic_gradient_band(g, to->t, to->q, gradient))
    return 1;
  for (int l = 0; l < g->k; ++l) {
    const columns row = columns_of(g, l);
    scale[l] = 0;
    for (int d = row.first; d < row.end; ++d)
      scale[l] += gimbal_fabs(gradient[row.from + d] * to->q[d]);
  }
  return 0;
}

static const gimbal_value coefficients_rattle[] = {
    {.name = "kick", .value = "1/2, 1/2", .description = "before and after the drift"}};
static const gimbal_value coefficients_shake[] = {
    {.name = "mean", .value = "1/2, 1/2", .description = "of the momenta about the node"}};

static const gimbal_probe probes_shake[] = {
    {.name = "position_constraint", .count = "holonomic", .measure = position_constraint}};

static const gimbal_claim claims_rattle[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "constraint", .quantity = "nodes", .value = "exact"},
    {.study = "energy", .quantity = "energy", .value = "bounded", .when = "autonomous && !forced"},
    {.study = "invariant",
     .quantity = "momentum_map",
     .value = "exact",
     .when = "!forced && (linear || quadratic)"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "!forced"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_claim claims_shake[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "constraint", .quantity = "position_constraint", .value = "exact"}};

static const gimbal_method methods[] = {
    {.name = "rattle",
     .title = "RATTLE, Störmer–Verlet on holonomic constraints",
     .citation = "Andersen, Journal of Computational Physics 52 (1983) 24",
     .citation_key = "Andersen1983",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "holonomic > 0 && nonholonomic == 0 && separable && rheonomic >= 0",
     .coefficients = GIMBAL_ARRAY(coefficients_rattle),
     .symmetric = "1",
     .step = step_rattle,
     .claims = GIMBAL_ARRAY(claims_rattle),
     .overwrites = "none"},
    {.name = "shake",
     .title = "SHAKE, the two-step form of Störmer–Verlet on holonomic constraints",
     .citation = "Ryckaert, Ciccotti and Berendsen, Journal of Computational Physics 23 (1977) 327",
     .citation_key = "RyckaertCiccottiBerendsen1977",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "holonomic > 0 && nonholonomic == 0 && separable && rheonomic >= 0",
     .coefficients = GIMBAL_ARRAY(coefficients_shake),
     .memory = "n",
     .time_of_p = "-1",
     .time_of_lambda = "-1",
     .start = start_shake,
     .step = step_shake,
     .probes = GIMBAL_ARRAY(probes_shake),
     .claims = GIMBAL_ARRAY(claims_shake),
     .overwrites = "p"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
