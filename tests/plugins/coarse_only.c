/* Wrong: Heun's method that gives up where steps are smaller than a fiftieth. */
#include "heun.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  return h < GIMBAL_C(0.02) ? gimbal_fail(g, "the step is too small", h) : heun(g, from, h, to);
}

static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "2"}};
static const gimbal_method method[] = {{.name = "coarse_only",
                                        .title = "Heun's method with large steps only",
                                        .citation = "none",
                                        .formulation = GIMBAL_ODE,
                                        .accepts = "unconstrained",
                                        .step = step,
                                        .claims = GIMBAL_ARRAY(claims)}};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(method));
