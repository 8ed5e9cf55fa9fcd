/* McLachlan's symmetric method of order 4 with five kicks, beginning with a drift. */
#define STAGES 6
#include "splitting.h"

COEFFICIENTS("(14-sqrt(19))/108, (20-7*sqrt(19))/108, 1/2-(34-8*sqrt(19))/108, "
             "1/2-(34-8*sqrt(19))/108, (20-7*sqrt(19))/108, (14-sqrt(19))/108",
             "0, 2/5, -1/10, 2/5, -1/10, 2/5");
SPLITTING_CLAIMS("4", "yes");
METHOD("mclachlan_4", "McLachlan's five-stage method of order 4",
       "McLachlan, SIAM Journal on Scientific Computing 16 (1995) 151", GIMBAL_LAGRANGIAN,
       ON_SEPARABLE, .coefficients = GIMBAL_ARRAY(coefficients), .symmetric = "1");
