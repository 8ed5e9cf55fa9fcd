/* Lobatto IIIC, three stages: order 4. */
#define STAGES 3
#include "implicit_rk.h"

COEFFICIENTS("1/6, -1/3, 1/6, 1/6, 5/12, -1/12, 1/6, 2/3, 1/6", "1/6, 2/3, 1/6", "0, 1/2, 1");
DISSIPATIVE_CLAIMS("4");
METHOD("lobatto_iiic_3", "Lobatto IIIC with three stages",
       "Hairer, Wanner, Solving Ordinary Differential Equations II, IV.5", GIMBAL_ODE,
       .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients));
