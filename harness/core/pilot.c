/* The pilot of a quadruple run: the same step in double, ahead of it. Of each system of the step it
 * finds the solution to double rounding and the factors of the Jacobian there, in little of the
 * time of one residual in quadruple precision. It only helps: the solution is where the quadruple
 * residual vanishes, whatever the pilot says, and without it the step is solved as in double. */
#include "core/integration.h"

/* Round-off of derivatives that a double problem differences on its own. */
#define PILOT_LOOSER 30

/* A double run needs none, and may be one. A handle is of one run only, and a run from time to time has no
 * steps. */
static PetscBool CanHavePilot(Integration it) {
  return (PetscBool)(sizeof(Real) > sizeof(double) && !it->by_time && it->step &&
                     !it->family->open && it->method->family);
}

static PetscErrorCode Create(Integration it) {
  const Core *const core = CoreDouble();
  IntegrationSetup setup = {.method = it->method, .mutation = it->mutation};
  Pilot *const pilot = &it->pilot;
  if (setup.mutation.kind == MUTATION_SOLVER) /* it is to miss no solution */
    setup.mutation = (Mutation){.kind = MUTATION_NONE};
  setup.tolerance_factor = PILOT_LOOSER;
  PetscCall(core->problem_create(it->problem->instance, it->problem->index, &pilot->problem));
  PetscCall(core->problem_detach(pilot->problem));
  setup.problem = pilot->problem;
  PetscCall(core->create(&setup, &pilot->it));
  pilot->state =
      ArenaArray(it->arena, it->nq + it->np + it->nk + it->memory, sizeof(*pilot->state));
  return 0;
}

PetscErrorCode PilotBegin(Integration it, Quad h, const Quad *y) {
  Pilot *const pilot = &it->pilot;
  StepFailure failure;
  pilot->there = PETSC_FALSE;
  if (!CanHavePilot(it))
    return 0;
  if (!pilot->it)
    PetscCall(Create(it));
  PetscCall(CoreDouble()->begin(pilot->it, h, y, &failure));
  pilot->there = (PetscBool)!failure.failed;
  return 0;
}

static PetscErrorCode RunPilotStep(Integration it) {
  const Real *const from = it->state[it->current].q;
  Pilot *const pilot = &it->pilot;
  const PilotStep step = {it->steps, pilot->state, &pilot->record};
  pilot->asked = PETSC_TRUE;
  pilot->next = &pilot->record.first;
  for (PetscInt i = 0; i < it->nq + it->np + it->nk + it->memory; ++i)
    pilot->state[i] = (double)from[i];
  return CoreDouble()->pilot(pilot->it, &step, &pilot->taken);
}

PetscErrorCode PilotFind(Integration it, int key, const StepEquations *equations,
                         PilotSystem **out) {
  Pilot *const pilot = &it->pilot;
  *out = NULL;
  if (!pilot->there || !it->stepping || it->depth)
    return 0;
  if (!pilot->asked)
    PetscCall(RunPilotStep(it));
  if (!pilot->taken || pilot->next == pilot->record.end)
    return 0;
  PilotSystem *const system = *pilot->next;
  pilot->next = &system->next;
  if (system->key == key && system->n == equations->n && system->lower == equations->lower &&
      system->upper == equations->upper)
    *out = system;
  return 0;
}

void PilotForget(Integration it) {
  Pilot *const pilot = &it->pilot;
  if (!pilot->it)
    return;
  for (PilotSystem *system = pilot->record.first; system; system = system->next)
    system->renew = PETSC_TRUE;
  CoreDouble()->forget(pilot->it);
}

PetscErrorCode PilotDestroy(Integration it) {
  Pilot *const pilot = &it->pilot;
  if (!pilot->it)
    return 0;
  for (PilotSystem *system = pilot->record.first; system; system = system->next)
    free(system->x);
  PetscCall(CoreDouble()->destroy(&pilot->it));
  return CoreDouble()->problem_destroy(&pilot->problem);
}

/* ---- The pilot itself: a double run ---- */

#ifndef GIMBAL_QUAD

/* The record's next entry; its array of unknowns is reallocated when their number changes. */
static PilotSystem *NextSystem(Integration it, const SolverSlot *slot) {
  PilotRecord *const record = it->record;
  if (!*record->end) {
    *record->end = ArenaArray(it->arena, 1, sizeof(PilotSystem));
    (*record->end)->renew = PETSC_TRUE;
  }
  PilotSystem *const system = *record->end;
  record->end = &system->next;
  if (system->n != slot->n) {
    free(system->x);
    system->x = MemoryZeroed((size_t)slot->n, sizeof(*system->x));
  }
  if (system->n != slot->n || system->factors != slot->newton)
    system->renew = PETSC_TRUE;
  system->key = slot->key, system->n = slot->n;
  system->lower = slot->lower, system->upper = slot->upper;
  return system;
}

PetscErrorCode PilotRecordSystem(Integration it, SolverSlot *slot, const NewtonFunctions *functions,
                                 const Real *x) {
  PetscBool singular = PETSC_FALSE;
  PilotSystem *const system = NextSystem(it, slot);
  memcpy(system->x, x, (size_t)slot->n * sizeof *x);
  if (system->renew)
    PetscCall(StepSolverFactor(slot->newton, functions, x, &singular));
  system->factors = singular ? NULL : slot->newton;
  return 0;
}

#endif
