#include "solver/newton_system.h"

PetscErrorCode NewtonSystemAllocate(NewtonSystem s) {
  const PetscInt n = s->head.n;

  PetscFunctionBegin;
  PetscCall(
      PetscCalloc6(n, &s->x, n, &s->r, n, &s->delta, 3 * n, &s->work, n, &s->size, n, &s->start));
  PetscFunctionReturn(0);
}

PetscErrorCode NewtonSystemFree(NewtonSystem s) {
  PetscFunctionBegin;
  PetscCall(PetscFree6(s->x, s->r, s->delta, s->work, s->size, s->start));
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverFactor_Newton(StepSolver solver, const PetscReal *x, PetscBool *singular) {
  NewtonSystem s = (NewtonSystem)solver;
  const StepFunctions *const f = &solver->functions;
  SNESConvergedReason reason;

  PetscFunctionBegin;
  *singular = PETSC_TRUE;
  PetscCall(StepSolverForget_Newton(solver)); /* these factors are the caller's */
  PetscCall(PetscArraycpy(s->x, x, solver->n));
  if (!f->jacobian) {
    solver->residuals++;
    if (f->residual(f->context, s->x, s->r))
      PetscFunctionReturn(0);
  }
  PetscCall(s->newton->factor(s, &reason));
  *singular = (PetscBool)(reason != SNES_CONVERGED_ITERATING);
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverForget_Newton(StepSolver solver) {
  NewtonSystem s = (NewtonSystem)solver;

  PetscFunctionBegin;
  s->kept = PETSC_FALSE;
  s->rounding = s->contraction = 0;
  s->spent = s->solves = s->last = 0;
  s->wait = s->pause = 0;
  PetscFunctionReturn(0);
}
