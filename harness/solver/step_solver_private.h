/* What the dense and the banded solver of a step share. */
#ifndef GIMBAL_HARNESS_SOLVER_STEP_SOLVER_PRIVATE_H
#define GIMBAL_HARNESS_SOLVER_STEP_SOLVER_PRIVATE_H

#include "solver/dense_newton.h"
#include "solver/step_solver.h"

typedef struct _p_BandedSystem *BandedSystem;

struct _p_StepSolver {
  PetscInt n;
  SNES snes;
  Vec x, f;
  Mat jacobian;
  /* what the present solve is about */
  StepResidual *compute_residual;
  StepJacobian *compute_jacobian;
  void *context;
  PetscReal looser, previous_norm;
  PetscInt64 iterations, residuals, jacobians;
  PetscBool dense_newton;
  PetscBool outside; /* the last residual could not be evaluated */
  PetscBool plain;   /* no option asks for more than SNESSolve's arithmetic */
  DenseSystem *dense;
  BandedSystem banded;
};

/* The SNES with its vectors, its residual callback, its convergence test and its defaults. The
 * Jacobian is the caller's part, and then StepSolverSetFromOptions. */
extern PetscErrorCode StepSolverCreateBase(PetscInt n, StepSolver *);
extern PetscErrorCode StepSolverSetFromOptions(StepSolver);

/* SNESSolve from x, in place; a matrix that cannot be factored is a reason, not an error. */
extern PetscErrorCode StepSolverSolveSNES(StepSolver, PetscReal *x, SNESConvergedReason *,
                                          PetscReal *residual_norm);

/* Runs a PETSc call that factors a matrix; *singular instead of PETSc's error of a zero pivot. */
extern PetscErrorCode StepSolverCatchSingular(PetscErrorCode, PetscBool *singular);

extern PetscErrorCode BandedSystemDestroy(BandedSystem *);
extern PetscErrorCode BandedSystemFactor(StepSolver, const PetscReal *x, PetscBool *singular);
extern PetscErrorCode BandedSystemCorrect(StepSolver, const PetscReal *r, PetscReal *delta);

#endif
