/* The Adams–Bashforth method of order 3. */
#define STEPS 3
#include "adams.h"

static const gimbal_value coefficients[] = {{.name = "b", .value = "23/12, -4/3, 5/12"}};
static const gimbal_claim claims[] = {ORDER_Q("3"),
                                      ORDER_V("3"),
                                      LINEAR_EXACT,
                                      ENERGY("drift", "canonical && autonomous"),
                                      SYMPLECTIC("no", "canonical"),
                                      REVERSIBLE("no")};
METHOD("adams_bashforth_3", "the Adams–Bashforth method of order 3",
       "Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, III.1", GIMBAL_ODE,
       .coefficients = GIMBAL_ARRAY(coefficients), .memory = "2*(n+m)", .start = start);
