/* Wrong: Kahan and Li's weights with eight digits, with the sum kept. The claim that is wrong: order 6 of q
 * (it is 2). */
#define STAGES 10
#include "../right/splitting.h"

COEFFICIENTS(
    "0.39216144, 0.33259914, -0.70624617, 0.08221360, "
    "1-2*(0.39216144+0.33259914-0.70624617+0.08221360), 0.08221360, -0.70624617, 0.33259914, "
    "0.39216144, 0",
    "(0.39216144)/2, (0.39216144+0.33259914)/2, (0.33259914+-0.70624617)/2, "
    "(-0.70624617+0.08221360)/2, (0.08221360+1-2*(0.39216144+0.33259914-0.70624617+0.08221360))/2, "
    "(1-2*(0.39216144+0.33259914-0.70624617+0.08221360)+0.08221360)/2, (0.08221360+-0.70624617)/2, "
    "(-0.70624617+0.33259914)/2, (0.33259914+0.39216144)/2, (0.39216144)/2");
static const gimbal_claim claims[] = {ORDER_Q("6"), ENERGY("bounded", "canonical && autonomous"),
                                      MOMENTUM_MAP_EXACT, SYMPLECTIC("yes", "canonical"),
                                      REVERSIBLE("yes")};
METHOD("wrong_kahan_li_digits", "Kahan and Li with eight digits", "none", GIMBAL_LAGRANGIAN,
       ON_SEPARABLE, .coefficients = GIMBAL_ARRAY(coefficients), .symmetric = "1");
