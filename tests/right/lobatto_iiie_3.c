/* Lobatto IIIE, the mean of IIIA and IIIB, three stages: order 4, symmetric and symplectic. */
#define STAGES 3
#include "implicit_rk.h"

COEFFICIENTS("1/12, -1/12, 0, 3/16, 1/3, -1/48, 1/6, 3/4, 1/12", "1/6, 2/3, 1/6", "0, 1/2, 1");
SYMPLECTIC_CLAIMS("4");
METHOD("lobatto_iiie_3", "Lobatto IIIE with three stages",
       "Chan, Computing 45 (1990) 153; Jay, Lobatto methods (2015)", GIMBAL_ODE,
       .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients), .symmetric = "1");
