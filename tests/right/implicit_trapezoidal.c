/* The implicit trapezoidal rule: order 2 and symmetric. It is conjugate to the implicit midpoint rule
 * (half an Euler step away), so not symplectic itself, but with a bounded energy. */
#define STAGES 2
#include "implicit_rk.h"

COEFFICIENTS("0, 0, 1/2, 1/2", "1/2, 1/2", "0, 1");
static const gimbal_claim claims[] = {ORDER_Q("2"),
                                      ORDER_V("2"),
                                      LINEAR_EXACT,
                                      ENERGY("bounded", CONSTANT_FORM " && autonomous"),
                                      SYMPLECTIC("no", "canonical"),
                                      REVERSIBLE("yes")};
METHOD("implicit_trapezoidal", "the implicit trapezoidal rule",
       "Hairer, Wanner, Solving Ordinary Differential Equations II, IV.3", GIMBAL_ODE,
       .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients), .symmetric = "1");
