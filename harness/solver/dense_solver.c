#include "solver/dense_solver.h"
#include "solver/dense_lu.h"
#include "solver/newton_type.h"
#include "numerics/difference.h"

/* The Jacobian at x, where the residual is r, into `matrix`; the status is the callback's. */
static int ComputeJacobian(DenseSolver *s) {
  const StepFunctions *const f = &s->newton.head.functions;
  s->newton.head.jacobians++;
  if (f->jacobian)
    return f->jacobian(f->context, s->newton.x, s->matrix);
  const DifferenceSystem system = {.n = s->newton.head.n,
                                   .lower = -1,
                                   .function = f->residual,
                                   .context = f->context,
                                   .work = s->newton.work,
                                   .relative = s->newton.head.relative};
  return DifferenceJacobian(&system, s->newton.x, s->newton.r, s->matrix,
                            &s->newton.head.residuals);
}

static PetscErrorCode Factor_Dense(NewtonSystem system, SNESConvergedReason *reason) {
  DenseSolver *s = (DenseSolver *)system;
  const PetscInt n = s->newton.head.n;

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

/* Substitution waits for each number in turn, a product does not. What it rounds more, the next
 * iteration corrects. */
static void Reuse_Dense(NewtonSystem system) {
  DenseSolver *s = (DenseSolver *)system;
  const PetscInt n = system->head.n;
  if (s->inverted || n > DENSE_INVERTED_UP_TO)
    return;
  DenseLUInvert(n, s->factors, s->pivot, s->inverse);
  s->inverted = PETSC_TRUE;
}

static void Correct_Dense(NewtonSystem system) {
  const DenseSolver *s = (const DenseSolver *)system;
  const PetscInt n = system->head.n;
  if (!s->inverted) {
    DenseLUSolve(n, s->factors, s->pivot, system->r, system->delta);
    return;
  }
  for (PetscInt i = 0; i < n; i++)
    system->delta[i] = DenseDot(n, s->inverse + i * n, system->r);
}

static void Terms_Dense(NewtonSystem system) {
  const DenseSolver *s = (const DenseSolver *)system;
  const PetscReal *const work = system->work;
  const PetscInt n = system->head.n;
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal *row = s->matrix + i * n;
    PetscReal sum = 0, more = 0;
    PetscInt j = 0;
    for (; j + 1 < n; j += 2) {
      sum += PetscAbsReal(row[j]) * work[j];
      more += PetscAbsReal(row[j + 1]) * work[j + 1];
    }
    if (j < n)
      sum += PetscAbsReal(row[j]) * work[j];
    system->size[i] = sum + more;
  }
}

/* Differences are n residuals; factors are n/3 solves, which are less than residuals. */
static PetscReal Cost_Dense(const struct _p_NewtonSystem *system) {
  const PetscReal n = (PetscReal)system->head.n;
  return system->head.functions.jacobian ? 1 + n / 6 : 1 + n;
}

static PetscErrorCode StepSolverCorrect_Dense(StepSolver solver, const PetscReal *r,
                                              PetscReal *delta) {
  const DenseSolver *s = (const DenseSolver *)solver;

  PetscFunctionBegin;
  DenseLUSolve(solver->n, s->factors, s->pivot, r, delta);
  PetscFunctionReturn(0);
}

static PetscErrorCode StepSolverDestroy_Dense(StepSolver solver) {
  DenseSolver *s = (DenseSolver *)solver;

  PetscFunctionBegin;
  PetscCall(NewtonSystemFree(&s->newton));
  PetscCall(PetscFree4(s->matrix, s->factors, s->inverse, s->pivot));
  PetscFunctionReturn(0);
}

/* For stock SNES types. */
static PetscErrorCode FormDenseJacobian(SNES snes, Vec x, Mat A, Mat P, void *context) {
  DenseSolver *s = (DenseSolver *)context;
  const StepFunctions *const f = &s->newton.head.functions;
  const PetscInt n = s->newton.head.n;
  const PetscScalar *in;
  PetscScalar *out;
  int status = 0;

  PetscFunctionBegin;
  PetscCall(VecGetArrayRead(x, &in));
  PetscCall(PetscArraycpy(s->newton.x, in, n));
  PetscCall(VecRestoreArrayRead(x, &in));
  if (!f->jacobian) {
    s->newton.head.residuals++;
    status = f->residual(f->context, s->newton.x, s->newton.r);
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
                                                  .factor = StepSolverFactor_Newton,
                                                  .correct = StepSolverCorrect_Dense,
                                                  .forget = StepSolverForget_Newton,
                                                  .destroy = StepSolverDestroy_Dense};
  static const NewtonOperations newton = {.factor = Factor_Dense,
                                          .reuse = Reuse_Dense,
                                          .correct = Correct_Dense,
                                          .terms = Terms_Dense,
                                          .cost = Cost_Dense};
  DenseSolver *s;
  StepSolver head;

  PetscFunctionBeginUser;
  PetscCall(NewtonTypeRegister());
  PetscCall(PetscNew(&s));
  s->newton.newton = &newton;
  head = &s->newton.head;
  head->operations = &operations;
  PetscCall(StepSolverInitialize(head, n));
  PetscCall(NewtonSystemAllocate(&s->newton));
  PetscCall(PetscCalloc4(n * n, &s->matrix, n * n, &s->factors,
                         n <= DENSE_INVERTED_UP_TO ? n * n : 0, &s->inverse, n, &s->pivot));
  PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, n, n, NULL, &head->jacobian));
  PetscCall(SNESSetJacobian(head->snes, head->jacobian, head->jacobian, FormDenseJacobian, s));
  PetscCall(SNESSetType(head->snes, SNESDENSENEWTON));
  PetscCall(StepSolverSetFromOptions(head));
  PetscCall(NewtonTypeAttach(&s->newton));
  *out = head;
  PetscFunctionReturn(0);
}
