/* The types are SNESSHELL with a name of their own, made of PETSc's public functions.
 *
 * SNESSolve looks up options, viewers and histories in every call, which takes several times a step
 * of five unknowns. Where nobody could see the difference the iteration is called directly. Its reason,
 * norm and number of iterations are then set as SNESSolve would; SNES's own counter of evaluations
 * stays at 0 (StepSolverCounts has ours). SNES has no public function by which a type could fill a
 * caller's convergence history: monitors see each norm instead. */
#include "solver/newton_type.h"

static PetscErrorCode GetLimits(SNES snes, NewtonLimits *limits) {
  PetscCall(SNESGetTolerances(snes, &limits->atol, &limits->rtol, &limits->stol,
                              &limits->iterations, NULL));
  return SNESGetDivergenceTolerance(snes, &limits->divergence);
}

static PetscErrorCode SetOutcome(SNES snes, const NewtonOutcome *outcome) {
  PetscCall(SNESSetIterationNumber(snes, outcome->iterations));
  PetscCall(SNESSetFunctionNorm(snes, outcome->norm));
  return SNESSetConvergedReason(snes, outcome->reason);
}

/* Shows an iterate to monitors, who may look at the vectors. */
static PetscErrorCode Show(StepSolver s, const NewtonOutcome *now) {
  const SNES snes = s->snes;
  Vec x, f;
  PetscCall(SNESGetSolution(snes, &x));
  PetscCall(SNESGetFunction(snes, &f, NULL, NULL));
  PetscCall(StepSolverFillVector(s->n, s->x, x));
  PetscCall(StepSolverFillVector(s->n, s->r, f));
  PetscCall(SNESSetIterationNumber(snes, now->iterations));
  PetscCall(SNESSetFunctionNorm(snes, now->norm));
  return SNESMonitor(snes, now->iterations, now->norm);
}

/* What SNESSolve calls. */
static PetscErrorCode Solve_Newton(SNES snes, Vec x) {
  NewtonLimits limits = {.show = Show};
  NewtonOutcome outcome;
  PetscErrorCode (*function)(SNES, Vec, Vec, void *);
  void *context;
  PetscCall(SNESGetFunction(snes, NULL, &function, &context));
  PetscCheck(function == StepSolverFormResidual, PETSC_COMM_SELF, PETSC_ERR_ORDER,
             "this SNES type solves the equations of steps only");
  StepSolver s = context;
  PetscCall(GetLimits(snes, &limits));
  /* the vector shows each iterate to monitors, so the beginning needs a place of its own */
  PetscCall(StepSolverReadVector(s->n, x, s->start));
  PetscCall(KeptNewtonSolve(s, &limits, s->start, &outcome));
  PetscCall(StepSolverFillVector(s->n, s->x, x));
  return SetOutcome(snes, &outcome);
}

PetscErrorCode NewtonTypeSolve(StepSolver s, PetscReal *x, SNESConvergedReason *reason,
                               PetscReal *norm) {
  NewtonOutcome outcome;
  if (!s->plain)
    return StepSolverCallSNES(s, x, reason, norm);
  PetscCall(PetscLogEventBegin(s->event, s->snes, 0, 0, 0));
  PetscCall(KeptNewtonSolve(s, &s->limits, x, &outcome));
  PetscCall(PetscLogEventEnd(s->event, s->snes, 0, 0, 0));
  for (PetscInt i = 0; i < s->n; i++)
    x[i] = s->x[i];
  *reason = outcome.reason;
  *norm = outcome.norm;
  return SetOutcome(s->snes, &outcome);
}

static PetscErrorCode Create(SNES snes, SNESType type) {
  PetscCall(SNESSetType(snes, SNESSHELL));
  PetscCall(SNESShellSetSolve(snes, Solve_Newton));
  return PetscObjectChangeTypeName((PetscObject)snes, type);
}

static PetscErrorCode SNESCreate_DenseNewton(SNES snes) { return Create(snes, SNESDENSENEWTON); }

static PetscErrorCode SNESCreate_BandedNewton(SNES snes) { return Create(snes, SNESBANDEDNEWTON); }

PetscErrorCode NewtonTypeRegister(void) {
  PetscCall(SNESRegister(SNESDENSENEWTON, SNESCreate_DenseNewton));
  return SNESRegister(SNESBANDEDNEWTON, SNESCreate_BandedNewton);
}

PetscErrorCode NewtonTypeAttach(StepSolver s) {
  PetscCall(PetscObjectTypeCompareAny((PetscObject)s->snes, &s->ours, SNESDENSENEWTON,
                                      SNESBANDEDNEWTON, NULL));
  if (s->ours) {
    PetscCall(GetLimits(s->snes, &s->limits));
    PetscCall(PetscLogEventGetId("SNESSolve", &s->event));
  }
  return 0;
}
