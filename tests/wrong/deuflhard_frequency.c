/* Wrong: the frequency of the kick and of the rotation differ by 10⁻⁷. The claim that is wrong: order 2 of q
 * (it is 0). */
#include "../right/deuflhard.h"

static const gimbal_value coefficients[] = {{.name = "omega", .value = "3/2"},
                                            {.name = "rotation", .value = "1.5000001"}};
static const gimbal_claim claims[] = {ORDER_Q("2"), SYMPLECTIC("yes", "canonical"),
                                      REVERSIBLE("yes")};
METHOD("wrong_deuflhard_frequency", "Deuflhard's method with two frequencies", "none",
       GIMBAL_LAGRANGIAN, .accepts = "unconstrained && separable",
       .coefficients = GIMBAL_ARRAY(coefficients), .symmetric = "1");
