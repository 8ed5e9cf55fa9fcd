/* The implicit Euler method. */
#define STAGES 1
#include "implicit_rk.h"

COEFFICIENTS("1", "1", "1");
DISSIPATIVE_CLAIMS("1");
METHOD("backward_euler", "the implicit Euler method",
       "Hairer, Wanner, Solving Ordinary Differential Equations II, IV.3", GIMBAL_ODE,
       .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients));
