/* HHT-α with α = −1/10. */
#include "alpha_method.h"

ALPHA("0", "1/10");
ALPHA_CLAIMS;
METHOD("hht_alpha", "the method of Hilber, Hughes and Taylor",
       "Hilber, Hughes and Taylor, Earthquake Engineering and Structural Dynamics 5 (1977) 283",
       GIMBAL_LAGRANGIAN, ALPHA_METHOD);
