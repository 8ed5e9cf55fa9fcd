/* The method of order 5 of the pair of Dormand and Prince. */
#define STAGES 6
#include "explicit_rk.h"

COEFFICIENTS("1/5, 3/40, 9/40, 44/45, -56/15, 32/9, 19372/6561, -25360/2187, "
             "64448/6561, -212/729, 9017/3168, -355/33, 46732/5247, 49/176, "
             "-5103/18656",
             "35/384, 0, 500/1113, 125/192, -2187/6784, 11/84", "0, 1/5, 3/10, 4/5, 8/9, 1");
EXPLICIT_CLAIMS("5");
METHOD("dormand_prince_5", "the method of order 5 of Dormand and Prince",
       "Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.5, Table 5.2",
       GIMBAL_ODE, .coefficients = GIMBAL_ARRAY(coefficients));
