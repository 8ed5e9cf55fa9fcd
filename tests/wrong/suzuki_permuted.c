/* Wrong: Suzuki's five weights in another order: Σw³ = 0, but no symmetry. The claim that is wrong: order 4
 * of q (it is 3). */
#define STAGES 6
#include "../right/splitting.h"

COEFFICIENTS(
    "1/(4-4^(1/3)), 1/(4-4^(1/3)), 1/(4-4^(1/3)), 1/(4-4^(1/3)), 1-4/(4-4^(1/3)), 0",
    "(1/(4-4^(1/3)))/2, (1/(4-4^(1/3))+1/(4-4^(1/3)))/2, (1/(4-4^(1/3))+1/(4-4^(1/3)))/2, "
    "(1/(4-4^(1/3))+1/(4-4^(1/3)))/2, (1/(4-4^(1/3))+1-4/(4-4^(1/3)))/2, (1-4/(4-4^(1/3)))/2");
static const gimbal_claim claims[] = {ORDER_Q("4"), ENERGY("bounded", "canonical && autonomous"),
                                      MOMENTUM_MAP_EXACT, SYMPLECTIC("yes", "canonical"),
                                      REVERSIBLE("no")};
METHOD("wrong_suzuki_permuted", "Suzuki's weights in a wrong order", "none", GIMBAL_LAGRANGIAN,
       ON_SEPARABLE, .coefficients = GIMBAL_ARRAY(coefficients));
