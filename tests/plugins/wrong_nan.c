/* Wrong: rk4 whose result is not a number once t exceeds 1/2, with a status that says success. */
#define RIGHT "../../methods/rk4.c"
#include "right.h"

static int step_wrong(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int status = step(g, from, h, to);
  if (from->t > GIMBAL_C(0.5))
    to->dq[0] = GIMBAL_NAN;
  return status;
}

static const gimbal_method wrong[] = {{.name = "wrong_nan",
                                       .title = "rk4 that returns NaN half-way",
                                       .citation = "none",
                                       .formulation = GIMBAL_ODE,
                                       .coefficients = GIMBAL_ARRAY(coefficients),
                                       .step = step_wrong,
                                       .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(wrong));
