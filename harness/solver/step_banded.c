/* Large banded systems: stock SNES (newtonls), an AIJ matrix differenced by colours, and PETSc's LU
 * in the natural ordering, which keeps the factors within the band. Time and memory are O(n). */
#include "solver/step_solver_private.h"
#include "solver/difference.h"
#include <petscksp.h>

struct _p_BandedSystem {
  PetscInt lower, upper, width;
  PetscBool periodic;
  PetscInt colours, regular; /* columns below `regular` have colour j mod width, others their own */
  PetscReal *band;           /* n×width */
  PetscInt *place;           /* n×width: where an entry is in the matrix; -1: outside */
  PetscReal *x, *moved, *r, *step;
};

PetscErrorCode BandedSystemDestroy(BandedSystem *system) {
  BandedSystem b = *system;

  PetscFunctionBeginUser;
  if (!b)
    PetscFunctionReturn(0);
  PetscCall(PetscFree2(b->band, b->place));
  PetscCall(PetscFree4(b->x, b->moved, b->r, b->step));
  PetscCall(PetscFree(*system));
  PetscFunctionReturn(0);
}

/* The column of entry k of row i; -1 outside the matrix. */
static inline PetscInt Column(const struct _p_BandedSystem *b, PetscInt n, PetscInt i, PetscInt k) {
  const PetscInt j = i - b->lower + k;
  if (b->periodic)
    return (j + n) % n;
  return j >= 0 && j < n ? j : -1;
}

/* Entries of a column j lie in the rows j - upper … j + lower. Two columns of one colour are at
 * least a width apart; round a ring the last n mod width columns are near the first ones, and have
 * colours of their own. */
static int Difference(StepSolver s) {
  const BandedSystem b = s->banded;
  const PetscInt n = s->n;

  for (PetscInt colour = 0; colour < b->colours; colour++) {
    const PetscInt first = colour < b->width ? colour : b->regular + colour - b->width;
    const PetscInt last = colour < b->width ? b->regular : first + 1;
    int status = 1;
    for (PetscReal sign = 1; status && sign > -2; sign -= 2) {
      for (PetscInt j = first; j < last; j += b->width) {
        b->step[j] = sign * DifferenceIncrement(b->x[j]);
        b->moved[j] = b->x[j] + b->step[j];
      }
      s->residuals++;
      status = s->compute_residual(s->context, b->moved, b->r + n);
    }
    for (PetscInt j = first; j < last; j += b->width)
      b->moved[j] = b->x[j];
    if (status)
      return status;
    for (PetscInt j = first; j < last; j += b->width) {
      for (PetscInt k = 0; k < b->width; k++) {
        PetscInt i = j + b->lower - k;
        if (b->periodic)
          i = (i + n) % n;
        else if (i < 0 || i >= n)
          continue;
        b->band[i * b->width + k] = (b->r[n + i] - b->r[i]) / b->step[j];
      }
    }
  }
  return 0;
}

/* The matrix at b->x. */
static PetscErrorCode Assemble(StepSolver s, int *status) {
  const BandedSystem b = s->banded;
  PetscScalar *values;

  PetscFunctionBegin;
  s->jacobians++;
  if (s->compute_jacobian) {
    *status = s->compute_jacobian(s->context, b->x, b->band);
  } else {
    s->residuals++;
    *status = s->compute_residual(s->context, b->x, b->r);
    PetscCall(PetscArraycpy(b->moved, b->x, s->n));
    if (!*status)
      *status = Difference(s);
  }
  PetscCall(MatSeqAIJGetArrayWrite(s->jacobian, &values));
  for (PetscInt e = 0; e < s->n * b->width; e++)
    if (b->place[e] >= 0)
      values[b->place[e]] = b->band[e];
  PetscCall(MatSeqAIJRestoreArrayWrite(s->jacobian, &values));
  PetscCall(MatAssemblyBegin(s->jacobian, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(s->jacobian, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(0);
}

static PetscErrorCode FormBandedJacobian(SNES snes, Vec x, Mat A, Mat P, void *context) {
  StepSolver s = (StepSolver)context;
  const PetscScalar *in;
  int status;

  PetscFunctionBegin;
  (void)P; /* the same matrix, unless a matrix-free operator takes the place of A */
  PetscCall(VecGetArrayRead(x, &in));
  PetscCall(PetscArraycpy(s->banded->x, in, s->n));
  PetscCall(VecRestoreArrayRead(x, &in));
  PetscCall(Assemble(s, &status));
  if (status)
    PetscCall(SNESSetJacobianDomainError(snes));
  if (A != s->jacobian) {
    PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  }
  PetscFunctionReturn(0);
}

/* The pattern of the matrix, all zero, and where each entry of the band is stored. */
static PetscErrorCode CreateMatrix(StepSolver s) {
  const BandedSystem b = s->banded;
  const PetscInt n = s->n;
  const PetscInt *rows, *columns;
  PetscInt *wanted, size;
  PetscScalar *zeros;
  PetscBool done;

  PetscFunctionBegin;
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, PetscMin(b->width, n), NULL, &s->jacobian));
  PetscCall(PetscMalloc2(b->width, &wanted, b->width, &zeros));
  PetscCall(PetscArrayzero(zeros, b->width));
  for (PetscInt i = 0; i < n; i++) {
    for (PetscInt k = 0; k < b->width; k++)
      wanted[k] = Column(b, n, i, k);
    PetscCall(MatSetValues(s->jacobian, 1, &i, b->width, wanted, zeros, INSERT_VALUES));
  }
  PetscCall(PetscFree2(wanted, zeros));
  PetscCall(MatAssemblyBegin(s->jacobian, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(s->jacobian, MAT_FINAL_ASSEMBLY));
  PetscCall(MatGetRowIJ(s->jacobian, 0, PETSC_FALSE, PETSC_FALSE, &size, &rows, &columns, &done));
  PetscCheck(done, PETSC_COMM_SELF, PETSC_ERR_PLIB, "an AIJ matrix shows no rows");
  for (PetscInt i = 0; i < n; i++) {
    for (PetscInt k = 0; k < b->width; k++) {
      const PetscInt j = Column(b, n, i, k);
      PetscInt at = -1;
      if (j >= 0)
        PetscCall(PetscFindInt(j, rows[i + 1] - rows[i], columns + rows[i], &at));
      b->place[i * b->width + k] = j < 0 ? -1 : rows[i] + at;
    }
  }
  PetscCall(
      MatRestoreRowIJ(s->jacobian, 0, PETSC_FALSE, PETSC_FALSE, &size, &rows, &columns, &done));
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverCreateBanded(PetscInt n, PetscInt lower, PetscInt upper,
                                      PetscBool periodic, StepSolver *out) {
  StepSolver s;
  BandedSystem b;
  KSP ksp;
  PC pc;

  PetscFunctionBeginUser;
  PetscCheck(lower >= 0 && upper >= 0 && (!periodic || lower + upper < n), PETSC_COMM_SELF,
             PETSC_ERR_ARG_OUTOFRANGE,
             "a band of %" PetscInt_FMT " below and %" PetscInt_FMT
             " above the diagonal does not fit %" PetscInt_FMT " unknowns",
             lower, upper, n);
  PetscCall(StepSolverCreateBase(n, &s));
  PetscCall(PetscNew(&b));
  s->banded = b;
  b->lower = lower;
  b->upper = upper;
  b->width = b->lower + b->upper + 1;
  b->periodic = periodic;
  b->regular = periodic ? n - n % b->width : n;
  b->colours = PetscMin(b->width, n) + (n - b->regular);
  PetscCall(PetscCalloc2(n * b->width, &b->band, n * b->width, &b->place));
  PetscCall(PetscCalloc4(n, &b->x, n, &b->moved, 2 * n, &b->r, n, &b->step));
  PetscCall(CreateMatrix(s));
  PetscCall(SNESSetJacobian(s->snes, s->jacobian, s->jacobian, FormBandedJacobian, s));
  PetscCall(SNESSetType(s->snes, SNESNEWTONLS));
  PetscCall(SNESGetKSP(s->snes, &ksp));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCFactorSetMatOrderingType(pc, MATORDERINGNATURAL));
  PetscCall(StepSolverSetFromOptions(s));
  *out = s;
  PetscFunctionReturn(0);
}

PetscErrorCode BandedSystemFactor(StepSolver s, const PetscReal *x, PetscBool *singular) {
  KSP ksp;
  PC pc;
  PCFailedReason failed;
  int status;

  PetscFunctionBegin;
  PetscCall(PetscArraycpy(s->banded->x, x, s->n));
  PetscCall(Assemble(s, &status));
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

PetscErrorCode BandedSystemCorrect(StepSolver s, const PetscReal *r, PetscReal *delta) {
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
