/* The equations of a step as an SNES sees them: callbacks on arrays, the Jacobian, and where the iteration ends. */
#include "solver/step_solver_private.h"

PetscErrorCode StepSolverFillVector(PetscInt n, const PetscReal *from, Vec to) {
  PetscScalar *array;
  PetscCall(VecGetArrayWrite(to, &array));
  PetscCall(PetscArraycpy(array, from, n));
  return VecRestoreArrayWrite(to, &array);
}

PetscErrorCode StepSolverReadVector(PetscInt n, Vec from, PetscReal *to) {
  const PetscScalar *array;
  PetscCall(VecGetArrayRead(from, &array));
  PetscCall(PetscArraycpy(to, array, n));
  return VecRestoreArrayRead(from, &array);
}

PetscErrorCode StepSolverFormResidual(SNES snes, Vec x, Vec f, void *context) {
  StepSolver s = (StepSolver)context;
  const PetscScalar *in;
  PetscScalar *out;
  PetscCall(VecGetArrayRead(x, &in));
  PetscCall(VecGetArrayWrite(f, &out));
  s->counts.residuals++;
  const int status = s->functions.residual(s->functions.context, in, out);
  PetscCall(VecRestoreArrayWrite(f, &out));
  PetscCall(VecRestoreArrayRead(x, &in));
  s->outside = (PetscBool)(status != 0);
  if (status)
    PetscCall(SNESSetFunctionDomainError(snes));
  return 0;
}

/* The Jacobian at s->x, where the residual is s->r unless it is given; the status is the callback's. */
static int ComputeJacobian(StepSolver s) {
  const StepFunctions *const f = &s->functions;
  s->counts.jacobians++;
  if (f->jacobian)
    return f->jacobian(f->context, s->x, s->matrix);
  s->system.function = f->residual;
  s->system.context = f->context;
  s->system.relative = f->relative;
  return DifferenceJacobian(&s->system, s->x, s->r, s->matrix, &s->counts.residuals);
}

/* The residual at s->x, where the Jacobian is made of differences; the status is the callback's. */
int StepSolverComputeResidual(StepSolver s) {
  if (s->functions.jacobian)
    return 0;
  s->counts.residuals++;
  return s->functions.residual(s->functions.context, s->x, s->r);
}

SNESConvergedReason StepSolverRenewFactors(StepSolver s) {
  if (ComputeJacobian(s))
    return SNES_DIVERGED_JACOBIAN_DOMAIN;
  return StepFactorsMake(s) ? SNES_CONVERGED_ITERATING : SNES_DIVERGED_LINEAR_SOLVE;
}

static PetscErrorCode Assemble(StepSolver s, Mat out) {
  PetscInt *columns;
  PetscCall(PetscMalloc1(s->width, &columns));
  for (PetscInt i = 0; i < s->n; i++) {
    for (PetscInt k = 0; k < s->width; k++)
      columns[k] = StepSolverColumn(s, i, k); /* negative ones are passed over */
    PetscCall(MatSetValues(out, 1, &i, s->width, columns, s->matrix + i * s->width, INSERT_VALUES));
  }
  PetscCall(PetscFree(columns));
  PetscCall(MatAssemblyBegin(out, MAT_FINAL_ASSEMBLY));
  return MatAssemblyEnd(out, MAT_FINAL_ASSEMBLY);
}

/* As stock SNES types call it. A matrix-free operator may take the place of A. */
PetscErrorCode StepSolverFormJacobian(SNES snes, Vec x, Mat A, Mat P, void *context) {
  StepSolver s = (StepSolver)context;
  PetscCall(StepSolverReadVector(s->n, x, s->x));
  if (StepSolverComputeResidual(s) || ComputeJacobian(s))
    PetscCall(SNESSetJacobianDomainError(snes));
  PetscCall(Assemble(s, P));
  if (A != P) {
    PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  }
  return 0;
}

/* Whether the last correction is below a rounding of every unknown, times the tolerance factor. */
static PetscErrorCode IsRounding(StepSolver s, PetscBool *rounding) {
  const PetscScalar *x, *delta;
  Vec solution, update;
  PetscCall(SNESGetSolution(s->snes, &solution));
  PetscCall(SNESGetSolutionUpdate(s->snes, &update));
  PetscCall(VecGetArrayRead(solution, &x));
  PetscCall(VecGetArrayRead(update, &delta));
  *rounding = PETSC_TRUE;
  for (PetscInt i = 0; *rounding && i < s->n; i++)
    *rounding = (PetscBool)(PetscAbsReal(delta[i]) <=
                            PETSC_MACHINE_EPSILON * s->tolerance_factor * PetscAbsReal(x[i]));
  PetscCall(VecRestoreArrayRead(update, &delta));
  return VecRestoreArrayRead(solution, &x);
}

/* Newton's method of stock SNES ends where the dense Newton ends: at round-off of x, or where a
 * small correction no longer shrinks the residual. */
PetscErrorCode StepSolverTestConvergence(SNES snes, PetscInt iteration, PetscReal xnorm,
                                         PetscReal snorm, PetscReal fnorm,
                                         SNESConvergedReason *reason, void *solver) {
  StepSolver s = (StepSolver)solver;
  const PetscReal before = s->previous_norm;
  const PetscBool tiny =
      (PetscBool)(snorm <= 1e-9 * PetscMax(s->tolerance_factor, 1) * xnorm || snorm <= 1e-14);
  PetscReal atol, rtol, stol, divergence;
  PetscBool rounding = PETSC_FALSE;
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
    return 0;
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
  return 0;
}

PetscErrorCode StepSolverCallSNES(StepSolver s, PetscReal *x, SNESConvergedReason *reason,
                                  PetscReal *norm) {
  PetscCall(StepSolverFillVector(s->n, x, s->solution));
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  const PetscErrorCode error = SNESSolve(s->snes, NULL, s->solution);
  PetscCall(PetscPopErrorHandler());
  if (error == PETSC_ERR_MAT_LU_ZRPVT)
    PetscCall(SNESSetConvergedReason(s->snes, SNES_DIVERGED_LINEAR_SOLVE));
  else
    PetscCheck(!error, PETSC_COMM_SELF, error,
               "the solver of a step failed inside PETSc (error %d)", (int)error);
  PetscCall(StepSolverReadVector(s->n, s->solution, x));
  PetscCall(SNESGetConvergedReason(s->snes, reason));
  PetscCall(SNESGetFunctionNorm(s->snes, norm));
  /* what a line search makes of a domain error */
  if (*reason == SNES_DIVERGED_LINE_SEARCH && s->outside)
    *reason = SNES_DIVERGED_FUNCTION_DOMAIN;
  return 0;
}
