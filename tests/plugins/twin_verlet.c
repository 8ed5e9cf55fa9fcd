/* Störmer and Verlet's kicks and drifts on what is not separable, for tests/relations.c: on L = T − U
 * the claims hold, with a gauge they do not. */
#define RIGHT "../../methods/stormer_verlet.c"
#include "right.h"

static const gimbal_claim claims_kick[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "structure", .quantity = "symplectic", .value = "yes", .when = "canonical"}};
static const gimbal_method twins[] = {{.name = "wrong_kick",
                                       .title = "kicks and drifts of what is not separable",
                                       .citation = "written for this test",
                                       .formulation = GIMBAL_LAGRANGIAN,
                                       .coefficients = GIMBAL_ARRAY(coefficients_verlet),
                                       .symmetric = "1",
                                       .step = step_verlet,
                                       .claims = GIMBAL_ARRAY(claims_kick),
                                       .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(twins));
