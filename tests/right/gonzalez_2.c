/* The midpoint discrete gradient method. Its correction along Δq is no gradient, so it is not
 * symplectic. */
#include "gonzalez.h"

static const gimbal_claim claims[] = {ORDER_Q("2"), ORDER_P("2"), ENERGY("exact", "canonical"),
                                      SYMPLECTIC("no", "canonical"), REVERSIBLE("yes")};
METHOD("gonzalez_2", "the midpoint discrete gradient method",
       "Gonzalez, Journal of Nonlinear Science 6 (1996) 449", GIMBAL_LAGRANGIAN,
       .accepts = "unconstrained && separable && autonomous && !forced && n < 8", .symmetric = "1");
