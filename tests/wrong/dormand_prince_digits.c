/* Wrong: two digits of Dormand and Prince's 64448/6561 are swapped. The claim that is wrong: order 5 of q. */
#define STAGES 6
#include "../right/explicit_rk.h"

COEFFICIENTS("1/5, 3/40, 9/40, 44/45, -56/15, 32/9, 19372/6561, -25360/2187, 64484/6561, -212/729, "
             "9017/3168, -355/33, 46732/5247, 49/176, -5103/18656",
             "35/384, 0, 500/1113, 125/192, -2187/6784, 11/84", "0, 1/5, 3/10, 4/5, 8/9, 1");
static const gimbal_claim claims[] = {ORDER_Q("5"), ENERGY("drift", "canonical && autonomous"),
                                      LINEAR_EXACT, SYMPLECTIC("no", "canonical"),
                                      REVERSIBLE("no")};
METHOD("wrong_dormand_prince_digits", "Dormand and Prince with swapped digits", "none", GIMBAL_ODE,
       .coefficients = GIMBAL_ARRAY(coefficients));
