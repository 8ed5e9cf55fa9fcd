/* The step loop: state in, state out, compensated sums, and the readings of the present state. */
#include "core/integration.h"
#include "registry/expression.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words in which a method declares sizes: n, m, k and its own parameters. */
static PetscErrorCode EvaluateSize(Integration it, const char *text, PetscInt *value) {
  const gimbal_list list = it->family->parameters;
  const PetscInt count = (PetscInt)list.count;
  Variable variables[count + 5];
  Quad result = 0;
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < count; ++i)
    variables[i] = (Variable){ListAt(list, gimbal_value, i)->name, it->method->parameters[i]};
  variables[count] = (Variable){"n", it->g.n};
  variables[count + 1] = (Variable){"m", it->g.m};
  variables[count + 2] = (Variable){"k", it->g.k};
  variables[count + 3] = (Variable){"holonomic", it->g.holonomic};
  variables[count + 4] = (Variable){"nonholonomic", it->g.nonholonomic};
  if (text)
    PetscCall(ExpressionEvaluate(text, count + 5, variables, &result));
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
  if (family->formulation == GIMBAL_ODE) {
    it->g.n = p->formulation == GIMBAL_ODE ? p->n : p->n + p->m;
  } else {
    it->g.n = p->n, it->g.m = p->m, it->g.k = p->k;
    it->g.holonomic = p->holonomic, it->g.nonholonomic = p->nonholonomic;
  }
  if (p->formulation == GIMBAL_LATTICE) {
    Quad value;
    Variable variables[p->instance->model->descriptor->parameters.count + 1];
    const gimbal_list list = p->instance->model->descriptor->parameters;
    for (size_t i = 0; i < list.count; ++i)
      variables[i] = (Variable){ListAt(list, gimbal_value, i)->name, p->instance->parameters[i]};
    PetscCall(ExpressionEvaluate(p->realisation->lattice->components, (PetscInt)list.count,
                                 variables, &value));
    it->g.band = (int)(2 * value) - 1;
    if (p->realisation->lattice->periodic) {
      PetscCall(ExpressionEvaluate(p->realisation->lattice->periodic, (PetscInt)list.count,
                                   variables, &value));
      it->g.periodic = value != 0;
    }
  }
  PetscCall(PetscMalloc1(family->parameters.count + 1, &parameters));
  for (size_t i = 0; i < family->parameters.count; ++i)
    parameters[i] = (Real)setup->method->parameters[i];
  IntegrationMutateParameters(it, parameters);
  it->g.parameters = parameters;
  it->nq = it->g.n, it->np = it->g.m, it->nk = it->g.k;
  PetscCall(EvaluateSize(it, family->memory, &it->memory));
  for (int i = 0; i < 2; ++i)
    PetscCall(StateAllocate(it, &it->state[i]));
  PetscCall(PetscCalloc1(2 * (it->nq + it->np) + 1, &it->carry_q));
  it->carry_p = it->carry_q + it->nq;
  it->dq = it->carry_p + it->np;
  it->dp = it->dq + it->nq;
  PetscCall(PetscMalloc2(p->m + 1, &it->velocity, p->n + p->m + 1, &it->exact));
  PetscCall(PetscCalloc1(p->realisation->invariants.count + 1, &it->invariants0));
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
  PetscCall(PetscFree(it->invariants0));
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

static void ReadVelocity(Integration it, const gimbal_state *s, Real *v, int *status) {
  const Problem p = it->problem;
  if (it->family->formulation == GIMBAL_ODE) {
    if (p->m)
      memcpy(v, s->q + p->n, (size_t)p->m * sizeof *v);
    *status = 0;
  } else
    *status = ProblemVelocity(p, s->t, s->q, s->p, v);
}

static void ReadInvariants(Integration it, const gimbal_state *s, Real *out) {
  const Problem p = it->problem;
  const gimbal_list list = p->realisation->invariants;
  Real *const v = it->velocity;
  int status;
  ReadVelocity(it, s, v, &status);
  for (size_t i = 0; i < list.count; ++i)
    out[i] = status ? GIMBAL_NAN
                    : ListAt(list, gimbal_invariant, i)->value(p->parameters, s->t, s->q, v);
}

static Real ReadEnergy(Integration it, const gimbal_state *s) {
  const Problem p = it->problem;
  Real *const v = it->velocity, energy;
  int status;
  ReadVelocity(it, s, v, &status);
  if (status || ProblemEnergy(p, s->t, s->q, v, &energy))
    return GIMBAL_NAN;
  return energy;
}

/* The problem in which initial data are best computed: the quadruple twin, where there is one. */
static const Core *BestCore(Integration it, Problem *problem) {
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

PetscErrorCode IntegrationBegin(Integration it, Quad h, const Quad *y0, StepFailure *failure) {
  const Problem p = it->problem;
  Problem best;
  const Core *core = BestCore(it, &best);
  const PetscInt entries = p->n + p->m;
  Quad *y, *momentum, *lambda, *field;
  gimbal_state *s = &it->state[0];
  PetscBool valid = PETSC_TRUE;
  PetscFunctionBeginUser;
  it->current = 0, it->steps = 0, it->h = (Real)h, it->ordinal = 0;
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
  else if (it->family->start && it->family->start(&it->g, it->h, s))
    gimbal_fail(&it->g, "the method could not be started", 0);
  PetscCall(SolverSlotsForget(it));
  it->energy0 = ReadEnergy(it, s);
  ReadInvariants(it, s, it->invariants0);
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

PetscErrorCode IntegrationAdvance(Integration it, PetscInt64 steps, StepFailure *failure) {
  const size_t all = (size_t)(it->nq + it->np + it->nk + it->memory);
  PetscFunctionBeginUser;
  for (PetscInt64 step = 0; step < steps; ++step) {
    const gimbal_state *from = &it->state[it->current];
    gimbal_state *to = &it->state[1 - it->current];
    PetscBool q_set, p_set;
    memcpy(to->q, from->q, all * sizeof *to->q);
    memset(it->dq, 0, (size_t)(it->nq + it->np) * sizeof *it->dq);
    to->t = (Real)(it->steps + 1) * it->h;
    to->dq = it->dq, to->dp = it->dp;
    it->ordinal = 0;
    it->top = it->scratch;
    if (it->top)
      it->top->used = 0;
    it->failure.failed = PETSC_FALSE;
    if (it->family->step(&it->g, from, it->h, to)) {
      gimbal_fail(&it->g, "the method gave up without a reason", 0);
      break;
    }
    it->failure.failed = PETSC_FALSE;
    /* A method that overwrites q or p (a group element) leaves no sum to compensate. */
    q_set = (PetscBool)memcmp(to->q, from->q, (size_t)it->nq * sizeof *to->q);
    p_set = (PetscBool)memcmp(to->p, from->p, (size_t)it->np * sizeof *to->p);
    if (q_set)
      memset(it->carry_q, 0, (size_t)it->nq * sizeof *it->carry_q);
    if (p_set)
      memset(it->carry_p, 0, (size_t)it->np * sizeof *it->carry_p);
    Accumulate(it->nq, to->q, it->dq, it->carry_q, to->q);
    Accumulate(it->np, to->p, it->dp, it->carry_p, to->p);
    if (!AllFinite((PetscInt)all, to->q)) {
      gimbal_fail(&it->g, "the step produced a number that is not finite", 0);
      break;
    }
    it->current = 1 - it->current;
    it->steps++;
    it->counts.steps++;
  }
  Report(it, failure);
  PetscFunctionReturn(0);
}

static PetscInt ProbeCount(Integration it, PetscInt i) {
  PetscInt count = 0;
  if (EvaluateSize(it, ListAt(it->family->probes, gimbal_probe, i)->count, &count))
    return 0;
  return count;
}

#define READINGS_MAX 512 /* residuals or probe entries read at once */

/* The probes over the last step, or their scales; NaN where they cannot be evaluated or there was
 * no step. */
static void ReadProbes(Integration it, PetscBool scales, PetscInt *count, Real *out) {
  PetscInt at = 0;
  const ScratchMark mark = ScratchGetMark(it);
  for (size_t i = 0; i < it->family->probes.count; ++i) {
    const PetscInt entries = ProbeCount(it, (PetscInt)i);
    const gimbal_probe *probe = ListAt(it->family->probes, gimbal_probe, i);
    Real other[entries + 1];
    if (!it->steps ||
        probe->measure(&it->g, &it->state[1 - it->current], it->h, &it->state[it->current],
                       scales ? other : out + at, scales ? out + at : other))
      for (PetscInt j = 0; j < entries; ++j)
        out[at + j] = GIMBAL_NAN;
    at += entries;
  }
  it->failure.failed = PETSC_FALSE;
  ScratchRewind(it, mark);
  *count = at;
}

/* The residuals, or where they are asked for their scales. */
static PetscErrorCode ReadResiduals(Integration it, Quantity quantity, PetscBool scales,
                                    PetscInt *count, Real *out) {
  const gimbal_state *s = &it->state[it->current];
  const Problem p = it->problem;
  PetscFunctionBeginUser;
  if (quantity == QUANTITY_PROBE)
    ReadProbes(it, scales, count, out);
  else {
    Real *const v = it->velocity;
    int status;
    *count = ProblemResidualCount(p);
    PetscCheck(*count <= READINGS_MAX, PETSC_COMM_SELF, PETSC_ERR_SUP,
               "more than %d constraint residuals", READINGS_MAX);
    ReadVelocity(it, s, v, &status);
    if (status || (scales ? ProblemResidualScales : ProblemResiduals)(p, s->t, s->q, v, out))
      for (PetscInt i = 0; i < *count; ++i)
        out[i] = GIMBAL_NAN;
  }
  PetscFunctionReturn(0);
}

/* The velocity to the precision of a reference: through the twin, with the carries. */
static PetscErrorCode ReadVelocityQuad(Integration it, Quad *out) {
  const gimbal_state *s = &it->state[it->current];
  const Problem p = it->problem;
  Problem best;
  const Core *core = BestCore(it, &best);
  Quad *const q = it->exact, *const momentum = q + p->n;
  PetscBool valid;
  PetscFunctionBeginUser;
  if (it->family->formulation == GIMBAL_ODE) {
    for (PetscInt i = 0; i < p->m; ++i)
      out[i] = (Quad)s->q[p->n + i] + (Quad)it->carry_q[p->n + i];
    PetscFunctionReturn(0);
  }
  for (PetscInt i = 0; i < p->n; ++i)
    q[i] = (Quad)s->q[i] + (Quad)it->carry_q[i];
  for (PetscInt i = 0; i < p->m; ++i)
    momentum[i] = (Quad)s->p[i] + (Quad)it->carry_p[i];
  PetscCall(core->problem_velocity(best, (Quad)s->t, q, momentum, out, &valid));
  for (PetscInt i = 0; i < p->m && !valid; ++i)
    out[i] = (Quad)GIMBAL_NAN;
  PetscFunctionReturn(0);
}

PetscErrorCode IntegrationGet(Integration it, Quantity quantity, PetscInt *count, Quad *out) {
  const gimbal_state *s = &it->state[it->current];
  const Problem p = it->problem;
  PetscFunctionBeginUser;
  switch (quantity) {
  case QUANTITY_CONFIGURATION:
    *count = p->n;
    for (PetscInt i = 0; i < p->n; ++i)
      out[i] = (Quad)s->q[i] + (Quad)it->carry_q[i];
    break;
  case QUANTITY_VELOCITY:
    *count = p->m;
    PetscCall(ReadVelocityQuad(it, out));
    break;
  case QUANTITY_MOMENTUM:
    *count = it->np;
    for (PetscInt i = 0; i < it->np; ++i)
      out[i] = (Quad)s->p[i] + (Quad)it->carry_p[i];
    break;
  case QUANTITY_MULTIPLIER:
    *count = it->nk;
    for (PetscInt i = 0; i < it->nk; ++i)
      out[i] = (Quad)s->lambda[i];
    break;
  case QUANTITY_ENERGY:
    *count = 1;
    out[0] = (Quad)(ReadEnergy(it, s) - it->energy0);
    break;
  case QUANTITY_INVARIANT: {
    Real values[p->realisation->invariants.count + 1];
    *count = (PetscInt)p->realisation->invariants.count;
    ReadInvariants(it, s, values);
    for (PetscInt i = 0; i < *count; ++i)
      out[i] = (Quad)(values[i] - it->invariants0[i]);
    break;
  }
  case QUANTITY_CONSTRAINT:
  case QUANTITY_PROBE: {
    Real values[READINGS_MAX];
    PetscCall(ReadResiduals(it, quantity, PETSC_FALSE, count, values));
    for (PetscInt i = 0; i < *count; ++i)
      out[i] = (Quad)values[i];
  }
  }
  PetscFunctionReturn(0);
}

/* The size of the terms of each invariant, which is more than its value where they cancel: what
 * moving every entry of the state by its own size, in random directions, would do. */
static PetscErrorCode ReadInvariantScales(Integration it, Quad *out) {
  const Problem p = it->problem;
  const gimbal_list list = p->realisation->invariants;
  const Real part = GIMBAL_Q(1, 1 << 20);
  gimbal_state moved = it->state[it->current];
  unsigned long long random = 88172645463325252ULL; /* Marsaglia's xorshift */
  Real here[list.count + 1], there[list.count + 1], *values;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(it->nq + it->np + 1, &values));
  ReadInvariants(it, &moved, here);
  for (size_t j = 0; j < list.count; ++j)
    out[j] = (Quad)gimbal_fabs(it->invariants0[j]);
  for (int draw = 0; draw < 8; ++draw) {
    for (PetscInt i = 0; i < it->nq + it->np; ++i) {
      random ^= random << 13, random ^= random >> 7, random ^= random << 17;
      const Real value =
          i < it->nq ? it->state[it->current].q[i] : it->state[it->current].p[i - it->nq];
      values[i] = value * (1 + (random >> 63 ? part : -part));
    }
    moved.q = values, moved.p = values + it->nq;
    ReadInvariants(it, &moved, there);
    for (size_t j = 0; j < list.count; ++j)
      if ((Quad)(gimbal_fabs(there[j] - here[j]) / part) > out[j])
        out[j] = (Quad)(gimbal_fabs(there[j] - here[j]) / part);
  }
  PetscCall(PetscFree(values));
  PetscFunctionReturn(0);
}

PetscErrorCode IntegrationGetScale(Integration it, Quantity quantity, PetscInt *count, Quad *out) {
  const gimbal_state *s = &it->state[it->current];
  Real scale[READINGS_MAX];
  PetscFunctionBeginUser;
  if (quantity == QUANTITY_ENERGY) {
    const Problem p = it->problem;
    Real *const v = it->velocity, *const momentum = p->more;
    int status;
    /* The kinetic part stands for the size of the terms that cancel where the energy is small. */
    *count = 1;
    out[0] = (Quad)gimbal_fabs(it->energy0);
    ReadVelocity(it, s, v, &status);
    if (!status && !ProblemMomentum(p, s->t, s->q, v, momentum)) {
      Real kinetic = 0;
      for (PetscInt i = 0; i < p->m; ++i)
        kinetic += gimbal_fabs(momentum[i] * v[i]);
      if ((Quad)kinetic > out[0])
        out[0] = (Quad)kinetic;
    }
    PetscFunctionReturn(0);
  }
  if (quantity == QUANTITY_INVARIANT) {
    *count = (PetscInt)it->problem->realisation->invariants.count;
    PetscCall(ReadInvariantScales(it, out));
    PetscFunctionReturn(0);
  }
  PetscCall(ReadResiduals(it, quantity, PETSC_TRUE, count, scale));
  for (PetscInt i = 0; i < *count; ++i)
    out[i] = (Quad)scale[i];
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
  for (PetscInt i = 0; i < SLOTS; ++i) {
    PetscInt64 iterations, residuals, jacobians;
    if (!it->slot[i].solver)
      continue;
    PetscCall(StepSolverGetCounts(it->slot[i].solver, &iterations, &residuals, &jacobians));
    counts->iterations += iterations;
    counts->residuals += residuals;
#ifndef GIMBAL_QUAD
    counts->jacobians += jacobians;
#endif
  }
  PetscFunctionReturn(0);
}
