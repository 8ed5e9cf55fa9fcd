/* The step loop: state in, state out, compensated sums. */
#include "core/integration.h"
#include "numerics/expression.h"
#include "registry/formulation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 5 };

/* The names that a method's texts may use: its parameters, and then the sizes of the problem. */
static PetscErrorCode VariablesAllocate(Integration it) {
  const gimbal_list list = it->family->parameters;
  const Variable sizes[SIZES] = {{"n", it->g.n},
                                 {"m", it->g.m},
                                 {"k", it->g.k},
                                 {"holonomic", it->g.holonomic},
                                 {"nonholonomic", it->g.nonholonomic}};
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(list.count + SIZES, &it->variables));
  for (size_t i = 0; i < list.count; ++i)
    it->variables[i] = (Variable){ListAt(list, gimbal_value, i)->name, it->method->parameters[i]};
  memcpy(it->variables + list.count, sizes, sizeof sizes);
  PetscFunctionReturn(0);
}

PetscErrorCode IntegrationEvaluateSize(Integration it, const char *text, PetscInt *value) {
  const PetscInt count = (PetscInt)it->family->parameters.count + SIZES;
  Quad result = 0;
  PetscFunctionBeginUser;
  if (text)
    PetscCall(ExpressionEvaluate(text, count, it->variables, &result));
  PetscCheck(result >= 0 && result < 1e8, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "method %s: '%s' must be a size between 0 and 1e8", it->method->name, text);
  *value = (PetscInt)result;
  PetscFunctionReturn(0);
}

static PetscErrorCode StateAllocate(Integration it, gimbal_state *state) {
  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(it->nq + it->np + it->nk + it->memory + 1, &state->q));
  state->p = state->q + it->nq;
  state->lambda = state->p + it->np;
  state->memory = state->lambda + it->nk;
  PetscFunctionReturn(0);
}

PetscErrorCode IntegrationCreate(const IntegrationSetup *setup, Integration *out) {
  Integration it;
  Problem p = setup->problem;
  const gimbal_method *family;
  Real *parameters;
  PetscFunctionBeginUser;
#ifdef GIMBAL_QUAD
  family = setup->method->family_quad;
#else
  family = setup->method->family;
#endif
  PetscCheck(family, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "method %s was built in double precision only", setup->method->name);
  PetscCall(PetscNew(&it));
  it->problem = p;
  it->family = family;
  it->method = setup->method;
  it->looser = setup->looser > 0 ? setup->looser : 1;
  it->mutation = setup->mutation;
  it->g.services = Services();
  it->momenta = FormulationGetData(family->formulation)->velocities;
  if (!it->momenta) {
    it->g.n = p->n + p->m;
  } else {
    it->g.n = p->n, it->g.m = p->m, it->g.k = p->k;
    it->g.holonomic = p->holonomic, it->g.nonholonomic = p->nonholonomic;
  }
  it->g.band = p->band, it->g.periodic = p->periodic;
  PetscCall(PetscMalloc1(family->parameters.count + 1, &parameters));
  for (size_t i = 0; i < family->parameters.count; ++i)
    parameters[i] = (Real)setup->method->parameters[i];
  IntegrationMutateParameters(it, parameters);
  it->g.parameters = parameters;
  it->nq = it->g.n, it->np = it->g.m, it->nk = it->g.k;
  PetscCall(VariablesAllocate(it));
  PetscCall(IntegrationEvaluateSize(it, family->memory, &it->memory));
  for (int i = 0; i < 2; ++i)
    PetscCall(StateAllocate(it, &it->state[i]));
  PetscCall(PetscCalloc1(2 * (it->nq + it->np) + 1, &it->carry_q));
  it->carry_p = it->carry_q + it->nq;
  it->dq = it->carry_p + it->np;
  it->dp = it->dq + it->nq;
  PetscCall(PetscMalloc2(p->m + 1, &it->velocity, p->n + p->m + 1, &it->exact));
  const size_t invariants = p->realisation->invariants.count;
  PetscCall(PetscCalloc3(invariants, &it->invariants0, invariants, &it->invariants, invariants,
                         &it->moved_invariants));
  PetscCall(PetscCalloc1(family->coefficients.count + 1, &it->coefficients));
  *out = it;
  PetscFunctionReturn(0);
}

PetscErrorCode IntegrationDestroy(Integration *integration) {
  Integration it = *integration;
  PetscFunctionBeginUser;
  if (!it)
    PetscFunctionReturn(0);
  PetscCall(SolverSlotsDestroy(it));
  for (ScratchBlock *block = it->scratch, *next; block; block = next) {
    next = block->next;
    free(block);
  }
  for (TableauEntry *entry = it->tableaux, *next; entry; entry = next) {
    next = entry->next;
    PetscCall(PetscFree(entry->values));
    PetscCall(PetscFree(entry));
  }
  for (size_t i = 0; i < it->family->coefficients.count; ++i)
    PetscCall(PetscFree(it->coefficients[i]));
  PetscCall(PetscFree(it->coefficients));
  for (int i = 0; i < 2; ++i)
    PetscCall(PetscFree(it->state[i].q));
  PetscCall(PetscFree(it->carry_q));
  PetscCall(PetscFree2(it->velocity, it->exact));
  PetscCall(PetscFree3(it->invariants0, it->invariants, it->moved_invariants));
  PetscCall(PetscFree(it->variables));
  PetscCall(PetscFree(it->g.parameters));
  PetscCall(PetscFree(*integration));
  PetscFunctionReturn(0);
}

static void Report(Integration it, StepFailure *failure) {
  it->failure.step = (PetscInt)it->steps;
  it->failure.time = (PetscReal)(it->steps * it->h);
  *failure = it->failure;
}

/* A Quad as the nearest number and what it lacks. */
static void Split(Quad value, Real *high, Real *low) {
  *high = (Real)value;
  if (low)
    *low = (Real)(value - (Quad)*high);
}

const Core *IntegrationBestCore(Integration it, Problem *problem) {
#ifndef GIMBAL_QUAD
  if (!it->problem->twin) {
    *problem = it->problem;
    return CoreDouble();
  }
  *problem = it->problem->twin;
#else
  *problem = it->problem;
#endif
  return CoreQuad();
}

/* The method's start, if it has one; what a plugin cannot survive ends here. */
static PetscErrorCode Start(Integration it, gimbal_state *s) {
  PetscFunctionBeginUser;
  it->broken = 0;
  if (!it->family->start || setjmp(it->escape))
    PetscFunctionReturn(it->broken);
  if (it->family->start(&it->g, it->h, s))
    gimbal_fail(&it->g, "the method could not be started", 0);
  PetscFunctionReturn(it->broken);
}

PetscErrorCode IntegrationBegin(Integration it, Quad h, const Quad *y0, StepFailure *failure) {
  const Problem p = it->problem;
  Problem best;
  const Core *core = IntegrationBestCore(it, &best);
  const PetscInt entries = p->n + p->m;
  Quad *y, *momentum, *lambda, *field;
  gimbal_state *s = &it->state[0];
  PetscBool valid = PETSC_TRUE;
  PetscFunctionBeginUser;
  it->current = 0, it->steps = 0, it->h = (Real)h, it->ordered.next = 0;
  memset(&it->failure, 0, sizeof it->failure);
  PetscCall(SolverSlotsForget(it));
  it->top = it->scratch;
  if (it->top)
    it->top->used = 0;
  PetscCall(
      PetscMalloc4(entries + 1, &y, p->m + 1, &momentum, p->k + 1, &lambda, entries + 1, &field));
  if (y0)
    memcpy(y, y0, (size_t)entries * sizeof *y);
  else
    PetscCall(core->problem_initial(best, y));
  s->t = 0;
  memset(s->q, 0, (size_t)(it->nq + it->np + it->nk + it->memory) * sizeof *s->q);
  for (PetscInt i = 0; i < it->nq; ++i)
    Split(y[i], &s->q[i], &it->carry_q[i]);
  if (it->np) {
    PetscCall(core->problem_momentum(best, 0, y, momentum));
    for (PetscInt i = 0; i < it->np; ++i)
      Split(momentum[i], &s->p[i], &it->carry_p[i]);
  }
  if (it->nk) {
    PetscCall(core->problem_field(best, 0, y, field, lambda, &valid));
    for (PetscInt i = 0; i < it->nk; ++i)
      Split(lambda[i], &s->lambda[i], NULL);
    if (it->mutation.kind == MUTATION_LAMBDA)
      s->lambda[0] += (Real)it->mutation.size;
  }
  PetscCall(PetscFree4(y, momentum, lambda, field));
  if (!valid || !AllFinite(it->nq + it->np + it->nk, s->q))
    gimbal_fail(&it->g, "the initial data lie outside the model's domain", 0);
  else
    PetscCall(Start(it, s));
  PetscCall(SolverSlotsForget(it));
  it->energy0 = IntegrationReadEnergy(it, s);
  IntegrationReadInvariants(it, s, it->invariants0);
  Report(it, failure);
  PetscFunctionReturn(0);
}

/* value + increment with the carry of what rounding lost [Knuth's two-sum]. */
static void Accumulate(PetscInt n, const Real *value, const Real *increment, Real *carry,
                       Real *out) {
  for (PetscInt i = 0; i < n; ++i) {
    const Real y = increment[i] + carry[i], sum = value[i] + y, part = sum - value[i];
    carry[i] = (value[i] - (sum - part)) + (y - part);
    out[i] = sum;
  }
}

/* One step into the other state, with the failure where there was one. */
static void TakeStep(Integration it, const gimbal_state *from, gimbal_state *to) {
  const size_t all = (size_t)(it->nq + it->np + it->nk + it->memory);
  memcpy(to->q, from->q, all * sizeof *to->q);
  memset(it->dq, 0, (size_t)(it->nq + it->np) * sizeof *it->dq);
  to->t = (Real)(it->steps + 1) * it->h;
  to->dq = it->dq, to->dp = it->dp;
  it->ordered.next = 0;
  it->top = it->scratch;
  if (it->top)
    it->top->used = 0;
  it->failure.failed = PETSC_FALSE;
  if (it->family->step(&it->g, from, it->h, to)) {
    gimbal_fail(&it->g, "the method gave up without a reason", 0);
    return;
  }
  it->failure.failed = PETSC_FALSE;
  if (!AllFinite((PetscInt)all, to->q) || !AllFinite(it->nq + it->np, it->dq))
    gimbal_fail(&it->g, "the step produced a number that is not finite", 0);
}

PetscErrorCode IntegrationAdvance(Integration it, PetscInt64 steps, StepFailure *failure) {
  PetscFunctionBeginUser;
  if (setjmp(it->escape))
    PetscFunctionReturn(it->broken);
  for (PetscInt64 step = 0; step < steps; ++step) {
    const gimbal_state *from = &it->state[it->current];
    gimbal_state *to = &it->state[1 - it->current];
    PetscBool q_set, p_set;
    TakeStep(it, from, to);
    PetscCall(it->broken);
    if (it->failure.failed)
      break;
    /* A method that overwrites q or p (a group element) leaves no sum to compensate. */
    q_set = (PetscBool)memcmp(to->q, from->q, (size_t)it->nq * sizeof *to->q);
    p_set = (PetscBool)memcmp(to->p, from->p, (size_t)it->np * sizeof *to->p);
    if (q_set)
      memset(it->carry_q, 0, (size_t)it->nq * sizeof *it->carry_q);
    if (p_set)
      memset(it->carry_p, 0, (size_t)it->np * sizeof *it->carry_p);
    Accumulate(it->nq, to->q, it->dq, it->carry_q, to->q);
    Accumulate(it->np, to->p, it->dp, it->carry_p, to->p);
    it->current = 1 - it->current;
    it->steps++;
    it->counts.steps++;
  }
  Report(it, failure);
  PetscFunctionReturn(0);
}

PetscErrorCode IntegrationGetState(Integration it, PetscInt *count, Quad *out) {
  const gimbal_state *s = &it->state[it->current];
  const PetscInt all = it->nq + it->np + it->nk + it->memory;
  PetscFunctionBeginUser;
  *count = all + 1;
  if (!out)
    PetscFunctionReturn(0);
  out[0] = (Quad)it->steps;
  for (PetscInt i = 0; i < all; ++i) {
    out[i + 1] = (Quad)s->q[i];
    if (i < it->nq)
      out[i + 1] += (Quad)it->carry_q[i];
    else if (i < it->nq + it->np)
      out[i + 1] += (Quad)it->carry_p[i - it->nq];
  }
  PetscFunctionReturn(0);
}

PetscErrorCode IntegrationSetState(Integration it, const Quad *in) {
  gimbal_state *s = &it->state[it->current];
  const PetscInt all = it->nq + it->np + it->nk + it->memory;
  PetscFunctionBeginUser;
  it->steps = (PetscInt64)in[0];
  s->t = (Real)it->steps * it->h;
  for (PetscInt i = 0; i < all; ++i)
    Split(in[i + 1], &s->q[i],
          i < it->nq            ? &it->carry_q[i]
          : i < it->nq + it->np ? &it->carry_p[i - it->nq]
                                : NULL);
  PetscCall(SolverSlotsForget(it));
  PetscFunctionReturn(0);
}

PetscErrorCode IntegrationGetCounts(Integration it, StepCounts *counts) {
  PetscFunctionBeginUser;
  *counts = it->counts;
  for (PetscInt i = 0; i < it->ordered.count; ++i)
    PetscCall(SolverSlotAddCounts(it->ordered.slot[i], counts));
  for (PetscInt i = 0; i < it->keyed.count; ++i)
    PetscCall(SolverSlotAddCounts(it->keyed.slot[i], counts));
  PetscFunctionReturn(0);
}
