/* The symplectic diagonally implicit method of Qin and Zhang, two midpoint steps: order 2. */
#define STAGES 2
#include "implicit_rk.h"

COEFFICIENTS("1/4, 0, 1/2, 1/4", "1/2, 1/2", "1/4, 3/4");
SYMPLECTIC_CLAIMS("2");
METHOD("qin_zhang_2", "the symplectic diagonally implicit method of Qin and Zhang",
       "Qin and Zhang, Journal of Computational Mathematics 10 (1992) 205", GIMBAL_ODE,
       .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients), .symmetric = "1");
