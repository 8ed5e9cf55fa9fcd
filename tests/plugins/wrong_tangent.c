/* Wrong: lie_lobatto_nonholonomic_3 without the second tangent D(Ξ,H), which is zero at the beginning
 * of a step and of its size within it: the order of g, μ and λ is 1. */
#include "gimbal.h"

static int no_derivative(gimbal *g, gimbal_retraction tau, const gimbal_real *xi,
                         const gimbal_real *eta, gimbal_real *out) {
  (void)tau, (void)xi, (void)eta;
  for (int i = 0; i < g->m * g->m; ++i)
    out[i] = 0;
  return 0;
}

#define gimbal_tangent_derivative no_derivative
#define RIGHT "../../methods/lie_vprk.c"
#include "right.h"
#undef gimbal_tangent_derivative

static const gimbal_value parameters_wrong[] = {{.name = "s", .value = "3"},
                                                {.name = "tau", .value = "1"}};

static const gimbal_method wrong[] = {{.name = "wrong_tangent",
                                       .title = "without the second tangent",
                                       .citation = "none",
                                       .formulation = GIMBAL_GROUP,
                                       .accepts = "holonomic == 0 && nonholonomic > 0",
                                       .parameters = GIMBAL_ARRAY(parameters_wrong),
                                       .step = step_lobatto,
                                       .claims = GIMBAL_ARRAY(claims_nonholonomic),
                                       .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(wrong));
