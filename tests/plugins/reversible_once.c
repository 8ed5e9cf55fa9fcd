/* Wrong: Verlet steps with a term that vanishes where the harmonic oscillator starts, at q = 1: a step from there, and
 * the one back, are reversible, and no others. */
#define RIGHT "../../methods/stormer_verlet.c"
#include "right.h"

static int step_wrong(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {
  const int status = step_verlet(g, from, h, to);
  to->dp[0] += h * h * h * (from->q[0] - 1) * (from->q[0] + to->dq[0] - 1);
  return status;
}

static const gimbal_claim reversible[] = {{.study = "structure", .quantity = "reversible", .value = "yes"}};
static const gimbal_method wrong[] = {{.name = "reversible_once",
                                       .title = "Verlet steps that are reversible at the start alone",
                                       .citation = "none",
                                       .formulation = GIMBAL_LAGRANGIAN,
                                       .accepts = "unconstrained && separable",
                                       .coefficients = GIMBAL_ARRAY(coefficients_verlet),
                                       .step = step_wrong,
                                       .overwrites = "none",
                                       .claims = GIMBAL_ARRAY(reversible)}};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(wrong));
