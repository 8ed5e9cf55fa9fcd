/* Large banded systems, whose Jacobian is differenced by colours: time and memory are O(n). Stock SNES
 * types see an AIJ matrix and PETSc's LU in the natural ordering, which keeps the factors within the
 * band; bandednewton works on the band and its factors directly. */
#include "solver/banded_lu.h"
#include "solver/newton_type.h"
#include <petscksp.h>

typedef struct {
  struct _p_StepSolver head;
  BandedLU factors;
} BandedSolver;

static PetscBool Factor(StepSolver s) {
  return BandedLUFactor(((BandedSolver *)s)->factors, s->matrix);
}

static void Correct(StepSolver s, const PetscReal *r, PetscReal *delta) {
  BandedLUSolve(((BandedSolver *)s)->factors, r, delta);
}

static void Terms(StepSolver s) {
  for (PetscInt i = 0; i < s->n; i++) {
    PetscReal sum = 0;
    for (PetscInt k = 0; k < s->width; k++) {
      const PetscInt j = StepSolverColumn(s, i, k);
      if (j >= 0)
        sum += PetscAbsReal(s->matrix[i * s->width + k]) * s->work[j];
    }
    s->size[i] = sum;
  }
}

/* Differences are as many residuals as there are colours; the factors of a band cost as much as some
 * solves, which are less than residuals. */
static PetscReal Cost(const struct _p_StepSolver *s) {
  return 2 + (PetscReal)(s->functions.jacobian ? 1 : s->width);
}

static PetscErrorCode Destroy(StepSolver s) {
  return BandedLUDestroy(&((BandedSolver *)s)->factors);
}

PetscErrorCode StepSolverCreateBanded(PetscInt n, PetscInt lower, PetscInt upper,
                                      PetscBool periodic, StepSolver *out) {
  static const StepSolverOperations operations = {
      .factor = Factor, .correct = Correct, .terms = Terms, .cost = Cost, .destroy = Destroy};
  BandedSolver *b;
  StepSolver s;
  KSP ksp;
  PC pc;
  PetscCheck(lower >= 0 && upper >= 0 && (!periodic || lower + upper < n), PETSC_COMM_SELF,
             PETSC_ERR_ARG_OUTOFRANGE,
             "a band of %" PetscInt_FMT " below and %" PetscInt_FMT
             " above the diagonal does not fit %" PetscInt_FMT " unknowns",
             lower, upper, n);
  PetscCall(PetscNew(&b));
  s = &b->head;
  s->operations = &operations;
  s->lower = lower;
  s->upper = upper;
  s->periodic = periodic;
  PetscCall(StepSolverBegin(s, n, SNESBANDEDNEWTON));
  PetscCall(BandedLUCreate(n, lower, upper, periodic, &b->factors));
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, PetscMin(s->width, n), NULL, &s->jacobian));
  PetscCall(SNESGetKSP(s->snes, &ksp));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCFactorSetMatOrderingType(pc, MATORDERINGNATURAL));
  PetscCall(StepSolverSetFromOptions(s));
  *out = s;
  return 0;
}
