/* What the solvers of a step share: an SNES with callbacks on arrays, and the Jacobian. */
#include "solver/step_solver_private.h"
#include "numerics/difference.h"
#include "solver/newton_type.h"
#include <string.h>

#define STEP_PREFIX "step_"

PetscErrorCode StepSolverFormResidual(SNES snes, Vec x, Vec f, void *context) {
  StepSolver s = (StepSolver)context;
  const PetscScalar *in;
  PetscScalar *out;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(x, &in));
  PetscCall(VecGetArrayWrite(f, &out));
  s->counts.residuals++;
  const int status = s->functions.residual(s->functions.context, in, out);
  PetscCall(VecRestoreArrayWrite(f, &out));
  PetscCall(VecRestoreArrayRead(x, &in));
  s->outside = (PetscBool)(status != 0);
  if (status)
    PetscCall(SNESSetFunctionDomainError(snes));
  PetscFunctionReturn(0);
}

/* The Jacobian at s->x, where the residual is s->r unless it is given; the status is the callback's. */
static int ComputeJacobian(StepSolver s) {
  const StepFunctions *const f = &s->functions;
  s->counts.jacobians++;
  if (f->jacobian)
    return f->jacobian(f->context, s->x, s->matrix);
  const DifferenceSystem system = {.n = s->n,
                                   .lower = s->lower,
                                   .upper = s->upper,
                                   .periodic = s->periodic,
                                   .function = f->residual,
                                   .context = f->context,
                                   .work = s->work,
                                   .relative = f->relative,
                                   .least = s->least};
  return DifferenceJacobian(&system, s->x, s->r, s->matrix, &s->counts.residuals);
}

/* The residual at s->x, where the Jacobian is made of differences; the status is the callback's. */
static int ComputeResidual(StepSolver s) {
  if (s->functions.jacobian)
    return 0;
  s->counts.residuals++;
  return s->functions.residual(s->functions.context, s->x, s->r);
}

SNESConvergedReason StepSolverRenewFactors(StepSolver s) {
  s->inverted = PETSC_FALSE;
  if (ComputeJacobian(s))
    return SNES_DIVERGED_JACOBIAN_DOMAIN;
  return s->operations->factor(s) ? SNES_CONVERGED_ITERATING : SNES_DIVERGED_LINEAR_SOLVE;
}

/* Writes the matrix into PETSc's. */
static PetscErrorCode Assemble(StepSolver s, Mat out) {
  PetscInt *columns;

  PetscFunctionBegin;
  PetscCall(PetscMalloc1(s->width, &columns));
  for (PetscInt i = 0; i < s->n; i++) {
    for (PetscInt k = 0; k < s->width; k++)
      columns[k] = StepSolverColumn(s, i, k); /* negative ones are passed over */
    PetscCall(MatSetValues(out, 1, &i, s->width, columns, s->matrix + i * s->width, INSERT_VALUES));
  }
  PetscCall(PetscFree(columns));
  PetscCall(MatAssemblyBegin(out, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(out, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(0);
}

/* As stock SNES types call it. A matrix-free operator may take the place of A. */
static PetscErrorCode FormJacobian(SNES snes, Vec x, Mat A, Mat P, void *context) {
  StepSolver s = (StepSolver)context;
  const PetscScalar *in;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(x, &in));
  PetscCall(PetscArraycpy(s->x, in, s->n));
  PetscCall(VecRestoreArrayRead(x, &in));
  if (ComputeResidual(s) || ComputeJacobian(s))
    PetscCall(SNESSetJacobianDomainError(snes));
  PetscCall(Assemble(s, P));
  if (A != P) {
    PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  }
  PetscFunctionReturn(0);
}

/* Whether the last correction is below a rounding of every unknown, times the tolerance factor. */
static PetscErrorCode IsRounding(StepSolver s, PetscBool *rounding) {
  const PetscScalar *x, *delta;
  Vec solution, update;

  PetscFunctionBegin;
  PetscCall(SNESGetSolution(s->snes, &solution));
  PetscCall(SNESGetSolutionUpdate(s->snes, &update));
  PetscCall(VecGetArrayRead(solution, &x));
  PetscCall(VecGetArrayRead(update, &delta));
  *rounding = PETSC_TRUE;
  for (PetscInt i = 0; *rounding && i < s->n; i++)
    *rounding = (PetscBool)(PetscAbsReal(delta[i]) <=
                            PETSC_MACHINE_EPSILON * s->tolerance_factor * PetscAbsReal(x[i]));
  PetscCall(VecRestoreArrayRead(update, &delta));
  PetscCall(VecRestoreArrayRead(solution, &x));
  PetscFunctionReturn(0);
}

/* Newton's method of stock SNES ends where the dense Newton ends: at round-off of x, or where a
 * small correction no longer shrinks the residual. */
static PetscErrorCode TestConvergence(SNES snes, PetscInt iteration, PetscReal xnorm,
                                      PetscReal snorm, PetscReal fnorm, SNESConvergedReason *reason,
                                      void *solver) {
  StepSolver s = (StepSolver)solver;
  const PetscReal before = s->previous_norm;
  const PetscBool tiny =
      (PetscBool)(snorm <= 1e-9 * PetscMax(s->tolerance_factor, 1) * xnorm || snorm <= 1e-14);
  PetscReal atol, rtol, stol, divergence;
  PetscBool rounding = PETSC_FALSE;

  PetscFunctionBegin;
  PetscCall(SNESGetTolerances(snes, &atol, &rtol, &stol, NULL, NULL));
  PetscCall(SNESGetDivergenceTolerance(snes, &divergence));
  *reason = SNES_CONVERGED_ITERATING;
  s->previous_norm = fnorm;
  if (iteration == 0)
    s->first_norm = fnorm;
  if (PetscIsInfOrNanReal(fnorm))
    *reason = SNES_DIVERGED_FUNCTION_NANORINF;
  else if (fnorm < atol || fnorm == 0)
    *reason = SNES_CONVERGED_FNORM_ABS;
  if (*reason || !iteration)
    PetscFunctionReturn(0);
  PetscCall(IsRounding(s, &rounding));
  if (rounding)
    *reason = SNES_CONVERGED_SNORM_RELATIVE;
  else if (tiny && fnorm > 0.5 * before)
    *reason = SNES_CONVERGED_FNORM_RELATIVE;
  else if (fnorm <= rtol * s->first_norm)
    *reason = SNES_CONVERGED_FNORM_RELATIVE;
  else if (snorm < stol * xnorm)
    *reason = SNES_CONVERGED_SNORM_RELATIVE;
  else if (!tiny && divergence > 0 && fnorm > divergence * s->first_norm)
    *reason = SNES_DIVERGED_DTOL;
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverBegin(StepSolver s, PetscInt n, const char *type) {
  KSP ksp;
  PC pc;

  PetscFunctionBeginUser;
  PetscCheck(n > 0, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "a step solver needs at least one unknown, not %" PetscInt_FMT, n);
  s->n = n;
  s->width = s->lower < 0 ? n : s->lower + 1 + s->upper;
  s->tolerance_factor = 1;
  PetscCall(
      PetscCalloc6(n, &s->x, n, &s->r, n, &s->delta, 3 * n, &s->work, n, &s->size, n, &s->start));
  PetscCall(PetscCalloc1(n * s->width, &s->matrix));
  PetscCall(NewtonTypeRegister());
  PetscCall(SNESCreate(PETSC_COMM_SELF, &s->snes));
  PetscCall(SNESSetOptionsPrefix(s->snes, STEP_PREFIX));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, n, &s->solution));
  PetscCall(VecDuplicate(s->solution, &s->residual));
  PetscCall(SNESSetFunction(s->snes, s->residual, StepSolverFormResidual, s));
  PetscCall(SNESSetConvergenceTest(s->snes, TestConvergence, s, NULL));
  /* PETSc's relative tolerances of 1e-8 would stop far above round-off */
  PetscCall(SNESSetTolerances(s->snes, 0, 0, 0, 50, PETSC_MAX_INT));
  PetscCall(SNESSetDivergenceTolerance(s->snes, 1e8));
  PetscCall(SNESSetCheckJacobianDomainError(s->snes, PETSC_TRUE));
  PetscCall(SNESGetKSP(s->snes, &ksp));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  PetscCall(SNESSetType(s->snes, type));
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
  PetscCall(SNESSetJacobian(s->snes, s->jacobian, s->jacobian, FormJacobian, s));
  PetscCall(SNESSetFromOptions(s->snes));
  /* A line search cannot find a descent in the rounding where the iteration has to end. To be set
   * here, since a type brings its own. */
  PetscCall(PetscOptionsHasName(NULL, STEP_PREFIX, "-snes_linesearch_type", &chosen));
  if (!chosen) {
    PetscCall(SNESGetLineSearch(s->snes, &search));
    PetscCall(SNESLineSearchSetType(search, SNESLINESEARCHBASIC));
  }
  PetscCall(SNESSetSolution(s->snes, s->solution));
  PetscCall(SNESSetUp(s->snes));
  PetscCall(OptionsArePlain(&s->plain));
  PetscCall(NewtonTypeAttach(s));
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverCallSNES(StepSolver s, PetscReal *x, SNESConvergedReason *reason,
                                  PetscReal *norm) {
  PetscScalar *array;

  PetscFunctionBegin;
  PetscCall(VecGetArrayWrite(s->solution, &array));
  PetscCall(PetscArraycpy(array, x, s->n));
  PetscCall(VecRestoreArrayWrite(s->solution, &array));
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  const PetscErrorCode error = SNESSolve(s->snes, NULL, s->solution);
  PetscCall(PetscPopErrorHandler());
  if (error == PETSC_ERR_MAT_LU_ZRPVT)
    PetscCall(SNESSetConvergedReason(s->snes, SNES_DIVERGED_LINEAR_SOLVE));
  else
    PetscCheck(!error, PETSC_COMM_SELF, error,
               "the solver of a step failed inside PETSc (error %d)", (int)error);
  PetscCall(VecGetArray(s->solution, &array));
  PetscCall(PetscArraycpy(x, array, s->n));
  PetscCall(VecRestoreArray(s->solution, &array));
  PetscCall(SNESGetConvergedReason(s->snes, reason));
  PetscCall(SNESGetFunctionNorm(s->snes, norm));
  /* what a line search makes of a domain error */
  if (*reason == SNES_DIVERGED_LINE_SEARCH && s->outside)
    *reason = SNES_DIVERGED_FUNCTION_DOMAIN;
  PetscFunctionReturn(0);
}

/* ---- The interface ------------------------------------------------------------------------- */

PetscErrorCode StepSolverDestroy(StepSolver *solver) {
  StepSolver s = *solver;

  PetscFunctionBeginUser;
  if (!s)
    PetscFunctionReturn(0);
  PetscCall(SNESDestroy(&s->snes));
  PetscCall(VecDestroy(&s->solution));
  PetscCall(VecDestroy(&s->residual));
  PetscCall(MatDestroy(&s->jacobian));
  PetscCall(s->operations->destroy(s));
  PetscCall(PetscFree6(s->x, s->r, s->delta, s->work, s->size, s->start));
  PetscCall(PetscFree(s->matrix));
  PetscCall(PetscFree(s->inverse));
  PetscCall(PetscFree(*solver));
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverPrepare(void) {
  StepSolver solver;

  PetscFunctionBeginUser;
  PetscCall(StepSolverCreate(1, &solver));
  PetscCall(StepSolverDestroy(&solver));
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverSetToleranceFactor(StepSolver s, PetscReal factor) {
  PetscFunctionBeginUser;
  PetscCheck(factor >= 1, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "a solver's tolerance cannot be %g times round-off; give a factor of 1 or more",
             (double)factor);
  s->tolerance_factor = factor;
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverSolve(StepSolver s, const StepFunctions *functions, PetscReal *x,
                               SNESConvergedReason *reason, PetscReal *residual_norm) {
  PetscInt iterations;

  PetscFunctionBeginUser;
  s->functions = *functions;
  if (s->ours) {
    PetscCall(NewtonTypeSolve(s, x, reason, residual_norm));
    PetscFunctionReturn(0);
  }
  PetscCall(StepSolverCallSNES(s, x, reason, residual_norm));
  PetscCall(SNESGetIterationNumber(s->snes, &iterations));
  s->counts.iterations += iterations;
  PetscFunctionReturn(0);
}

void StepSolverWiden(StepSolver s, PetscReal least) { s->least = least; }

PetscErrorCode StepSolverForget(StepSolver s) {
  PetscFunctionBeginUser;
  s->kept = PETSC_FALSE;
  s->rounding = s->contraction = 0;
  s->spent = s->solves = s->last = 0;
  s->wait = s->pause = 0;
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverFactor(StepSolver s, const StepFunctions *functions, const PetscReal *x,
                                PetscBool *singular) {
  PetscFunctionBeginUser;
  s->functions = *functions;
  PetscCall(StepSolverForget(s)); /* these factors are the caller's */
  PetscCall(PetscArraycpy(s->x, x, s->n));
  *singular = (PetscBool)(ComputeResidual(s) || StepSolverRenewFactors(s));
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverCorrect(StepSolver s, const PetscReal *r, PetscReal *delta) {
  PetscFunctionBeginUser;
  s->operations->correct(s, r, delta);
  PetscFunctionReturn(0);
}

StepCounts StepSolverCounts(StepSolver s) { return s->counts; }

PetscErrorCode StepSolverGetSNES(StepSolver s, SNES *snes) {
  PetscFunctionBeginUser;
  s->plain = PETSC_FALSE;
  *snes = s->snes;
  PetscFunctionReturn(0);
}
