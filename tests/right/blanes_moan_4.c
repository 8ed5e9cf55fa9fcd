/* The method S6 of order 4 of Blanes and Moan. Three coefficients are as printed, two solve the
 * conditions of order 3 in 40 digits. */
#define STAGES 7
#include "splitting.h"

COEFFICIENTS("0.209515106613362, -0.143851773179818, "
             "1/2-0.209515106613362-(-0.143851773179818), "
             "1/2-0.209515106613362-(-0.143851773179818), -0.143851773179818, "
             "0.209515106613362, 0",
             "0.0792036964311956536217546217402142050151, 0.353172906049774, "
             "-0.04206508035771954018707053012392896329527, "
             "1-2*(0.0792036964311956536217546217402142050151+0.353172906049774+(-0."
             "04206508035771954018707053012392896329527)), "
             "-0.04206508035771954018707053012392896329527, 0.353172906049774, "
             "0.0792036964311956536217546217402142050151");
SPLITTING_CLAIMS("4", "yes");
METHOD("blanes_moan_4", "the six-stage method of order 4 of Blanes and Moan",
       "Blanes and Moan, Journal of Computational and Applied Mathematics 142 (2002) 313",
       GIMBAL_LAGRANGIAN, ON_SEPARABLE, .coefficients = GIMBAL_ARRAY(coefficients),
       .symmetric = "1");
