/* Large banded systems, whose Jacobian is differenced by colours: time and memory are O(n). Stock SNES
 * types see an AIJ matrix and PETSc's LU in the natural ordering, which keeps the factors within the
 * band; bandednewton works on the band and its factors directly. */
#include "solver/banded_lu.h"
#include "solver/newton_type.h"
#include "numerics/difference.h"
#include <petscksp.h>

typedef struct {
  struct _p_NewtonSystem newton;
  PetscInt lower, upper, width;
  PetscBool periodic;
  PetscReal *band; /* n×width */
  PetscInt *place; /* n×width: where an entry is in the matrix; -1: outside */
  BandedLU factors;
} BandedSolver;

/* The column of entry k of row i; -1 outside the matrix. */
static inline PetscInt Column(const BandedSolver *b, PetscInt i, PetscInt k) {
  const PetscInt n = b->newton.head.n, j = i - b->lower + k;
  if (b->periodic)
    return (j + n) % n;
  return j >= 0 && j < n ? j : -1;
}

/* The band at x, where the residual is r unless the Jacobian is given; the status is the callback's. */
static int ComputeBand(BandedSolver *b) {
  const StepFunctions *const f = &b->newton.head.functions;
  b->newton.head.jacobians++;
  if (f->jacobian)
    return f->jacobian(f->context, b->newton.x, b->band);
  const DifferenceSystem system = {.n = b->newton.head.n,
                                   .lower = b->lower,
                                   .upper = b->upper,
                                   .periodic = b->periodic,
                                   .function = f->residual,
                                   .context = f->context,
                                   .work = b->newton.work,
                                   .relative = b->newton.head.relative};
  return DifferenceJacobian(&system, b->newton.x, b->newton.r, b->band, &b->newton.head.residuals);
}

/* The matrix at b->newton.x. */
static PetscErrorCode Assemble(BandedSolver *b, int *status) {
  const Mat jacobian = b->newton.head.jacobian;
  const StepFunctions *const f = &b->newton.head.functions;
  PetscScalar *values;

  PetscFunctionBegin;
  *status = 0;
  if (!f->jacobian) {
    b->newton.head.residuals++;
    *status = f->residual(f->context, b->newton.x, b->newton.r);
  }
  if (!*status)
    *status = ComputeBand(b);
  PetscCall(MatSeqAIJGetArrayWrite(jacobian, &values));
  for (PetscInt e = 0; e < b->newton.head.n * b->width; e++)
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
  PetscCall(PetscArraycpy(b->newton.x, in, b->newton.head.n));
  PetscCall(VecRestoreArrayRead(x, &in));
  PetscCall(Assemble(b, &status));
  if (status)
    PetscCall(SNESSetJacobianDomainError(snes));
  if (A != b->newton.head.jacobian) {
    PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  }
  PetscFunctionReturn(0);
}

/* The pattern of the matrix, all zero, and where each entry of the band is stored. */
static PetscErrorCode CreateMatrix(BandedSolver *b) {
  const PetscInt n = b->newton.head.n;
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
  b->newton.head.jacobian = jacobian;
  PetscFunctionReturn(0);
}

static PetscErrorCode Factor_Banded(NewtonSystem system, SNESConvergedReason *reason) {
  BandedSolver *b = (BandedSolver *)system;

  PetscFunctionBegin;
  *reason = SNES_CONVERGED_ITERATING;
  if (ComputeBand(b))
    *reason = SNES_DIVERGED_JACOBIAN_DOMAIN;
  else if (!BandedLUFactor(b->factors, b->band))
    *reason = SNES_DIVERGED_LINEAR_SOLVE;
  PetscFunctionReturn(0);
}

static void Correct_Banded(NewtonSystem system) {
  BandedLUSolve(((BandedSolver *)system)->factors, system->r, system->delta);
}

static void Terms_Banded(NewtonSystem system) {
  const BandedSolver *b = (const BandedSolver *)system;
  for (PetscInt i = 0; i < system->head.n; i++) {
    PetscReal sum = 0;
    for (PetscInt k = 0; k < b->width; k++) {
      const PetscInt j = Column(b, i, k);
      if (j >= 0)
        sum += PetscAbsReal(b->band[i * b->width + k]) * system->work[j];
    }
    system->size[i] = sum;
  }
}

/* Differences are as many residuals as there are colours; the factors of a band cost as much as some
 * solves, which are less than residuals. */
static PetscReal Cost_Banded(const struct _p_NewtonSystem *system) {
  const BandedSolver *b = (const BandedSolver *)system;
  return 2 + (PetscReal)(system->head.functions.jacobian ? 1 : b->width);
}

static PetscErrorCode StepSolverCorrect_Banded(StepSolver s, const PetscReal *r, PetscReal *delta) {
  PetscFunctionBegin;
  BandedLUSolve(((BandedSolver *)s)->factors, r, delta);
  PetscFunctionReturn(0);
}

static PetscErrorCode StepSolverDestroy_Banded(StepSolver s) {
  BandedSolver *b = (BandedSolver *)s;

  PetscFunctionBegin;
  PetscCall(BandedLUDestroy(&b->factors));
  PetscCall(PetscFree2(b->band, b->place));
  PetscCall(NewtonSystemFree(&b->newton));
  PetscFunctionReturn(0);
}

PetscErrorCode StepSolverCreateBanded(PetscInt n, PetscInt lower, PetscInt upper,
                                      PetscBool periodic, StepSolver *out) {
  static const StepSolverOperations operations = {.solve = StepSolverSolve_SNES,
                                                  .factor = StepSolverFactor_Newton,
                                                  .correct = StepSolverCorrect_Banded,
                                                  .forget = StepSolverForget_Newton,
                                                  .destroy = StepSolverDestroy_Banded};
  static const NewtonOperations newton = {.factor = Factor_Banded,
                                          .correct = Correct_Banded,
                                          .terms = Terms_Banded,
                                          .cost = Cost_Banded};
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
  PetscCall(NewtonTypeRegister());
  PetscCall(PetscNew(&b));
  b->newton.newton = &newton;
  head = &b->newton.head;
  head->operations = &operations;
  PetscCall(StepSolverInitialize(head, n));
  b->lower = lower;
  b->upper = upper;
  b->width = lower + upper + 1;
  b->periodic = periodic;
  PetscCall(PetscCalloc2(n * b->width, &b->band, n * b->width, &b->place));
  PetscCall(NewtonSystemAllocate(&b->newton));
  PetscCall(BandedLUCreate(n, lower, upper, periodic, &b->factors));
  PetscCall(CreateMatrix(b));
  PetscCall(SNESSetJacobian(head->snes, head->jacobian, head->jacobian, FormBandedJacobian, b));
  PetscCall(SNESSetType(head->snes, SNESBANDEDNEWTON));
  PetscCall(SNESGetKSP(head->snes, &ksp));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCFactorSetMatOrderingType(pc, MATORDERINGNATURAL));
  PetscCall(StepSolverSetFromOptions(head));
  PetscCall(NewtonTypeAttach(&b->newton));
  *out = head;
  PetscFunctionReturn(0);
}
