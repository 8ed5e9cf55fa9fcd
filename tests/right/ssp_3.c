/* The strong stability preserving method of Shu and Osher, order 3. */
#define STAGES 3
#include "explicit_rk.h"

COEFFICIENTS("1, 1/4, 1/4", "1/6, 1/6, 2/3", "0, 1, 1/2");
EXPLICIT_CLAIMS("3");
METHOD("ssp_3", "Shu and Osher's strong stability preserving method of order 3",
       "Shu and Osher, Journal of Computational Physics 77 (1988) 439", GIMBAL_ODE,
       .coefficients = GIMBAL_ARRAY(coefficients));
