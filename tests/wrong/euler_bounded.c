/* Wrong: the implicit Euler method dissipates. The claim that is wrong: bounded energy. */
#define STAGES 1
#include "../right/implicit_rk.h"

COEFFICIENTS("1", "1", "1");
static const gimbal_claim claims[] = {ORDER_Q("1"),
                                      ORDER_V("1"),
                                      LINEAR_EXACT,
                                      ENERGY("bounded", CONSTANT_FORM " && autonomous"),
                                      SYMPLECTIC("no", "canonical"),
                                      REVERSIBLE("no")};
METHOD("wrong_euler_bounded", "the implicit Euler method, said to bound the energy", "none",
       GIMBAL_ODE, .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients));
