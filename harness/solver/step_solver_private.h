/* What the solvers of a step share. */
#ifndef GIMBAL_HARNESS_SOLVER_STEP_SOLVER_PRIVATE_H
#define GIMBAL_HARNESS_SOLVER_STEP_SOLVER_PRIVATE_H

#include "solver/step_solver.h"

/* One kind of solver. */
typedef struct {
  /* The present functions' root from x, in place; see StepSolverSolve. */
  PetscErrorCode (*solve)(StepSolver, PetscReal *x, SNESConvergedReason *, PetscReal *norm);
  /* The factors of their Jacobian at x; see StepSolverFactor. */
  PetscErrorCode (*factor)(StepSolver, const PetscReal *x, PetscBool *singular);
  PetscErrorCode (*correct)(StepSolver, const PetscReal *r, PetscReal *delta);
  /* What is kept from solve to solve. */
  PetscErrorCode (*forget)(StepSolver);
  /* What the kind adds to the structure below. */
  PetscErrorCode (*destroy)(StepSolver);
} StepSolverOperations;

/* The head of each kind's own structure. */
struct _p_StepSolver {
  const StepSolverOperations *operations;
  /* In place of the operation: an SNES type that need not be called as one; or NULL. */
  PetscErrorCode (*solve)(StepSolver, PetscReal *x, SNESConvergedReason *, PetscReal *norm);
  PetscInt n;
  StepFunctions functions; /* of the present solve */
  PetscReal looser;
  PetscBool relative; /* increments of differences; numerics/difference.h */
  PetscInt64 iterations, residuals, jacobians;
  SNES snes;
  Vec x, f;
  Mat jacobian;
  PetscReal first_norm, previous_norm; /* of residuals in the present SNESSolve */
  PetscBool outside;                   /* the last residual could not be evaluated */
  PetscBool plain;                     /* no option asks for more than SNESSolve's arithmetic */
};

/* Fills the head of a new, zeroed structure: the SNES with its vectors, its residual callback, its
 * convergence test and its defaults. The Jacobian and the type are the caller's part, and then
 * StepSolverSetFromOptions. */
extern PetscErrorCode StepSolverInitialize(StepSolver, PetscInt n);
extern PetscErrorCode StepSolverSetFromOptions(StepSolver);

/* SNESSolve from x, in place; a matrix that cannot be factored is a reason, not an error. */
extern PetscErrorCode StepSolverCallSNES(StepSolver, PetscReal *x, SNESConvergedReason *,
                                         PetscReal *norm);
/* The same as an operation of SNES types that do not count their iterations themselves. */
extern PetscErrorCode StepSolverSolve_SNES(StepSolver, PetscReal *x, SNESConvergedReason *,
                                           PetscReal *norm);

/* The residual as stock SNES types call it; the context is the StepSolver. */
extern PetscErrorCode StepSolverFormResidual(SNES, Vec x, Vec f, void *solver);

/* The end of Newton's method in stock SNES types. */
extern PetscErrorCode StepSolverTestConvergence(SNES, PetscInt iteration, PetscReal xnorm,
                                                PetscReal snorm, PetscReal fnorm,
                                                SNESConvergedReason *, void *solver);

/* Runs a PETSc call that factors a matrix; *singular instead of PETSc's error of a zero pivot. */
extern PetscErrorCode StepSolverCatchSingular(PetscErrorCode, PetscBool *singular);

#endif
