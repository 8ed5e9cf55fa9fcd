/* Right, and built in double precision only: Gauss collocation with five stages, whose order 10 shows
 * over fewer step sizes than double precision has digits for. It must not be left undecided. */
#include "gimbal.h"

#ifndef GIMBAL_QUAD
#define RIGHT "../../methods/gauss.c"
#include "right.h"

static const gimbal_value parameters_few[] = {
    {.name = "s", .value = "5", .description = "number of stages"}};

static const gimbal_method few[] = {{.name = "few_digits",
                                     .title = "Gauss collocation with five stages, in double",
                                     .citation = "none",
                                     .formulation = GIMBAL_ODE,
                                     .parameters = GIMBAL_ARRAY(parameters_few),
                                     .symmetric = "1",
                                     .schemes = GIMBAL_ARRAY(schemes),
                                     .claims = GIMBAL_ARRAY(claims),
                                     .overwrites = "none"}};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(few));

#endif
