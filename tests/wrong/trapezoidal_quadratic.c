/* Wrong: the trapezoidal rule is only conjugate to the midpoint rule. The claim that is wrong: quadratic
 * invariants exact. */
#define STAGES 2
#include "../right/implicit_rk.h"

COEFFICIENTS("0, 0, 1/2, 1/2", "1/2, 1/2", "0, 1");
static const gimbal_claim claims[] = {ORDER_Q("2"),
                                      ORDER_V("2"),
                                      LINEAR_EXACT,
                                      QUADRATIC_EXACT,
                                      ENERGY("bounded", CONSTANT_FORM " && autonomous"),
                                      REVERSIBLE("yes")};
METHOD("wrong_trapezoidal_quadratic", "the trapezoidal rule, said to preserve quadratic invariants",
       "none", GIMBAL_ODE, .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients),
       .symmetric = "1");
