/* Crouzeix's and Nørsett's diagonally implicit method of order 3. */
#define STAGES 2
#include "implicit_rk.h"

COEFFICIENTS("(3+sqrt(3))/6, 0, -sqrt(3)/3, (3+sqrt(3))/6", "1/2, 1/2",
             "(3+sqrt(3))/6, (3-sqrt(3))/6");
DISSIPATIVE_CLAIMS("3");
METHOD("crouzeix_3", "Crouzeix's diagonally implicit method of order 3",
       "Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I, II.7, Table 7.2",
       GIMBAL_ODE, .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients));
