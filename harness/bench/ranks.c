/* How much of many ranks the jobs of a run would get: bench/simulated.h with the times of
 * a timings.jsonl, in the order in which that run gave its jobs out. A job takes its processor time and
 * what jobs of that run typically took beside it (half of them less), so that other work
 * on the machine where it ran does not count. */
#include "bench/bench.h"
#include "bench/simulated.h"
#include "record/lines.h"
#include "record/record.h"

typedef struct {
  PetscReal seconds, began;
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
  run->at[run->count] = (Taken){timing.cpu, timing.ended - timing.seconds};
  run->beside[run->count++] = PetscMax(0, timing.seconds - timing.cpu);
  PetscFunctionReturn(0);
}

static int EarliestFirst(const void *a, const void *b) {
  const Taken *one = a, *other = b;
  return (one->began > other->began) - (one->began < other->began);
}

/* Into *seconds, which is to be freed, each job `copies` times. */
static PetscErrorCode ReadTimes(const char *file, PetscInt copies, PetscInt *jobs,
                                PetscReal **seconds) {
  Run run = {.count = 0};
  PetscBool exists;
  PetscFunctionBeginUser;
  PetscCall(ArenaCreate(&run.arena));
  PetscCall(LinesRead(file, AddTiming, &run, &exists, NULL));
  PetscCheck(exists && run.count, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "bench: no job's time in %s, which should be the timings.jsonl of a run", file);
  const PetscReal beside = BenchMedian(run.count, run.beside);
  qsort(run.at, (size_t)run.count, sizeof(*run.at), EarliestFirst);
  *jobs = run.count * copies;
  PetscCall(PetscMalloc1(*jobs, seconds));
  for (PetscInt i = 0; i < *jobs; i++)
    (*seconds)[i] = run.at[i / copies].seconds + beside;
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

static PetscErrorCode Add(Bench *b, const char *name, PetscInt ranks, PetscInt jobs,
                          const PetscReal *seconds) {
  FarmSimulated run, sorted;
  PetscFunctionBeginUser;
  PetscCall(FarmSimulate(&b->costs, ranks, jobs, seconds, &run));
  PetscCall(SimulateSorted(&b->costs, ranks, jobs, seconds, &sorted));
  const PetscReal ratio = FarmEfficiency(&run, ranks), best = FarmBestEfficiency(&run, ranks);
  const BenchFigure figure = {name, "work of jobs / (ranks * simulated wall time)", ratio, ratio,
                              ratio};
  PetscCall(
      BenchAdd(b, &figure,
               "%d jobs of %.4g s, the longest %.3g s: no farm has more than %.3f; %.3f in order "
               "of times measured; %.4g s, of which the counter is busy %.3g s and the "
               "journal %.3g s; %.3g ms to ask for a job",
               (int)jobs, run.work, run.longest, best, FarmEfficiency(&sorted, ranks), run.wall,
               run.counter, run.journal, 1e3 * run.asking));
  PetscFunctionReturn(0);
}

PetscErrorCode BenchRanks(Bench *b) {
  PetscReal *seconds = NULL;
  PetscInt jobs;
  PetscFunctionBeginUser;
  for (PetscInt ranks = 64; ranks <= 4096; ranks *= 2) {
    char name[32];
    PetscCall(PetscSNPrintf(name, sizeof(name), BENCH_RANKS "%d", (int)ranks));
    if (!b->timings || !BenchWants(b, name))
      continue;
    if (!seconds)
      PetscCall(ReadTimes(b->timings, b->copies, &jobs, &seconds));
    PetscCall(Add(b, name, ranks, jobs, seconds));
  }
  PetscCall(PetscFree(seconds));
  PetscFunctionReturn(0);
}
