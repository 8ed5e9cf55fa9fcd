/* Methods that lose what they should keep, each in its own way, for the tests of the long study: a
 * linear damping of the momentum at the end of a Stormer-Verlet step. A loss of h^2 in every step is
 * one of h in a unit of time, which brings an oscillator to rest within the run, whatever h. */
#include "gimbal.h"

static int Damped(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to,
                  gimbal_real loss) {
  const int n = g->n;
  gimbal_real *force = gimbal_scratch(g, 2 * (size_t)n), *y = gimbal_scratch(g, (size_t)n);
  const int half = n / 2;
  if (gimbal_field(g, from->t, from->q, force))
    return 1;
  for (int i = 0; i < half; i++)
    y[half + i] = from->q[half + i] + h / 2 * force[half + i];
  for (int i = 0; i < half; i++)
    y[i] = from->q[i] + h * y[half + i];
  if (gimbal_field(g, from->t + h, y, force + n))
    return 1;
  for (int i = 0; i < half; i++) {
    to->dq[i] = y[i] - from->q[i];
    to->dq[half + i] = h / 2 * (force[half + i] + force[n + half + i]) - loss * from->q[half + i];
  }
  return 0;
}

static int FirstOrder(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return Damped(g, from, h, to, h * h);
}

static int Slower(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return Damped(g, from, h, to, GIMBAL_Q(1, 4) * h * h);
}

/* Stops when half of the energy or so is lost. */
static int Stopping(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  if (from->t > GIMBAL_C(20.0))
    return gimbal_fail(g, "the step has no solution", h);
  return Damped(g, from, h, to, GIMBAL_Q(1, 10) * h * h);
}

/* A part of the momentum in a unit of time that does not depend on h. */
static int Constant(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return Damped(g, from, h, to, GIMBAL_C(1e-6) * h);
}

static const gimbal_claim bounded[] = {{.study = "energy",
                                        .quantity = "energy",
                                        .value = "bounded"},
                                       {.study = "order", .quantity = "q", .value = "1"}},
                          denied[] = {{.study = "energy", .quantity = "energy", .value = "drift"}};

static const gimbal_method methods[] = {{.name = "lossy_bounded",
                                         .title = "a damping of h, said to bound the energy",
                                         .citation = "none",
                                         .formulation = GIMBAL_ODE,
                                         .step = FirstOrder,
                                         .claims = GIMBAL_ARRAY(bounded)},
                                        {.name = "lossy_slower",
                                         .title = "a quarter of that damping, said the same of",
                                         .citation = "none",
                                         .formulation = GIMBAL_ODE,
                                         .step = Slower,
                                         .claims = GIMBAL_ARRAY(bounded)},
                                        {.name = "lossy_denied",
                                         .title = "the same, said to lose energy",
                                         .citation = "none",
                                         .formulation = GIMBAL_ODE,
                                         .step = FirstOrder,
                                         .claims = GIMBAL_ARRAY(denied)},
                                        {.name = "lossy_stopping",
                                         .title = "one that stops, said to lose energy",
                                         .citation = "none",
                                         .formulation = GIMBAL_ODE,
                                         .step = Stopping,
                                         .claims = GIMBAL_ARRAY(denied)},
                                        {.name = "lossy_constant",
                                         .title = "a small damping, said to bound the energy",
                                         .citation = "none",
                                         .formulation = GIMBAL_ODE,
                                         .step = Constant,
                                         .claims = GIMBAL_ARRAY(bounded)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods));
