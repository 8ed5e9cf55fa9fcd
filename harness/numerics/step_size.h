/* A duration, a number of steps and a step size: the one place where each is made of the others. */
#pragma once

#include "numerics/quad.h"
#include <petscsys.h>

/* h = T/N. */
static inline Quad StepSize(Quad duration, PetscInt64 steps) { return duration / steps; }

/* The whole number of steps of size h that comes nearest to the duration. Both numbers of steps are
 * returned as they are, however many; those who need an integer see that it fits. */
static inline Quad StepsNearest(Quad duration, Quad h) {
  return floorq(duration / h + QUAD_C(0.5));
}

/* The most steps that do not go beyond the duration; a rounding of T/h below a whole number is
 * taken for it. */
static inline Quad StepsWithin(Quad duration, Quad h) {
  return floorq(duration / h * (1 + QUAD_C(1e-12)));
}
