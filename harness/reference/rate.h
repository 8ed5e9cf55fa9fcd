/* How fast a field moves. */
#ifndef GIMBAL_HARNESS_REFERENCE_RATE_H
#define GIMBAL_HARNESS_REFERENCE_RATE_H

#include "core/core.h"

/* The spectral radius of the field's linearisation at (t,y), y = (q,v), per unit of time: by a few steps
 * of the power method, which is within a factor of two or so. 0 where the field has no values. */
extern PetscErrorCode FieldRate(const Core *, Problem, Quad t, const Quad *y, Quad *rate);

#endif
