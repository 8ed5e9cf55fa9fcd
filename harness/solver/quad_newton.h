/* Newton's method in quadruple precision: the residual is quadruple, and the correction comes from
 * the double factors of a StepSolver. Each iteration gains as many digits as the guess had, or as
 * the factors are good for. It has the shape of a StepSolver, which the core uses in double. */
#pragma once

#include "numerics/quad.h"
#include "solver/step_solver.h"

typedef struct _p_QuadNewton *QuadNewton;

/* r = residual(x), n entries each; non-zero if it cannot be evaluated at x. */
typedef int QuadResidual(void *context, const Quad *x, Quad *r);
/* J = ∂r/∂x at x, n×n, row-major, double; non-zero if it cannot be evaluated at x. */
typedef int QuadJacobian(void *context, const Quad *x, PetscReal *J);

typedef struct {
  QuadResidual *residual;
  QuadJacobian *jacobian; /* NULL: differences */
  void *context;
  PetscBool relative; /* as in StepFunctions */
  StepSolver factors; /* whose present ones are tried first; NULL: none */
} QuadFunctions;

/* For n unknowns. J_ij = 0 unless -lower <= j - i <= upper (modulo n if periodic); lower < 0: it is dense.
 * A QuadJacobian writes the band as a StepJacobian does. */
extern PetscErrorCode QuadNewtonCreateBanded(PetscInt n, PetscInt lower, PetscInt upper,
                                             PetscBool periodic, QuadNewton *);
extern PetscErrorCode QuadNewtonDestroy(QuadNewton *);

/* 1 (the default): down to round-off. f > 1: stops at a correction f times as large. */
extern PetscErrorCode QuadNewtonSetToleranceFactor(QuadNewton, PetscReal factor);

/* Solves residual(x) = 0 from the first guess x, in place. On success the last correction is at the
 * size of rounding, or has stopped to shrink near it. A solve that fails is not an error: the
 * reason is then negative, and x the last iterate. The norm is the largest entry of the last
 * residual that could be evaluated. */
extern PetscErrorCode QuadNewtonSolve(QuadNewton, const QuadFunctions *, Quad *x,
                                      SNESConvergedReason *, PetscReal *residual_norm);

/* The next solve owes nothing to the solves before. */
extern void QuadNewtonForget(QuadNewton);

/* Since the creation. */
extern StepCounts QuadNewtonCounts(QuadNewton);
