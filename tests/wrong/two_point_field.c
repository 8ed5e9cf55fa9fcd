/* Wrong: the average vector field method with a quadrature of two points, which preserves no energy but
 * polynomials of degree 4. The claim that is wrong: exact energy. */
#define RIGHT "../../methods/average_vector_field.c"
#include "../plugins/right.h"

static const gimbal_value two_points[] = {
    {.name = "points", .value = "2", .description = "points of the Gauss quadrature"}};
static const gimbal_method wrong[] = {{.name = "wrong_two_point_field",
                                       .title = "the average vector field method with two points",
                                       .citation = "none",
                                       .formulation = GIMBAL_ODE,
                                       .accepts = "unconstrained",
                                       .parameters = GIMBAL_ARRAY(two_points),
                                       .symmetric = "1",
                                       .step = step,
                                       .claims = GIMBAL_ARRAY(claims)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(wrong));
