/* Kutta's 3/8 rule, order 4. */
#define STAGES 4
#include "explicit_rk.h"

COEFFICIENTS("1/3, -1/3, 1, 1, -1, 1", "1/8, 3/8, 3/8, 1/8", "0, 1/3, 2/3, 1");
EXPLICIT_CLAIMS("4");
METHOD("kutta_38", "the 3/8 rule",
       "Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.1, Table 1.2",
       GIMBAL_ODE, .coefficients = GIMBAL_ARRAY(coefficients));
