#include "farm/farm.h"
#include "base/mathematics.h"
#include "farm/forecast.h"
#include "farm/interrupt.h"
#include "farm/progress.h"
#include "farm/remote.h"
#include "plugin/plugin.h"

#include <time.h>

/* Kept by rank 0 and changed by all. */
enum { JOBS_TAKEN, JOBS_DONE, JOBS_FAILED, INTERRUPTIONS, COUNTERS };

/* Whatever is not the next job is reported and looked up once a second at most, and less often where there are
 * more ranks than this. */
enum { RANKS_A_SECOND = 512 };

/* How long a rank waits for its workers before it looks around. On some networks a counter changes only when
 * rank 0 looks at its messages: with many ranks it looks more often. */
enum { WAIT_MILLISECONDS = 50, ATTENTIVE_MILLISECONDS = 1 };

typedef struct {
  MPI_Comm comm;
  PetscMPIInt rank, ranks;
  MPI_Win window;          /* of COUNTERS numbers of rank 0, where there are several ranks */
  int64_t alone[COUNTERS]; /* where there is one */
  PetscInt jobs;
  const Job **job; /* in the order in which they are begun */
  PetscReal start; /* MPI_Wtime */
  const FarmOptions *options;
  Progress progress;
  Forecast forecast;  /* rank 0's; of jobs it knows what it has measured itself */
  PetscInt forecasts; /* this many of the jobs are taken, as the forecast knows */
  PetscInt workers, busy;
  Remote *worker;
  const Job **now;       /* of each worker; NULL: none */
  PetscReal *begun;      /* MPI_Wtime */
  PetscBool first;       /* this rank's first job is still to come */
  PetscBool over;        /* there are no more */
  PetscBool stop;        /* this rank or another one has been interrupted */
  PetscBool reported;    /* the others know that this one has */
  PetscReal looked;      /* whether another one has, MPI_Wtime */
  int64_t done, failed;  /* jobs that are not reported yet */
  PetscReal reported_at; /* MPI_Wtime */
  int pause;             /* milliseconds until this rank looks again */
} Farm;

/* ---- Before ---- */

static PetscErrorCode Fingerprint(Registry registry, const char *program, const char *options,
                                  const Job *job, char fingerprint[33]) {
  Method method;
  Model model;
  OWNED(MemoryFree) char *text = NULL;
  PetscCall(RegistryFindMethod(registry, job->method, &method));
  PetscCall(RegistryFindModel(registry, job->model, &model));
  PetscCall(JobToText(job, &text));
  /* A library may have another version under the same plugin. */
  HashTexts((const char *[]){text, method->hash, model->hash, program, options, MathematicsName(),
                             method->family->library_version, NULL},
            fingerprint);
  return 0;
}

PetscErrorCode FarmFingerprint(Registry registry, const char *options, Arena arena, Jobs *jobs) {
  char program[17];
  PetscCall(ProgramHash(program));
  for (PetscInt i = 0; i < jobs->count; i++) {
    char fingerprint[33];
    PetscCall(Fingerprint(registry, program, options, jobs->at[i], fingerprint));
    jobs->at[i]->fingerprint = ArenaText(arena, fingerprint);
  }
  return 0;
}

PetscErrorCode FarmShare(MPI_Comm comm, PetscErrorCode error, Arena arena, Jobs *jobs) {
  PetscMPIInt rank;
  OWNED(MemoryFree) char *text = NULL;
  long long head[2] = {error, 0};
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (!rank && !error) {
    head[0] = JobsToText(jobs, &text);
    head[1] = text ? (long long)strlen(text) + 1 : 0;
    if (!head[0] && head[1] > INT_MAX)
      head[0] = PETSC_ERR_PLIB;
  }
  PetscCallMPI(MPI_Bcast(head, 2, MPI_LONG_LONG, 0, comm));
  if (head[0])
    return (PetscErrorCode)head[0];
  if (rank)
    text = MemoryTake((size_t)head[1]);
  PetscCallMPI(MPI_Bcast(text, (int)head[1], MPI_CHAR, 0, comm));
  return rank ? JobsFromText(text, arena, jobs) : 0;
}

/* ---- Counters ---- */

/* Adds to a counter and returns what it was before. */
static int64_t AddToCounter(Farm *farm, int counter, int64_t amount) {
  int64_t before = farm->alone[counter];
  if (farm->ranks == 1) {
    farm->alone[counter] += amount;
  } else {
    (void)MPI_Fetch_and_op(&amount, &before, MPI_INT64_T, 0, counter, MPI_SUM, farm->window);
    (void)MPI_Win_flush(0, farm->window);
  }
  return before;
}

/* Seconds between two messages of one kind to rank 0. */
static PetscReal Interval(const Farm *farm) {
  return PetscMax(1, (PetscReal)farm->ranks / RANKS_A_SECOND);
}

static void ReportJobs(Farm *farm, PetscBool now) {
  if ((!farm->done && !farm->failed) ||
      (!now && farm->ranks > 1 && MPI_Wtime() - farm->reported_at < Interval(farm)))
    return;
  farm->reported_at = MPI_Wtime();
  if (farm->done)
    (void)AddToCounter(farm, JOBS_DONE, farm->done);
  if (farm->failed)
    (void)AddToCounter(farm, JOBS_FAILED, farm->failed);
  farm->done = farm->failed = 0;
}

/* The number of the next job; at least the number of jobs if none is left. Each rank knows its
 * first one without a request. */
static int64_t Next(Farm *farm) {
  if (farm->first) {
    farm->first = PETSC_FALSE;
    return farm->rank;
  }
  return AddToCounter(farm, JOBS_TAKEN, 1);
}

/* Seconds until all is done, if the workers share it evenly; not before there is something to tell from.
 * Of other ranks' jobs half is taken to be done. */
static PetscReal TimeLeft(const Farm *farm, const ProgressState *state) {
  const PetscInt running = state->started - state->done - state->failed;
  const PetscInt others = PetscMax(0, running - farm->busy);
  PetscReal longest = 0, left = ForecastLeft(&farm->forecast);
  if (MPI_Wtime() - farm->start < 2)
    return -1;
  for (PetscInt i = 0; i < farm->workers; i++)
    if (farm->now[i]) {
      const PetscReal gone = MPI_Wtime() - farm->begun[i];
      const PetscReal whole = ForecastOf(&farm->forecast, farm->now[i]);
      /* A forecast that is off by more than its usual factor of three is not believed any more. */
      const PetscReal mine = gone > 3 * whole ? gone / 2 : PetscMax(0, whole - gone);
      longest = PetscMax(longest, mine);
      left += mine;
    }
  for (PetscInt i = 1; i <= others && i <= state->started; i++)
    left += ForecastOf(&farm->forecast, farm->job[state->started - i]) / 2;
  return PetscMax(longest, left / ((PetscReal)farm->ranks * farm->workers));
}

/* What has been running for the longest time here. */
static const char *Oldest(const Farm *farm) {
  PetscInt oldest = 0;
  for (PetscInt i = 1; i < farm->workers; i++)
    if (farm->now[i] && (!farm->now[oldest] || farm->begun[i] < farm->begun[oldest]))
      oldest = i;
  return farm->now[oldest] ? farm->now[oldest]->key : NULL;
}

static void State(Farm *farm, ProgressState *state) {
  state->jobs = farm->jobs;
  state->started = PetscMin((PetscInt)AddToCounter(farm, JOBS_TAKEN, 0), state->jobs);
  state->done = (PetscInt)AddToCounter(farm, JOBS_DONE, 0);
  state->failed = (PetscInt)AddToCounter(farm, JOBS_FAILED, 0);
  /* What has ended and is not reported yet is not running. */
  state->started =
      PetscMin(state->started, state->done + state->failed + farm->ranks * farm->workers);
  state->now = Oldest(farm);
  for (; farm->forecasts < state->started; farm->forecasts++)
    ForecastTake(&farm->forecast, farm->job[farm->forecasts]);
  state->left = TimeLeft(farm, state);
}

/* A signal may reach one rank or all. That of another one is looked for now and then only, since its
 * counter has to be fetched. */
static void LookForInterruption(Farm *farm) {
  if (InterruptSignal()) {
    farm->stop = PETSC_TRUE;
    if (!farm->reported)
      (void)AddToCounter(farm, INTERRUPTIONS, 1);
    farm->reported = PETSC_TRUE;
  } else if (farm->ranks > 1 && MPI_Wtime() - farm->looked > Interval(farm)) {
    farm->looked = MPI_Wtime();
    if (AddToCounter(farm, INTERRUPTIONS, 0))
      farm->stop = PETSC_TRUE;
  }
}

/* While workers work: other ranks may need this one to reach its counters, people a word. */
static void Tick(Farm *farm) {
  int flag;
  if (farm->ranks > 1)
    (void)MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, farm->comm, &flag, MPI_STATUS_IGNORE);
  ReportJobs(farm, PETSC_FALSE);
  LookForInterruption(farm);
  if (!farm->rank && ProgressIsDue(&farm->progress)) {
    ProgressState state;
    State(farm, &state);
    ProgressShow(&farm->progress, &state);
  }
}

/* ---- Jobs ---- */

/* The next job, if there is one, for worker i, which is free. */
static PetscErrorCode GiveJob(Farm *farm, PetscInt i) {
  if (farm->stop || farm->over)
    return 0;
  const int64_t next = Next(farm);
  farm->over = (PetscBool)(next >= farm->jobs);
  if (farm->over)
    return 0;
  if (!farm->worker[i])
    PetscCall(RemoteStart(farm->options->words, &farm->worker[i]));
  PetscCall(RemoteGive(farm->worker[i], farm->job[next], farm->options->timeout));
  farm->now[i] = farm->job[next];
  farm->begun[i] = MPI_Wtime();
  farm->busy++;
  return 0;
}

static PetscErrorCode KeepResult(Farm *farm, PetscInt i, const Job *job, WorkerResult *result,
                                 Journal journal) {
  const Record record = {.key = job->key,
                         .fingerprint = job->fingerprint,
                         .job = *job,
                         .status = result->done ? STATUS_DONE : STATUS_FAILED,
                         .reason = result->done ? NULL : result->reason};
  const Timing timing = {.key = job->key,
                         .seconds = result->seconds,
                         .cpu = result->cpu,
                         .rank = farm->rank * farm->workers + i,
                         .ended = MPI_Wtime() - farm->start};
  PetscCall(JournalAppend(journal, &record, result->measured, &timing));
  if (result->done)
    farm->done++;
  else
    farm->failed++;
  ReportJobs(farm, PETSC_FALSE);
  ForecastMeasured(&farm->forecast, job, result->seconds);
  return 0;
}

/* A worker whose job has ended gets the next one before the result is kept. */
static PetscErrorCode CollectResult(Farm *farm, PetscInt i, Journal journal) {
  const Job *job = farm->now[i];
  WorkerResult result;
  PetscBool ended;
  PetscCall(RemoteLook(farm->worker[i], &ended, &result));
  if (!ended)
    return 0;
  farm->now[i] = NULL;
  farm->busy--;
  PetscErrorCode error = GiveJob(farm, i);
  if (!error)
    error = KeepResult(farm, i, job, &result, journal);
  free(result.measured);
  return error;
}

/* Until no job is left, or somebody wants it to end. */
static PetscErrorCode RunJobs(Farm *farm, Journal journal) {
  PetscErrorCode error = 0;
  for (PetscInt i = 0; !error && i < farm->workers; i++)
    error = GiveJob(farm, i);
  while (!error && !farm->stop && farm->busy) {
    RemoteWait(farm->workers, farm->worker, farm->pause);
    Tick(farm);
    for (PetscInt i = 0; !error && !farm->stop && i < farm->workers; i++)
      if (farm->now[i])
        error = CollectResult(farm, i, journal);
  }
  for (PetscInt i = 0; i < farm->workers; i++) {
    RemoteStop(&farm->worker[i]);
    farm->now[i] = NULL;
  }
  farm->busy = 0;
  return error;
}

static PetscErrorCode Wait(MPI_Comm comm, Farm *farm) {
  MPI_Request request;
  int finished = 0;
  PetscCallMPI(MPI_Ibarrier(comm, &request));
  for (;;) {
    PetscCallMPI(MPI_Test(&request, &finished, MPI_STATUS_IGNORE));
    if (finished)
      break;
    (void)nanosleep(&(struct timespec){0, farm ? farm->pause * 1000000 : 20000000}, NULL);
    if (farm)
      Tick(farm);
  }
  return 0;
}

PetscErrorCode FarmWait(MPI_Comm comm) { return Wait(comm, NULL); }

static PetscErrorCode OpenCounters(Farm *farm) {
  int64_t *counters;
  farm->alone[JOBS_TAKEN] = 1; /* each rank has one */
  if (farm->ranks == 1)
    return 0;
  PetscCallMPI(MPI_Win_allocate(farm->rank ? 0 : (MPI_Aint)(COUNTERS * sizeof(int64_t)),
                                sizeof(int64_t), MPI_INFO_NULL, farm->comm, &counters,
                                &farm->window));
  if (!farm->rank) {
    PetscCallMPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, farm->window));
    memset(counters, 0, COUNTERS * sizeof(int64_t));
    counters[JOBS_TAKEN] = farm->ranks;
    PetscCallMPI(MPI_Win_unlock(0, farm->window));
  }
  PetscCallMPI(MPI_Barrier(farm->comm));
  PetscCallMPI(MPI_Win_lock_all(0, farm->window));
  return 0;
}

/* Of several ranks each has its own part of the journal, so that none waits for another to write. A rank
 * that cannot keep its results stops the others too. */
static PetscErrorCode RunAndKeep(Farm *farm, const char *directory) {
  Journal journal = NULL;
  PetscErrorCode error =
      JournalOpen(directory, farm->ranks > 1 ? farm->rank : LINES_WHOLE, &journal);
  if (!error)
    error = RunJobs(farm, journal);
  if (error)
    (void)AddToCounter(farm, JOBS_TAKEN, farm->jobs);
  ReportJobs(farm, PETSC_TRUE);
  PetscCall(JournalClose(&journal));
  return error;
}

PetscErrorCode FarmRun(MPI_Comm comm, const Jobs *jobs, const FarmOptions *options,
                       const char *directory, FarmSummary *summary) {
  Farm farm = {.comm = comm, .options = options, .jobs = jobs->count, .first = PETSC_TRUE};
  ProgressState state;
  int ends[2], worst[2]; /* error, signal */
  PetscCallMPI(MPI_Comm_rank(comm, &farm.rank));
  PetscCallMPI(MPI_Comm_size(comm, &farm.ranks));
  farm.job = MemoryZeroed(farm.jobs, sizeof(*farm.job));
  for (PetscInt i = 0; i < farm.jobs; i++)
    farm.job[i] = jobs->at[i];
  ForecastSort(farm.jobs, farm.job);
  farm.pause = farm.rank || farm.ranks == 1 ? WAIT_MILLISECONDS : ATTENTIVE_MILLISECONDS;
  farm.workers = PetscMax(1, PetscMin(options->workers, farm.jobs));
  PetscCall(
      PetscCalloc3(farm.workers, &farm.worker, farm.workers, &farm.now, farm.workers, &farm.begun));
  PetscCall(OpenCounters(&farm));
  farm.start = farm.reported_at = MPI_Wtime();
  ForecastBegin(&farm.forecast, farm.jobs, farm.job);
  ProgressBegin(&farm.progress, options->terminal);
  ends[0] = (int)RunAndKeep(&farm, directory);
  PetscCall(Wait(comm, &farm));
  if (!farm.rank && farm.ranks > 1 && !ends[0])
    ends[0] = (int)JournalMerge(directory);
  State(&farm, &state);
  if (!farm.rank)
    ProgressEnd(&farm.progress, &state);
  summary->done = state.done;
  ends[1] = farm.stop ? InterruptSignal() : 0;
  PetscCallMPI(MPI_Allreduce(ends, worst, 2, MPI_INT, MPI_MAX, comm));
  summary->interrupted = worst[1];
  if (farm.ranks > 1) {
    PetscCallMPI(MPI_Win_unlock_all(farm.window));
    PetscCallMPI(MPI_Win_free(&farm.window));
  }
  PetscCall(PetscFree3(farm.worker, farm.now, farm.begun));
  free(farm.job);
  return (PetscErrorCode)worst[0];
}
