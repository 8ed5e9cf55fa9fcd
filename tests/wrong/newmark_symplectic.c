/* Wrong: Newmark's method with β = 1/12 is conjugate to a symplectic map, but none itself. The claim that
 * is wrong: symplectic. */
#include "../right/newmark.h"

NEWMARK("1/12", "1/2, 1/2");
static const gimbal_claim claims[] = {ORDER_Q("2"), ORDER_P("2"),
                                      ENERGY("bounded", "canonical && autonomous"),
                                      SYMPLECTIC("yes", "canonical"), REVERSIBLE("yes")};
METHOD("wrong_newmark_symplectic", "Newmark's method, said to be symplectic", "none",
       GIMBAL_LAGRANGIAN, .accepts = "unconstrained && separable && n < 8",
       .coefficients = GIMBAL_ARRAY(coefficients), .symmetric = "1");
