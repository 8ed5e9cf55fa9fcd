/* Alexander's L-stable diagonally implicit method of order 2. */
#define STAGES 2
#include "implicit_rk.h"

COEFFICIENTS("1-sqrt(2)/2, 0, sqrt(2)/2, 1-sqrt(2)/2", "sqrt(2)/2, 1-sqrt(2)/2", "1-sqrt(2)/2, 1");
DISSIPATIVE_CLAIMS("2");
METHOD("alexander_2", "Alexander's diagonally implicit method of order 2",
       "Alexander, SIAM Journal on Numerical Analysis 14 (1977) 1006", GIMBAL_ODE,
       .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients));
