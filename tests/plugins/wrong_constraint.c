/* Wrong: dla_1 whose steps miss the discrete constraint by 1e-9 h. Where it is unstable, that is far
 * above the round-off of the terms at first, and far below it later. */
#define RIGHT "../../methods/dla.c"
#include "right.h"

static int step_missing(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  if (step(g, from, h, to))
    return 1;
  to->dq[0] += GIMBAL_C(1e-9) * h;
  return 0;
}

static const gimbal_value ahead[] = {{.name = "tau", .value = "1"}};

static const gimbal_method wrong[] = {{.name = "wrong_constraint",
                                       .title = "dla_1 that misses its constraint",
                                       .citation = "none",
                                       .formulation = GIMBAL_LAGRANGIAN,
                                       .accepts = "nonholonomic > 0 && linear_constraints",
                                       .parameters = GIMBAL_ARRAY(ahead),
                                       .memory = "n",
                                       .start = start,
                                       .step = step_missing,
                                       .probes = GIMBAL_ARRAY(probes),
                                       .claims = GIMBAL_ARRAY(claims),
                                       .overwrites = "p"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(wrong));
