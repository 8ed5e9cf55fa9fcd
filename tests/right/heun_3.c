/* Heun's method of order 3. */
#define STAGES 3
#include "explicit_rk.h"

COEFFICIENTS("1/3, 0, 2/3", "1/4, 0, 3/4", "0, 1/3, 2/3");
EXPLICIT_CLAIMS("3");
METHOD("heun_3", "Heun's method of order 3",
       "Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.1, Table 1.1",
       GIMBAL_ODE, .coefficients = GIMBAL_ARRAY(coefficients));
