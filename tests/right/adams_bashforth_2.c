/* The Adams–Bashforth method of order 2. */
#define STEPS 2
#include "adams.h"

static const gimbal_value coefficients[] = {{.name = "b", .value = "3/2, -1/2"}};
static const gimbal_claim claims[] = {ORDER_Q("2"),
                                      ORDER_V("2"),
                                      LINEAR_EXACT,
                                      ENERGY("drift", "canonical && autonomous"),
                                      SYMPLECTIC("no", "canonical"),
                                      REVERSIBLE("no")};
METHOD("adams_bashforth_2", "the Adams–Bashforth method of order 2",
       "Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, III.1", GIMBAL_ODE,
       .coefficients = GIMBAL_ARRAY(coefficients), .memory = "n+m", .start = start);
