/* Butcher's method of order 6 with seven stages. */
#define STAGES 7
#include "explicit_rk.h"

COEFFICIENTS("1/3, 0, 2/3, 1/12, 1/3, -1/12, -1/16, 9/8, -3/16, -3/8, 0, 9/8, -3/8, "
             "-3/4, 1/2, 9/44, -9/11, 63/44, 18/11, 0, -16/11",
             "11/120, 0, 27/40, 27/40, -4/15, -4/15, 11/120", "0, 1/3, 2/3, 1/3, 1/2, 1/2, 1");
EXPLICIT_CLAIMS("6");
METHOD("butcher_6", "Butcher's method of order 6",
       "Butcher, Journal of the Australian Mathematical Society 4 (1964) 179", GIMBAL_ODE,
       .coefficients = GIMBAL_ARRAY(coefficients));
