/* A method on a problem: its storage, its state as numbers, its counts. */
#include "core/integration.h"
#include "base/word_list.h"
#include "numerics/expression.h"
#include "registry/formulation.h"

enum { SIZES = 5 };

/* The names that a method's texts may use: its parameters, and then the sizes of the problem. */
static void VariablesAllocate(Integration it) {
  const gimbal_list list = it->family->parameters;
  const Variable sizes[SIZES] = {{"n", it->g.n},
                                 {"m", it->g.m},
                                 {"k", it->g.k},
                                 {"holonomic", it->g.holonomic},
                                 {"nonholonomic", it->g.nonholonomic}};
  it->variables = ArenaArray(it->arena, list.count + SIZES, sizeof(*it->variables));
  for (size_t i = 0; i < list.count; ++i)
    it->variables[i] = (Variable){ListAt(list, gimbal_value, i)->name, it->method->parameters[i]};
  memcpy(it->variables + list.count, sizes, sizeof sizes);
}

PetscErrorCode IntegrationEvaluateSize(Integration it, const char *text, PetscInt *value) {
  const Variables variables = {(PetscInt)it->family->parameters.count + SIZES, it->variables};
  Quad result = 0;
  if (text)
    PetscCall(ExpressionEvaluate(text, variables, &result));
  UserCheck(result >= 0 && result < 1e8, "method %s: '%s' must be a size between 0 and 1e8",
            it->method->name, text);
  *value = (PetscInt)result;
  return 0;
}

enum { SPARE = 64 }; /* entries after a state and its increments, which a step may spoil */

static Real *Room(Integration it, PetscInt64 count) {
  return ArenaArray(it->arena, count, sizeof(Real));
}

static void StateAllocate(Integration it, gimbal_state *state) {
  state->q = Room(it, it->nq + it->np + it->nk + it->memory + SPARE);
  state->p = state->q + it->nq;
  state->lambda = state->p + it->np;
  state->memory = state->lambda + it->nk;
}

static Overwriting HowIsWritten(const gimbal_method *family, const char *word) {
  if (!family->overwrites)
    return OVERWRITING_UNSAID;
  return WordsContain(family->overwrites, word) ? OVERWRITTEN : INCREMENTED;
}

PetscErrorCode IntegrationCreate(const IntegrationSetup *setup, Integration *out) {
  Integration it;
  Problem p = setup->problem;
  const gimbal_method *family;
#ifdef GIMBAL_QUAD
  family = setup->method->family_quad;
#else
  family = setup->method->family;
#endif
  UserCheck(family, "method %s was built in double precision only", setup->method->name);
  PetscCall(PetscNew(&it));
  it->arena = ArenaCreate();
  it->problem = p;
  it->family = family;
  it->method = setup->method;
  it->tolerance_factor = setup->tolerance_factor > 0 ? setup->tolerance_factor : 1;
  it->mutation = setup->mutation;
  it->wants_action = setup->action;
  it->g.services = Services();
  it->g.context = family->context;
  it->momenta = FormulationGetData(family->formulation)->velocities;
  if (!it->momenta) {
    it->appends_action = (PetscBool)(setup->action && p->m > 0 && p->functions->lagrangian);
    it->g.n = p->n + p->m + (it->appends_action ? 1 : 0);
  } else {
    it->g.n = p->n, it->g.m = p->m, it->g.k = p->k;
    it->g.holonomic = p->holonomic, it->g.nonholonomic = p->nonholonomic;
    it->g.gradient_width = (int)p->gradient_width;
    it->g.gradient_stride = (int)p->gradient_stride;
    it->g.gradient_offset = (int)p->gradient_offset;
  }
  it->g.band = p->band, it->g.periodic = p->periodic;
  it->g.contraction = (Real)ModelCaseContraction(p->instance, p->index);
  Real *parameters = ArenaArray(it->arena, family->parameters.count, sizeof(*parameters));
  ToReal((PetscInt)family->parameters.count, setup->method->parameters, parameters);
  IntegrationMutateParameters(it, parameters);
  it->g.parameters = parameters;
  it->nq = it->g.n, it->np = it->g.m, it->nk = it->g.k;
  it->entries[MUTATION_LAMBDA] = it->nk > 0;
  VariablesAllocate(it);
  PetscCall(IntegrationEvaluateSize(it, family->memory, &it->memory));
  it->g.memory = (int)it->memory;
  for (int i = 0; i < 2; ++i)
    StateAllocate(it, &it->state[i]);
  it->before = Room(it, it->nq + it->np + it->nk + it->memory);
  it->writes_q = HowIsWritten(family, "q");
  it->writes_p = HowIsWritten(family, "p");
  it->sizes = Room(it, 2 * (it->nq + it->np));
  it->carry_q = Room(it, 2 * (it->nq + it->np) + SPARE);
  it->carry_p = it->carry_q + it->nq;
  it->dq = it->carry_p + it->np;
  it->dp = it->dq + it->nq;
  it->velocity = Room(it, p->m);
  it->exact = ArenaArray(it->arena, p->n + p->m, sizeof(*it->exact));
  const PetscInt invariants = (PetscInt)p->realisation->invariants.count;
  it->invariants0 = Room(it, invariants);
  it->invariants = Room(it, invariants);
  it->moved_invariants = Room(it, invariants);
  PetscCall(IntegrationMakeCoefficients(it));
  it->step = family->step;
  if (MethodIsTable(family)) {
    it->step = IntegrationStepTable;
    PetscCall(IntegrationFindScheme(it));
  }
  PetscCall(HistoryCreate(it));
  *out = it;
  return 0;
}

PetscErrorCode IntegrationDestroy(Integration *integration) {
  Integration it = *integration;
  if (!it)
    return 0;
  PetscCall(IntegrationClose(it));
  PetscCall(SolverSlotsDestroy(it));
  PetscCall(PilotDestroy(it));
  for (ScratchBlock *block = it->scratch, *next; block; block = next) {
    next = block->next;
    free(block);
  }
  ArenaDestroy(&it->arena);
  return PetscFree(*integration);
}

const Core *IntegrationBestCore(Integration it, Problem *problem) {
#ifndef GIMBAL_QUAD
  if (!it->problem->in_quad) {
    *problem = it->problem;
    return CoreDouble();
  }
  *problem = it->problem->in_quad;
#else
  *problem = it->problem;
#endif
  return CoreQuad();
}

PetscInt IntegrationGetState(Integration it, Quad *out) {
  const gimbal_state *s = &it->state[it->current];
  const PetscInt all = it->nq + it->np + it->nk + it->memory;
  if (!out)
    return all + 1;
  out[0] = it->by_time ? (Quad)s->t : (Quad)it->steps;
  ToQuad(all, s->q, out + 1);
  for (PetscInt i = 0; i < it->nq + it->np; ++i)
    out[i + 1] += (Quad)it->carry_q[i];
  return all + 1;
}

void IntegrationSetState(Integration it, const Quad *in) {
  gimbal_state *s = &it->state[it->current];
  const PetscInt all = it->nq + it->np + it->nk + it->memory;
  if (it->by_time)
    s->t = (Real)in[0];
  else {
    it->steps = (PetscInt64)in[0];
    s->t = (Real)it->steps * it->h;
  }
  for (PetscInt i = 0; i < all; ++i)
    IntegrationSplit(in[i + 1], &s->q[i], i < it->nq + it->np ? &it->carry_q[i] : NULL);
  SolverSlotsForget(it);
  it->history.count = 0;
}

Counts IntegrationGetCounts(Integration it) {
  Counts counts = it->counts;
  for (int k = 0; k < 2; ++k)
    for (const SolverSlot *slot = it->slots[k].first; slot; slot = slot->next)
      SolverSlotAddCounts(slot, &counts);
  return counts;
}
