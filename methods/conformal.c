/* Conformal symplectic methods for L = ½vᵀMv − U(t,q) with forces −c p: half a step of the exact decay
 * p ← e^(−ch/2) p before and after a symplectic step of the system without damping [Bhatt, Floyd and Moore
 * 2016; McLachlan and Quispel 2002, section 3.7]. c is the model's `contraction`; its forces at v = 0 are
 * those of the potential.
 *
 * conformal_verlet: the Störmer–Verlet step, kick, drift, kick. conformal_midpoint: the implicit midpoint
 * rule. Both are of order 2, and take the canonical form to e^(−ch) times itself in each step; an angular
 * momentum that the step without damping keeps decays exactly. */
#include "gimbal.h"

static gimbal_real decay(const gimbal *g, gimbal_real h) {
  return gimbal_exp(-g->contraction * h / 2);
}

/* −∂U/∂q. */
static int potential_force(gimbal *g, gimbal_real t, const gimbal_real *q, gimbal_real *f) {
  gimbal_real *rest = gimbal_scratch(g, (size_t)g->n);
  for (int i = 0; i < g->n; ++i)
    rest[i] = 0;
  return gimbal_force(g, t, q, rest, f);
}

static int step_verlet(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real e = decay(g, h);
  gimbal_real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n),
              *f = gimbal_scratch(g, n);
  if (potential_force(g, from->t, from->q, f))
    return 1;
  for (int i = 0; i < n; ++i)
    p[i] = e * from->p[i] + h / 2 * f[i];
  if (gimbal_velocity(g, from->t, from->q, p, v))
    return 1;
  for (int i = 0; i < n; ++i) {
    to->dq[i] = h * v[i];
    q[i] = from->q[i] + to->dq[i];
  }
  if (potential_force(g, from->t + h, q, f))
    return 1;
  for (int i = 0; i < n; ++i)
    to->dp[i] = e * (p[i] + h / 2 * f[i]) - from->p[i];
  return 0;
}

typedef struct {
  gimbal_real t, h;
  const gimbal_real *q, *p;
} Midpoint;

/* (q₁ − q₀)/h − v(p̄), (p₁ − p₀)/h − f(q̄), in the increments x of q and p. */
static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *out) {
  const Midpoint *m = context;
  const int n = g->n;
  gimbal_real *q = gimbal_scratch(g, n), *p = gimbal_scratch(g, n), *v = gimbal_scratch(g, n),
              *f = gimbal_scratch(g, n);
  for (int i = 0; i < n; ++i) {
    q[i] = m->q[i] + x[i] / 2;
    p[i] = m->p[i] + x[n + i] / 2;
  }
  if (gimbal_velocity(g, m->t + m->h / 2, q, p, v) || potential_force(g, m->t + m->h / 2, q, f))
    return 1;
  for (int i = 0; i < n; ++i) {
    out[i] = x[i] - m->h * v[i];
    out[n + i] = x[n + i] - m->h * f[i];
  }
  return 0;
}

static int step_midpoint(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  const gimbal_real e = decay(g, h);
  gimbal_real *p = gimbal_scratch(g, n), *x = gimbal_scratch(g, 2 * (size_t)n);
  Midpoint m = {from->t, h, from->q, p};
  for (int i = 0; i < n; ++i) {
    p[i] = e * from->p[i];
    x[i] = x[n + i] = 0;
  }
  if (gimbal_solve(g, 2 * n, residual, NULL, &m, x))
    return 1;
  for (int i = 0; i < n; ++i) {
    to->dq[i] = x[i];
    to->dp[i] = e * (p[i] + x[n + i]) - from->p[i];
  }
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "structure", .quantity = "conformal", .value = "yes", .when = "conformal"},
    {.study = "structure", .quantity = "symplectic", .value = "no", .when = "conformal && damped"},
    {.study = "invariant", .quantity = "momentum", .value = "exact", .when = "conformal"}};

static const gimbal_method methods[] = {
    {.name = "conformal_verlet",
     .title = "the conformal Störmer–Verlet method",
     .citation = "Bhatt, Floyd and Moore, J. Sci. Comput. 66 (2016) 1234",
     .citation_key = "BhattFloydMoore2016",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "conformal",
     .step = step_verlet,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(claims)},
    {.name = "conformal_midpoint",
     .title = "the conformal implicit midpoint rule",
     .citation = "Bhatt, Floyd and Moore, J. Sci. Comput. 66 (2016) 1234",
     .citation_key = "BhattFloydMoore2016",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "conformal",
     .step = step_midpoint,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
