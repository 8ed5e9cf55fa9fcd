/* Wrong: Alexander's method dissipates. The claim that is wrong: bounded energy. */
#define STAGES 2
#include "../right/implicit_rk.h"

COEFFICIENTS("1-sqrt(2)/2, 0, sqrt(2)/2, 1-sqrt(2)/2", "sqrt(2)/2, 1-sqrt(2)/2", "1-sqrt(2)/2, 1");
static const gimbal_claim claims[] = {ORDER_Q("2"),
                                      ORDER_V("2"),
                                      LINEAR_EXACT,
                                      ENERGY("bounded", CONSTANT_FORM " && autonomous"),
                                      SYMPLECTIC("no", "canonical"),
                                      REVERSIBLE("no")};
METHOD("wrong_alexander_bounded", "Alexander's method, said to bound the energy", "none",
       GIMBAL_ODE, .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients));
