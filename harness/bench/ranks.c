/* How much of many ranks the jobs of a run would get: bench/simulated.h with the times of
 * a timings.jsonl, in the order in which that run gave its jobs out. A job takes its processor time and
 * what jobs of that run typically took beside it (half of them less), so that other work
 * on the machine where it ran does not count. */
#include "bench/bench.h"
#include "bench/simulated.h"
#include "record/lines.h"
#include "record/record.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
  PetscReal seconds, began, ended;
  PetscInt rank;
} Taken;

typedef struct {
  Arena arena;
  Taken *at;
  PetscReal *beside; /* of each, what it took beside processor time */
  PetscInt count;
} Run;

static PetscErrorCode AddTiming(const char *where, const char *line, size_t length, void *context) {
  Run *run = context;
  Timing timing;
  PetscFunctionBeginUser;
  PetscCall(TimingFromText(where, line, length, run->arena, &timing));
  PetscCall(ArenaRoom(run->arena, run->count, &run->at));
  PetscCall(ArenaRoom(run->arena, run->count, &run->beside));
  run->at[run->count] =
      (Taken){timing.cpu, timing.ended - timing.seconds, timing.ended, timing.rank};
  run->beside[run->count++] = PetscMax(0, timing.seconds - timing.cpu);
  PetscFunctionReturn(0);
}

static int EarliestFirst(const void *a, const void *b) {
  const Taken *one = a, *other = b;
  return (one->began > other->began) - (one->began < other->began);
}

typedef struct {
  PetscInt jobs;
  PetscReal *seconds; /* each job `copies` times, in the order in which they were given out */
  FarmCosts costs;
} Simulated;

static PetscErrorCode ReadTimes(const Bench *b, Simulated *s) {
  Run run = {.count = 0};
  PetscBool exists;
  PetscFunctionBeginUser;
  PetscCall(ArenaCreate(&run.arena));
  PetscCall(LinesRead(b->timings, AddTiming, &run, &exists, NULL));
  PetscCheck(exists && run.count, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "bench: no job's time in %s, which should be the timings.jsonl of a run", b->timings);
  s->costs = *b->costs;
  const PetscReal beside = BenchMedian(run.count, run.beside);
  qsort(run.at, (size_t)run.count, sizeof(*run.at), EarliestFirst);
  s->jobs = run.count * b->copies;
  PetscCall(PetscMalloc1(s->jobs, &s->seconds));
  for (PetscInt i = 0; i < s->jobs; i++)
    s->seconds[i] = run.at[i / b->copies].seconds + beside;
  PetscCall(ArenaDestroy(&run.arena));
  PetscFunctionReturn(0);
}

/* Longest first, by what they took and not by what was expected. */
static PetscErrorCode SimulateSorted(const FarmCosts *costs, PetscInt ranks, PetscInt jobs,
                                     const PetscReal *seconds, FarmSimulated *out) {
  PetscReal *sorted;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(jobs, &sorted));
  for (PetscInt i = 0; i < jobs; i++)
    sorted[i] = -seconds[i];
  PetscCall(PetscSortReal(jobs, sorted));
  for (PetscInt i = 0; i < jobs; i++)
    sorted[i] = -sorted[i];
  PetscCall(FarmSimulate(costs, ranks, jobs, sorted, out));
  PetscCall(PetscFree(sorted));
  PetscFunctionReturn(0);
}

static PetscErrorCode Add(Bench *b, const char *name, PetscInt ranks, const Simulated *s) {
  const FarmCosts *costs = &s->costs;
  FarmSimulated run, sorted;
  PetscFunctionBeginUser;
  PetscCall(FarmSimulate(costs, ranks, s->jobs, s->seconds, &run));
  PetscCall(SimulateSorted(costs, ranks, s->jobs, s->seconds, &sorted));
  const PetscReal ratio = FarmEfficiency(&run, ranks), best = FarmBestEfficiency(&run, ranks);
  const BenchFigure figure = {name, "work of jobs / (ranks * simulated wall time)", ratio, ratio,
                              ratio};
  PetscCall(
      BenchAdd(b, &figure,
               "%d jobs of %.4g s, the longest %.3g s: no farm has more than %.3f; %.3f in order "
               "of times measured; %.4g s, of which the counter is busy %.3g s; %.3g ms to ask for "
               "a job; costs: latency %.3g us, fetch %.3g us, look %.3g us, record %.3g us, "
               "to the next job %.3g us",
               (int)s->jobs, run.work, run.longest, best, FarmEfficiency(&sorted, ranks), run.wall,
               run.counter, 1e3 * run.asking, 1e6 * costs->latency, 1e6 * costs->service,
               1e6 * costs->look, 1e6 * costs->append, 1e6 * costs->turn));
  PetscFunctionReturn(0);
}

PetscErrorCode BenchRanks(Bench *b) {
  Simulated simulated = {.seconds = NULL};
  PetscFunctionBeginUser;
  for (PetscInt ranks = 64; ranks <= 4096; ranks *= 2) {
    char name[32];
    PetscCall(PetscSNPrintf(name, sizeof(name), BENCH_RANKS "%d", (int)ranks));
    if (!b->timings || !BenchWants(b, name))
      continue;
    if (!simulated.seconds)
      PetscCall(ReadTimes(b, &simulated));
    PetscCall(Add(b, name, ranks, &simulated));
  }
  PetscCall(PetscFree(simulated.seconds));
  PetscFunctionReturn(0);
}
