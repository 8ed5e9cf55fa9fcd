/* Lobatto IIIC, two stages: order 2. */
#define STAGES 2
#include "implicit_rk.h"

COEFFICIENTS("1/2, -1/2, 1/2, 1/2", "1/2, 1/2", "0, 1");
DISSIPATIVE_CLAIMS("2");
METHOD("lobatto_iiic_2", "Lobatto IIIC with two stages",
       "Hairer, Wanner, Solving Ordinary Differential Equations II, IV.5", GIMBAL_ODE,
       .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients));
