/* Radau IIA, two stages: order 3. */
#define STAGES 2
#include "implicit_rk.h"

COEFFICIENTS("5/12, -1/12, 3/4, 1/4", "3/4, 1/4", "1/3, 1");
DISSIPATIVE_CLAIMS("3");
METHOD("radau_iia_2", "Radau IIA with two stages",
       "Hairer, Wanner, Solving Ordinary Differential Equations II, IV.5", GIMBAL_ODE,
       .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients));
