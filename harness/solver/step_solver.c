#include "solver/step_solver_private.h"
#include "solver/dense_lu.h"
#include <petsc/private/snesimpl.h>
#include <string.h>

#define STEP_PREFIX "step_"

/* The callbacks of stock SNES types. */

static PetscErrorCode FormResidual(SNES snes, Vec x, Vec f, void *context) {
  StepSolver s = (StepSolver)context;
  const PetscScalar *in;
  PetscScalar *out;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(x, &in));
  PetscCall(VecGetArrayWrite(f, &out));
  s->residuals++;
  const int status = s->compute_residual(s->context, in, out);
  PetscCall(VecRestoreArrayWrite(f, &out));
  PetscCall(VecRestoreArrayRead(x, &in));
  s->outside = (PetscBool)(status != 0);
  if (status)
    PetscCall(SNESSetFunctionDomainError(snes));
  PetscFunctionReturn(0);
}

/* Newton's method of stock SNES ends where the dense Newton ends: at round-off of x, or where a
 * small correction no longer shrinks the residual. */
static PetscErrorCode TestConvergence(SNES snes, PetscInt iteration, PetscReal xnorm,
                                      PetscReal snorm, PetscReal fnorm, SNESConvergedReason *reason,
                                      void *context) {
  StepSolver s = (StepSolver)context;
  const PetscReal before = s->previous_norm;

  PetscFunctionBegin;
  *reason = SNES_CONVERGED_ITERATING;
  s->previous_norm = fnorm;
  if (iteration == 0)
    snes->rnorm0 = fnorm;
  if (PetscIsInfOrNanReal(fnorm))
    *reason = SNES_DIVERGED_FNORM_NAN;
  else if (fnorm < snes->abstol || fnorm == 0)
    *reason = SNES_CONVERGED_FNORM_ABS;
  else if (iteration) {
    const PetscScalar *x, *delta;
    PetscBool small = PETSC_TRUE;
    PetscCall(VecGetArrayRead(snes->vec_sol, &x));
    PetscCall(VecGetArrayRead(snes->vec_sol_update, &delta));
    for (PetscInt i = 0; small && i < s->n; i++)
      small = (PetscBool)(PetscAbsReal(delta[i]) <=
                          PETSC_MACHINE_EPSILON * s->looser * PetscAbsReal(x[i]));
    PetscCall(VecRestoreArrayRead(snes->vec_sol_update, &delta));
    PetscCall(VecRestoreArrayRead(snes->vec_sol, &x));
    const PetscBool tiny =
        (PetscBool)(snorm <= 1e-9 * PetscMax(s->looser, 1) * xnorm || snorm <= 1e-14);
    if (small)
      *reason = SNES_CONVERGED_SNORM_RELATIVE;
    else if (tiny && fnorm > 0.5 * before)
      *reason = SNES_CONVERGED_FNORM_RELATIVE;
    else if (fnorm <= snes->rtol * snes->rnorm0)
      *reason = SNES_CONVERGED_FNORM_RELATIVE;
    else if (snorm < snes->stol * xnorm)
      *reason = SNES_CONVERGED_SNORM_RELATIVE;
    else if (!tiny && snes->divtol > 0 && fnorm > snes->divtol * snes->rnorm0)
      *reason = SNES_DIVERGED_DTOL;
  }
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverCreateBase(PetscInt n, StepSolver *out) {
  StepSolver s;
  KSP ksp;
  PC pc;

  PetscFunctionBeginUser;
  PetscCheck(n > 0, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "a step solver needs at least one unknown, not %" PetscInt_FMT, n);
  PetscCall(DenseNewtonRegister());
  PetscCall(PetscNew(&s));
  s->n = n;
  s->looser = 1;
  PetscCall(SNESCreate(PETSC_COMM_SELF, &s->snes));
  PetscCall(SNESSetOptionsPrefix(s->snes, STEP_PREFIX));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, n, &s->x));
  PetscCall(VecDuplicate(s->x, &s->f));
  PetscCall(SNESSetFunction(s->snes, s->f, FormResidual, s));
  PetscCall(SNESSetConvergenceTest(s->snes, TestConvergence, s, NULL));
  /* PETSc's relative tolerances of 1e-8 would stop far above round-off */
  PetscCall(SNESSetTolerances(s->snes, 0, 0, 0, 50, PETSC_MAX_INT));
  PetscCall(SNESSetDivergenceTolerance(s->snes, 1e8));
  PetscCall(SNESSetCheckJacobianDomainError(s->snes, PETSC_TRUE));
  PetscCall(SNESGetKSP(s->snes, &ksp));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  *out = s;
  PetscFunctionReturn(0);
}

/* Whether the options with our prefix only choose a type and tolerances: whatever else a user asks
 * for (views, tests, histories) is SNESSolve's affair, and it is called then. */
static PetscErrorCode OptionsArePlain(PetscBool *plain) {
  static const char *const known[] = {"snes_type", "snes_atol",   "snes_rtol",
                                      "snes_stol", "snes_max_it", "snes_divergence_tolerance",
                                      "ksp_type",  "pc_type"};
  char *all;

  PetscFunctionBegin;
  *plain = PETSC_TRUE;
  PetscCall(PetscOptionsGetAll(NULL, &all));
  for (char *at = strstr(all, "-" STEP_PREFIX); at; at = strstr(at, "-" STEP_PREFIX)) {
    PetscBool found = PETSC_FALSE;
    at += strlen("-" STEP_PREFIX);
    const size_t length = strcspn(at, " ");
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(known); i++)
      if (strlen(known[i]) == length && !strncmp(at, known[i], length))
        found = PETSC_TRUE;
    if (!found)
      *plain = PETSC_FALSE;
  }
  PetscCall(PetscFree(all));
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverSetFromOptions(StepSolver s) {
  SNESLineSearch search;
  PetscBool chosen;

  PetscFunctionBegin;
  PetscCall(SNESSetFromOptions(s->snes));
  /* A line search cannot find a descent in the rounding where the iteration has to end. To be set
   * here, since a type brings its own. */
  PetscCall(PetscOptionsHasName(NULL, STEP_PREFIX, "-snes_linesearch_type", &chosen));
  if (!chosen) {
    PetscCall(SNESGetLineSearch(s->snes, &search));
    PetscCall(SNESLineSearchSetType(search, SNESLINESEARCHBASIC));
  }
  PetscCall(SNESSetSolution(s->snes, s->x));
  PetscCall(SNESSetUp(s->snes));
  PetscCall(OptionsArePlain(&s->plain));
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverCatchSingular(PetscErrorCode error, PetscBool *singular) {
  PetscFunctionBegin;
  *singular = (PetscBool)(error == PETSC_ERR_MAT_LU_ZRPVT);
  if (error && !*singular)
    SETERRQ(PETSC_COMM_SELF, error, "the solver of a step failed inside PETSc (error %d)",
            (int)error);
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverSolveSNES(StepSolver s, PetscReal *x, SNESConvergedReason *reason,
                                   PetscReal *residual_norm) {
  PetscScalar *array;
  PetscInt iterations;
  PetscBool singular;

  PetscFunctionBegin;
  PetscCall(VecGetArrayWrite(s->x, &array));
  PetscCall(PetscArraycpy(array, x, s->n));
  PetscCall(VecRestoreArrayWrite(s->x, &array));
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  const PetscErrorCode error = SNESSolve(s->snes, NULL, s->x);
  PetscCall(PetscPopErrorHandler());
  PetscCall(StepSolverCatchSingular(error, &singular));
  if (singular)
    PetscCall(SNESSetConvergedReason(s->snes, SNES_DIVERGED_LINEAR_SOLVE));
  PetscCall(VecGetArray(s->x, &array));
  PetscCall(PetscArraycpy(x, array, s->n));
  PetscCall(VecRestoreArray(s->x, &array));
  PetscCall(SNESGetIterationNumber(s->snes, &iterations));
  PetscCall(SNESGetConvergedReason(s->snes, reason));
  PetscCall(SNESGetFunctionNorm(s->snes, residual_norm));
  /* what a line search makes of a domain error */
  if (*reason == SNES_DIVERGED_LINE_SEARCH && s->outside)
    *reason = SNES_DIVERGED_FUNCTION_DOMAIN;
  if (!s->dense_newton)
    s->iterations += iterations; /* that type counts them itself */
  PetscFunctionReturn(0);
}

/* The dense system: its own SNES type, or any other through a dense matrix. */

static PetscErrorCode FormDenseJacobian(SNES snes, Vec x, Mat A, Mat P, void *context) {
  StepSolver s = (StepSolver)context;
  DenseSystem *d = s->dense;
  const PetscInt n = s->n;
  const PetscScalar *in;
  PetscScalar *out;
  int status = 0;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(x, &in));
  PetscCall(PetscArraycpy(d->x, in, n));
  PetscCall(VecRestoreArrayRead(x, &in));
  if (!d->jacobian) {
    d->residuals++;
    status = d->residual(d->context, d->x, d->r);
  }
  if (!status)
    PetscCall(DenseSystemJacobian(d, &status));
  if (status)
    PetscCall(SNESSetJacobianDomainError(snes));
  PetscCall(MatDenseGetArrayWrite(P, &out));
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j < n; j++)
      out[j * n + i] = d->matrix[i * n + j];
  PetscCall(MatDenseRestoreArrayWrite(P, &out));
  PetscCall(MatAssemblyBegin(P, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(P, MAT_FINAL_ASSEMBLY));
  if (A != P) {
    PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverCreate(PetscInt n, StepSolver *out) {
  StepSolver s;

  PetscFunctionBeginUser;
  PetscCall(StepSolverCreateBase(n, &s));
  PetscCall(DenseSystemCreate(n, &s->dense));
  PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, n, n, NULL, &s->jacobian));
  PetscCall(SNESSetJacobian(s->snes, s->jacobian, s->jacobian, FormDenseJacobian, s));
  PetscCall(SNESSetType(s->snes, SNESDENSENEWTON));
  PetscCall(StepSolverSetFromOptions(s));
  PetscCall(PetscObjectTypeCompare((PetscObject)s->snes, SNESDENSENEWTON, &s->dense_newton));
  if (s->dense_newton)
    PetscCall(DenseNewtonSetSystem(s->snes, s->dense));
  *out = s;
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverDestroy(StepSolver *solver) {
  StepSolver s = *solver;

  PetscFunctionBeginUser;
  if (!s)
    PetscFunctionReturn(0);
  PetscCall(SNESDestroy(&s->snes));
  PetscCall(VecDestroy(&s->x));
  PetscCall(VecDestroy(&s->f));
  PetscCall(MatDestroy(&s->jacobian));
  PetscCall(DenseSystemDestroy(&s->dense));
  PetscCall(BandedSystemDestroy(&s->banded));
  PetscCall(PetscFree(*solver));
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverSetLooser(StepSolver s, PetscReal factor) {
  PetscFunctionBeginUser;
  PetscCheck(factor >= 1, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "a solver's tolerance cannot be %g times round-off; give a factor of 1 or more",
             (double)factor);
  s->looser = factor;
  if (s->dense)
    s->dense->looser = factor;
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverForget(StepSolver s) {
  PetscFunctionBeginUser;
  if (s->dense) {
    s->dense->kept = PETSC_FALSE;
    s->dense->rounding = s->dense->contraction = 0;
    s->dense->spent = s->dense->solves = s->dense->last = 0;
    s->dense->wait = s->dense->pause = 0;
  }
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverGetSNES(StepSolver s, SNES *snes) {
  PetscFunctionBeginUser;
  *snes = s->snes;
  PetscFunctionReturn(0);
}

static inline void SetFunctions(StepSolver s, StepResidual *residual, StepJacobian *jacobian,
                                void *context) {
  s->compute_residual = residual;
  s->compute_jacobian = jacobian;
  s->context = context;
  if (s->dense) {
    s->dense->residual = residual;
    s->dense->jacobian = jacobian;
    s->dense->context = context;
  }
}

PetscErrorCode StepSolverSolve(StepSolver s, StepResidual *residual, StepJacobian *jacobian,
                               void *context, PetscReal *x, SNESConvergedReason *reason,
                               PetscReal *residual_norm) {
  const SNES snes = s->snes;

  PetscFunctionBeginUser;
  SetFunctions(s, residual, jacobian, context);
  if (s->dense_newton && s->plain && !snes->numbermonitors && !snes->numberreasonviews &&
      !snes->conv_hist && !snes->errorifnotconverged && snes->ops->converged == TestConvergence) {
    PetscCall(DenseNewtonSolveArrays(snes, s->dense, x));
    *reason = snes->reason;
    *residual_norm = snes->norm;
  } else {
    PetscCall(StepSolverSolveSNES(s, x, reason, residual_norm));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverFactor(StepSolver s, StepResidual *residual, StepJacobian *jacobian,
                                void *context, const PetscReal *x, PetscBool *singular) {
  SNESConvergedReason reason;
  DenseSystem *d = s->dense;

  PetscFunctionBeginUser;
  SetFunctions(s, residual, jacobian, context);
  if (s->banded) {
    PetscCall(BandedSystemFactor(s, x, singular));
    PetscFunctionReturn(0);
  }
  *singular = PETSC_TRUE;
  PetscCall(StepSolverForget(s)); /* these factors are the caller's */
  PetscCall(PetscArraycpy(d->x, x, s->n));
  if (!jacobian) {
    d->residuals++;
    if (residual(context, d->x, d->r))
      PetscFunctionReturn(0);
  }
  PetscCall(DenseSystemFactor(d, &reason));
  *singular = (PetscBool)(reason != SNES_CONVERGED_ITERATING);
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverCorrect(StepSolver s, const PetscReal *r, PetscReal *delta) {
  PetscFunctionBeginUser;
  if (s->banded)
    PetscCall(BandedSystemCorrect(s, r, delta));
  else
    DenseLUSolve(s->n, s->dense->factors, s->dense->pivot, r, delta);
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverGetCounts(StepSolver s, PetscInt64 *iterations, PetscInt64 *residuals,
                                   PetscInt64 *jacobians) {
  const DenseSystem *d = s->dense;

  PetscFunctionBeginUser;
  if (iterations)
    *iterations = s->iterations + (d ? d->iterations : 0);
  if (residuals)
    *residuals = s->residuals + (d ? d->residuals : 0);
  if (jacobians)
    *jacobians = s->jacobians + (d ? d->jacobians : 0);
  PetscFunctionReturn(0);
}
