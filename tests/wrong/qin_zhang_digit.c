/* Wrong: a coefficient of Qin and Zhang's method is off in the eighth digit. The claim that is wrong:
 * symplectic. */
#define STAGES 2
#include "../right/implicit_rk.h"

COEFFICIENTS("1/4, 0, 0.49999999, 1/4", "1/2, 1/2", "1/4, 0.74999999");
static const gimbal_claim claims[] = {LINEAR_EXACT, SYMPLECTIC("yes", CONSTANT_FORM)};
METHOD("wrong_qin_zhang_digit", "Qin and Zhang with a digit off", "none", GIMBAL_ODE,
       .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients));
