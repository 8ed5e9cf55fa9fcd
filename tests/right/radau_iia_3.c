/* Radau IIA, three stages: order 5. */
#define STAGES 3
#include "implicit_rk.h"

COEFFICIENTS("(88-7*sqrt(6))/360, (296-169*sqrt(6))/1800, (-2+3*sqrt(6))/225, "
             "(296+169*sqrt(6))/1800, (88+7*sqrt(6))/360, (-2-3*sqrt(6))/225, "
             "(16-sqrt(6))/36, (16+sqrt(6))/36, 1/9",
             "(16-sqrt(6))/36, (16+sqrt(6))/36, 1/9", "(4-sqrt(6))/10, (4+sqrt(6))/10, 1");
DISSIPATIVE_CLAIMS("5");
METHOD("radau_iia_3", "Radau IIA with three stages",
       "Hairer, Wanner, Solving Ordinary Differential Equations II, IV.5", GIMBAL_ODE,
       .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients));
