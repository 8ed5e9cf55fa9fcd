/* Wrong: Heun's method of order 2, which says that it is symmetric. */
#include "heun.h"

static const gimbal_claim claims[] = {{.study = "order", .quantity = "q", .value = "2"}};
static const gimbal_method method[] = {{.name = "falsely_symmetric",
                                        .title = "Heun's method of order 2",
                                        .citation = "none",
                                        .formulation = GIMBAL_ODE,
                                        .accepts = "unconstrained",
                                        .symmetric = "1",
                                        .step = heun,
                                        .claims = GIMBAL_ARRAY(claims)}};
GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(method));
