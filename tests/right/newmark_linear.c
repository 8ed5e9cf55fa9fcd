/* Newmark's method with β = 1/6, γ = 1/2. */
#include "newmark.h"

NEWMARK("1/6", "1/2, 1/2");
static const gimbal_claim claims[] = {ORDER_Q("2"),
                                      ORDER_P("2"),
                                      LINEAR_EXACT,
                                      ENERGY("bounded", "canonical && autonomous"),
                                      SYMPLECTIC("no", "canonical"),
                                      REVERSIBLE("yes")};
METHOD("newmark_linear", "Newmark's method (linear acceleration)",
       "Newmark, Journal of the Engineering Mechanics Division 85 (1959) 67", GIMBAL_LAGRANGIAN,
       .accepts = "unconstrained && separable && n < 8", .coefficients = GIMBAL_ARRAY(coefficients),
       .symmetric = "1");
