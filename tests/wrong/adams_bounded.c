/* Wrong: the Adams–Bashforth method of order 2 gains energy. The claim that is wrong: bounded energy. */
#define STEPS 2
#include "../right/adams.h"

static const gimbal_value coefficients[] = {{.name = "b", .value = "3/2, -1/2"}};
static const gimbal_claim claims[] = {ORDER_Q("2"),
                                      ORDER_V("2"),
                                      LINEAR_EXACT,
                                      ENERGY("bounded", CONSTANT_FORM " && autonomous"),
                                      SYMPLECTIC("no", "canonical"),
                                      REVERSIBLE("no")};
METHOD("wrong_adams_bounded", "the Adams–Bashforth method of order 2, said to bound the energy",
       "none", GIMBAL_ODE, .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients),
       .memory = "n+m", .start = start);
