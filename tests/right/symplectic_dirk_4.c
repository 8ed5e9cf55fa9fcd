/* The triple jump of the implicit midpoint rule, as a diagonally implicit method: order 4. */
#define STAGES 3
#include "implicit_rk.h"

COEFFICIENTS("1/(2-2^(1/3))/2, 0, 0, 1/(2-2^(1/3)), 1/2-1/(2-2^(1/3)), 0, "
             "1/(2-2^(1/3)), 1-2*1/(2-2^(1/3)), 1/(2-2^(1/3))/2",
             "1/(2-2^(1/3)), 1-2*1/(2-2^(1/3)), 1/(2-2^(1/3))",
             "1/(2-2^(1/3))/2, 1/2, 1-1/(2-2^(1/3))/2");
SYMPLECTIC_CLAIMS("4");
METHOD("symplectic_dirk_4", "the symplectic diagonally implicit method of order 4",
       "Sanz-Serna and Abia, SIAM Journal on Numerical Analysis 28 (1991) 1081", GIMBAL_ODE,
       .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients), .symmetric = "1");
