/* Central differences of high order along a line. */
#pragma once

#include "numerics/precision.h"
#include "numerics/quad.h"
#include <petscsys.h>

/* Writes the value at distance s along the line; non-zero if undefined. */
typedef int StencilFunction(void *context, Real s, Real *value);

/* The derivative at s = 0 (size entries), from 2·width values at multiples of h, to order 2·width;
 * `value` has room for one. Non-zero if a value is missing. With the greatest width, 8, the step is
 * made smaller by 16, up to three times, where values are missing or not finite, or differences of one
 * order less show that it is too large: near a singularity, as of a relativistic momentum at |v| = 1. */
extern int StencilDerivative(PetscInt width, Real h, PetscInt size, StencilFunction *,
                             void *context, Real *value, Real *derivative);

/* For those who are compiled once and compute in Quad. */
typedef int QuadStencilFunction(void *context, Quad s, Quad *value);
extern int QUAD_PRECISION(StencilDerivative)(PetscInt width, Quad h, PetscInt size,
                                             QuadStencilFunction *, void *context, Quad *value,
                                             Quad *derivative);
