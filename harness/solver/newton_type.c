/* The types are SNESSHELL with a name of their own, made of PETSc's public functions.
 *
 * SNESSolve looks up options, viewers and histories in every call, which takes several times a step
 * of five unknowns. Where nobody could see the difference the iteration is called directly. Its reason,
 * norm and number of iterations are then set as SNESSolve would; SNES's own counter of evaluations
 * stays at 0 (StepSolverCounts has ours). SNES has no public function by which a type could fill a
 * caller's convergence history: monitors see each norm instead. */
#include "solver/newton_type.h"
#include "solver/kept_newton.h"

static PetscErrorCode GetLimits(SNES snes, NewtonLimits *limits) {
  PetscFunctionBegin;
  PetscCall(SNESGetTolerances(snes, &limits->atol, &limits->rtol, &limits->stol,
                              &limits->iterations, NULL));
  PetscCall(SNESGetDivergenceTolerance(snes, &limits->divergence));
  PetscFunctionReturn(0);
}

static PetscErrorCode SetOutcome(SNES snes, const NewtonOutcome *outcome) {
  PetscFunctionBegin;
  PetscCall(SNESSetIterationNumber(snes, outcome->iterations));
  PetscCall(SNESSetFunctionNorm(snes, outcome->norm));
  PetscCall(SNESSetConvergedReason(snes, outcome->reason));
  PetscFunctionReturn(0);
}

static PetscErrorCode CopyToVector(PetscInt n, const PetscReal *from, Vec to) {
  PetscScalar *array;

  PetscFunctionBegin;
  PetscCall(VecGetArrayWrite(to, &array));
  PetscCall(PetscArraycpy(array, from, n));
  PetscCall(VecRestoreArrayWrite(to, &array));
  PetscFunctionReturn(0);
}

/* Shows an iterate to monitors, who may look at the vectors. */
static PetscErrorCode Show(StepSolver s, const NewtonOutcome *now) {
  const SNES snes = s->snes;
  Vec x, f;

  PetscFunctionBegin;
  PetscCall(SNESGetSolution(snes, &x));
  PetscCall(SNESGetFunction(snes, &f, NULL, NULL));
  PetscCall(CopyToVector(s->n, s->x, x));
  PetscCall(CopyToVector(s->n, s->r, f));
  PetscCall(SNESSetIterationNumber(snes, now->iterations));
  PetscCall(SNESSetFunctionNorm(snes, now->norm));
  PetscCall(SNESMonitor(snes, now->iterations, now->norm));
  PetscFunctionReturn(0);
}

/* What SNESSolve calls. */
static PetscErrorCode Solve_Newton(SNES snes, Vec x) {
  NewtonLimits limits = {.show = Show};
  NewtonOutcome outcome;
  PetscErrorCode (*function)(SNES, Vec, Vec, void *);
  void *context;
  const PetscScalar *array;

  PetscFunctionBegin;
  PetscCall(SNESGetFunction(snes, NULL, &function, &context));
  PetscCheck(function == StepSolverFormResidual, PETSC_COMM_SELF, PETSC_ERR_ORDER,
             "this SNES type solves the equations of steps only");
  StepSolver s = context;
  PetscCall(GetLimits(snes, &limits));
  /* the vector shows each iterate to monitors, so the beginning needs a place of its own */
  PetscCall(VecGetArrayRead(x, &array));
  PetscCall(PetscArraycpy(s->start, array, s->n));
  PetscCall(VecRestoreArrayRead(x, &array));
  PetscCall(KeptNewtonSolve(s, &limits, s->start, &outcome));
  PetscCall(CopyToVector(s->n, s->x, x));
  PetscCall(SetOutcome(snes, &outcome));
  PetscFunctionReturn(0);
}

PetscErrorCode NewtonTypeSolve(StepSolver s, PetscReal *x, SNESConvergedReason *reason,
                               PetscReal *norm) {
  NewtonOutcome outcome;

  PetscFunctionBegin;
  if (!s->plain) {
    PetscCall(StepSolverCallSNES(s, x, reason, norm));
    PetscFunctionReturn(0);
  }
  PetscCall(PetscLogEventBegin(s->event, s->snes, 0, 0, 0));
  PetscCall(KeptNewtonSolve(s, &s->limits, x, &outcome));
  PetscCall(PetscLogEventEnd(s->event, s->snes, 0, 0, 0));
  for (PetscInt i = 0; i < s->n; i++)
    x[i] = s->x[i];
  *reason = outcome.reason;
  *norm = outcome.norm;
  PetscCall(SetOutcome(s->snes, &outcome));
  PetscFunctionReturn(0);
}

static PetscErrorCode Create(SNES snes, SNESType type) {
  PetscFunctionBegin;
  PetscCall(SNESSetType(snes, SNESSHELL));
  PetscCall(SNESShellSetSolve(snes, Solve_Newton));
  PetscCall(PetscObjectChangeTypeName((PetscObject)snes, type));
  PetscFunctionReturn(0);
}

static PetscErrorCode SNESCreate_DenseNewton(SNES snes) {
  PetscFunctionBegin;
  PetscCall(Create(snes, SNESDENSENEWTON));
  PetscFunctionReturn(0);
}

static PetscErrorCode SNESCreate_BandedNewton(SNES snes) {
  PetscFunctionBegin;
  PetscCall(Create(snes, SNESBANDEDNEWTON));
  PetscFunctionReturn(0);
}

PetscErrorCode NewtonTypeRegister(void) {
  PetscFunctionBegin;
  PetscCall(SNESRegister(SNESDENSENEWTON, SNESCreate_DenseNewton));
  PetscCall(SNESRegister(SNESBANDEDNEWTON, SNESCreate_BandedNewton));
  PetscFunctionReturn(0);
}

PetscErrorCode NewtonTypeAttach(StepSolver s) {
  PetscFunctionBegin;
  PetscCall(PetscObjectTypeCompareAny((PetscObject)s->snes, &s->ours, SNESDENSENEWTON,
                                      SNESBANDEDNEWTON, NULL));
  if (s->ours) {
    PetscCall(GetLimits(s->snes, &s->limits));
    PetscCall(PetscLogEventGetId("SNESSolve", &s->event));
  }
  PetscFunctionReturn(0);
}
