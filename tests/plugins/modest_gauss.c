/* Right, with a modest claim: two-stage Gauss collocation, of order 4, claims order 2. It must not
 * be refuted. */
#define RIGHT "../../methods/gauss.c"
#include "right.h"

static const gimbal_claim claims_modest[] = {
    {.study = "order", .quantity = "q", .value = "2"},
    {.study = "order", .quantity = "v", .value = "2", .when = "m > 0"}};

static const gimbal_method modest[] = {{.name = "modest_gauss",
                                        .title = "gauss_2 with a modest claim",
                                        .citation = "none",
                                        .formulation = GIMBAL_ODE,
                                        .parameters = GIMBAL_ARRAY(parameters),
                                        .symmetric = "1",
                                        .step = step,
                                        .claims = GIMBAL_ARRAY(claims_modest)}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(modest));
