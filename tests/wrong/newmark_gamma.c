/* Wrong: Newmark's method with γ = 1/2 + 10⁻⁶ in p. The claim that is wrong: order 2 of p (it is 1). */
#include "../right/newmark.h"

NEWMARK("1/4", "0.499999, 0.500001");
static const gimbal_claim claims[] = {ORDER_P("2")};
METHOD("wrong_newmark_gamma", "Newmark's method with a wrong weight", "none", GIMBAL_LAGRANGIAN,
       .accepts = "unconstrained && separable && n < 8",
       .coefficients = GIMBAL_ARRAY(coefficients));
