/* Wrong: rk4 with one entry of b off by 1e-6. Where the truncation error is larger the slope still
 * looks like 4; a term of order 0 is left in the error. */
#define RIGHT "../../methods/rk4.c"
#include "right.h"

static const gimbal_value coefficients_wrong[] = {
    {.name = "a", .value = "1/2, 0, 1/2, 0, 0, 1", .description = "rows below the diagonal"},
    {.name = "b", .value = "1/6, 1/3+1/1000000, 1/3, 1/6", .description = "weights"},
    {.name = "c", .value = "0, 1/2, 1/2, 1", .description = "nodes"}};

static const gimbal_method wrong[] = {{.name = "wrong_weight",
                                       .title = "rk4 with one weight off by 1e-6",
                                       .citation = "none",
                                       .formulation = GIMBAL_ODE,
                                       .coefficients = GIMBAL_ARRAY(coefficients_wrong),
                                       .step = step,
                                       .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(wrong));
