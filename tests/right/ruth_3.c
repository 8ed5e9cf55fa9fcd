/* Ruth's symplectic method of order 3; not symmetric. */
#define STAGES 3
#include "splitting.h"

COEFFICIENTS("2/3, -2/3, 1", "7/24, 3/4, -1/24");
SPLITTING_CLAIMS("3", "no");
METHOD("ruth_3", "Ruth's method of order 3",
       "Ruth, IEEE Transactions on Nuclear Science 30 (1983) 2669", GIMBAL_LAGRANGIAN, ON_SEPARABLE,
       .coefficients = GIMBAL_ARRAY(coefficients));
