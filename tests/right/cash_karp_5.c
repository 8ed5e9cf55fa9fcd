/* The weights of order 5 of Cash and Karp. */
#define STAGES 6
#include "explicit_rk.h"

COEFFICIENTS("1/5, 3/40, 9/40, 3/10, -9/10, 6/5, -11/54, 5/2, -70/27, 35/27, "
             "1631/55296, 175/512, 575/13824, 44275/110592, 253/4096",
             "37/378, 0, 250/621, 125/594, 0, 512/1771", "0, 1/5, 3/10, 3/5, 1, 7/8");
EXPLICIT_CLAIMS("5");
METHOD("cash_karp_5", "the method of order 5 of Cash and Karp",
       "Cash and Karp, ACM Transactions on Mathematical Software 16 (1990) 201", GIMBAL_ODE,
       .coefficients = GIMBAL_ARRAY(coefficients));
