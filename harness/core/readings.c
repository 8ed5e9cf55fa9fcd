/* The readings of the present state: its quantities, and the sizes of their terms. */
#include "base/floating.h"
#include "core/integration.h"
#include "numerics/random.h"

/* Non-zero where it cannot be found. */
static int ReadVelocity(Integration it, const gimbal_state *s, Real *v) {
  const Problem p = it->problem;
  if (it->momenta)
    return ProblemVelocity(p, s->t, s->q, s->p, v);
  if (p->m)
    memcpy(v, s->q + p->n, (size_t)p->m * sizeof *v);
  return 0;
}

void IntegrationReadInvariants(Integration it, const gimbal_state *s, Real *out) {
  const Problem p = it->problem;
  Real *const v = it->velocity;
  const int status = ReadVelocity(it, s, v);
  for (size_t i = 0; i < p->realisation->invariants.count; ++i)
    out[i] =
        status ? GIMBAL_NAN : ModelScalar(&p->calls, MODEL_OF(i, MODEL_INVARIANT), s->t, s->q, v);
}

void IntegrationReadEnergy(Integration it, const gimbal_state *s, Real *out) {
  Real *const v = it->velocity;
  if (ReadVelocity(it, s, v) || ProblemEnergy(it->problem, s->t, s->q, v, out))
    *out = GIMBAL_NAN;
}

/* The entries of all probes, in all, after a check that they have room. */
static PetscErrorCode CountProbes(Integration it, PetscInt *total) {
  const gimbal_list probes = it->family->probes;
  PetscInt count;
  *total = 0;
  for (size_t i = 0; i < probes.count; ++i) {
    PetscCall(IntegrationEvaluateSize(it, ListAt(probes, gimbal_probe, i)->count, &count));
    *total += count;
  }
  PetscCheck(*total <= READINGS_MAX, PETSC_COMM_SELF, PETSC_ERR_SUP,
             "the probes of %s have %d entries here, more than %d", it->method->name, (int)*total,
             READINGS_MAX);
  return 0;
}

/* One probe over the last step: its values and their scales, and whether there are any. */
static PetscErrorCode Measure(Integration it, const gimbal_probe *probe, Real *values, Real *scales,
                              PetscBool *valid) {
  it->broken = 0;
  *valid = (PetscBool)!probe->measure(&it->g, &it->state[1 - it->current], it->h,
                                      &it->state[it->current], values, scales);
  const char *changed = FloatingCheck();
  UserCheck(!changed || it->broken, "probe %s of the method changed %s", probe->name, changed);
  return it->broken;
}

/* The probes over the last step, or their scales; NaN where they cannot be evaluated or there was
 * no step. */
static PetscErrorCode ReadProbes(Integration it, PetscBool scales, Real *out) {
  const gimbal_list probes = it->family->probes;
  const ScratchMark mark = ScratchGetMark(it);
  const Counts counts = it->counts; /* of steps, not of looking at them */
  Real other[READINGS_MAX];
  PetscInt at = 0;
  for (size_t i = 0; i < probes.count; ++i) {
    const gimbal_probe *probe = ListAt(probes, gimbal_probe, i);
    PetscBool valid = PETSC_FALSE;
    PetscInt entries;
    PetscCall(IntegrationEvaluateSize(it, probe->count, &entries));
    it->g.entries = (int)entries;
    if (it->steps)
      PetscCall(Measure(it, probe, scales ? other : out + at, scales ? out + at : other, &valid));
    for (PetscInt j = 0; j < entries && !valid; ++j)
      out[at + j] = GIMBAL_NAN;
    at += entries;
  }
  it->failure.failed = PETSC_FALSE;
  ScratchRewind(it, mark);
  it->counts = counts;
  return 0;
}

static void AddCarry(PetscInt count, const Real *value, const Real *carry, Quad *out) {
  for (PetscInt i = 0; i < count; ++i)
    out[i] = (Quad)value[i] + (Quad)carry[i];
}

/* The residuals or, if requested, their scales. */
static PetscErrorCode ReadResiduals(Integration it, Quantity quantity, PetscBool scales,
                                    PetscInt *count, Quad *out) {
  const gimbal_state *s = &it->state[it->current];
  const Problem p = it->problem;
  Real values[READINGS_MAX];
  if (quantity == QUANTITY_PROBE) {
    PetscCall(CountProbes(it, count));
    PetscCall(ReadProbes(it, scales, values));
  } else {
    Real *const v = it->velocity;
    *count = ProblemResidualCount(p);
    PetscCheck(*count <= READINGS_MAX, PETSC_COMM_SELF, PETSC_ERR_SUP,
               "more than %d constraint residuals", READINGS_MAX);
    if (ReadVelocity(it, s, v) ||
        (scales ? ProblemResidualScales : ProblemResiduals)(p, s->t, s->q, v, values))
      for (PetscInt i = 0; i < *count; ++i)
        values[i] = GIMBAL_NAN;
  }
  ToQuad(*count, values, out);
  return 0;
}

/* The velocity to the precision of a reference: through the quadruple problem, with the carries. */
static void ReadVelocityQuad(Integration it, Quad *out) {
  const gimbal_state *s = &it->state[it->current];
  const Problem p = it->problem;
  Problem best;
  const Core *core = IntegrationBestCore(it, &best);
  Quad *const q = it->exact;
  if (!it->momenta) {
    AddCarry(p->m, s->q + p->n, it->carry_q + p->n, out);
    return;
  }
  AddCarry(p->n + p->m, s->q, it->carry_q, q); /* p follows q */
  if (!core->problem_velocity(best, (Quad)s->t, q, q + p->n, out))
    for (PetscInt i = 0; i < p->m; ++i)
      out[i] = (Quad)GIMBAL_NAN;
}

/* Of the last step. */
static PetscErrorCode ReadAction(Integration it, Quad *out) {
  Quad given;
  if (it->appends_action) {
    *out = it->steps ? (Quad)it->action : (Quad)GIMBAL_NAN;
    return 0;
  }
  PetscCall(MethodEvaluate(it->method, it->problem->instance, it->problem->index,
                           it->family->action, 0, &given));
  *out = it->wants_action && it->steps && given != 0 ? (Quad)it->action : (Quad)GIMBAL_NAN;
  return 0;
}

PetscErrorCode IntegrationGet(Integration it, Quantity quantity, PetscInt *count, Quad *out) {
  const gimbal_state *s = &it->state[it->current];
  gimbal_state pair;
  const Problem p = it->problem;
  PetscInt entries;
  Real energy;
  count = count ? count : &entries;
  switch (quantity) {
  case QUANTITY_CONFIGURATION:
    *count = p->n;
    AddCarry(p->n, s->q, it->carry_q, out);
    break;
  case QUANTITY_VELOCITY:
    *count = p->m;
    ReadVelocityQuad(it, out);
    break;
  case QUANTITY_MOMENTUM:
    *count = it->np;
    AddCarry(it->np, s->p, it->carry_p, out);
    break;
  case QUANTITY_MULTIPLIER:
    *count = it->nk;
    ToQuad(it->nk, s->lambda, out);
    break;
  case QUANTITY_ENERGY:
    *count = 1;
    out[0] = 0;
    if (HistoryRead(it, &pair)) {
      IntegrationReadEnergy(it, &pair, &energy);
      out[0] = (Quad)(energy - it->energy0);
    }
    break;
  case QUANTITY_INVARIANT:
    *count = (PetscInt)p->realisation->invariants.count;
    if (HistoryRead(it, &pair))
      IntegrationReadInvariants(it, &pair, it->invariants);
    else
      memcpy(it->invariants, it->invariants0, (size_t)*count * sizeof *it->invariants);
    for (PetscInt i = 0; i < *count; ++i)
      out[i] = (Quad)(it->invariants[i] - it->invariants0[i]);
    break;
  case QUANTITY_ACTION:
    *count = 1;
    PetscCall(ReadAction(it, out));
    break;
  case QUANTITY_CONSTRAINT:
  case QUANTITY_PROBE:
    PetscCall(ReadResiduals(it, quantity, PETSC_FALSE, count, out));
  }
  return 0;
}

/* Raises the size of the terms of each value, which is more than the value where they cancel, to what
 * moving every entry of the state by its own size, in random directions, would do: a rounding of the state
 * does that, times ε. here, there: work, as many as values. */
static void RaiseScales(Integration it, void (*read)(Integration, const gimbal_state *, Real *),
                        PetscInt count, Real *here, Real *there, Quad *scale) {
  enum { DRAWS = 8 };
  const Real part = GIMBAL_Q(1, 1 << 20);
  gimbal_state moved = it->state[it->current];
  uint64_t random = RANDOM_BEGIN;
  OWNED(MemoryFree)
  Real *values = MemoryZeroed((size_t)(it->nq + it->np), sizeof(*values));
  read(it, &moved, here);
  for (int draw = 0; draw < DRAWS; ++draw) {
    for (PetscInt i = 0; i < it->nq + it->np; ++i)
      values[i] = it->state[it->current].q[i] * (1 + (RandomNext(&random) >> 63 ? part : -part));
    moved.q = values, moved.p = values + it->nq;
    read(it, &moved, there);
    for (PetscInt j = 0; j < count; ++j)
      if ((Quad)(gimbal_fabs(there[j] - here[j]) / part) > scale[j])
        scale[j] = (Quad)(gimbal_fabs(there[j] - here[j]) / part);
  }
}

/* Rounding of the state counts for an energy where it exceeds that of its terms by so much at first: far
 * from the origin, or near an equilibrium. Later it excuses nothing: terms say how far an energy may grow. */
#define FAR_LARGER 16

PetscErrorCode IntegrationGetScale(Integration it, Quantity quantity, PetscInt *count, Quad *out) {
  const gimbal_state *s = &it->state[it->current];
  PetscInt entries;
  count = count ? count : &entries;
  if (quantity == QUANTITY_ENERGY) {
    const Problem p = it->problem;
    Real *const v = it->velocity, *const momentum = p->more, here, there;
    /* The kinetic part stands for the size of the terms that cancel where the energy is small. */
    *count = 1;
    out[0] = (Quad)gimbal_fabs(it->energy0);
    if (!ReadVelocity(it, s, v) && !ProblemMomentum(p, s->t, s->q, v, momentum)) {
      Real kinetic = 0;
      for (PetscInt i = 0; i < p->m; ++i)
        kinetic += gimbal_fabs(momentum[i] * v[i]);
      out[0] = PetscMax(out[0], (Quad)kinetic);
    }
    if (it->energy_rounding < 0) {
      Quad raised = out[0];
      RaiseScales(it, IntegrationReadEnergy, 1, &here, &there, &raised);
      it->energy_rounding = raised > FAR_LARGER * out[0] ? raised : 0;
    }
    out[0] = PetscMax(out[0], it->energy_rounding);
    return 0;
  }
  if (quantity == QUANTITY_INVARIANT) {
    *count = (PetscInt)it->problem->realisation->invariants.count;
    for (PetscInt i = 0; i < *count; ++i)
      out[i] = (Quad)gimbal_fabs(it->invariants0[i]);
    RaiseScales(it, IntegrationReadInvariants, *count, it->invariants, it->moved_invariants, out);
    return 0;
  }
  return ReadResiduals(it, quantity, PETSC_TRUE, count, out);
}
