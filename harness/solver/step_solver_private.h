/* What the files of a step's solver share: its structure, and the factors of its Jacobian, dense or banded. */
#pragma once

#include "numerics/difference.h"
#include "solver/banded_lu.h"
#include "solver/step_solver.h"

typedef struct {
  SNESConvergedReason reason;
  PetscInt iterations;
  PetscReal norm; /* of the last residual that was evaluated */
} NewtonOutcome;

/* Where the iteration ends before round-off: SNES's tolerances (0: not used). */
typedef struct {
  PetscReal atol, rtol, stol, divergence;
  PetscInt iterations;
  /* Called with each iterate and its residual (s->x, s->r); NULL: no observer. */
  PetscErrorCode (*show)(StepSolver, const NewtonOutcome *);
} NewtonLimits;

struct _p_StepSolver {
  PetscInt n;
  PetscInt width;          /* entries in a row of the matrix */
  DifferenceSystem system; /* its shape, and what makes it */
  StepFunctions functions; /* of the present solve */
  PetscReal tolerance_factor;
  StepCounts counts;

  PetscReal *x, *r, *delta, *start; /* n each */
  PetscReal *size;                  /* n: reciprocals of the terms' size in each row */
  PetscReal *matrix;                /* the last Jacobian, n×n or the band: n×width */
  BandedLU band;                    /* its factors; NULL: it is dense, and they are */
  PetscReal *factors;               /* n×n */
  PetscInt *pivot;
  PetscReal *inverse; /* n×n, of few unknowns; else NULL */
  PetscBool inverted; /* it is that of the factors */

  /* What Newton's method keeps from solve to solve. */
  PetscBool kept;        /* the factors come from a solve that converged, and may serve the next */
  PetscReal contraction; /* the slowest of the last solve with them */
  PetscReal rounding;    /* the last backward error that a Jacobian of the solve did not lessen */
  PetscBool renewed;     /* the last iteration made new ones on its way */
  PetscInt last;         /* iterations of the last solve with them */
  PetscInt64 spent, solves; /* iterations of all their solves, and how many */
  PetscInt wait, pause;     /* solves left, and in all, that begin with a Jacobian of their own */

  SNES snes;
  Vec solution, residual;
  Mat jacobian;
  NewtonLimits limits;                 /* as SNES's options set them */
  PetscLogEvent event;                 /* SNESSolve's, which a direct call counts as */
  PetscReal first_norm, previous_norm; /* of residuals in the present SNESSolve */
  PetscBool outside;                   /* the last residual could not be evaluated */
  PetscBool plain;                     /* no option asks for more than SNESSolve's arithmetic */
  PetscBool ours; /* the SNES is of a type of this folder, which counts its iterations itself */
};

/* The column of entry k of row i of s->matrix; −1: outside. */
static inline PetscInt StepSolverColumn(const struct _p_StepSolver *s, PetscInt i, PetscInt k) {
  const PetscInt j = s->system.lower < 0 ? k : i - s->system.lower + k;
  if (s->system.periodic)
    return (j + s->n) % s->n;
  return j >= 0 && j < s->n ? j : -1;
}

/* The factors of s->matrix: their room, the factors themselves (false: it is singular), what is done if they are
 * going to serve another solve, and delta = J⁻¹ r (both may be the same array). */
extern PetscErrorCode StepFactorsCreate(StepSolver);
extern PetscErrorCode StepFactorsDestroy(StepSolver);
extern PetscBool StepFactorsMake(StepSolver);
extern void StepFactorsReuse(StepSolver);
extern void StepFactorsApply(StepSolver, const PetscReal *r, PetscReal *delta);
/* size_i = Σ_j |J_ij| work_j. */
extern void StepFactorsTerms(StepSolver);
/* What a Jacobian and its factors cost, in iterations. */
extern PetscReal StepFactorsCost(const struct _p_StepSolver *);

/* The Jacobian at s->x, where the residual is s->r, and its factors. The reason is
 * SNES_CONVERGED_ITERATING where all went well. */
extern SNESConvergedReason StepSolverRenewFactors(StepSolver);
/* The residual at s->x, where the Jacobian is made of differences; the status is the callback's. */
extern int StepSolverComputeResidual(StepSolver);

/* n entries from an array to a vector, and back. */
extern PetscErrorCode StepSolverFillVector(PetscInt n, const PetscReal *from, Vec to);
extern PetscErrorCode StepSolverReadVector(PetscInt n, Vec from, PetscReal *to);

/* As stock SNES types call them; the context is the StepSolver. */
extern PetscErrorCode StepSolverFormResidual(SNES, Vec x, Vec f, void *solver);
extern PetscErrorCode StepSolverFormJacobian(SNES, Vec x, Mat, Mat, void *solver);
extern PetscErrorCode StepSolverTestConvergence(SNES, PetscInt iteration, PetscReal xnorm,
                                                PetscReal snorm, PetscReal fnorm,
                                                SNESConvergedReason *, void *solver);

/* SNESSolve from x, in place; a matrix that cannot be factored is a reason, not an error. */
extern PetscErrorCode StepSolverCallSNES(StepSolver, PetscReal *x, SNESConvergedReason *,
                                         PetscReal *norm);

/* Newton's method down to round-off, with factors that are kept from solve to solve: solves the system's present
 * functions from `start` (n; not s->x); the solution is in s->x. */
extern PetscErrorCode KeptNewtonSolve(StepSolver, const NewtonLimits *, const PetscReal *start,
                                      NewtonOutcome *);
