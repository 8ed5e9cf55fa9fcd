#include "solver/dense_solver.h"
#include "solver/dense_lu.h"
#include "solver/dense_newton.h"
#include "numerics/difference.h"

/* The Jacobian at x, where the residual is r, into `matrix`; the status is the callback's. */
static int ComputeJacobian(DenseSolver *s) {
  const StepFunctions *const f = &s->head.functions;
  s->head.jacobians++;
  if (f->jacobian)
    return f->jacobian(f->context, s->x, s->matrix);
  const DifferenceSystem system = {.n = s->head.n,
                                   .lower = -1,
                                   .function = f->residual,
                                   .context = f->context,
                                   .work = s->work,
                                   .relative = s->head.relative};
  return DifferenceJacobian(&system, s->x, s->r, s->matrix, &s->head.residuals);
}

PetscErrorCode DenseSolverFactor(DenseSolver *s, SNESConvergedReason *reason) {
  const PetscInt n = s->head.n;

  PetscFunctionBegin;
  *reason = SNES_CONVERGED_ITERATING;
  if (ComputeJacobian(s)) {
    *reason = SNES_DIVERGED_JACOBIAN_DOMAIN;
    PetscFunctionReturn(0);
  }
  PetscCall(PetscArraycpy(s->factors, s->matrix, n * n));
  s->inverted = PETSC_FALSE;
  const PetscReal spread = DenseLUFactor(n, s->factors, s->pivot);
  /* pivots of a singular matrix are as small as rounding makes them */
  if (spread == 0 || (spread < 1e-8 && DenseLUIsSingular(n, s->matrix, s->factors, s->pivot)))
    *reason = SNES_DIVERGED_LINEAR_SOLVE;
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverFactor_Dense(StepSolver solver, const PetscReal *x, PetscBool *singular) {
  DenseSolver *s = (DenseSolver *)solver;
  const StepFunctions *const f = &solver->functions;
  SNESConvergedReason reason;

  PetscFunctionBegin;
  *singular = PETSC_TRUE;
  PetscCall(StepSolverForget_Dense(solver)); /* these factors are the caller's */
  PetscCall(PetscArraycpy(s->x, x, solver->n));
  if (!f->jacobian) {
    solver->residuals++;
    if (f->residual(f->context, s->x, s->r))
      PetscFunctionReturn(0);
  }
  PetscCall(DenseSolverFactor(s, &reason));
  *singular = (PetscBool)(reason != SNES_CONVERGED_ITERATING);
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverCorrect_Dense(StepSolver solver, const PetscReal *r, PetscReal *delta) {
  const DenseSolver *s = (const DenseSolver *)solver;

  PetscFunctionBegin;
  DenseLUSolve(solver->n, s->factors, s->pivot, r, delta);
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverForget_Dense(StepSolver solver) {
  DenseSolver *s = (DenseSolver *)solver;

  PetscFunctionBegin;
  s->kept = PETSC_FALSE;
  s->rounding = s->contraction = 0;
  s->spent = s->solves = s->last = 0;
  s->wait = s->pause = 0;
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverDestroy_Dense(StepSolver solver) {
  DenseSolver *s = (DenseSolver *)solver;

  PetscFunctionBegin;
  PetscCall(PetscFree6(s->x, s->r, s->delta, s->work, s->size, s->start));
  PetscCall(PetscFree4(s->matrix, s->factors, s->inverse, s->pivot));
  PetscFunctionReturn(0);
}

/* For stock SNES types. */
static PetscErrorCode FormDenseJacobian(SNES snes, Vec x, Mat A, Mat P, void *context) {
  DenseSolver *s = (DenseSolver *)context;
  const StepFunctions *const f = &s->head.functions;
  const PetscInt n = s->head.n;
  const PetscScalar *in;
  PetscScalar *out;
  int status = 0;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(x, &in));
  PetscCall(PetscArraycpy(s->x, in, n));
  PetscCall(VecRestoreArrayRead(x, &in));
  if (!f->jacobian) {
    s->head.residuals++;
    status = f->residual(f->context, s->x, s->r);
  }
  if (!status)
    status = ComputeJacobian(s);
  if (status)
    PetscCall(SNESSetJacobianDomainError(snes));
  PetscCall(MatDenseGetArrayWrite(P, &out));
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j < n; j++)
      out[j * n + i] = s->matrix[i * n + j];
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
  static const StepSolverOperations operations = {.solve = StepSolverSolve_SNES,
                                                  .factor = StepSolverFactor_Dense,
                                                  .correct = StepSolverCorrect_Dense,
                                                  .forget = StepSolverForget_Dense,
                                                  .destroy = StepSolverDestroy_Dense};
  DenseSolver *s;
  StepSolver head;

  PetscFunctionBeginUser;
  PetscCall(DenseNewtonRegister());
  PetscCall(PetscNew(&s));
  head = &s->head;
  head->operations = &operations;
  PetscCall(StepSolverInitialize(head, n));
  PetscCall(PetscCalloc6(n, &s->x, n, &s->r, n, &s->delta, n, &s->work, n, &s->size, n, &s->start));
  PetscCall(PetscCalloc4(n * n, &s->matrix, n * n, &s->factors,
                         n <= DENSE_INVERTED_UP_TO ? n * n : 0, &s->inverse, n, &s->pivot));
  PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, n, n, NULL, &head->jacobian));
  PetscCall(SNESSetJacobian(head->snes, head->jacobian, head->jacobian, FormDenseJacobian, s));
  PetscCall(SNESSetType(head->snes, StepSolverDefaultType()));
  PetscCall(StepSolverSetFromOptions(head));
  PetscCall(DenseNewtonAttach(s));
  *out = head;
  PetscFunctionReturn(0);
}
