/* Ralston's method of order 3. */
#define STAGES 3
#include "explicit_rk.h"

COEFFICIENTS("1/2, 0, 3/4", "2/9, 1/3, 4/9", "0, 1/2, 3/4");
EXPLICIT_CLAIMS("3");
METHOD("ralston_3", "Ralston's method of order 3",
       "Ralston, Mathematics of Computation 16 (1962) 431", GIMBAL_ODE,
       .coefficients = GIMBAL_ARRAY(coefficients));
