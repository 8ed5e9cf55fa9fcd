/* Right: Störmer–Verlet steps that impose the constraints on positions alone, the one-step form of SHAKE. Velocities
 * are off the constraints by a power of h; what p has along Dg(q)ᵀ does not enter the form dq∧dp on g = 0, so
 * the steps are symplectic. Wrong: the same with a friction of 1e-12, which the form shows. */
#include "gimbal_stages.h"

typedef struct {
  gimbal_real h, t;
  const gimbal_real *q, *p, *gradient; /* p with half a kick */
} Drift;

/* The new position for the multipliers x, and the momentum on the way. */
static int drift(gimbal *g, const Drift *d, const gimbal_real *x, gimbal_real *q, gimbal_real *p) {
  gimbal_real *v = gimbal_scratch(g, (size_t)g->n);
  gimbal_stages_push(g->n, g->k, d->p, d->gradient, x, p);
  if (gimbal_velocity(g, d->t, d->q, p, v))
    return 1;
  for (int i = 0; i < g->n; ++i)
    q[i] = d->q[i] + d->h * v[i];
  return 0;
}

static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const Drift *d = context;
  gimbal_real *q = gimbal_scratch(g, (size_t)g->n), *p = gimbal_scratch(g, (size_t)g->n);
  if (drift(g, d, x, q, p) || gimbal_holonomic(g, d->t + d->h, q, r))
    return 1;
  for (int l = 0; l < g->k; ++l)
    r[l] /= d->h;
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n, k = g->k;
  gimbal_real *v = gimbal_scratch(g, (size_t)n), *f = gimbal_scratch(g, (size_t)n),
              *half = gimbal_scratch(g, (size_t)n), *p = gimbal_scratch(g, (size_t)n),
              *q = gimbal_scratch(g, (size_t)n), *x = gimbal_scratch(g, (size_t)k),
              *gradient = gimbal_scratch(g, (size_t)k * n);
  Drift d = {h, from->t, from->q, half, gradient};
  if (gimbal_velocity(g, from->t, from->q, from->p, v) || gimbal_force(g, from->t, from->q, v, f) ||
      gimbal_holonomic_gradient(g, from->t, from->q, gradient))
    return 1;
  for (int i = 0; i < n; ++i)
    half[i] = from->p[i] + h / 2 * f[i];
  for (int l = 0; l < k; ++l)
    x[l] = 0;
  if (gimbal_solve(g, k, residual, NULL, &d, x) || drift(g, &d, x, q, p) ||
      gimbal_force(g, from->t + h, q, v, f))
    return 1;
  for (int i = 0; i < n; ++i) {
    to->dq[i] = q[i] - from->q[i];
    to->dp[i] = p[i] + h / 2 * f[i] - from->p[i] - h * g->parameters[0] * from->p[i];
  }
  return 0;
}

static const gimbal_value parameters[] = {{.name = "friction", .value = "0"}};
static const gimbal_member members[] = {
    {.name = "free_velocity", .settings = "friction=0"},
    {.name = "free_velocity_friction", .settings = "friction=1e-12"}};
static const gimbal_claim claims[] = {
    {.study = "structure", .quantity = "symplectic", .value = "yes"}};
static const gimbal_method methods[] = {
    {.name = "free_velocities",
     .title = "Störmer–Verlet steps with constraints on positions alone",
     .citation = "Leimkuhler and Skeel, J. Comput. Phys. 112 (1994) 117",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "holonomic > 0 && nonholonomic == 0 && separable",
     .parameters = GIMBAL_ARRAY(parameters),
     .members = GIMBAL_ARRAY(members),
     .step = step,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(claims)}};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
