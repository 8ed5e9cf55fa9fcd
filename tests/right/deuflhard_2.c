/* Deuflhard's method with ω = 3/2. */
#include "deuflhard.h"

static const gimbal_value coefficients[] = {
    {.name = "omega", .value = "3/2", .description = "of the kick"},
    {.name = "rotation", .value = "3/2", .description = "of the oscillators"}};
static const gimbal_claim claims[] = {
    ORDER_Q("2"), ORDER_P("2"),
    CLAIM_WHEN("invariant", "momentum_map", "exact", "canonical && quadratic && !linear"),
    SYMPLECTIC("yes", "canonical"), REVERSIBLE("yes")};
METHOD("deuflhard_2", "Deuflhard's trigonometric method",
       "Deuflhard, Zeitschrift für angewandte Mathematik und Physik 30 (1979) 177",
       GIMBAL_LAGRANGIAN, .accepts = "unconstrained && separable",
       .coefficients = GIMBAL_ARRAY(coefficients), .symmetric = "1");
