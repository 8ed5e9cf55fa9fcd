/* Wrong: the weights of the triple jump with ten digits, rounded one by one: their sum is 1 + 10⁻⁹. The claim
 * that is wrong: order 4 of q (it is 0). */
#define STAGES 4
#include "../right/splitting.h"

COEFFICIENTS(
    "1.351207192, -1.702414383, 1.351207192, 0",
    "1.351207192/2, (1.351207192-1.702414383)/2, (1.351207192-1.702414383)/2, 1.351207192/2");
static const gimbal_claim claims[] = {ORDER_Q("4"), ENERGY("bounded", "canonical && autonomous"),
                                      MOMENTUM_MAP_EXACT, SYMPLECTIC("yes", "canonical"),
                                      REVERSIBLE("yes")};
METHOD("wrong_triple_jump_sum", "the triple jump with rounded weights", "none", GIMBAL_LAGRANGIAN,
       ON_SEPARABLE, .coefficients = GIMBAL_ARRAY(coefficients), .symmetric = "1");
