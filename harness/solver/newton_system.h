/* A system that Newton's method of this folder solves: its iterate, what is known of the factors of its
 * Jacobian, and the functions by which the factors are made and used, dense or banded. */
#ifndef GIMBAL_HARNESS_SOLVER_NEWTON_SYSTEM_H
#define GIMBAL_HARNESS_SOLVER_NEWTON_SYSTEM_H

#include "solver/step_solver_private.h"

typedef struct _p_NewtonSystem *NewtonSystem;

typedef struct {
  /* The Jacobian at x, where the residual is r, and its factors. The reason is
   * SNES_CONVERGED_ITERATING where all went well. */
  PetscErrorCode (*factor)(NewtonSystem, SNESConvergedReason *);
  /* The factors are going to serve another solve; NULL: nothing is to be done. */
  void (*reuse)(NewtonSystem);
  /* delta = J⁻¹ r. */
  void (*correct)(NewtonSystem);
  /* size_i = Σ_j |J_ij| work_j. */
  void (*terms)(NewtonSystem);
  /* What a Jacobian and its factors cost, in iterations. */
  PetscReal (*cost)(const struct _p_NewtonSystem *);
} NewtonOperations;

typedef struct {
  SNESConvergedReason reason;
  PetscInt iterations;
  PetscReal norm; /* of the last residual that was evaluated */
} NewtonOutcome;

/* Where the iteration ends before round-off: SNES's tolerances (0: not used). */
typedef struct {
  PetscReal atol, rtol, stol, divergence;
  PetscInt iterations;
  /* Called with each iterate and its residual (s->x, s->r); NULL: nobody looks. */
  PetscErrorCode (*show)(NewtonSystem, const NewtonOutcome *);
} NewtonLimits;

/* The head of a kind's own structure. */
struct _p_NewtonSystem {
  struct _p_StepSolver head;
  const NewtonOperations *newton;
  PetscReal *x, *r, *delta, *work, *start; /* n each; work 3n */
  PetscReal *size;                         /* n: reciprocals of the terms' size in each row */
  PetscBool kept;        /* the factors come from a solve that converged, and may serve the next */
  PetscReal contraction; /* the slowest of the last solve with them */
  PetscReal rounding;    /* the last backward error that a Jacobian of the solve did not lessen */
  PetscBool renewed;     /* the last iteration made new ones on its way */
  PetscInt last;         /* iterations of the last solve with them */
  PetscInt64 spent, solves; /* iterations of all their solves, and how many */
  NewtonLimits limits;      /* as SNES's options set them */
  PetscLogEvent event;      /* SNESSolve's, which a direct call counts as */
  PetscInt wait, pause;     /* solves left, and in all, that begin with a Jacobian of their own */
};

/* The vectors of a new, zeroed structure whose head is filled. */
extern PetscErrorCode NewtonSystemAllocate(NewtonSystem);
extern PetscErrorCode NewtonSystemFree(NewtonSystem);
/* Operations of a StepSolver. */
extern PetscErrorCode StepSolverForget_Newton(StepSolver);
extern PetscErrorCode StepSolverFactor_Newton(StepSolver, const PetscReal *x, PetscBool *singular);

#endif
