/* Wrong: rk4 that keeps a kilobyte more in every step. Its numbers are right; a check for leaks, or
 * a limit of the job's memory, must find it. */
#include <stdlib.h>
#define RIGHT "../../methods/rk4.c"
#include "right.h"

static int step_wrong(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  /* volatile, or a compiler would drop the allocation */
  volatile char *volatile lost = malloc(1024);
  if (!lost)
    return gimbal_fail(g, "out of memory", h);
  lost[0] = 1;
  return step(g, from, h, to);
}

/* What was seen before a run stopped may be a witness against the energy, but passes no claim on it. */
static const gimbal_claim claims_wrong[] = {{"order", "q", "4", NULL, NULL},
                                            {"energy", "energy", "bounded", NULL, NULL}};

static const gimbal_method wrong[] = {{.name = "wrong_leak",
                                       .title = "rk4 that leaks memory",
                                       .citation = "none",
                                       .formulation = GIMBAL_ODE,
                                       .coefficients = GIMBAL_ARRAY(coefficients),
                                       .step = step_wrong,
                                       .claims = GIMBAL_ARRAY(claims_wrong)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(wrong));
