/* Wrong: the 3/8 rule with a wrong weight in double precision only. The claim that is wrong: order 4 of q. */
#define STAGES 4
#include "../right/explicit_rk.h"

#ifdef GIMBAL_QUAD
COEFFICIENTS("1/3, -1/3, 1, 1, -1, 1", "1/8, 3/8, 3/8, 1/8", "0, 1/3, 2/3, 1");
#else
COEFFICIENTS("1/3, -1/3, 1, 1, -1, 1", "0.12500001, 3/8, 3/8, 0.12499999", "0, 1/3, 2/3, 1");
#endif
static const gimbal_claim claims[] = {ORDER_Q("4"), ENERGY("drift", "canonical && autonomous"),
                                      LINEAR_EXACT, SYMPLECTIC("no", "canonical"),
                                      REVERSIBLE("no")};
METHOD("wrong_double_only", "the 3/8 rule, wrong in double precision", "none", GIMBAL_ODE,
       .coefficients = GIMBAL_ARRAY(coefficients));
