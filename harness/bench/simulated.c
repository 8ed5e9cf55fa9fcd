#include "bench/simulated.h"
#include <math.h>

/* What a rank does next, and when. */
typedef enum { ASK, TAKE } EventKind;
typedef struct {
  PetscReal time;
  PetscInt rank;
  EventKind kind;
} Event;

/* The place of the earliest event; of two at one time, of the lower rank's. */
static PetscInt Earliest(PetscInt count, const Event *event) {
  PetscInt first = 0;
  for (PetscInt i = 1; i < count; i++)
    if (event[i].time < event[first].time ||
        (event[i].time == event[first].time && event[i].rank < event[first].rank))
      first = i;
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
  PetscInt count = ranks; /* of ranks that go on; each has one event */
  Event *event, next;
  *out = (FarmSimulated){.work = 0};
  for (PetscInt i = 0; i < jobs; i++) {
    out->work += seconds[i];
    out->longest = PetscMax(out->longest, seconds[i]);
  }
  PetscCall(PetscMalloc1(ranks, &event));
  for (PetscInt rank = 0; rank < ranks; rank++)
    event[rank] = (Event){rank < jobs ? Do(&s, rank, 0) : 0, rank, ASK};
  while (count) {
    const PetscInt first = Earliest(count, event);
    event[first] = Follow(&s, &event[first], &next) ? next : event[--count];
  }
  out->asking = s.asked ? s.asking / (PetscReal)s.asked : 0;
  return PetscFree(event);
}

PetscReal FarmBestEfficiency(const FarmSimulated *s, PetscInt ranks) {
  return s->work > 0
             ? s->work / ((PetscReal)ranks * PetscMax(s->longest, s->work / (PetscReal)ranks))
             : 0;
}

PetscReal FarmEfficiency(const FarmSimulated *s, PetscInt ranks) {
  return s->wall > 0 ? s->work / ((PetscReal)ranks * s->wall) : 0;
}
