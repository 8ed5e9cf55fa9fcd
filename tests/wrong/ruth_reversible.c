/* Wrong: Ruth's method of order 3 is not symmetric. The claim that is wrong: reversible. */
#define STAGES 3
#include "../right/splitting.h"

COEFFICIENTS("2/3, -2/3, 1", "7/24, 3/4, -1/24");
static const gimbal_claim claims[] = {ORDER_Q("3"),
                                      ORDER_P("3"),
                                      ENERGY("bounded", "canonical && autonomous"),
                                      MOMENTUM_MAP_EXACT,
                                      SYMPLECTIC("yes", "canonical"),
                                      REVERSIBLE("yes")};
METHOD("wrong_ruth_reversible", "Ruth's method of order 3, said to be reversible", "none",
       GIMBAL_LAGRANGIAN, ON_SEPARABLE, .coefficients = GIMBAL_ARRAY(coefficients));
