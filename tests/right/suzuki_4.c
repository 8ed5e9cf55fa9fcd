/* Suzuki's composition of five Verlet steps, order 4. */
#define STAGES 6
#include "splitting.h"

COEFFICIENTS("1/(4-4^(1/3)), 1/(4-4^(1/3)), 1-4/(4-4^(1/3)), 1/(4-4^(1/3)), "
             "1/(4-4^(1/3)), 0",
             "1/(4-4^(1/3))/2, 1/(4-4^(1/3)), (1/(4-4^(1/3))+1-4/(4-4^(1/3)))/2, "
             "(1/(4-4^(1/3))+1-4/(4-4^(1/3)))/2, 1/(4-4^(1/3)), 1/(4-4^(1/3))/2");
SPLITTING_CLAIMS("4", "yes");
METHOD("suzuki_4", "Suzuki's fractal of order 4", "Suzuki, Physics Letters A 146 (1990) 319",
       GIMBAL_LAGRANGIAN, ON_SEPARABLE, .coefficients = GIMBAL_ARRAY(coefficients),
       .symmetric = "1");
