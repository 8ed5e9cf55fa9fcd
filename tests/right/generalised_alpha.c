/* The generalised-α method with ρ∞ = 4/5: α_m = (2ρ − 1)/(ρ + 1) = 1/3, α_f = ρ/(ρ + 1) = 4/9. */
#include "alpha_method.h"

ALPHA("1/3", "4/9");
ALPHA_CLAIMS;
METHOD("generalised_alpha", "the generalised-alpha method",
       "Chung and Hulbert, Journal of Applied Mechanics 60 (1993) 371", GIMBAL_LAGRANGIAN,
       ALPHA_METHOD);
