/* Radau IA, two stages: order 3. */
#define STAGES 2
#include "implicit_rk.h"

COEFFICIENTS("1/4, -1/4, 1/4, 5/12", "1/4, 3/4", "0, 2/3");
DISSIPATIVE_CLAIMS("3");
METHOD("radau_ia_2", "Radau IA with two stages",
       "Hairer, Wanner, Solving Ordinary Differential Equations II, IV.5", GIMBAL_ODE,
       .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients));
