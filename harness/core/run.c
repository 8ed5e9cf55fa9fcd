/* One run: opened, begun, advanced step by step or to a time, closed. State in, state out,
 * compensated sums. */
#include "base/floating.h"
#include "base/kept_error.h"
#include "core/integration.h"

/* Entries of the state; q and p, and likewise their increments and carries, follow one another. */
static size_t Entries(Integration it) { return (size_t)(it->nq + it->np + it->nk + it->memory); }

static void Report(Integration it, StepFailure *failure) {
  it->failure.step = (PetscInt)it->steps;
  it->failure.time = (PetscReal)(it->by_time ? it->state[it->current].t : it->steps * it->h);
  if (it->failure.failed)
    *failure = it->failure;
  else
    failure->failed = PETSC_FALSE;
}

/* What energies and invariants are compared with. */
static void ReadInitial(Integration it, const gimbal_state *s) {
  IntegrationReadEnergy(it, s, &it->energy0);
  it->energy_rounding = -1;
  IntegrationReadInvariants(it, s, it->invariants0);
}

/* Before each call of the plugin: frees its working storage and restarts the count of its systems. */
static void Prepare(Integration it) {
  it->slots[0].last = NULL;
  it->top = it->scratch;
  if (it->top)
    it->top->used = 0;
  it->overrun = PETSC_FALSE;
  it->failure.failed = PETSC_FALSE;
  if (CrashCause)
    *CrashCause = 0;
  it->depth = 0;
  it->stepping = PETSC_FALSE;
}

/* After each call of the plugin. What it computed in other ways is computed otherwise; so would be
 * what all others compute after it. */
static void FailForChange(Integration it, const char *changed) {
  char reason[128];
  if (!changed)
    return;
  (void)snprintf(reason, sizeof reason, "the method changed %.90s", changed);
  gimbal_fail(&it->g, reason, 0);
}

/* Fails after a call that should have made the state `to` and the increments of q and p. A failure at a
 * trial point that the method has left again does not count. */
static void FailIfWrong(Integration it, int status, const gimbal_state *to, const char *what) {
  const char *changed = FloatingCheck();
  char reason[64];
  if (status) {
    gimbal_fail(&it->g, "the method returned an error without a reason (gimbal_fail)", 0);
    return;
  }
  it->failure.failed = PETSC_FALSE;
  FailForChange(it, changed);
  if (changed || (AllFinite((PetscInt)Entries(it), to->q) && AllFinite(it->nq + it->np, it->dq)))
    return;
  (void)snprintf(reason, sizeof reason, "the %s produced a number that is not finite", what);
  gimbal_fail(&it->g, reason, 0);
}

/* ---- Beginning and end ---- */

PetscErrorCode IntegrationClose(Integration it) {
  if (!it->open)
    return 0;
  it->open = PETSC_FALSE;
  it->broken = 0;
  Prepare(it);
  it->family->close(&it->g);
  it->g.handle = NULL;
  const char *changed = FloatingCheck();
  UserCheck(!changed || it->broken, "the method changed %s when its run ended", changed);
  return it->broken;
}

static PetscErrorCode Open(Integration it, const gimbal_state *s) {
  it->g.handle = NULL;
  it->broken = 0;
  if (!it->family->open)
    return 0;
  Prepare(it);
  const int status = it->family->open(&it->g, it->h, s);
  const char *changed = FloatingCheck();
  if (status)
    gimbal_fail(&it->g, "the method could not open its run", 0);
  else
    it->open = (PetscBool)(it->family->close != NULL);
  FailForChange(it, changed);
  return it->broken;
}

static PetscErrorCode Start(Integration it, gimbal_state *s) {
  const gimbal_state *before = &it->state[1];
  it->broken = 0;
  if (!it->family->start)
    return 0;
  memcpy(before->q, s->q, (size_t)(it->nq + it->np) * sizeof *s->q);
  Prepare(it);
  const int status = it->family->start(&it->g, it->h, s);
  const char *changed = FloatingCheck();
  if (status)
    gimbal_fail(&it->g, "the method could not be started", 0);
  else if (changed)
    FailForChange(it, changed);
  else if (!AllFinite(it->nq + it->np + it->nk, s->q))
    gimbal_fail(&it->g, "the start produced a number that is not finite", 0);
  /* What the initial data lost to rounding is not what the changed ones lost. */
  for (PetscInt i = 0; i < it->nq + it->np; ++i)
    if (s->q[i] != before->q[i])
      it->carry_q[i] = 0;
  return it->broken;
}

PetscErrorCode IntegrationBegin(Integration it, Quad h, const Quad *y0, StepFailure *failure) {
  const Problem p = it->problem;
  Problem best;
  const Core *core = IntegrationBestCore(it, &best);
  const PetscInt entries = p->n + p->m;
  gimbal_state *s = &it->state[0];
  PetscBool valid = PETSC_TRUE;
  PetscCall(IntegrationClose(it));
  it->current = 0, it->steps = 0, it->h = (Real)h;
  it->by_time = (PetscBool)(it->h == 0);
  it->sized = PETSC_FALSE;
  memset(&it->failure, 0, sizeof it->failure);
  SolverSlotsForget(it);
  OWNED(MemoryFree)
  Quad *y = MemoryZeroed((size_t)(2 * entries + p->m + p->k), sizeof(*y));
  Quad *const field = y + entries, *const momentum = field + entries,
              *const lambda = momentum + p->m;
  if (y0)
    memcpy(y, y0, (size_t)entries * sizeof *y);
  else
    core->problem_initial(best, y);
  s->t = 0;
  PetscCall(PilotBegin(it, h, y));
  memset(s->q, 0, (size_t)(it->nq + it->np + it->nk + it->memory) * sizeof *s->q);
  memset(it->carry_q, 0, (size_t)it->nq * sizeof *it->carry_q);
  for (PetscInt i = 0; i < it->nq && i < entries; ++i) /* an appended action begins at 0 */
    IntegrationSplit(y[i], &s->q[i], &it->carry_q[i]);
  if (it->np) {
    core->problem_momentum(best, 0, y, momentum);
    for (PetscInt i = 0; i < it->np; ++i)
      IntegrationSplit(momentum[i], &s->p[i], &it->carry_p[i]);
  }
  if (it->nk) {
    valid = core->problem_field(best, 0, y, field, lambda);
    for (PetscInt i = 0; i < it->nk; ++i)
      IntegrationSplit(lambda[i], &s->lambda[i], NULL);
    if (it->mutation.kind == MUTATION_LAMBDA)
      s->lambda[0] += (Real)it->mutation.size;
  }
  if (!valid || !AllFinite(it->nq + it->np + it->nk, s->q))
    gimbal_fail(&it->g, "the initial data lie outside the model's domain", 0);
  else {
    memcpy(it->sizes + it->nq + it->np, s->q, (size_t)(it->nq + it->np) * sizeof *s->q);
    if (it->history.width) /* a start may take q and p apart */
      ReadInitial(it, s);
    PetscCall(Open(it, s));
    if (!it->failure.failed)
      PetscCall(Start(it, s));
  }
  SolverSlotsForget(it);
  it->history.count = 0;
  if (!it->history.width)
    ReadInitial(it, s);
  Report(it, failure);
  return 0;
}

/* ---- Steps ---- */

/* value + increment with the carry of what rounding lost [Knuth's two-sum]. */
static void Accumulate(PetscInt n, const Real *value, const Real *increment, Real *carry,
                       Real *out) {
  for (PetscInt i = 0; i < n; ++i) {
    const Real y = increment[i] + carry[i], sum = value[i] + y, part = sum - value[i];
    carry[i] = (value[i] - (sum - part)) + (y - part);
    out[i] = sum;
  }
}

/* The state's new q or p. An overwritten entry leaves no sum to compensate. */
static void CommitEntries(Overwriting how, PetscInt n, const Real *from, const Real *increment,
                          Real *carry, Real *to) {
  const size_t size = (size_t)n * sizeof *to;
  if (how == OVERWRITTEN || (how == OVERWRITING_UNSAID && memcmp(to, from, size)))
    memset(carry, 0, size);
  if (how != OVERWRITTEN)
    Accumulate(n, how == OVERWRITING_UNSAID ? to : from, increment, carry, to);
}

/* The other state becomes the present one. */
static void Commit(Integration it, const gimbal_state *from, gimbal_state *to) {
  const Quad action = it->appends_action ? IntegrationAppendedAction(it) : 0;
  CommitEntries(it->writes_q, it->nq, from->q, it->dq, it->carry_q, to->q);
  CommitEntries(it->writes_p, it->np, from->p, it->dp, it->carry_p, to->p);
  it->current = 1 - it->current;
  if (it->appends_action)
    it->action = (Real)(IntegrationAppendedAction(it) - action);
  it->steps++;
  it->counts.steps++;
  HistoryAdd(it);
}

static void GuardEnds(Integration it, const gimbal_state *to) {
  to->q[Entries(it)] = it->dq[it->nq + it->np] = BEYOND;
}
static PetscBool WroteBeyond(Integration it, const gimbal_state *to) {
  return (PetscBool)(to->q[Entries(it)] != BEYOND || it->dq[it->nq + it->np] != BEYOND);
}

/* A call may write only the state to which it goes and the storage it has; pointers do not keep it from
 * others. */
static void FailIfOverwritten(Integration it, const gimbal_state *from) {
  if (memcmp(from->q, it->before, Entries(it) * sizeof *from->q))
    gimbal_fail(&it->g, "it writes into *from, the state where it begins; only *to is written", 0);
  if (it->overrun || ScratchOverrun(it))
    gimbal_fail(&it->g, "it writes beyond the numbers that gimbal_scratch gave", 0);
}

/* Why a step that writes only what Commit does not read would stand still; NULL: it does not. */
static const char *WhyUnread(Overwriting how, PetscInt n, const Real *from, const Real *increment,
                             const Real *to) {
  PetscInt zeros = 0;
  while (zeros < n && increment[zeros] == 0)
    ++zeros;
  const PetscBool moved = (PetscBool)(memcmp(to, from, (size_t)n * sizeof *to) != 0);
  if (how == INCREMENTED && zeros == n && moved)
    return "the step writes q or p itself, which is not read: `overwrites` does not name it";
  if (how == OVERWRITTEN && zeros < n && !moved)
    return "the step writes an increment that is not read: `overwrites` names q or p itself";
  return NULL;
}

/* The state to which a step goes is that where it begins, without increments. */
static void BeginStep(Integration it, const gimbal_state *from, gimbal_state *to) {
  const size_t all = Entries(it) * sizeof *to->q;
  memcpy(it->before, from->q, all);
  memcpy(to->q, from->q, all);
  memset(it->dq, 0, (size_t)(it->nq + it->np) * sizeof *it->dq);
}

/* One step into the other state, with the failure where there was one. */
static void TakeStep(Integration it, const gimbal_state *from, gimbal_state *to) {
  BeginStep(it, from, to);
  it->action = 0;
  to->t = (Real)(it->steps + 1) * it->h;
  to->dq = it->dq, to->dp = it->dp;
  to->action = it->wants_action ? &it->action : NULL;
  GuardEnds(it, to);
  Prepare(it);
  it->stepping = PETSC_TRUE, it->pilot.asked = PETSC_FALSE;
  const int status = it->step(&it->g, from, it->h, to);
  it->stepping = PETSC_FALSE;
  to->dq = to->dp = to->action = NULL;
  FailIfWrong(it, status, to, "step");
  FailIfOverwritten(it, from);
  if (WroteBeyond(it, to))
    gimbal_fail(&it->g, "the step writes beyond the end of its state, `memory` or increments", 0);
  const char *unread = WhyUnread(it->writes_q, it->nq, from->q, it->dq, to->q);
  if (!unread)
    unread = WhyUnread(it->writes_p, it->np, from->p, it->dp, to->p);
  if (unread)
    gimbal_fail(&it->g, unread, 0);
}

PetscErrorCode IntegrationAdvance(Integration it, PetscInt64 steps, StepFailure *failure) {
  UserCheck(it->step && !it->by_time, "method %s takes no steps of a fixed size%s",
            it->method->name, it->step ? " in a run that was begun with h = 0" : "");
  for (PetscInt64 step = 0; step < steps; ++step) {
    const gimbal_state *from = &it->state[it->current];
    gimbal_state *to = &it->state[1 - it->current];
    TakeStep(it, from, to);
    PetscCall(it->broken);
    if (it->failure.failed)
      break;
    Commit(it, from, to);
  }
  Report(it, failure);
  return 0;
}

/* The step of a pilot: into the other state, and no further. */
PetscErrorCode IntegrationPilot(Integration it, const PilotStep *step, PetscBool *taken) {
  const gimbal_state *from = &it->state[it->current];
  gimbal_state *to = &it->state[1 - it->current];
  *taken = PETSC_FALSE;
  it->broken = 0;
  it->record = step->record;
  it->steps = step->steps;
  it->state[it->current].t = (Real)it->steps * it->h;
  for (size_t i = 0; i < Entries(it); ++i)
    from->q[i] = (Real)step->state[i];
  step->record->end = &step->record->first;
  TakeStep(it, from, to);
  PetscCall(it->broken);
  *taken = (PetscBool)!it->failure.failed;
  return 0;
}

PetscErrorCode IntegrationAdvanceTo(Integration it, Quad t, Quad tolerance, StepFailure *failure) {
  const gimbal_state *from = &it->state[it->current];
  gimbal_state *to = &it->state[1 - it->current];
  UserCheck(it->family->advance && it->by_time, "method %s does not choose its own steps%s",
            it->method->name,
            it->family->advance ? " in a run that was begun with h other than 0" : "");
  it->broken = 0;
  BeginStep(it, from, to);
  to->t = (Real)t;
  to->dq = to->dp = to->action = NULL;
  Prepare(it);
  const int status = it->family->advance(&it->g, from, to->t, (Real)tolerance, to);
  FailIfWrong(it, status, to, "method");
  FailIfOverwritten(it, from);
  PetscCall(it->broken);
  if (!it->failure.failed) {
    memset(it->carry_q, 0, (size_t)(it->nq + it->np) * sizeof *it->carry_q);
    it->current = 1 - it->current;
    it->steps++;
    it->counts.steps++;
  }
  Report(it, failure);
  return 0;
}
