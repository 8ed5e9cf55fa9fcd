/* A dense Jacobian by forward differences of an array residual. */
#ifndef GIMBAL_HARNESS_SOLVER_DIFFERENCE_H
#define GIMBAL_HARNESS_SOLVER_DIFFERENCE_H

#include "solver/step_solver.h"

/* The increment of an unknown: √ε of its size, at least √ε/100. Unknowns are often increments of a
 * step, small beside what they are added to; a smaller increment would be lost in that addition (an
 * increment of 1e-10 gives six digits of the derivative, enough for Newton's method), and a larger
 * one is harmful only in models whose scale of length is below 1e-6 of their own unit. The result
 * is exactly representable at x. */
static inline PetscReal DifferenceIncrement(PetscReal x) {
  const PetscReal h = PETSC_SQRT_MACHINE_EPSILON * PetscMax(PetscAbsReal(x), 0.01);
  const volatile PetscReal moved = x < 0 ? x - h : x + h;
  return moved - x;
}

/* J = ∂r/∂x (n×n, row-major) at x, where the residual is r. work has n entries; x is changed and
 * restored. Non-zero if the residual could be evaluated on neither side of x. */
extern int DifferenceJacobian(PetscInt n, StepResidual *, void *context, PetscReal *x,
                              const PetscReal *r, PetscReal *work, PetscReal *J);

#endif
