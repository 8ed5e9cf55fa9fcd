/* Wrong: the determinant of a step of the trapezoidal rule is det(I + hA₀/2)/det(I − hA₁/2). The claim that
 * is wrong: volume preserved. */
#define STAGES 2
#include "../right/implicit_rk.h"

COEFFICIENTS("0, 0, 1/2, 1/2", "1/2, 1/2", "0, 1");
static const gimbal_claim claims[] = {ORDER_Q("2"), ORDER_V("2"), LINEAR_EXACT, REVERSIBLE("yes"),
                                      CLAIM_WHEN("structure", "volume", "yes", CONSTANT_FORM)};
METHOD("wrong_trapezoidal_volume", "the trapezoidal rule, said to preserve volume", "none",
       GIMBAL_ODE, .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients),
       .symmetric = "1");
