/* Wrong: the average vector field method preserves energy, not the symplectic form. The claim that is wrong:
 * symplectic. */
#define RIGHT "../../methods/average_vector_field.c"
#include "../plugins/right.h"
#include "../right/claim.h"

static const gimbal_claim claims_wrong[] = {ORDER_Q("2"),
                                            ORDER_V("2"),
                                            ENERGY("exact", CONSTANT_FORM " && autonomous"),
                                            LINEAR_EXACT,
                                            SYMPLECTIC("yes", CONSTANT_FORM),
                                            REVERSIBLE("yes")};
static const gimbal_method wrong[] = {
    {.name = "wrong_field_symplectic",
     .title = "the average vector field method, said to be symplectic",
     .citation = "none",
     .formulation = GIMBAL_ODE,
     .accepts = "unconstrained",
     .parameters = GIMBAL_ARRAY(parameters),
     .symmetric = "1",
     .step = step,
     .claims = GIMBAL_ARRAY(claims_wrong)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(wrong));
