/* rk4 in disguise, for tests/relations.c: under another name and in another file, with another clock.
 * Those whose name begins with "wrong" differ by a little from what they are disguises of. */
#define RIGHT "../../methods/rk4.c"
#include "right.h"

/* An autonomous model has no clock. */
static int step_later(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_state later = *from;
  later.t += 100;
  return step(g, &later, h, to);
}
/* Less exact after a time of its own. */
static int step_clock(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const gimbal_real clock = from->t + 100;
  if (step(g, from, h, to))
    return 1;
  if (clock > 50)
    to->dq[0] *= 1 + h * h * h;
  return 0;
}

/* As exact, but one component is another's equal no more. */
static int step_component(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  if (step(g, from, h, to))
    return 1;
  to->dq[0] += h * h * h * h * h * from->q[0] / 1000;
  return 0;
}

#define DISGUISE(name_, step_)                                                                     \
  .name = name_, .title = "a method in disguise", .citation = "written for this test",             \
  .formulation = GIMBAL_ODE, .step = step_, .claims = GIMBAL_ARRAY(claims), .overwrites = "none",  \
  .coefficients = GIMBAL_ARRAY(coefficients)
static const gimbal_method twins[] = {{DISGUISE("twin_rk4_name", step)},
                                      {DISGUISE("twin_rk4_later", step_later)},
                                      {DISGUISE("wrong_rk4_clock", step_clock)},
                                      {DISGUISE("wrong_rk4_component", step_component)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(twins));
