#include "solver/difference.h"

int DifferenceJacobian(PetscInt n, StepResidual *residual, void *context, PetscReal *x,
                       const PetscReal *r, PetscReal *work, PetscReal *J) {
  for (PetscInt j = 0; j < n; j++) {
    const PetscReal keep = x[j];
    PetscReal h = DifferenceIncrement(keep);
    x[j] = keep + h;
    int status = residual(context, x, work);
    if (status) { /* the border of the domain may lie on this side */
      h = -h;
      x[j] = keep + h;
      status = residual(context, x, work);
    }
    x[j] = keep;
    if (status)
      return status;
    const PetscReal reciprocal = 1 / h;
    for (PetscInt i = 0; i < n; i++)
      J[i * n + j] = (work[i] - r[i]) * reciprocal;
  }
  return 0;
}
