/* Euler's method as if it were a library's, by its descriptor and by the prefix of its name. */
#include "gimbal.h"

static int step(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  gimbal_real *f = gimbal_scratch(g, g->n);
  if (gimbal_field(g, from->t, from->q, f))
    return 1;
  for (int d = 0; d < g->n; ++d)
    to->dq[d] = h * f[d];
  return 0;
}

GIMBAL_PLUGIN(.methods = GIMBAL_LIST(gimbal_method,
                                     {.name = "wrapper_euler",
                                      .title = "Euler's method, of a library",
                                      .citation = "Euler 1768",
                                      .formulation = GIMBAL_ODE,
                                      .step = step,
                                      .claims = GIMBAL_LIST(gimbal_claim,
                                                            {"order", "q", "1", NULL, NULL}),
                                      .library = "Wrapper",
                                      .library_version = "3.2"}));
