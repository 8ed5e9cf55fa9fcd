/* A dense system of equations, its Jacobian and the factors of that. */
#ifndef GIMBAL_HARNESS_SOLVER_DENSE_SYSTEM_H
#define GIMBAL_HARNESS_SOLVER_DENSE_SYSTEM_H

#include "solver/step_solver.h"

/* Unknowns up to which factors that are kept become an inverse. */
enum { DENSE_INVERTED_UP_TO = 8 };

/* What a solve works on, and what it is asked; it belongs to the StepSolver, so that it outlives a
 * change of the SNES type. */
typedef struct {
  PetscInt n;
  StepResidual *residual;
  StepJacobian *jacobian; /* NULL: differences */
  void *context;
  PetscReal looser;
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
  PetscInt64 iterations, residuals, jacobians;
} DenseSystem;

extern PetscErrorCode DenseSystemCreate(PetscInt n, DenseSystem **);
extern PetscErrorCode DenseSystemDestroy(DenseSystem **);

/* The Jacobian at x, where the residual is r, into `matrix`; the status is the callback's. */
extern PetscErrorCode DenseSystemJacobian(DenseSystem *, int *status);

/* The same, and its factors. The reason is SNES_CONVERGED_ITERATING where all went well. */
extern PetscErrorCode DenseSystemFactor(DenseSystem *, SNESConvergedReason *);

#endif
