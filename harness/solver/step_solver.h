/* The nonlinear solver of a step: a PETSc SNES that a job creates once and uses in every step. It
 * speaks arrays of double; in quadruple precision QuadNewton uses its factors (StepSolverFactor and
 * StepSolverCorrect) and forms the residual itself.
 *
 * Options have the prefix "step_": -step_snes_type newtonls replaces the dense Newton of this
 * folder by PETSc's, -step_snes_monitor and the like work with either. */
#pragma once

#include <petscsnes.h>

/* The newest name, for older versions of PETSc. */
#if PETSC_VERSION_LT(3, 25, 0)
#define SNES_DIVERGED_FUNCTION_NANORINF SNES_DIVERGED_FNORM_NAN
#endif

typedef struct _p_StepSolver *StepSolver;

/* r = residual(x), n entries each; non-zero if it cannot be evaluated at x. */
typedef int StepResidual(void *context, const PetscReal *x, PetscReal *r);
/* J = ∂r/∂x at x, n×n, row-major; non-zero if it cannot be evaluated at x. */
typedef int StepJacobian(void *context, const PetscReal *x, PetscReal *J);

typedef struct {
  StepResidual *residual;
  StepJacobian *jacobian; /* NULL: differences */
  void *context;
  /* Whether unknowns are moved in proportion to their size in differences, however small they are; else
   * they are taken for no smaller than 0.01, since most are increments of something larger, in which a
   * smaller motion would be lost. */
  PetscBool relative;
} StepFunctions;

/* What solves have cost. Residuals include those of the differences. */
typedef struct {
  PetscInt64 iterations, residuals, jacobians;
} StepCounts;

/* A solver for n unknowns with a dense Jacobian. All memory is allocated here or in the first
 * solve, none in the solves that follow. */
extern PetscErrorCode StepSolverCreate(PetscInt n, StepSolver *);

/* The same for a large system: J_ij = 0 unless -lower <= j - i <= upper (modulo n if periodic); lower < 0: it is
 * dense. The Jacobian is differenced by colours, whatever n, unless it is given; a StepJacobian then writes
 * the band alone, row-major n×(lower + 1 + upper), entry (i, lower + j - i), with j taken modulo n
 * if periodic. StepSolverFactor and StepSolverCorrect work here too. */
extern PetscErrorCode StepSolverCreateBanded(PetscInt n, PetscInt lower, PetscInt upper,
                                             PetscBool periodic, StepSolver *);
extern PetscErrorCode StepSolverDestroy(StepSolver *);

/* Creates a solver and destroys it. PETSc registers its packages with the first one: a process that forks
 * others does it before them all, instead of in each. */
extern PetscErrorCode StepSolverPrepare(void);

/* 1 (the default): down to round-off. f > 1: stops as soon as the correction is below f times what
 * round-off allows, so that the effect of the tolerance can be measured. */
extern PetscErrorCode StepSolverSetToleranceFactor(StepSolver, PetscReal factor);

/* Solves residual(x) = 0 from the first guess x. A solve that fails is not an error: the reason is
 * then negative, and x the last iterate. */
extern PetscErrorCode StepSolverSolve(StepSolver, const StepFunctions *, PetscReal *x,
                                      SNESConvergedReason *, PetscReal *residual_norm);

/* Takes unknowns for no smaller than that in differences; 0: the usual size. */
extern void StepSolverWiden(StepSolver, PetscReal least);
/* The next solve owes nothing to the solves before. Otherwise a solve may begin with the factors of
 * the last one, so that the way to its end (not the end) depends on them. */
extern void StepSolverForget(StepSolver);

/* The Jacobian and its factors at x; singular is true if they do not exist or the residual
 * cannot be evaluated at x. */
extern PetscErrorCode StepSolverFactor(StepSolver, const StepFunctions *, const PetscReal *x,
                                       PetscBool *singular);

/* delta = J⁻¹ r with the present factors. r and delta may be the same array. */
extern void StepSolverCorrect(StepSolver, const PetscReal *r, PetscReal *delta);

/* Since the creation. */
extern StepCounts StepSolverCounts(StepSolver);

/* The SNES inside, for the options of a caller's own; owned by the solver. From here on each solve goes
 * through SNESSolve, so that the caller sees what SNES shows. */
extern SNES StepSolverGetSNES(StepSolver);
