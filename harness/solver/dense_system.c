#include "solver/dense_system.h"
#include "solver/dense_lu.h"
#include "solver/difference.h"

PetscErrorCode DenseSystemCreate(PetscInt n, DenseSystem **out) {
  DenseSystem *s;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&s));
  s->n = n;
  s->looser = 1;
  PetscCall(PetscCalloc6(n, &s->x, n, &s->r, n, &s->delta, n, &s->work, n, &s->size, n, &s->start));
  PetscCall(PetscCalloc4(n * n, &s->matrix, n * n, &s->factors,
                         n <= DENSE_INVERTED_UP_TO ? n * n : 0, &s->inverse, n, &s->pivot));
  *out = s;
  PetscFunctionReturn(0);
}

PetscErrorCode DenseSystemDestroy(DenseSystem **system) {
  DenseSystem *s = *system;

  PetscFunctionBeginUser;
  if (!s)
    PetscFunctionReturn(0);
  PetscCall(PetscFree6(s->x, s->r, s->delta, s->work, s->size, s->start));
  PetscCall(PetscFree4(s->matrix, s->factors, s->inverse, s->pivot));
  PetscCall(PetscFree(*system));
  PetscFunctionReturn(0);
}

PetscErrorCode DenseSystemJacobian(DenseSystem *s, int *status) {
  PetscFunctionBeginUser;
  s->jacobians++;
  if (s->jacobian) {
    *status = s->jacobian(s->context, s->x, s->matrix);
  } else {
    *status = DifferenceJacobian(s->n, s->residual, s->context, s->x, s->r, s->work, s->matrix);
    s->residuals += s->n;
  }
  PetscFunctionReturn(0);
}

PetscErrorCode DenseSystemFactor(DenseSystem *s, SNESConvergedReason *reason) {
  const PetscInt n = s->n;
  int status;

  PetscFunctionBeginUser;
  *reason = SNES_CONVERGED_ITERATING;
  PetscCall(DenseSystemJacobian(s, &status));
  if (status) {
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
