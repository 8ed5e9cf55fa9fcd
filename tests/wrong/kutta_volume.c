/* Wrong: the 3/8 rule changes volume by h⁶. The claim that is wrong: volume preserved. */
#define STAGES 4
#include "../right/explicit_rk.h"

COEFFICIENTS("1/3, -1/3, 1, 1, -1, 1", "1/8, 3/8, 3/8, 1/8", "0, 1/3, 2/3, 1");
static const gimbal_claim claims[] = {ORDER_Q("4"),
                                      ORDER_V("4"),
                                      ENERGY("drift", "canonical && autonomous"),
                                      LINEAR_EXACT,
                                      CLAIM_WHEN("structure", "volume", "yes", CONSTANT_FORM),
                                      REVERSIBLE("no")};
METHOD("wrong_kutta_volume", "the 3/8 rule, said to preserve volume", "none", GIMBAL_ODE,
       .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients));
