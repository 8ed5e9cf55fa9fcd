/* Wrong: lobatto_nonholonomic_3 started with a multiplier that is off by one. The order of q and p
 * is lost with the first step's reaction, and λ stays wrong. */
#define RIGHT "../../methods/lobatto_nonholonomic.c"
#include "right.h"

static int start_wrong(gimbal *g, gimbal_real h, gimbal_state *state) {
  (void)h;
  for (int l = 0; l < g->k; ++l)
    state->lambda[l] += 1;
  return 0;
}

static const gimbal_method wrong[] = {{.name = "wrong_lambda",
                                       .title = "λ₀ off by one",
                                       .citation = "none",
                                       .formulation = GIMBAL_LAGRANGIAN,
                                       .accepts = "holonomic == 0 && nonholonomic > 0",
                                       .parameters = GIMBAL_ARRAY(parameters),
                                       .symmetric = "1",
                                       .start = start_wrong,
                                       .step = step,
                                       .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(wrong));
