/* The 3/8 rule on the index-reduced equations, each step followed by a projection on the
 * constraints: methods/projected_rk4.c with other coefficients. */
#define RIGHT "../../methods/projected_rk4.c"
#include "../plugins/right.h"

static const gimbal_value coefficients_38[] = {{.name = "a", .value = "1/3, -1/3, 1, 1, -1, 1"},
                                               {.name = "b", .value = "1/8, 3/8, 3/8, 1/8"},
                                               {.name = "c", .value = "0, 1/3, 2/3, 1"}};
static const gimbal_method methods_38[] = {
    {.name = "projected_kutta_38",
     .title = "the 3/8 rule, projected on the constraints",
     .citation = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. (2006), IV.4",
     .formulation = GIMBAL_LAGRANGIAN,
     .accepts = "k > 0",
     .coefficients = GIMBAL_ARRAY(coefficients_38),
     .step = step,
     .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(methods_38));
