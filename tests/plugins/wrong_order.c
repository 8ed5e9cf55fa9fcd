/* Wrong: the right rk4, with an order claimed one too high. */
#define RIGHT "../../methods/rk4.c"
#include "right.h"

static const gimbal_claim claims_wrong[] = {
    {.study = "order", .quantity = "q", .value = "5"},
    {.study = "order", .quantity = "v", .value = "5", .when = "m > 0"}};

static const gimbal_method wrong[] = {{.name = "wrong_order",
                                       .title = "rk4 with an order claimed one too high",
                                       .citation = "none",
                                       .formulation = GIMBAL_ODE,
                                       .coefficients = GIMBAL_ARRAY(coefficients),
                                       .step = step,
                                       .claims = GIMBAL_ARRAY(claims_wrong)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(wrong));
