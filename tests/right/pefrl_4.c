/* The optimised method of order 4 of Omelyan, Mryglod and Folk (PEFRL). ξ is as printed, λ and χ solve
 * the conditions of order 3 in 40 digits. */
#define STAGES 5
#include "splitting.h"

COEFFICIENTS("0.1786178958448091, (-0.0662645826698182342926665340609061831528), "
             "1-2*((-0.0662645826698182342926665340609061831528)+0.1786178958448091), "
             "(-0.0662645826698182342926665340609061831528), 0.1786178958448091",
             "0, (1-2*(-0.2123418310626061162212669163280542754452))/2, "
             "-0.2123418310626061162212669163280542754452, "
             "-0.2123418310626061162212669163280542754452, "
             "(1-2*(-0.2123418310626061162212669163280542754452))/2");
SPLITTING_CLAIMS("4", "yes");
METHOD("pefrl_4", "the position extended method of Forest and Ruth",
       "Omelyan, Mryglod and Folk, Computer Physics Communications 146 (2002) 188",
       GIMBAL_LAGRANGIAN, ON_SEPARABLE, .coefficients = GIMBAL_ARRAY(coefficients),
       .symmetric = "1");
