/* Wrong: a coefficient of Lobatto IIIE is off in the tenth digit. The claim that is wrong: symplectic. */
#define STAGES 3
#include "../right/implicit_rk.h"

COEFFICIENTS("1/12, -1/12, 0, 3/16, 1/3, -1/48, 0.1666666667, 3/4, 1/12", "1/6, 2/3, 1/6",
             "0, 1/2, 1");
static const gimbal_claim claims[] = {LINEAR_EXACT, SYMPLECTIC("yes", CONSTANT_FORM)};
METHOD("wrong_lobatto_digit", "Lobatto IIIE with a digit off", "none", GIMBAL_ODE,
       .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients));
