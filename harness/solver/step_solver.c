/* The solver of a step: its SNES, its options, and its interface. */
#include "solver/step_solver_private.h"
#include "solver/newton_type.h"

#define STEP_PREFIX "step_"

/* The SNES, its options not read yet. Stock types see a dense matrix, or an AIJ matrix and PETSc's LU in the natural
 * ordering, which keeps the factors within the band. */
static PetscErrorCode CreateSNES(StepSolver s) {
  const PetscBool dense = (PetscBool)(s->system.lower < 0);
  const PetscInt n = s->n;
  KSP ksp;
  PC pc;
  PetscCall(NewtonTypeRegister());
  PetscCall(SNESCreate(PETSC_COMM_SELF, &s->snes));
  PetscCall(SNESSetOptionsPrefix(s->snes, STEP_PREFIX));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, n, &s->solution));
  PetscCall(VecDuplicate(s->solution, &s->residual));
  PetscCall(SNESSetFunction(s->snes, s->residual, StepSolverFormResidual, s));
  PetscCall(SNESSetConvergenceTest(s->snes, StepSolverTestConvergence, s, NULL));
  /* PETSc's relative tolerances of 1e-8 would stop far above round-off */
  PetscCall(SNESSetTolerances(s->snes, 0, 0, 0, 50, PETSC_MAX_INT));
  PetscCall(SNESSetDivergenceTolerance(s->snes, 1e8));
  PetscCall(SNESSetCheckJacobianDomainError(s->snes, PETSC_TRUE));
  PetscCall(SNESGetKSP(s->snes, &ksp));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  PetscCall(SNESSetType(s->snes, dense ? SNESDENSENEWTON : SNESBANDEDNEWTON));
  if (dense)
    return MatCreateSeqDense(PETSC_COMM_SELF, n, n, NULL, &s->jacobian);
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, PetscMin(s->width, n), NULL, &s->jacobian));
  return PCFactorSetMatOrderingType(pc, MATORDERINGNATURAL);
}

/* Whether the options with our prefix only choose a type and tolerances: whatever else a user asks
 * for (views, tests, histories) is SNESSolve's affair, and it is called then. */
static PetscErrorCode OptionsArePlain(PetscBool *plain) {
  static const char *const known[] = {"snes_type", "snes_atol",   "snes_rtol",
                                      "snes_stol", "snes_max_it", "snes_divergence_tolerance",
                                      "ksp_type",  "pc_type"};
  char *all;
  *plain = PETSC_TRUE;
  PetscCall(PetscOptionsGetAll(NULL, &all));
  for (char *at = strstr(all, "-" STEP_PREFIX); at; at = strstr(at, "-" STEP_PREFIX)) {
    PetscBool found = PETSC_FALSE;
    at += strlen("-" STEP_PREFIX);
    const size_t length = strcspn(at, " ");
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(known); i++)
      if (strlen(known[i]) == length && !strncmp(at, known[i], length))
        found = PETSC_TRUE;
    if (!found)
      *plain = PETSC_FALSE;
  }
  return PetscFree(all);
}

static PetscErrorCode SetFromOptions(StepSolver s) {
  SNESLineSearch search;
  PetscBool chosen;
  PetscCall(SNESSetJacobian(s->snes, s->jacobian, s->jacobian, StepSolverFormJacobian, s));
  PetscCall(SNESSetFromOptions(s->snes));
  /* A line search cannot find a descent in the rounding where the iteration has to end. To be set
   * here, since a type brings its own. */
  PetscCall(PetscOptionsHasName(NULL, STEP_PREFIX, "-snes_linesearch_type", &chosen));
  if (!chosen) {
    PetscCall(SNESGetLineSearch(s->snes, &search));
    PetscCall(SNESLineSearchSetType(search, SNESLINESEARCHBASIC));
  }
  PetscCall(SNESSetSolution(s->snes, s->solution));
  PetscCall(SNESSetUp(s->snes));
  PetscCall(OptionsArePlain(&s->plain));
  return NewtonTypeAttach(s);
}

/* ---- The interface ------------------------------------------------------------------------- */

PetscErrorCode StepSolverCreateBanded(PetscInt n, PetscInt lower, PetscInt upper,
                                      PetscBool periodic, StepSolver *out) {
  StepSolver s;
  PetscCheck(n > 0, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "a step solver needs at least one unknown, not %" PetscInt_FMT, n);
  PetscCheck(lower < 0 || (upper >= 0 && (!periodic || lower + upper < n)), PETSC_COMM_SELF,
             PETSC_ERR_ARG_OUTOFRANGE,
             "a band of %" PetscInt_FMT " below and %" PetscInt_FMT
             " above the diagonal does not fit %" PetscInt_FMT " unknowns",
             lower, upper, n);
  PetscCall(PetscNew(&s));
  s->n = n;
  s->system = (DifferenceSystem){.n = n, .lower = lower, .upper = upper, .periodic = periodic};
  s->width = lower < 0 ? n : lower + 1 + upper;
  s->tolerance_factor = 1;
  PetscCall(PetscCalloc6(n, &s->x, n, &s->r, n, &s->delta, 3 * n, &s->system.work, n, &s->size, n,
                         &s->start));
  PetscCall(PetscCalloc1(n * s->width, &s->matrix));
  PetscCall(StepFactorsCreate(s));
  PetscCall(CreateSNES(s));
  PetscCall(SetFromOptions(s));
  *out = s;
  return 0;
}

PetscErrorCode StepSolverCreate(PetscInt n, StepSolver *s) {
  return StepSolverCreateBanded(n, -1, -1, PETSC_FALSE, s);
}

PetscErrorCode StepSolverPrepare(void) {
  StepSolver solver;
  PetscCall(StepSolverCreate(1, &solver));
  return StepSolverDestroy(&solver);
}

PetscErrorCode StepSolverDestroy(StepSolver *solver) {
  StepSolver s = *solver;
  if (!s)
    return 0;
  PetscCall(SNESDestroy(&s->snes));
  PetscCall(VecDestroy(&s->solution));
  PetscCall(VecDestroy(&s->residual));
  PetscCall(MatDestroy(&s->jacobian));
  PetscCall(StepFactorsDestroy(s));
  PetscCall(PetscFree6(s->x, s->r, s->delta, s->system.work, s->size, s->start));
  PetscCall(PetscFree(s->matrix));
  return PetscFree(*solver);
}

PetscErrorCode StepSolverSetToleranceFactor(StepSolver s, PetscReal factor) {
  PetscCheck(factor >= 1, PETSC_COMM_SELF, PETSC_ERR_ARG_OUTOFRANGE,
             "a solver's tolerance cannot be %g times round-off; give a factor of 1 or more",
             (double)factor);
  s->tolerance_factor = factor;
  return 0;
}

PetscErrorCode StepSolverSolve(StepSolver s, const StepFunctions *functions, PetscReal *x,
                               SNESConvergedReason *reason, PetscReal *residual_norm) {
  PetscInt iterations;
  s->functions = *functions;
  if (s->ours)
    return NewtonTypeSolve(s, x, reason, residual_norm);
  PetscCall(StepSolverCallSNES(s, x, reason, residual_norm));
  PetscCall(SNESGetIterationNumber(s->snes, &iterations));
  s->counts.iterations += iterations;
  return 0;
}

void StepSolverWiden(StepSolver s, PetscReal least) { s->system.least = least; }

void StepSolverForget(StepSolver s) {
  s->kept = PETSC_FALSE;
  s->rounding = s->contraction = 0;
  s->spent = s->solves = s->last = 0;
  s->wait = s->pause = 0;
}

PetscErrorCode StepSolverFactor(StepSolver s, const StepFunctions *functions, const PetscReal *x,
                                PetscBool *singular) {
  s->functions = *functions;
  StepSolverForget(s); /* these factors are the caller's */
  PetscCall(PetscArraycpy(s->x, x, s->n));
  *singular = (PetscBool)(StepSolverComputeResidual(s) || StepSolverRenewFactors(s));
  return 0;
}

void StepSolverCorrect(StepSolver s, const PetscReal *r, PetscReal *delta) {
  StepFactorsApply(s, r, delta);
}

StepCounts StepSolverCounts(StepSolver s) { return s->counts; }

SNES StepSolverGetSNES(StepSolver s) {
  s->plain = PETSC_FALSE;
  return s->snes;
}
