/* Ralston's method of order 2. */
#define STAGES 2
#include "explicit_rk.h"

COEFFICIENTS("2/3", "1/4, 3/4", "0, 2/3");
EXPLICIT_CLAIMS("2");
METHOD("ralston_2", "Ralston's method of order 2",
       "Ralston, Mathematics of Computation 16 (1962) 431", GIMBAL_ODE,
       .coefficients = GIMBAL_ARRAY(coefficients));
