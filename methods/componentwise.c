/* Componentwise splitting of ẏ = f(t,y): each entry moves alone, by the midpoint rule, from the last to the first
 * with h/2 and back with h/2. Symmetric, of order 2. The equation of an entry is explicit where f_i does not see
 * y_i.
 *
 * On y = (q, t, p, ρ) with q' = p/ρ, t' = 1/ρ, p' = −∇U/ρ, ρ' = G(q,p) it is the Störmer–Verlet method whose steps
 * h/ρ have a density ρ of their own: ρ by half a step, p by half a step, q, p, ρ [Hairer and Söderlind, SIAM J.
 * Sci. Comput. 26 (2005) 1838]. */
#include "gimbal.h"

typedef struct {
  gimbal_real t, tau;
  gimbal_real *y;
  int i;
} Entry;

/* x = f_i(y + (τ/2) x e_i) */
static int residual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  const Entry *e = context;
  gimbal_real *f = gimbal_scratch(g, (size_t)g->n);
  const gimbal_real before = e->y[e->i];
  e->y[e->i] = before + e->tau / 2 * x[0];
  const int failed = gimbal_field(g, e->t, e->y, f);
  e->y[e->i] = before;
  r[0] = x[0] - f[e->i];
  return failed;
}

static int move(gimbal *g, gimbal_real t, gimbal_real tau, int i, gimbal_real *y) {
  Entry e = {t, tau, y, i};
  gimbal_real x = 0;
  if (residual(g, &e, &x, &x))
    return 1;
  x = -x; /* f_i at the beginning */
  gimbal_real guess = x;
  if (gimbal_solve(g, 1, residual, NULL, &e, &guess))
    return 1;
  y[i] += tau * guess;
  return 0;
}

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int n = g->n;
  gimbal_real *y = gimbal_scratch(g, (size_t)n);
  for (int i = 0; i < n; ++i)
    y[i] = from->q[i];
  for (int i = n - 1; i >= 0; --i)
    if (move(g, from->t, h / 2, i, y))
      return 1;
  for (int i = 0; i < n; ++i)
    if (move(g, from->t + h, h / 2, i, y))
      return 1;
  for (int i = 0; i < n; ++i)
    to->dq[i] = y[i] - from->q[i];
  return 0;
}

static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "structure", .quantity = "reversible", .value = "yes", .when = "reversible"}};

static const gimbal_method methods[] = {
    {.name = "componentwise_splitting",
     .title = "componentwise splitting; adaptive Störmer–Verlet where the density of steps is in "
              "the state",
     .citation = "Hairer and Söderlind, SIAM Journal on Scientific Computing 26 (2005) 1838",
     .citation_key = "HairerSoderlind2005",
     .formulation = GIMBAL_ODE,
     .accepts = "m == 0 && unconstrained && autonomous && reversible",
     .symmetric = "1",
     .step = step,
     .overwrites = "none",
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
