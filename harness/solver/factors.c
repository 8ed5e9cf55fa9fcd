/* The factors of a Jacobian: of a small dense system, or of a large banded one in time and memory of O(n). */
#include "solver/dense_lu.h"
#include "solver/step_solver_private.h"

enum { INVERTED_UP_TO = 8 }; /* unknowns; factors that are kept become an inverse */

PetscErrorCode StepFactorsCreate(StepSolver s) {
  const PetscInt n = s->n;
  if (s->system.lower >= 0)
    return BandedLUCreate(n, s->system.lower, s->system.upper, s->system.periodic, &s->band);
  PetscCall(PetscCalloc2(n * n, &s->factors, n, &s->pivot));
  if (n <= INVERTED_UP_TO)
    PetscCall(PetscCalloc1(n * n, &s->inverse));
  return 0;
}

PetscErrorCode StepFactorsDestroy(StepSolver s) {
  PetscCall(BandedLUDestroy(&s->band));
  PetscCall(PetscFree(s->inverse));
  return PetscFree2(s->factors, s->pivot);
}

PetscBool StepFactorsMake(StepSolver s) {
  s->inverted = PETSC_FALSE;
  if (s->band)
    return BandedLUFactor(s->band, s->matrix);
  (void)PetscArraycpy(s->factors, s->matrix, s->n * s->n);
  const PetscReal spread = DenseLUFactor(s->n, s->factors, s->pivot);
  /* pivots of a singular matrix are as small as rounding makes them */
  return (PetscBool)(spread != 0 &&
                     !(spread < 1e-8 && DenseLUIsSingular(s->n, s->matrix, s->factors, s->pivot)));
}

/* Substitution waits for each number in turn, a product does not. What it rounds more, the next
 * iteration corrects. */
void StepFactorsReuse(StepSolver s) {
  if (s->inverted || !s->inverse)
    return;
  DenseLUInvert(s->n, s->factors, s->pivot, s->inverse);
  s->inverted = PETSC_TRUE;
}

void StepFactorsApply(StepSolver s, const PetscReal *r, PetscReal *delta) {
  if (s->band)
    BandedLUSolve(s->band, r, delta);
  else
    DenseLUSolve(s->n, s->factors, s->pivot, r, delta);
}

void StepFactorsTerms(StepSolver s) {
  for (PetscInt i = 0; i < s->n; i++) {
    s->size[i] = 0;
    for (PetscInt k = 0; k < s->width; k++) {
      const PetscInt j = StepSolverColumn(s, i, k);
      if (j >= 0)
        s->size[i] += PetscAbsReal(s->matrix[i * s->width + k]) * s->system.work[j];
    }
  }
}

/* Differences are as many residuals as a band has colours, or as there are unknowns; factors are some solves,
 * n/3 of a dense matrix, which are less than residuals. */
PetscReal StepFactorsCost(const struct _p_StepSolver *s) {
  const PetscReal own = s->band ? 2 : 1, width = (PetscReal)s->width;
  if (!s->functions.jacobian)
    return own + width;
  return s->band ? 3 : own + width / 6;
}
