/* Wrong: rk4 that writes through a null pointer once t exceeds 1/2. The job fails with its signal,
 * and no other job does. */
#define RIGHT "../../methods/rk4.c"
#include "right.h"

static int step_wrong(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  if (from->t > GIMBAL_C(0.5)) {
    volatile gimbal_real *volatile nowhere = NULL;
    *nowhere = h;
  }
  return step(g, from, h, to);
}

static const gimbal_method wrong[] = {{.name = "wrong_crash",
                                       .title = "rk4 that crashes half-way",
                                       .citation = "none",
                                       .formulation = GIMBAL_ODE,
                                       .coefficients = GIMBAL_ARRAY(coefficients),
                                       .step = step_wrong,
                                       .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(wrong));
