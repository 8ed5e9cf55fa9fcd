/* Large banded systems, whose Jacobian is differenced by colours: time and memory are O(n). Stock SNES
 * types see an AIJ matrix and PETSc's LU in the natural ordering, which keeps the factors within the
 * band; bandednewton works on the band and its factors directly. */
#include "solver/banded_lu.h"
#include "solver/newton_type.h"
#include <petscksp.h>

typedef struct {
  struct _p_StepSolver head;
  PetscInt width;
  PetscInt *place; /* n×width: where an entry is in the matrix; -1: outside */
  BandedLU factors;
} BandedSolver;

/* The column of entry k of row i; -1 outside the matrix. */
static inline PetscInt Column(const BandedSolver *b, PetscInt i, PetscInt k) {
  const PetscInt n = b->head.n, j = i - b->head.lower + k;
  if (b->head.periodic)
    return (j + n) % n;
  return j >= 0 && j < n ? j : -1;
}

static PetscErrorCode Assemble(StepSolver s) {
  const BandedSolver *b = (const BandedSolver *)s;
  PetscScalar *values;

  PetscFunctionBegin;
  PetscCall(MatSeqAIJGetArrayWrite(s->jacobian, &values));
  for (PetscInt e = 0; e < s->n * b->width; e++)
    if (b->place[e] >= 0)
      values[b->place[e]] = s->matrix[e];
  PetscCall(MatSeqAIJRestoreArrayWrite(s->jacobian, &values));
  PetscFunctionReturn(0);
}

/* The pattern of the matrix, all zero, and where each entry of the band is stored. */
static PetscErrorCode CreateMatrix(BandedSolver *b) {
  const PetscInt n = b->head.n;
  Mat jacobian;
  const PetscInt *rows, *columns;
  PetscInt *wanted, size;
  PetscScalar *zeros;
  PetscBool done;

  PetscFunctionBegin;
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, PetscMin(b->width, n), NULL, &jacobian));
  PetscCall(PetscMalloc2(b->width, &wanted, b->width, &zeros));
  PetscCall(PetscArrayzero(zeros, b->width));
  for (PetscInt i = 0; i < n; i++) {
    for (PetscInt k = 0; k < b->width; k++)
      wanted[k] = Column(b, i, k);
    PetscCall(MatSetValues(jacobian, 1, &i, b->width, wanted, zeros, INSERT_VALUES));
  }
  PetscCall(PetscFree2(wanted, zeros));
  PetscCall(MatAssemblyBegin(jacobian, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(jacobian, MAT_FINAL_ASSEMBLY));
  PetscCall(MatGetRowIJ(jacobian, 0, PETSC_FALSE, PETSC_FALSE, &size, &rows, &columns, &done));
  PetscCheck(done, PETSC_COMM_SELF, PETSC_ERR_PLIB, "an AIJ matrix shows no rows");
  for (PetscInt i = 0; i < n; i++) {
    for (PetscInt k = 0; k < b->width; k++) {
      const PetscInt j = Column(b, i, k);
      PetscInt at = -1;
      if (j >= 0)
        PetscCall(PetscFindInt(j, rows[i + 1] - rows[i], columns + rows[i], &at));
      b->place[i * b->width + k] = j < 0 ? -1 : rows[i] + at;
    }
  }
  PetscCall(MatRestoreRowIJ(jacobian, 0, PETSC_FALSE, PETSC_FALSE, &size, &rows, &columns, &done));
  b->head.jacobian = jacobian;
  PetscFunctionReturn(0);
}

static PetscBool Factor(StepSolver s) {
  return BandedLUFactor(((BandedSolver *)s)->factors, s->matrix);
}

static void Correct(StepSolver s, const PetscReal *r, PetscReal *delta) {
  BandedLUSolve(((BandedSolver *)s)->factors, r, delta);
}

static void Terms(StepSolver s) {
  const BandedSolver *b = (const BandedSolver *)s;
  for (PetscInt i = 0; i < s->n; i++) {
    PetscReal sum = 0;
    for (PetscInt k = 0; k < b->width; k++) {
      const PetscInt j = Column(b, i, k);
      if (j >= 0)
        sum += PetscAbsReal(s->matrix[i * b->width + k]) * s->work[j];
    }
    s->size[i] = sum;
  }
}

/* Differences are as many residuals as there are colours; the factors of a band cost as much as some
 * solves, which are less than residuals. */
static PetscReal Cost(const struct _p_StepSolver *s) {
  const BandedSolver *b = (const BandedSolver *)s;
  return 2 + (PetscReal)(s->functions.jacobian ? 1 : b->width);
}

static PetscErrorCode Destroy(StepSolver s) {
  BandedSolver *b = (BandedSolver *)s;

  PetscFunctionBegin;
  PetscCall(BandedLUDestroy(&b->factors));
  PetscCall(PetscFree(b->place));
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverCreateBanded(PetscInt n, PetscInt lower, PetscInt upper,
                                      PetscBool periodic, StepSolver *out) {
  static const StepSolverOperations operations = {.factor = Factor,
                                                  .correct = Correct,
                                                  .terms = Terms,
                                                  .cost = Cost,
                                                  .assemble = Assemble,
                                                  .destroy = Destroy};
  BandedSolver *b;
  StepSolver s;
  KSP ksp;
  PC pc;

  PetscFunctionBeginUser;
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
  b->width = lower + upper + 1;
  PetscCall(PetscCalloc1(n * b->width, &b->place));
  PetscCall(BandedLUCreate(n, lower, upper, periodic, &b->factors));
  PetscCall(CreateMatrix(b));
  PetscCall(SNESGetKSP(s->snes, &ksp));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCFactorSetMatOrderingType(pc, MATORDERINGNATURAL));
  PetscCall(StepSolverSetFromOptions(s));
  *out = s;
  PetscFunctionReturn(0);
}
