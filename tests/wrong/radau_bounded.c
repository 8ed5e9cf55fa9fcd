/* Wrong: Radau IIA with three stages dissipates, if little. The claim that is wrong: bounded energy. */
#define STAGES 3
#include "../right/implicit_rk.h"

COEFFICIENTS(
    "(88-7*sqrt(6))/360, (296-169*sqrt(6))/1800, (-2+3*sqrt(6))/225, (296+169*sqrt(6))/1800, "
    "(88+7*sqrt(6))/360, (-2-3*sqrt(6))/225, (16-sqrt(6))/36, (16+sqrt(6))/36, 1/9",
    "(16-sqrt(6))/36, (16+sqrt(6))/36, 1/9", "(4-sqrt(6))/10, (4+sqrt(6))/10, 1");
static const gimbal_claim claims[] = {ORDER_Q("5"),
                                      ORDER_V("5"),
                                      LINEAR_EXACT,
                                      ENERGY("bounded", CONSTANT_FORM " && autonomous"),
                                      SYMPLECTIC("no", "canonical"),
                                      REVERSIBLE("no")};
METHOD("wrong_radau_bounded", "Radau IIA, said to bound the energy", "none", GIMBAL_ODE,
       .accepts = "unconstrained", .coefficients = GIMBAL_ARRAY(coefficients));
