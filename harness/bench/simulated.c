#include "bench/simulated.h"
#include <math.h>

/* What a rank does next, and when. */
typedef enum { ASK, TAKE } EventKind;
typedef struct {
  PetscReal time;
  PetscInt rank;
  EventKind kind;
} Event;

/* The events of all ranks, each of which has one; a heap, the earliest first. */
typedef struct {
  Event *at;
  PetscInt count;
} Events;

/* Of two at one time the lower rank's, so that the result does not depend on the heap. */
static PetscBool IsBefore(const Event *a, const Event *b) {
  return (PetscBool)(a->time < b->time || (a->time == b->time && a->rank < b->rank));
}

static void Put(Events *events, Event event) {
  PetscInt i = events->count++;
  while (i > 0 && IsBefore(&event, &events->at[(i - 1) / 2])) {
    events->at[i] = events->at[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  events->at[i] = event;
}

static Event Take(Events *events) {
  const Event first = events->at[0], last = events->at[--events->count];
  PetscInt i = 0;
  for (PetscInt child = 1; child < events->count; child = 2 * i + 1) {
    if (child + 1 < events->count && IsBefore(&events->at[child + 1], &events->at[child]))
      child++;
    if (!IsBefore(&events->at[child], &last))
      break;
    events->at[i] = events->at[child];
    i = child;
  }
  events->at[i] = last;
  return first;
}

typedef struct {
  const FarmCosts *costs;
  const PetscReal *seconds;
  PetscInt ranks, jobs;
  PetscInt next, asked;
  PetscReal counter_free, asking;
  FarmSimulated *out;
} Simulation;

/* When the counter is changed for a rank that asks; rank 0 need not send a message. */
static PetscReal Reach(Simulation *s, const Event *event) {
  PetscReal seen = event->time;
  if (!event->rank)
    return seen;
  seen += s->costs->latency / 2;
  if (s->costs->look > 0)
    seen = ceil(seen / s->costs->look) * s->costs->look;
  s->counter_free = PetscMax(seen, s->counter_free) + s->costs->service;
  s->out->counter += s->costs->service;
  return s->counter_free;
}

/* When the rank asks again that begins the next job at this time. */
static PetscReal Do(Simulation *s, PetscInt job, PetscReal time) {
  return time + s->seconds[job] + s->costs->append + s->costs->turn;
}

/* What follows an event; PETSC_FALSE if nothing does. */
static PetscBool Follow(Simulation *s, const Event *event, Event *next) {
  const PetscReal back = event->rank ? s->costs->latency / 2 : 0;
  *next = (Event){.rank = event->rank};
  switch (event->kind) {
  case ASK:
    next->time = Reach(s, event);
    next->kind = TAKE;
    s->asking += next->time - event->time + back;
    s->asked++;
    return PETSC_TRUE;
  case TAKE:
    s->out->wall = PetscMax(s->out->wall, event->time + back);
    if (s->next >= s->jobs)
      return PETSC_FALSE;
    next->time = Do(s, s->next++, event->time + back);
    next->kind = ASK;
    return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

PetscErrorCode FarmSimulate(const FarmCosts *costs, PetscInt ranks, PetscInt jobs,
                            const PetscReal *seconds, FarmSimulated *out) {
  Simulation s = {costs, seconds, ranks, jobs, .next = PetscMin(ranks, jobs), .out = out};
  Events events = {.count = 0};
  Event next;
  PetscFunctionBeginUser;
  *out = (FarmSimulated){.work = 0};
  for (PetscInt i = 0; i < jobs; i++) {
    out->work += seconds[i];
    out->longest = PetscMax(out->longest, seconds[i]);
  }
  PetscCall(PetscMalloc1(ranks, &events.at));
  for (PetscInt rank = 0; rank < ranks; rank++)
    Put(&events, (Event){rank < jobs ? Do(&s, rank, 0) : 0, rank, ASK});
  while (events.count) {
    const Event event = Take(&events);
    if (Follow(&s, &event, &next))
      Put(&events, next);
  }
  out->asking = s.asked ? s.asking / (PetscReal)s.asked : 0;
  PetscCall(PetscFree(events.at));
  PetscFunctionReturn(0);
}

PetscReal FarmBestEfficiency(const FarmSimulated *s, PetscInt ranks) {
  return s->work > 0
             ? s->work / ((PetscReal)ranks * PetscMax(s->longest, s->work / (PetscReal)ranks))
             : 0;
}

PetscReal FarmEfficiency(const FarmSimulated *s, PetscInt ranks) {
  return s->wall > 0 ? s->work / ((PetscReal)ranks * s->wall) : 0;
}
