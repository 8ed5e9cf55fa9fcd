/* skeleton: the variational midpoint rule, to change into your own method.
 *
 * A method is a step function, a table of what it claims of itself, and a descriptor. gimbal judges
 * the claims on every model that the method can integrate, so claim what you stand for, no more.
 * gimbal.h says what each entry means; `gimbal describe skeleton` shows how it was read. */
#include "gimbal.h"

/* The discrete Lagrangian h L(q + h/2 u, u) with the slope u = (q₁ − q)/h has the equations
 *     p  = D₂L − h/2 (D₁L + F),
 *     p₁ = D₂L + h/2 (D₁L + F),
 * all at (q + h/2 u, u). The first is solved for u; the second gives p₁. */
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

/* One step of size h: write the increments dq and dp, which the host adds up with compensation.
 * Return non-zero if the step cannot be made. All numbers are gimbal_real and all constants
 * GIMBAL_C(0.5) or GIMBAL_Q(1,2), so that the same source runs in quadruple precision too. */
static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  midpoint context = {.h = h, .from = from};
  gimbal_real *u = gimbal_scratch(g, (size_t)g->n);
  gimbal_real *p = gimbal_scratch(g, (size_t)g->n), *f = gimbal_scratch(g, (size_t)g->n);
  for (int i = 0; i < g->n; i++)
    u[i] = 0; /* a first guess that costs nothing: the host extrapolates */
  if (gimbal_solve(g, g->n, residual, NULL, &context, u) || middle(g, &context, u, p, f))
    return 1;
  for (int i = 0; i < g->n; i++) {
    to->dq[i] = h * u[i];
    to->dp[i] = h * f[i];
  }
  return 0;
}

/* Values of orders and conditions are expressions, in the words that gimbal.h lists at
 * gimbal_claim. "no" and "drift" deny a property: they are confirmed by one model that shows it. */
static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "p", .value = "2"},
    {.study = "energy",
     .quantity = "energy",
     .value = "bounded",
     .when = "canonical && separable && autonomous"},
    {.study = "invariant",
     .quantity = "momentum_map",
     .value = "exact",
     .when = "canonical && (linear || quadratic)"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "skeleton",
     .title = "the variational midpoint rule",
     .citation = "Marsden and West, Acta Numerica 10 (2001), 2.3",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "unconstrained && n <= 12", /* no large systems: gimbal_solve is dense */
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
