/* Wrong: the midpoint discrete gradient's correction is along Δq, not along q. The claim that is wrong:
 * momentum maps exact. */
#include "../right/gonzalez.h"

static const gimbal_claim claims[] = {ORDER_Q("2"),
                                      ORDER_P("2"),
                                      ENERGY("exact", "canonical"),
                                      MOMENTUM_MAP_EXACT,
                                      SYMPLECTIC("no", "canonical"),
                                      REVERSIBLE("yes")};
METHOD("wrong_gonzalez_momentum", "the midpoint discrete gradient, said to preserve momentum maps",
       "none", GIMBAL_LAGRANGIAN,
       .accepts = "unconstrained && separable && autonomous && !forced && n < 8", .symmetric = "1");
