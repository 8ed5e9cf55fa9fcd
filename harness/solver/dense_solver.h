/* The solver of a small dense system: its Jacobian, the factors of that, and what is known of them.
 * Stock SNES types see it as a matrix; densenewton works on it directly. */
#ifndef GIMBAL_HARNESS_SOLVER_DENSE_SOLVER_H
#define GIMBAL_HARNESS_SOLVER_DENSE_SOLVER_H

#include "solver/step_solver_private.h"

/* Unknowns up to which factors that are kept become an inverse. */
enum { DENSE_INVERTED_UP_TO = 8 };

typedef struct {
  struct _p_StepSolver head;
  PetscReal *x, *r, *delta, *work, *start; /* n each */
  PetscReal *size;                         /* n: reciprocals of the terms' size in each row */
  PetscReal *matrix, *factors, *inverse;   /* n×n each; no inverse of many unknowns */
  PetscBool inverted;                      /* it is that of the factors */
  PetscInt *pivot;
  PetscBool kept;        /* the factors come from a solve that converged, and may serve the next */
  PetscReal contraction; /* the slowest of the last solve with them */
  PetscReal rounding;    /* the last backward error that a Jacobian of the solve did not lessen */
  PetscBool renewed;     /* the last iteration made new ones on its way */
  PetscInt last;         /* iterations of the last solve with them */
  PetscInt64 spent, solves; /* iterations of all their solves, and how many */
  PetscInt wait, pause;     /* solves left, and in all, that begin with a Jacobian of their own */
} DenseSolver;

/* The Jacobian at x, where the residual is r, and its factors. The reason is
 * SNES_CONVERGED_ITERATING where all went well. */
extern PetscErrorCode DenseSolverFactor(DenseSolver *, SNESConvergedReason *);

/* Operations. */
extern PetscErrorCode StepSolverFactor_Dense(StepSolver, const PetscReal *x, PetscBool *singular);
extern PetscErrorCode StepSolverCorrect_Dense(StepSolver, const PetscReal *r, PetscReal *delta);
extern PetscErrorCode StepSolverForget_Dense(StepSolver);
extern PetscErrorCode StepSolverDestroy_Dense(StepSolver);

#endif
