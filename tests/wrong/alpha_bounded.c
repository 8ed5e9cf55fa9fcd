/* Wrong: HHT-α with α = −1/50 dissipates, with a rate of the order of h³. The claim that is wrong: bounded
 * energy. */
#include "../right/alpha_method.h"

ALPHA("0", "1/50");
static const gimbal_claim claims[] = {ORDER_Q("2"), ORDER_P("2"),
                                      ENERGY("bounded", "canonical && autonomous"),
                                      SYMPLECTIC("no", "canonical"), REVERSIBLE("no")};
METHOD("wrong_alpha_bounded", "HHT-α, said to bound the energy", "none", GIMBAL_LAGRANGIAN,
       ALPHA_METHOD);
