/* The implicit equations of a step: first guesses by extrapolation, then Newton's method. */
#include "core/integration.h"

typedef struct {
  Integration it;
  const StepEquations *equations;
  PilotSystem *system; /* what a pilot knows of them, or NULL */
} Call;

static int EvaluateResidual(void *context, const Real *x, Real *r) {
  const Call *call = context;
  const ScratchMark mark = ScratchGetMark(call->it);
  call->it->depth++;
  for (PetscInt i = 0; call->it->filling && i < call->equations->n; ++i)
    r[i] = (Real)FillingOf(call->it->filling);
  const int status = call->equations->residual(&call->it->g, call->equations->context, x, r);
  call->it->depth--;
  ScratchRewind(call->it, mark);
  return status;
}

static int EvaluateJacobian(void *context, const Real *x, double *J) {
  const Call *call = context;
  const ScratchMark mark = ScratchGetMark(call->it);
  const PetscInt n = call->equations->n;
  call->it->depth++;
  for (PetscInt i = 0; call->it->filling && i < n * n; ++i)
    J[i] = FillingOf(call->it->filling);
  const int status = call->equations->jacobian(&call->it->g, call->equations->context, x, J);
  call->it->depth--;
  ScratchRewind(call->it, mark);
  return status;
}

static PetscErrorCode SlotClear(SolverSlot *slot) {
  PetscCall(NewtonDestroy(&slot->newton));
  return PetscFree2(slot->difference, slot->own);
}

void SolverSlotAddCounts(const SolverSlot *slot, Counts *counts) {
  const StepCounts more = slot->newton ? NewtonCounts(slot->newton) : (StepCounts){0};
  counts->iterations += more.iterations;
  counts->residuals += more.residuals;
  counts->jacobians += more.jacobians;
}

/* A slot whose system has another size or shape than last time is reset. */
static PetscErrorCode SlotPrepare(Integration it, SolverSlot *slot,
                                  const StepEquations *equations) {
  const PetscInt n = equations->n, lower = equations->lower, upper = equations->upper;
  const SolverSlot before = *slot;
  if (slot->newton && slot->n == n && slot->lower == lower && slot->upper == upper)
    return 0;
  SolverSlotAddCounts(slot, &it->counts);
  PetscCall(SlotClear(slot));
  *slot = (SolverSlot){
      .next = before.next, .key = before.key, .n = n, .lower = lower, .upper = upper, .degree = -1};
  PetscCall(PetscMalloc2((DEGREES + 1) * n, &slot->difference, n, &slot->own));
  PetscCall(NewtonCreateBanded(n, lower, upper, (PetscBool)it->g.periodic, &slot->newton));
  return NewtonSetToleranceFactor(slot->newton, it->tolerance_factor);
}

PetscErrorCode SolverSlotsDestroy(Integration it) {
  for (int k = 0; k < 2; ++k) {
    for (SolverSlot *slot = it->slots[k].first; slot; slot = slot->next)
      PetscCall(SlotClear(slot));
    it->slots[k] = (SlotList){NULL, NULL};
  }
  return 0;
}

void SolverSlotsForget(Integration it) {
  for (int k = 0; k < 2; ++k)
    for (SolverSlot *slot = it->slots[k].first; slot; slot = slot->next) {
      slot->count = 0, slot->degree = -1;
      slot->busy = slot->by_pilot = slot->relative = PETSC_FALSE;
      if (slot->newton)
        NewtonForget(slot->newton);
    }
  PilotForget(it);
}

/* The slot of a key, or of the next call of this step; a new one if it has none yet. */
static SolverSlot *FindSlot(Integration it, int key) {
  SlotList *const list = &it->slots[key >= 0];
  SolverSlot **at = key < 0 && list->last ? &list->last->next : &list->first;
  while (key >= 0 && *at && (*at)->key != key)
    at = &(*at)->next;
  if (!*at) {
    *at = ArenaArray(it->arena, 1, sizeof(**at));
    (*at)->key = key;
  }
  return list->last = *at;
}

/* The value at the next step of the polynomial through the last solutions, whose degree is the one
 * that did best at the last step: the sum of the backward differences up to it. */
static void Extrapolate(const SolverSlot *slot, Real *x) {
  const Real *difference = slot->difference;
  for (PetscInt i = 0; i < slot->n; ++i, difference += DEGREES + 1) {
    Real sum = difference[slot->degree]; /* the smallest first */
    for (PetscInt j = slot->degree - 1; j >= 0; --j)
      sum += difference[j];
    x[i] = sum;
  }
}

static inline Real Larger(Real a, Real b) { return a < b ? b : a; }

static Real PilotError(const PilotSystem *system, PetscInt n, const Real *x) {
  Real error = 0;
  for (PetscInt i = 0; i < n; ++i)
    error = Larger(error, gimbal_fabs((Real)system->x[i] - x[i]));
  return error;
}

/* Takes in a solution. Its (j+1)st backward difference is the error that the extrapolation of
 * degree j made, or would have made. */
static void KeepSolution(SolverSlot *slot, const PilotSystem *system, const Real *x) {
  const PetscInt count = slot->count;
  Real *difference = slot->difference, least = 0, error[DEGREES + 1] = {0};
  for (PetscInt i = 0; i < slot->n; ++i, difference += DEGREES + 1) {
    Real change = x[i];
    least = Larger(least, gimbal_fabs(slot->own[i] - change));
    for (PetscInt j = 0; j < count; ++j) {
      const Real before = difference[j];
      difference[j] = change;
      change -= before;
      error[j] = Larger(error[j], gimbal_fabs(change));
    }
    if (count <= DEGREES)
      difference[count] = change;
  }
  slot->degree = -1;
  for (PetscInt j = 0; j < count; ++j)
    if (error[j] < least)
      least = error[j], slot->degree = j;
  slot->by_pilot = (PetscBool)(system && PilotError(system, slot->n, x) < least);
  if (count <= DEGREES)
    slot->count++;
}

/* As if the iteration had stopped too early: every unknown is missed by the tolerance, relative to
 * its size. (Missed on the side of the first guess, a method of order 1 would become its guess
 * where steps are small, which has order 1 as well; and what is missed would change its direction
 * where the guess happens to be right, which leaves errors without powers of h.) */
static void PerturbSolution(PetscInt n, Real tolerance, Real *x) {
  for (PetscInt i = 0; i < n; ++i)
    x[i] += tolerance * gimbal_sqrt(1 + x[i] * x[i]);
}

/* Unknowns: matrices of an eighth of a gigabyte, and minutes per Jacobian. */
#define DENSE_MAX 4000

/* From x, by the pilot's factors if there are some. */
static PetscErrorCode Attempt(SolverSlot *slot, PilotSystem *system, NewtonFunctions *functions,
                              Real *x, SNESConvergedReason *reason, PetscReal *norm) {
  const PetscInt64 before = NewtonCounts(slot->newton).iterations;
#ifdef GIMBAL_QUAD
  functions->factors = system ? system->factors : NULL;
#endif
  PetscCall(NewtonSolve(slot->newton, functions, x, reason, norm));
  if (system) /* three corrections of eight digits each are what fresh ones need */
    system->renew = (PetscBool)(NewtonCounts(slot->newton).iterations - before > 3);
  return 0;
}

/* From the method's own guess, with other difference steps; without success reason and norm are unchanged. First
 * steps proportional to the unknowns, or not: that of a very small unknown may have been lost to rounding.
 * Then ever wider ones: far from the origin a small unknown, such as a multiplier, moves positions by less than
 * their rounding error. */
static PetscErrorCode AttemptOtherwise(Call *call, SolverSlot *slot, NewtonFunctions *functions,
                                       Real *x, SNESConvergedReason *reason, PetscReal *norm) {
  static const PetscReal least[] = {0, 1, 100, 1e4};
  const size_t attempts = sizeof(Real) > sizeof(double) ? 1 : PETSC_STATIC_ARRAY_LENGTH(least);
  SNESConvergedReason again;
  PetscReal left;
  for (size_t i = 0; i < attempts && *reason <= 0; ++i) {
    functions->relative = (PetscBool)(i == 0 && !slot->relative);
    NewtonWiden(slot->newton, least[i]);
    call->it->failure.failed = PETSC_FALSE;
    memcpy(x, slot->own, (size_t)slot->n * sizeof *x);
    NewtonForget(slot->newton);
    PetscCall(Attempt(slot, NULL, functions, x, &again, &left));
    if (again > 0)
      *reason = again, *norm = left;
    if (again > 0 && i == 0)
      slot->relative = functions->relative;
  }
  NewtonWiden(slot->newton, 0);
  return 0;
}

/* From the guess that was best last time, and where that misleads from the method's own. */
static PetscErrorCode SolveFromGuesses(Call *call, SolverSlot *slot, Real *x,
                                       SNESConvergedReason *reason, PetscReal *norm) {
  NewtonFunctions functions = {.residual = EvaluateResidual,
                               .jacobian = call->equations->jacobian ? EvaluateJacobian : NULL,
                               .context = call,
                               .relative = slot->relative};
  PilotSystem *const system = call->system;
  const PetscBool by_pilot = (PetscBool)(system && (slot->by_pilot || slot->degree < 0)),
                  guessed = (PetscBool)(by_pilot || slot->degree >= 0);
  memcpy(slot->own, x, (size_t)slot->n * sizeof *x);
  for (PetscInt i = 0; by_pilot && i < slot->n; ++i)
    x[i] = (Real)system->x[i];
  if (guessed && !by_pilot)
    Extrapolate(slot, x);
  call->it->counts.solves++;
  PetscCall(Attempt(slot, system, &functions, x, reason, norm));
  if (*reason <= 0 && (guessed || system)) {
    call->it->failure.failed = PETSC_FALSE;
    memcpy(x, slot->own, (size_t)slot->n * sizeof *x);
    PetscCall(Attempt(slot, NULL, &functions, x, reason, norm));
  }
  if (*reason <= 0 && !functions.jacobian)
    PetscCall(AttemptOtherwise(call, slot, &functions, x, reason, norm));
#ifndef GIMBAL_QUAD
  if (*reason > 0 && call->it->record && !call->it->depth)
    PetscCall(PilotRecordSystem(call->it, slot, &functions, x));
#endif
  return 0;
}

static const char *Refusal(Integration it, const StepEquations *equations) {
  const PetscInt n = equations->n, lower = equations->lower, upper = equations->upper;
  if (n < 1)
    return "a system to solve has no unknowns";
  if (lower < 0 && n > DENSE_MAX)
    return "too many unknowns for a dense Jacobian, and the method asks for one";
  if (lower >= 0 && (upper < 0 || (it->g.periodic && lower + upper >= n)))
    return "the band of a system does not fit its unknowns";
  return NULL;
}

static const char *WhyUnsolved(SNESConvergedReason reason) {
  switch (reason) {
  case SNES_DIVERGED_FUNCTION_DOMAIN:
    return "they have no value at an iterate";
  case SNES_DIVERGED_FUNCTION_NANORINF:
    return "they have no finite value at an iterate";
  case SNES_DIVERGED_JACOBIAN_DOMAIN:
    return "they have no derivative at an iterate";
  case SNES_DIVERGED_LINEAR_SOLVE:
    return "their Jacobian is singular";
  case SNES_DIVERGED_LINE_SEARCH:
    return "no part of Newton's step makes the residual smaller";
  case SNES_DIVERGED_DTOL:
    return "Newton's method diverges";
  case SNES_DIVERGED_MAX_IT:
    return "too many iterations of Newton's method";
  default:
    return SNESConvergedReasons[reason];
  }
}

int IntegrationSolve(Integration it, int key, const StepEquations *equations, Real *x) {
  SNESConvergedReason reason = SNES_DIVERGED_MAX_IT;
  PetscReal norm = 0;
  Call call = {it, equations, NULL};
  const char *const refusal = Refusal(it, equations);
  if (it->broken)
    return 1;
  if (refusal)
    return gimbal_fail(&it->g, refusal, equations->n);
  SolverSlot *const slot = FindSlot(it, key);
  if (slot->busy)
    return gimbal_fail(&it->g, "a system is solved inside its own residual, by its key", key);
  PetscErrorCode error = SlotPrepare(it, slot, equations);
  slot->busy = PETSC_TRUE;
  if (!error)
    error = PilotFind(it, key, equations, &call.system);
  if (!error)
    error = SolveFromGuesses(&call, slot, x, &reason, &norm);
  slot->busy = PETSC_FALSE;
  if (error)
    return IntegrationBreak(it, error);
  if (it->broken) /* inside a residual, which can only say that it has no value */
    return 1;
  if (reason <= 0) {
    it->failure.reason = reason;
    if (!it->failure.failed) {
      char text[128];
      snprintf(text, sizeof text, "the step's equations were not solved: %s", WhyUnsolved(reason));
      gimbal_fail(&it->g, text, norm);
    }
    return 1;
  }
  it->failure.failed = PETSC_FALSE; /* of a trial point that Newton's method left again */
  KeepSolution(slot, call.system, x);
  it->entries[MUTATION_SOLVER] = 1;
  if (it->mutation.kind == MUTATION_SOLVER)
    PerturbSolution(equations->n, (Real)it->mutation.size, x);
  return 0;
}
