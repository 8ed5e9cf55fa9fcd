/* Kahan's method as the Runge–Kutta method that it is on quadratic fields:
 *     (y₁ − y)/h = −½ f(y) + 2 f((y + y₁)/2) − ½ f(y₁).
 * Order 2, symmetric. Where H is cubic, it keeps the modified Hamiltonian
 *     H + (h/3) ∇Hᵀ (1 − (h/2) f')⁻¹ f
 * [Celledoni, McLachlan, Owren, Quispel, J. Phys. A 46 (2013) 025201], which is the probe: its change in a step. Of
 * H itself that is the integral of ∇H = −J f along the step. */
#include "gimbal.h"

typedef struct {
  const gimbal_real *z; /* (q,p) where the step begins */
  gimbal_real t, h;
} Step;

static gimbal_real *phase_point(gimbal *g, const gimbal_state *state) {
  gimbal_real *z = gimbal_scratch(g, 2 * (size_t)g->n);
  for (int i = 0; i < g->n; ++i)
    z[i] = state->q[i], z[g->n + i] = state->p[i];
  return z;
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const Step *s = context;
  const int n = 2 * g->n;
  gimbal_real *y = gimbal_scratch(g, (size_t)n), *f = gimbal_scratch(g, (size_t)n);
  for (int i = 0; i < n; ++i)
    r[i] = x[i];
  for (int node = 0; node < 3; ++node) {
    const gimbal_real c = GIMBAL_C(0.5) * node, b = node == 1 ? 2 : -GIMBAL_C(0.5);
    for (int i = 0; i < n; ++i)
      y[i] = s->z[i] + c * s->h * x[i];
    if (gimbal_momentum_field(g, s->t + c * s->h, y, f))
      return 1;
    for (int i = 0; i < n; ++i)
      r[i] -= b * f[i];
  }
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  Step s = {phase_point(g, from), from->t, h};
  gimbal_real *x = gimbal_scratch(g, 2 * (size_t)n);
  if (gimbal_momentum_field(g, from->t, s.z, x) || gimbal_solve(g, 2 * n, residual, NULL, &s, x))
    return 1;
  for (int i = 0; i < n; ++i)
    to->dq[i] = h * x[i], to->dp[i] = h * x[n + i];
  return 0;
}

/* ∇H·d = f_q·d_p − f_p·d_q */
static gimbal_real along(int n, const gimbal_real *f, const gimbal_real *d) {
  gimbal_real sum = 0;
  for (int i = 0; i < n / 2; ++i)
    sum += f[i] * d[n / 2 + i] - f[n / 2 + i] * d[i];
  return sum;
}

/* (h/3) ∇Hᵀ (1 − (h/2) f')⁻¹ f at y */
static int correction(gimbal *g, gimbal_real t, gimbal_real h, const gimbal_real *y,
                      gimbal_real *value) {
  const int n = 2 * g->n;
  gimbal_real *f = gimbal_scratch(g, (size_t)n), *x = gimbal_scratch(g, (size_t)n),
              *A = gimbal_scratch(g, (size_t)(n * n));
  if (gimbal_momentum_field(g, t, y, f) || gimbal_field_jacobian(g, t, y, A))
    return 1;
  for (int i = 0; i < n; ++i)
    x[i] = f[i];
  for (int i = 0; i < n * n; ++i)
    A[i] = (i % (n + 1) ? 0 : 1) - h / 2 * A[i];
  if (gimbal_linear_solve(g, n, A, x))
    return 1;
  *value = h / 3 * along(n, f, x);
  return 0;
}

static int modified_hamiltonian(gimbal *g, const gimbal_state *from, gimbal_real h,
                                const gimbal_state *to, gimbal_real *out, gimbal_real *scale) {
  const int n = 2 * g->n;
  const gimbal_tableau *rule = gimbal_tableau_of(g, "gauss", 7);
  gimbal_real *y = gimbal_scratch(g, (size_t)n), *f = gimbal_scratch(g, (size_t)n),
              *d = gimbal_scratch(g, (size_t)n), before, after;
  const gimbal_real *start = phase_point(g, from), *end = phase_point(g, to);
  if (!rule || correction(g, from->t, h, start, &before) || correction(g, to->t, h, end, &after))
    return 1;
  out[0] = after - before;
  for (int i = 0; i < n; ++i)
    d[i] = end[i] - start[i];
  for (int node = 0; node < rule->s; ++node) {
    for (int i = 0; i < n; ++i)
      y[i] = start[i] + rule->c[node] * d[i];
    if (gimbal_momentum_field(g, from->t + rule->c[node] * h, y, f))
      return 1;
    out[0] += rule->b[node] * along(n, f, d);
  }
  scale[0] = gimbal_fabs(before) + gimbal_fabs(after);
  for (int i = 0; i < n; ++i)
    scale[0] += gimbal_fabs(f[i] * start[(i + n / 2) % n]);
  return 0;
}

static const gimbal_probe probes[] = {
    {.name = "modified_hamiltonian", .count = "1", .measure = modified_hamiltonian}};

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "invariant", .quantity = "linear", .value = "exact", .when = "unconstrained"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "kahan",
     .title = "Kahan's method",
     .citation = "Celledoni, McLachlan, Owren and Quispel, Journal of Physics A 46 (2013) 025201",
     .citation_key = "CelledoniMcLachlanOwrenQuispel2013",
     .formulation = GIMBAL_HAMILTONIAN,
     .accepts = "unconstrained && forced == 0 && autonomous",
     .symmetric = "1",
     .step = step,
     .probes = GIMBAL_ARRAY(probes),
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
