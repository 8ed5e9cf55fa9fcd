/* Discrete gradient methods z₁ − z = h J ∇̄H(z,z₁), where ∇̄H(z,z₁)·(z₁ − z) = H(z₁) − H(z) keeps the energy.
 *
 * gonzalez: the gradient at the mean, m, and what it lacks along d = z₁ − z,
 *     ∇̄H = ∇H(m) + (H(z₁) − H(z) − ∇H(m)·d) d/|d|²
 * [Gonzalez, J. Nonlinear Sci. 6 (1996) 449].
 *
 * itoh_abe: a difference quotient for each coordinate, those before it at z₁ and those after it at z. The symmetrised
 * gradient is the mean of that of (z,z₁) and that of (z₁,z).
 *
 * Differences of H are integrals of ∇H = −J f along the way, by Gauss quadrature: to all digits for polynomials, and
 * without the cancellation of two energies. So no quotient is 0/0 where a coordinate does not move. */
#include "gimbal.h"

typedef struct {
  const gimbal_real *z; /* (q,p) where the step begins */
  gimbal_real t, h;
  const gimbal_tableau *quadrature;
} Step;

/* ∇H = −J f */
static int gradient(gimbal *g, gimbal_real t, const gimbal_real *z, gimbal_real *out) {
  const int n = g->n;
  gimbal_real *f = gimbal_scratch(g, 2 * (size_t)n);
  if (gimbal_momentum_field(g, t, z, f))
    return 1;
  for (int i = 0; i < n; ++i)
    out[i] = -f[n + i], out[n + i] = f[i];
  return 0;
}

/* r = x − J ∇̄H */
static void equation(int n, const gimbal_real *x, const gimbal_real *mean, gimbal_real *r) {
  for (int i = 0; i < n; ++i)
    r[i] = x[i] - mean[n + i], r[n + i] = x[n + i] + mean[i];
}

static gimbal_real dot(int n, const gimbal_real *a, const gimbal_real *b) {
  gimbal_real sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}

static int gonzalez(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const Step *s = context;
  const int n = 2 * g->n;
  const gimbal_tableau *rule = s->quadrature;
  gimbal_real *y = gimbal_scratch(g, (size_t)n), *at = gimbal_scratch(g, (size_t)n),
              *mean = gimbal_scratch(g, (size_t)n), lack = 0;
  for (int node = 0; node < rule->s; ++node) {
    for (int i = 0; i < n; ++i)
      y[i] = s->z[i] + rule->c[node] * s->h * x[i];
    if (gradient(g, s->t, y, at))
      return 1;
    lack += rule->b[node] * dot(n, at, x);
  }
  for (int i = 0; i < n; ++i)
    y[i] = s->z[i] + s->h / 2 * x[i];
  if (gradient(g, s->t, y, mean))
    return 1;
  lack -= dot(n, mean, x);
  const gimbal_real square = dot(n, x, x);
  for (int i = 0; i < n && square > 0; ++i)
    mean[i] += lack / square * x[i];
  equation(g->n, x, mean, r);
  return 0;
}

/* Adds weight times the quotients from y to y + h x; y is there at the end. */
static int quotients(gimbal *g, const Step *s, gimbal_real h, const gimbal_real *x, gimbal_real *y,
                     gimbal_real weight, gimbal_real *mean) {
  const gimbal_tableau *rule = s->quadrature;
  gimbal_real *at = gimbal_scratch(g, 2 * (size_t)g->n);
  for (int i = 0; i < 2 * g->n; ++i) {
    const gimbal_real from = y[i];
    for (int node = 0; node < rule->s; ++node) {
      y[i] = from + rule->c[node] * h * x[i];
      if (gradient(g, s->t, y, at))
        return 1;
      mean[i] += weight * rule->b[node] * at[i];
    }
    y[i] = from + h * x[i];
  }
  return 0;
}

static int itoh_abe(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const Step *s = context;
  const int n = 2 * g->n, both = g->parameters[0] > 0;
  const gimbal_real weight = both ? GIMBAL_C(0.5) : 1;
  gimbal_real *y = gimbal_scratch(g, (size_t)n), *mean = gimbal_scratch(g, (size_t)n);
  for (int i = 0; i < n; ++i)
    y[i] = s->z[i], mean[i] = 0;
  if (quotients(g, s, s->h, x, y, weight, mean) ||
      (both && quotients(g, s, -s->h, x, y, weight, mean)))
    return 1;
  equation(g->n, x, mean, r);
  return 0;
}

static int take(gimbal *g, gimbal_residual *residual, const gimbal_state *from, gimbal_real h,
                gimbal_state *to) {
  const int n = g->n;
  gimbal_real *z = gimbal_scratch(g, 2 * (size_t)n), *x = gimbal_scratch(g, 2 * (size_t)n);
  for (int i = 0; i < n; ++i)
    z[i] = from->q[i], z[n + i] = from->p[i];
  Step s = {z, from->t, h, gimbal_tableau_of(g, "gauss", 7)};
  if (!s.quadrature || gimbal_momentum_field(g, from->t, z, x) ||
      gimbal_solve(g, 2 * n, residual, NULL, &s, x))
    return 1;
  for (int i = 0; i < n; ++i)
    to->dq[i] = h * x[i], to->dp[i] = h * x[n + i];
  return 0;
}

static int gonzalez_step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return take(g, gonzalez, from, h, to);
}

static int itoh_abe_step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return take(g, itoh_abe, from, h, to);
}

static const gimbal_value parameters[] = {
    {.name = "symmetrised",
     .value = "1",
     .description = "1: the mean over both directions; 0: one"}};

static const gimbal_claim gonzalez_claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "energy", .quantity = "energy", .value = "exact", .when = "canonical"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_claim itoh_abe_claims[] = {
    {.study = "order", .quantity = "q", .value = "1+symmetrised"},
    {.study = "order", .quantity = "p", .value = "1+symmetrised"},
    {.study = "energy", .quantity = "energy", .value = "exact", .when = "canonical"}};

static const gimbal_method methods[] = {
    {.name = "gonzalez_discrete_gradient",
     .title = "the midpoint discrete gradient method",
     .citation = "Gonzalez, Journal of Nonlinear Science 6 (1996) 449",
     .citation_key = "Gonzalez1996",
     .formulation = GIMBAL_HAMILTONIAN,
     .accepts = "unconstrained && forced == 0 && autonomous",
     .symmetric = "1",
     .step = gonzalez_step,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(gonzalez_claims)},
    {.name = "itoh_abe_discrete_gradient",
     .title = "the Itoh–Abe discrete gradient method",
     .citation = "Noren Myhr and Eidnes, Journal of Computational Dynamics 2024",
     .citation_key = "NorenMyhrEidnes2024",
     .formulation = GIMBAL_HAMILTONIAN,
     .accepts = "unconstrained && forced == 0 && autonomous",
     .parameters = GIMBAL_ARRAY(parameters),
     .symmetric = "symmetrised",
     .step = itoh_abe_step,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(itoh_abe_claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
