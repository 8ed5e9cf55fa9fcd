/* Large banded systems: stock SNES (newtonls), an AIJ matrix differenced by colours, and PETSc's LU
 * in the natural ordering, which keeps the factors within the band. Time and memory are O(n). */
#include "solver/step_solver_private.h"
#include "numerics/difference.h"
#include <petscksp.h>

typedef struct {
  struct _p_StepSolver head;
  PetscInt lower, upper, width;
  PetscBool periodic;
  PetscReal *band;         /* n×width */
  PetscInt *place;         /* n×width: where an entry is in the matrix; -1: outside */
  PetscReal *x, *r, *work; /* n, n, 3n */
} BandedSolver;

/* The column of entry k of row i; -1 outside the matrix. */
static inline PetscInt Column(const BandedSolver *b, PetscInt i, PetscInt k) {
  const PetscInt n = b->head.n, j = i - b->lower + k;
  if (b->periodic)
    return (j + n) % n;
  return j >= 0 && j < n ? j : -1;
}

/* The band at b->x; the status is the callback's. */
static int ComputeBand(BandedSolver *b) {
  const StepFunctions *const f = &b->head.functions;
  b->head.jacobians++;
  if (f->jacobian)
    return f->jacobian(f->context, b->x, b->band);
  b->head.residuals++;
  const int status = f->residual(f->context, b->x, b->r);
  if (status)
    return status;
  const DifferenceSystem system = {.n = b->head.n,
                                   .lower = b->lower,
                                   .upper = b->upper,
                                   .periodic = b->periodic,
                                   .function = f->residual,
                                   .context = f->context,
                                   .work = b->work,
                                   .relative = b->head.relative};
  return DifferenceJacobian(&system, b->x, b->r, b->band, &b->head.residuals);
}

/* The matrix at b->x. */
static PetscErrorCode Assemble(BandedSolver *b, int *status) {
  const Mat jacobian = b->head.jacobian;
  PetscScalar *values;

  PetscFunctionBegin;
  *status = ComputeBand(b);
  PetscCall(MatSeqAIJGetArrayWrite(jacobian, &values));
  for (PetscInt e = 0; e < b->head.n * b->width; e++)
    if (b->place[e] >= 0)
      values[b->place[e]] = b->band[e];
  PetscCall(MatSeqAIJRestoreArrayWrite(jacobian, &values));
  PetscCall(MatAssemblyBegin(jacobian, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(jacobian, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(0);
}

static PetscErrorCode FormBandedJacobian(SNES snes, Vec x, Mat A, Mat P, void *context) {
  BandedSolver *b = (BandedSolver *)context;
  const PetscScalar *in;
  int status;

  PetscFunctionBegin;
  (void)P; /* the same matrix, unless a matrix-free operator takes the place of A */
  PetscCall(VecGetArrayRead(x, &in));
  PetscCall(PetscArraycpy(b->x, in, b->head.n));
  PetscCall(VecRestoreArrayRead(x, &in));
  PetscCall(Assemble(b, &status));
  if (status)
    PetscCall(SNESSetJacobianDomainError(snes));
  if (A != b->head.jacobian) {
    PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  }
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

static PetscErrorCode StepSolverFactor_Banded(StepSolver s, const PetscReal *x,
                                              PetscBool *singular) {
  BandedSolver *b = (BandedSolver *)s;
  KSP ksp;
  PC pc;
  PCFailedReason failed;
  int status;

  PetscFunctionBegin;
  PetscCall(PetscArraycpy(b->x, x, s->n));
  PetscCall(Assemble(b, &status));
  *singular = PETSC_TRUE;
  if (status)
    PetscFunctionReturn(0);
  PetscCall(SNESGetKSP(s->snes, &ksp));
  PetscCall(KSPSetOperators(ksp, s->jacobian, s->jacobian));
  PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
  const PetscErrorCode error = KSPSetUp(ksp);
  PetscCall(PetscPopErrorHandler());
  PetscCall(StepSolverCatchSingular(error, singular));
  if (*singular)
    PetscFunctionReturn(0);
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCGetFailedReason(pc, &failed));
  *singular = (PetscBool)(failed != PC_NOERROR);
  PetscFunctionReturn(0);
}

static PetscErrorCode StepSolverCorrect_Banded(StepSolver s, const PetscReal *r, PetscReal *delta) {
  KSP ksp;
  PetscScalar *in;
  const PetscScalar *out;

  PetscFunctionBegin;
  PetscCall(SNESGetKSP(s->snes, &ksp));
  PetscCall(VecGetArrayWrite(s->f, &in));
  PetscCall(PetscArraycpy(in, r, s->n));
  PetscCall(VecRestoreArrayWrite(s->f, &in));
  PetscCall(KSPSolve(ksp, s->f, s->x));
  PetscCall(VecGetArrayRead(s->x, &out));
  PetscCall(PetscArraycpy(delta, out, s->n));
  PetscCall(VecRestoreArrayRead(s->x, &out));
  PetscFunctionReturn(0);
}

/* Every solve makes a Jacobian of its own. */
static PetscErrorCode StepSolverForget_Banded(StepSolver s) {
  PetscFunctionBegin;
  (void)s;
  PetscFunctionReturn(0);
}

static PetscErrorCode StepSolverDestroy_Banded(StepSolver s) {
  BandedSolver *b = (BandedSolver *)s;

  PetscFunctionBegin;
  PetscCall(PetscFree2(b->band, b->place));
  PetscCall(PetscFree3(b->x, b->r, b->work));
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverCreateBanded(PetscInt n, PetscInt lower, PetscInt upper,
                                      PetscBool periodic, StepSolver *out) {
  static const StepSolverOperations operations = {.solve = StepSolverSolve_SNES,
                                                  .factor = StepSolverFactor_Banded,
                                                  .correct = StepSolverCorrect_Banded,
                                                  .forget = StepSolverForget_Banded,
                                                  .destroy = StepSolverDestroy_Banded};
  BandedSolver *b;
  StepSolver head;
  KSP ksp;
  PC pc;

  PetscFunctionBeginUser;
  PetscCheck(lower >= 0 && upper >= 0 && (!periodic || lower + upper < n), PETSC_COMM_SELF,
             PETSC_ERR_ARG_OUTOFRANGE,
             "a band of %" PetscInt_FMT " below and %" PetscInt_FMT
             " above the diagonal does not fit %" PetscInt_FMT " unknowns",
             lower, upper, n);
  PetscCall(PetscNew(&b));
  head = &b->head;
  head->operations = &operations;
  PetscCall(StepSolverInitialize(head, n));
  b->lower = lower;
  b->upper = upper;
  b->width = lower + upper + 1;
  b->periodic = periodic;
  PetscCall(PetscCalloc2(n * b->width, &b->band, n * b->width, &b->place));
  PetscCall(PetscCalloc3(n, &b->x, n, &b->r, 3 * n, &b->work));
  PetscCall(CreateMatrix(b));
  PetscCall(SNESSetJacobian(head->snes, head->jacobian, head->jacobian, FormBandedJacobian, b));
  PetscCall(SNESSetType(head->snes, SNESNEWTONLS));
  PetscCall(SNESGetKSP(head->snes, &ksp));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCFactorSetMatOrderingType(pc, MATORDERINGNATURAL));
  PetscCall(StepSolverSetFromOptions(head));
  *out = head;
  PetscFunctionReturn(0);
}
