/* skeleton: the variational midpoint rule on a lattice, to change into your own method.
 *
 * A lattice has many coordinates, each of which feels its neighbours only: g->band entries on
 * either side. gimbal_solve_banded makes the cost of a step proportional to their number. gimbal.h
 * says what each entry means; `gimbal describe skeleton` shows how it was read. */
#include "gimbal.h"

/* With the slope u = (q₁ − q)/h, all at (q + h/2 u, u):
 *     p  = D₂L − h/2 (D₁L + F),
 *     p₁ = D₂L + h/2 (D₁L + F). */
typedef struct {
  gimbal_real h;
  const gimbal_state *from;
} midpoint;

/* Momentum p and force f in the middle of a step with the slope u. */
static int middle(gimbal *g, const midpoint *step, const gimbal_real *u, gimbal_real *p,
                  gimbal_real *f) {
  const gimbal_real half = step->h / 2, t = step->from->t + half;
  gimbal_real *q = gimbal_scratch(g, (size_t)g->n);
  for (int i = 0; i < g->n; i++)
    q[i] = step->from->q[i] + half * u[i];
  return gimbal_momentum(g, t, q, u, p) || gimbal_force(g, t, q, u, f);
}

static int residual(gimbal *g, void *context, const gimbal_real *u, gimbal_real *r) {
  const midpoint *step = context;
  gimbal_real *f = gimbal_scratch(g, (size_t)g->n);
  if (middle(g, step, u, r, f))
    return 1;
  for (int i = 0; i < g->n; i++)
    r[i] -= step->h / 2 * f[i] + step->from->p[i];
  return 0;
}

/* One step of size h: write the increments dq and dp, which the host adds up with compensation. */
static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  midpoint context = {.h = h, .from = from};
  gimbal_real *u = gimbal_scratch(g, (size_t)g->n);
  gimbal_real *p = gimbal_scratch(g, (size_t)g->n), *f = gimbal_scratch(g, (size_t)g->n);
  for (int i = 0; i < g->n; i++)
    u[i] = 0; /* a first guess that costs nothing: the host extrapolates */
  if (gimbal_solve_banded(g, g->n, g->band, g->band, residual, &context, u) ||
      middle(g, &context, u, p, f))
    return 1;
  for (int i = 0; i < g->n; i++) {
    to->dq[i] = h * u[i];
    to->dp[i] = h * f[i];
  }
  return 0;
}

/* Values of orders and conditions are expressions, in the words that gimbal.h lists at
 * gimbal_claim. Claim what you stand for: that the energy stays bounded is not said here, since a
 * chain may be chaotic. */
static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "skeleton",
     .title = "the variational midpoint rule on a lattice",
     .citation = "Marsden and West, Acta Numerica 10 (2001), 2.3",
     .formulation = GIMBAL_LATTICE,
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
