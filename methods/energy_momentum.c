/* An energy-momentum method on holonomic constraints, with those of the velocity, by the principle of Gear, Gupta and
 * Leimkuhler (GGL): midpoint rules for the Hamiltonian H − λ·g(q) − γ·f(q,v), f = Dg v, for L = ½ vᵀMv − U(q).
 * With means v̄ and Ḡ of the ends, w = (q₁ − q)/h, and means over the segment from q to q₁, ⟨ ⟩:
 *     w = v̄ − M⁻¹Ḡᵀγ,   (p₁ − p)/h = ⟨F⟩ + ⟨Dg⟩ᵀλ + Dᵀγ,   g(q₁) = 0,   Dg(q₁)v₁ = 0.
 * D is a discrete derivative of f by q: D(q₁ − q) = (Dg(q₁) − Dg(q)) v̄. It is the difference of Dg along v̄ about the
 * midpoint, and what that lacks along w [Gonzalez, J. Nonlinear Sci. 6 (1996) 449].
 * The energy is exact: what λ and γ do is λ·(g₁ − g) + γ·(f₁ − f), which is zero. So are position and velocity
 * constraints. Order 2, symmetric; not symplectic. γ is of the order of h². λ is that of the midpoint. */
#include "gimbal.h"

typedef struct {
  const gimbal_state *from;
  gimbal_real h;
  const gimbal_real *v, *gradient; /* v and Dg where the step begins */
  const gimbal_tableau *rule;
} Step;

/* Adds the transpose of the k×n matrix times the multipliers. */
static void add_transposed(const gimbal *g, gimbal_real factor, const gimbal_real *matrix,
                           const gimbal_real *multipliers, gimbal_real *sum) {
  for (int l = 0; l < g->k; ++l)
    for (int d = 0; d < g->n; ++d)
      sum[d] += factor * multipliers[l] * matrix[l * g->n + d];
}

static gimbal_real dot(int n, const gimbal_real *a, const gimbal_real *b) {
  gimbal_real sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

/* ⟨F⟩ and ⟨Dg⟩, added. */
static int means(gimbal *g, const Step *s, const gimbal_real *w, gimbal_real *force,
                 gimbal_real *gradient) {
  const int n = g->n, entries = g->k * n;
  gimbal_real *q = gimbal_scratch(g, (size_t)n), *f = gimbal_scratch(g, (size_t)n),
              *G = gimbal_scratch(g, (size_t)entries);
  for (int i = 0; i < s->rule->s; ++i) {
    const gimbal_real t = s->from->t + s->rule->c[i] * s->h;
    for (int d = 0; d < n; ++d)
      q[d] = s->from->q[d] + s->rule->c[i] * s->h * w[d];
    if (gimbal_force(g, t, q, s->v, f) || gimbal_holonomic_gradient(g, t, q, G))
      return 1;
    for (int d = 0; d < n; ++d)
      force[d] += s->rule->b[i] * f[d];
    for (int d = 0; d < entries; ++d)
      gradient[d] += s->rule->b[i] * G[d];
  }
  return 0;
}

/* D, k×n, with Dg(q₁) given. */
static int derivative(gimbal *g, const Step *s, const gimbal_real *w, const gimbal_real *mean,
                      const gimbal_real *gradient, gimbal_real *D) {
  const int n = g->n, k = g->k;
  const gimbal_real square = dot(n, w, w), half = s->h / 2;
  gimbal_real *q = gimbal_scratch(g, 2 * (size_t)n), *G = gimbal_scratch(g, (size_t)(k * n));
  for (int d = 0; d < n; ++d) {
    q[d] = s->from->q[d] + half * (w[d] + mean[d]);
    q[n + d] = s->from->q[d] + half * (w[d] - mean[d]);
  }
  if (gimbal_holonomic_gradient(g, s->from->t, q, D) ||
      gimbal_holonomic_gradient(g, s->from->t, q + n, G))
    return 1;
  for (int l = 0; l < k; ++l) {
    gimbal_real *row = D + l * n;
    for (int d = 0; d < n; ++d)
      row[d] = (row[d] - G[l * n + d]) / s->h;
    const gimbal_real change = dot(n, gradient + l * n, mean) - dot(n, s->gradient + l * n, mean);
    const gimbal_real lack = change / s->h - dot(n, row, w);
    for (int d = 0; d < n && square > 0; ++d)
      row[d] += lack / square * w[d];
  }
  return 0;
}

/* x = (w, v₁, λ, γ). */
static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const Step *s = context;
  const int n = g->n, k = g->k;
  const gimbal_real *w = x, *v = x + n, *lambda = v + n, *gamma = lambda + k;
  const gimbal_real t = s->from->t + s->h;
  gimbal_real *q = gimbal_scratch(g, 4 * (size_t)n), *mean = q + n, *pull = mean + n, *p = pull + n;
  gimbal_real *G = gimbal_scratch(g, 3 * (size_t)(k * n)), *over = G + k * n, *D = over + k * n;
  for (int d = 0; d < n; ++d) {
    q[d] = s->from->q[d] + s->h * w[d];
    mean[d] = (s->v[d] + v[d]) / 2;
    pull[d] = r[n + d] = 0;
  }
  for (int d = 0; d < k * n; ++d)
    over[d] = 0;
  if (gimbal_holonomic_gradient(g, t, q, G) || gimbal_holonomic(g, t, q, r + 2 * n) ||
      means(g, s, w, r + n, over) || derivative(g, s, w, mean, G, D) ||
      gimbal_momentum(g, t, q, v, p))
    return 1;
  add_transposed(g, 1, over, lambda, r + n);
  add_transposed(g, 1, D, gamma, r + n);
  add_transposed(g, GIMBAL_C(0.5), s->gradient, gamma, pull);
  add_transposed(g, GIMBAL_C(0.5), G, gamma, pull);
  if (gimbal_velocity(g, t, q, pull, r))
    return 1;
  for (int d = 0; d < n; ++d) {
    r[d] += w[d] - mean[d];
    r[n + d] -= (p[d] - s->from->p[d]) / s->h;
  }
  for (int l = 0; l < k; ++l) {
    r[2 * n + l] /= s->h;
    r[2 * n + k + l] = dot(n, G + l * n, v);
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, k = g->k;
  gimbal_real *x = gimbal_scratch(g, 2 * (size_t)(n + k)), *v = gimbal_scratch(g, (size_t)n),
              *p = gimbal_scratch(g, (size_t)n), *G = gimbal_scratch(g, (size_t)(k * n));
  Step s = {from, h, v, G, gimbal_tableau_of(g, "gauss", 8)};
  if (!s.rule || gimbal_velocity(g, from->t, from->q, from->p, v) ||
      gimbal_holonomic_gradient(g, from->t, from->q, G))
    return 1;
  for (int d = 0; d < n; ++d)
    x[d] = x[n + d] = v[d];
  for (int l = 0; l < k; ++l) {
    x[2 * n + l] = from->lambda[l];
    x[2 * n + k + l] = 0;
  }
  if (gimbal_solve(g, 2 * (n + k), residual, NULL, &s, x))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dq[d] = h * x[d];
  if (gimbal_momentum(g, from->t + h, from->q, x + n, p))
    return 1;
  for (int d = 0; d < n; ++d)
    to->dp[d] = p[d] - from->p[d];
  for (int l = 0; l < k; ++l)
    to->lambda[l] = x[2 * n + l];
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "order", .quantity = "lambda", .value = "2"},
    {.study = "constraint", .quantity = "nodes", .value = "exact"},
    {.study = "energy", .quantity = "energy", .value = "exact"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "energy_momentum_ggl",
     .title = "an energy-momentum method with constraints of positions and velocities",
     .citation = "Kinon, Betsch and Schneider, Nonlinear Dynamics 111 (2023)",
     .citation_key = "KinonBetschSchneider2023",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "holonomic > 0 && nonholonomic == 0 && separable && autonomous && !forced",
     .symmetric = "1",
     .time_of_lambda = "-1/2",
     .step = step,
     .claims = GIMBAL_ARRAY(claims),
     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
