/* Wrong: a weight of Ralston's method of order 3 is off in the eighth digit, with the sum kept. The claim
 * that is wrong: order 3 of q (it is 1). */
#define STAGES 3
#include "../right/explicit_rk.h"

COEFFICIENTS("1/2, 0, 3/4", "0.22222223, 1/3, 2/3-0.22222223", "0, 1/2, 3/4");
static const gimbal_claim claims[] = {ORDER_Q("3"), ENERGY("drift", "canonical && autonomous"),
                                      LINEAR_EXACT, SYMPLECTIC("no", "canonical"),
                                      REVERSIBLE("no")};
METHOD("wrong_ralston_digit", "Ralston's method with a digit off", "none", GIMBAL_ODE,
       .coefficients = GIMBAL_ARRAY(coefficients));
