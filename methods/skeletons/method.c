/* skeleton: the explicit midpoint rule, to change into your own method.
 *
 * A method is a step function, a table of claims, and a descriptor. gimbal judges the claims on every
 * model that the method can integrate. gimbal.h explains each entry; `gimbal describe skeleton` shows
 * the entries as gimbal reads them. */
#include "gimbal.h"

/* One step of size h: *to starts as a copy of *from with t advanced. Write the increments dq (and
 * dp, in a formulation that has a p); the host adds them up with compensation. If the step cannot be
 * made, return gimbal_fail(...), which is not zero. All numbers are gimbal_real and all constants
 * GIMBAL_C(0.5) or GIMBAL_Q(1,2), so that the same source runs in quadruple precision too.
 *
 * Here q = y is the state of ẏ = f(t,y), which the host derives from any model:
 *     k = f(t, y),  y₁ = y + h f(t + h/2, y + h/2 k). */
static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const gimbal_real half = h / 2;
  gimbal_real *k = gimbal_scratch(g, (size_t)g->n), *y = gimbal_scratch(g, (size_t)g->n);
  if (gimbal_field(g, from->t, from->q, k))
    return 1;
  for (int i = 0; i < g->n; i++)
    y[i] = from->q[i] + half * k[i];
  if (gimbal_field(g, from->t + half, y, k))
    return 1;
  for (int i = 0; i < g->n; i++)
    to->dq[i] = h * k[i];
  return 0;
}

/* Values of orders and conditions are expressions, in the words that gimbal.h lists at gimbal_claim.
 * "no" and "drift" are negative claims: one counterexample confirms them. */
static const gimbal_claim claims[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "v", .value = "2", .when = "m > 0"},
    {.study = "energy", .quantity = "energy", .value = "drift", .when = "canonical && autonomous"},
    {.study = "structure", .quantity = "symplectic", .value = "no", .when = "canonical"},
    {.study = "structure", .quantity = "reversible", .value = "no", .when = "reversible"}};

static const gimbal_method methods[] = {{.name = "skeleton",
                                         .title = "the explicit midpoint rule",
                                         .citation = "Runge, Mathematische Annalen 46 (1895)",
                                         .formulation = GIMBAL_ODE,
                                         .step = step,
                                         .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
