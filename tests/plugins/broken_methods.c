/* Methods that break what the host relies on, for the tests of `gimbal check`: each is the explicit
 * Euler method with one fault. */
#include "gimbal.h"

#include <stdlib.h>

static int Euler(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real *f = gimbal_scratch(g, (size_t)g->n);
  if (gimbal_field(g, from->t, from->q, f))
    return 1;
  for (int i = 0; i < g->n; i++)
    to->dq[i] = h * f[i];
  return 0;
}

static int Whole(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  int status = Euler(g, from, h, to);
  for (int i = 0; i < g->n; i++)
    to->dq[i] += from->q[i];
  return status;
}

/* It counts its steps behind the host's back. */
static int HiddenState(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  static int steps;
  if (Euler(g, from, h, to))
    return 1;
  to->dq[0] += ++steps * GIMBAL_C(1e-6);
  return 0;
}

static void *volatile lost; /* so that the compiler cannot leave the allocation out */

static int Leaky(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  lost = malloc(100);
  return Euler(g, from, h, to);
}

static int Crashing(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  static volatile int *nothing;
  *nothing = 1;
  return Euler(g, from, h, to);
}

static int Stuck(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  (void)from, (void)to;
  return gimbal_fail(g, "it has no step to take", h);
}

/* Its results stay in its own storage. */
static int Still(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_state own = *to;
  own.dq = gimbal_scratch(g, (size_t)g->n);
  return Euler(g, from, h, &own);
}

/* It has no coefficients of that name. */
static int Misnamed(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return Euler(g, from, h * gimbal_coefficients(g, "a")[0], to);
}

static int Beyond(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int status = Euler(g, from, h, to);
  to->dq[g->n] = 1;
  return status;
}

static int Forgotten(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  for (int i = 0; i < 40; i++)
    to->memory[i] = h;
  return Euler(g, from, h, to);
}

static int Overrun(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real *k = gimbal_scratch(g, (size_t)g->n);
  k[g->n] = h;
  return Euler(g, from, h, to);
}

static int OverrunResidual(gimbal *g, void *context, const gimbal_real *x, gimbal_real *r) {
  gimbal_real *k = gimbal_scratch(g, 1);
  (void)context;
  k[1] = x[0];
  r[0] = x[0] - k[1] / 2;
  return 0;
}
static int OverrunWithin(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real *x = gimbal_scratch(g, 1);
  *x = 1;
  return gimbal_solve(g, 1, OverrunResidual, NULL, NULL, x) || Euler(g, from, h, to);
}

static int Itself(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int status = Euler(g, from, h, to);
  for (int i = 0; i < g->n; i++) {
    to->q[i] = from->q[i] + to->dq[i];
    to->dq[i] = 0;
  }
  return status;
}

/* The pointers of *from are not const. */
static int Backwards(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real *k = gimbal_scratch(g, (size_t)g->n);
  (void)to;
  if (gimbal_field(g, from->t, from->q, k))
    return 1;
  for (int i = 0; i < g->n; i++)
    from->q[i] += h * k[i];
  return 0;
}

static const gimbal_value weight[] = {{"b", "1", NULL}};

static const gimbal_method methods[] = {
    {.name = "hidden_state",
     .title = "Euler's method with a hidden state",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .step = HiddenState},
    {.name = "leaky",
     .title = "Euler's method with a leak",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .step = Leaky},
    {.name = "crashing",
     .title = "Euler's method that crashes",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .step = Crashing},
    {.name = "stuck",
     .title = "Euler's method that never takes a step",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .step = Stuck},
    {.name = "beyond",
     .title = "Euler's method with an increment too many",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .step = Beyond},
    {.name = "forgotten",
     .title = "Euler's method without the memory it needs",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .step = Forgotten},
    {.name = "overrun",
     .title = "Euler's method that asks for too few numbers",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .step = Overrun},
    {.name = "overrun_within",
     .title = "Euler's method with a residual that asks for too few numbers",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .step = OverrunWithin},
    {.name = "unread",
     .title = "Euler's method, whose q is not read",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .overwrites = "none",
     .step = Itself},
    {.name = "unread_increment",
     .title = "Euler's method, whose increments are not read",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .overwrites = "q",
     .step = Euler},
    {.name = "backwards",
     .title = "Euler's method, into the state that it reads",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .step = Backwards},
    {.name = "backwards_unread",
     .title = "the same, which overwrites nothing",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .overwrites = "none",
     .step = Backwards},
    {.name = "still",
     .title = "Euler's method, which keeps its results",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .step = Still},
    {.name = "whole",
     .title = "Euler's method, with the new state for an increment",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .step = Whole},
    {.name = "misnamed",
     .title = "Euler's method with a coefficient",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .coefficients = GIMBAL_ARRAY(weight),
     .step = Misnamed},
    {.name = "sound",
     .title = "Euler's method",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .step = Euler}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
