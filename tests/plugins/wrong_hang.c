/* Wrong: rk4 that never returns once t exceeds 1/2. The job fails by its time-out. */
#define RIGHT "../../methods/rk4.c"
#include "right.h"

static int step_wrong(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  volatile int forever = 1;
  if (from->t > GIMBAL_C(0.5))
    while (forever)
      ;
  return step(g, from, h, to);
}

static const gimbal_method wrong[] = {{.name = "wrong_hang",
                                       .title = "rk4 that hangs half-way",
                                       .citation = "none",
                                       .formulation = GIMBAL_ODE,
                                       .coefficients = GIMBAL_ARRAY(coefficients),
                                       .step = step_wrong,
                                       .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(wrong));
