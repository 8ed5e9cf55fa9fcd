/* How much of many ranks the jobs of a run would get: bench/simulated.h with the times of
 * a timings.jsonl, in the order in which that run gave its jobs out. A job takes its processor time and
 * what jobs of that run typically took beside it (half of them less), so that other work
 * on the machine where it ran does not count. What a rank takes between jobs is measured. */
#include "bench/bench.h"
#include "bench/simulated.h"
#include "record/journal.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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
  PetscCall(TimingFromText(where, line, length, run->arena, &timing));
  PetscCall(ArenaRoom(run->arena, run->count, &run->at));
  PetscCall(ArenaRoom(run->arena, run->count, &run->beside));
  run->at[run->count] =
      (Taken){timing.cpu, timing.ended - timing.seconds, timing.ended, timing.rank};
  run->beside[run->count++] = PetscMax(0, timing.seconds - timing.cpu);
  return 0;
}

static int EarliestFirst(const void *a, const void *b) {
  const Taken *one = a, *other = b;
  return (one->began > other->began) - (one->began < other->began);
}

/* ---- What a rank takes between jobs ---- */

static int ByRank(const void *a, const void *b) {
  const Taken *one = a, *other = b;
  return one->rank != other->rank ? (one->rank > other->rank) - (one->rank < other->rank)
                                  : EarliestFirst(a, b);
}

/* The median time from the end of a job to the beginning of its rank's next. */
static PetscErrorCode MeasurePause(Run *run, PetscReal *pause) {
  PetscInt count = 0;
  PetscReal *each;
  PetscCall(PetscMalloc1(run->count, &each));
  qsort(run->at, (size_t)run->count, sizeof(*run->at), ByRank);
  for (PetscInt i = 1; i < run->count; i++)
    if (run->at[i].rank == run->at[i - 1].rank)
      each[count++] = PetscMax(0, run->at[i].began - run->at[i - 1].ended);
  *pause = count ? BenchMedian(count, each) : 0;
  return PetscFree(each);
}

/* Of a counter as the farm's, on this machine. */
static PetscErrorCode MeasureFetch(PetscReal *seconds) {
  enum { FETCHES = 10000 };
  int64_t *counter, one = 1, before;
  MPI_Win window;
  PetscCallMPI(MPI_Win_allocate(sizeof(*counter), sizeof(*counter), MPI_INFO_NULL, PETSC_COMM_SELF,
                                &counter, &window));
  PetscCallMPI(MPI_Win_lock_all(0, window));
  *counter = 0;
  const PetscReal start = ClockNow();
  for (int i = 0; i < FETCHES; i++) {
    PetscCallMPI(MPI_Fetch_and_op(&one, &before, MPI_INT64_T, 0, 0, MPI_SUM, window));
    PetscCallMPI(MPI_Win_flush(0, window));
  }
  *seconds = (ClockNow() - start) / FETCHES;
  PetscCallMPI(MPI_Win_unlock_all(window));
  PetscCallMPI(MPI_Win_free(&window));
  return 0;
}

/* The mean size of the records beside the timings; 0: they are not there. */
static size_t RecordSize(const char *timings, PetscInt count) {
  char path[PETSC_MAX_PATH_LEN], results[PETSC_MAX_PATH_LEN];
  struct stat status;
  (void)snprintf(path, sizeof path, "%s", timings);
  LinesPath(dirname(path), "results", LINES_WHOLE, results);
  return stat(results, &status) ? 0 : (size_t)status.st_size / (size_t)count;
}

enum { WRITERS = 8, RECORDS = 50 };

/* The time of each of a writer's records, the synchronisations among them. */
static PetscErrorCode Write(const char *folder, PetscInt writer, const char *measured,
                            PetscReal *seconds) {
  Record record = {.key = "bench", .fingerprint = "0", .status = STATUS_DONE};
  const Timing timing = {.key = "bench"};
  Journal journal;
  JobInit(&record.job);
  record.job.key = record.job.kind = record.job.method = record.job.model = record.job.instance =
      record.key;
  PetscCall(JournalOpen(folder, writer, &journal));
  const PetscReal start = ClockNow();
  for (int i = 0; i < RECORDS; i++)
    PetscCall(JournalAppend(journal, &record, measured, &timing));
  *seconds = (ClockNow() - start) / RECORDS;
  return JournalClose(&journal);
}

/* Several processes append at once. */
static PetscErrorCode MeasureAppend(size_t size, PetscReal *seconds) {
  char folder[PETSC_MAX_PATH_LEN], *measured;
  PetscReal each;
  pid_t child[WRITERS];
  int ends[2], failed = 0;
  PetscCall(BenchFolderCreate(folder));
  PetscCall(PetscMalloc1(size + 32, &measured));
  (void)snprintf(measured, size + 32, "{\"filler\":\"%0*d\"}", (int)size, 0);
  PetscCheck(!pipe(ends), PETSC_COMM_SELF, PETSC_ERR_SYS, "no pipe for the writers of records");
  for (PetscInt i = 0; i < WRITERS; i++)
    if (!(child[i] = fork()))
      _exit(Write(folder, i, measured, &each) || write(ends[1], &each, sizeof each) < 0);
  close(ends[1]);
  *seconds = 0;
  for (PetscInt i = 0; i < WRITERS; i++) {
    int status = 1;
    failed |= child[i] < 0 || waitpid(child[i], &status, 0) < 0 || status ||
              read(ends[0], &each, sizeof each) != sizeof each;
    *seconds += each / WRITERS;
  }
  close(ends[0]);
  PetscCall(PetscFree(measured));
  PetscCall(BenchFolderRemove(folder));
  PetscCheck(!failed, PETSC_COMM_SELF, PETSC_ERR_SYS, "records could not be appended in %s",
             folder);
  return 0;
}

/* The pause has one record and one look at the counter in it. */
static PetscErrorCode MeasureCosts(const Bench *b, Run *run, FarmCosts *costs) {
  PetscReal pause = 0;
  *costs = (FarmCosts){.latency = 0};
  PetscCall(MeasurePause(run, &pause));
  PetscCall(MeasureFetch(&costs->service));
  PetscCall(MeasureAppend(RecordSize(b->timings, run->count), &costs->append));
  costs->turn = PetscMax(0, pause - costs->append - costs->service);
  return 0;
}

/* ---- The figures ---- */

typedef struct {
  PetscInt jobs;
  PetscReal *seconds; /* each job `copies` times, in the order in which they were given out */
  FarmCosts costs;
} Simulated;

static PetscErrorCode ReadTimes(const Bench *b, Simulated *s) {
  Run run = {.count = 0};
  PetscBool exists;
  PetscCall(ArenaCreate(&run.arena));
  PetscCall(LinesRead(b->timings, AddTiming, &run, &exists, NULL));
  PetscCheck(exists && run.count, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "bench: no job's time in %s, which should be the timings.jsonl of a run", b->timings);
  if (b->costs)
    s->costs = *b->costs;
  else
    PetscCall(MeasureCosts(b, &run, &s->costs));
  const PetscReal beside = BenchMedian(run.count, run.beside);
  qsort(run.at, (size_t)run.count, sizeof(*run.at), EarliestFirst);
  s->jobs = run.count * b->copies;
  PetscCall(PetscMalloc1(s->jobs, &s->seconds));
  for (PetscInt i = 0; i < s->jobs; i++)
    s->seconds[i] = run.at[i / b->copies].seconds + beside;
  ArenaDestroy(&run.arena);
  return 0;
}

/* Longest first, by what they took and not by what was expected. */
static PetscErrorCode SimulateSorted(const FarmCosts *costs, PetscInt ranks, PetscInt jobs,
                                     const PetscReal *seconds, FarmSimulated *out) {
  PetscReal *sorted;
  PetscCall(PetscMalloc1(jobs, &sorted));
  for (PetscInt i = 0; i < jobs; i++)
    sorted[i] = -seconds[i];
  PetscCall(PetscSortReal(jobs, sorted));
  for (PetscInt i = 0; i < jobs; i++)
    sorted[i] = -sorted[i];
  PetscCall(FarmSimulate(costs, ranks, jobs, sorted, out));
  return PetscFree(sorted);
}

static PetscErrorCode Add(Bench *b, const char *name, PetscInt ranks, const Simulated *s) {
  const FarmCosts *costs = &s->costs;
  FarmSimulated run, sorted;
  PetscCall(FarmSimulate(costs, ranks, s->jobs, s->seconds, &run));
  PetscCall(SimulateSorted(costs, ranks, s->jobs, s->seconds, &sorted));
  const PetscReal best = FarmBestEfficiency(&run, ranks);
  PetscReal ratio = FarmEfficiency(&run, ranks);
  const BenchFigure figure =
      BenchFigureOf(name, "work of jobs / (ranks * simulated wall time)", 1, &ratio);
  return BenchAdd(
      b, &figure,
      "%d jobs of %.4g s, the longest %.3g s: no farm has more than %.3f; %.3f in order "
      "of times measured; %.4g s, of which the counter is busy %.3g s; %.3g ms to ask for "
      "a job; costs %s: latency %.3g us, fetch %.3g us, look %.3g us, record %.3g us, "
      "to the next job %.3g us",
      (int)s->jobs, run.work, run.longest, best, FarmEfficiency(&sorted, ranks), run.wall,
      run.counter, 1e3 * run.asking, b->costs ? "given" : "measured", 1e6 * costs->latency,
      1e6 * costs->service, 1e6 * costs->look, 1e6 * costs->append, 1e6 * costs->turn);
}

PetscErrorCode BenchRanks(Bench *b) {
  Simulated simulated = {.seconds = NULL};
  for (PetscInt ranks = 64; ranks <= 4096; ranks *= 2) {
    char name[32];
    PetscCall(PetscSNPrintf(name, sizeof(name), BENCH_RANKS "%d", (int)ranks));
    if (!b->timings || !BenchWants(b, name))
      continue;
    if (!simulated.seconds)
      PetscCall(ReadTimes(b, &simulated));
    PetscCall(Add(b, name, ranks, &simulated));
  }
  return PetscFree(simulated.seconds);
}
