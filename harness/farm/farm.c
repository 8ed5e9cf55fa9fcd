#include "farm/farm.h"
#include "farm/progress.h"
#include "plugin/plugin.h"

#include <limits.h>
#include <petscvec.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Kept by rank 0 and changed by all. */
enum { NEXT, DONE, FAILED, WORK, COUNTERS };

typedef struct {
  MPI_Comm comm;
  PetscMPIInt rank, ranks;
  MPI_Win window;          /* of COUNTERS numbers of rank 0, where there are several ranks */
  int64_t alone[COUNTERS]; /* where there is one */
  size_t jobs;
  const json_t **job; /* longest first */
  PetscReal work;     /* sum of the estimates */
  PetscReal start;    /* MPI_Wtime */
  const FarmOptions *options;
  Progress progress;
} Farm;

/* ---- Before ---- */

static const char *Text(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

PetscErrorCode FarmFingerprint(Registry registry, const char *options, json_t *jobs) {
  char program[17];
  json_t *job;
  size_t i;
  PetscFunctionBeginUser;
  PetscCall(ProgramHash(program));
  json_array_foreach(jobs, i, job) {
    char fingerprint[33];
    Method method;
    Model model;
    PetscCall(RegistryFindMethod(registry, Text(job, "method"), &method));
    PetscCall(RegistryFindModel(registry, Text(job, "model"), &model));
    char *line = JournalLine(job);
    PetscCheck(line, PETSC_COMM_SELF, PETSC_ERR_PLIB, "a job cannot be written as JSON");
    JournalFingerprint((const char *[]){line, method->hash, model->hash, program, options, NULL},
                       fingerprint);
    free(line);
    json_object_set_new(job, "fingerprint", json_string(fingerprint));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode FarmShare(MPI_Comm comm, PetscErrorCode error, json_t **value) {
  PetscMPIInt rank;
  char *text = NULL;
  long long head[2] = {error, 0};
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (!rank && !error) {
    text = JournalLine(*value);
    head[1] = text ? (long long)strlen(text) + 1 : 0;
    if (!text || head[1] > INT_MAX)
      head[0] = PETSC_ERR_PLIB;
  }
  PetscCallMPI(MPI_Bcast(head, 2, MPI_LONG_LONG, 0, comm));
  if (head[0]) {
    free(text);
    PetscFunctionReturn((PetscErrorCode)head[0]);
  }
  if (rank)
    text = malloc((size_t)head[1]);
  PetscCheck(text, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for the jobs");
  PetscCallMPI(MPI_Bcast(text, (int)head[1], MPI_CHAR, 0, comm));
  if (rank)
    *value = json_loads(text, 0, NULL);
  free(text);
  PetscCheck(*value, PETSC_COMM_SELF, PETSC_ERR_PLIB, "the jobs did not arrive");
  PetscFunctionReturn(0);
}

/* ---- Counters ---- */

/* Adds to a counter and tells what it was before. */
static int64_t Add(Farm *farm, int counter, int64_t amount) {
  int64_t before = farm->alone[counter];
  if (farm->ranks == 1) {
    farm->alone[counter] += amount;
  } else {
    (void)MPI_Fetch_and_op(&amount, &before, MPI_INT64_T, 0, counter, MPI_SUM, farm->window);
    (void)MPI_Win_flush(0, farm->window);
  }
  return before;
}

static void State(Farm *farm, ProgressState *state) {
  state->jobs = (PetscInt)farm->jobs;
  state->started = PetscMin((PetscInt)Add(farm, NEXT, 0), state->jobs);
  state->done = (PetscInt)Add(farm, DONE, 0);
  state->failed = (PetscInt)Add(farm, FAILED, 0);
  state->fraction = farm->work > 0 ? PetscMin((PetscReal)Add(farm, WORK, 0) / farm->work, 1.0) : 1;
}

/* While a worker works: other ranks may need this one to reach its counters, people a word. */
static void Tick(void *context) {
  Farm *farm = context;
  int flag;
  if (farm->ranks > 1)
    (void)MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, farm->comm, &flag, MPI_STATUS_IGNORE);
  if (!farm->rank && farm->options->progress && ProgressIsDue(&farm->progress)) {
    ProgressState state;
    State(farm, &state);
    ProgressShow(&farm->progress, &state);
  }
}

/* ---- Jobs ---- */

static PetscReal Estimate(const json_t *job) {
  return json_number_value(json_object_get(job, "estimate"));
}

static int LongestFirst(const void *a, const void *b) {
  const json_t *one = *(const json_t *const *)a, *other = *(const json_t *const *)b;
  PetscReal difference = Estimate(other) - Estimate(one);
  return difference > 0 ? 1 : difference < 0 ? -1 : strcmp(Text(one, "key"), Text(other, "key"));
}

static PetscErrorCode RunJob(Farm *farm, const json_t *whole, Journal journal) {
  WorkerSetup setup = {
      farm->options->study, farm->options->registry, farm->options->timeout, Tick, farm,
      farm->options->memory};
  WorkerResult result;
  json_t *job = json_copy((json_t *)whole), *record, *timing;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  json_object_del(job, "fingerprint");
  error = WorkerRun(&setup, job, &result);
  if (error) {
    json_decref(job);
    PetscFunctionReturn(error);
  }
  record =
      json_pack("{s:s, s:s, s:o, s:s, s:o}", "key", Text(job, "key"), "fingerprint",
                Text(whole, "fingerprint"), "job", job, "status", result.done ? "done" : "failed",
                "reason", result.done ? json_null() : json_string(result.reason));
  timing = json_pack("{s:s, s:f, s:f, s:i, s:f}", "key", Text(whole, "key"), "seconds",
                     (double)result.seconds, "cpu", (double)result.cpu, "rank", (int)farm->rank,
                     "ended", MPI_Wtime() - farm->start);
  error = JournalAppend(journal, record, result.done ? result.measured : "null", timing);
  free(result.measured);
  json_decref(record);
  json_decref(timing);
  PetscCall(error);
  (void)Add(farm, result.done ? DONE : FAILED, 1);
  (void)Add(farm, WORK, (int64_t)Estimate(whole));
  PetscFunctionReturn(0);
}

/* Until no job is left. A rank that cannot keep its results stops the others too. */
static PetscErrorCode RunJobs(Farm *farm, Journal journal) {
  PetscErrorCode error = 0;
  PetscFunctionBeginUser;
  for (;;) {
    int64_t next = Add(farm, NEXT, 1);
    if (next >= (int64_t)farm->jobs)
      break;
    error = RunJob(farm, farm->job[next], journal);
    if (error) {
      (void)Add(farm, NEXT, (int64_t)farm->jobs);
      break;
    }
  }
  PetscFunctionReturn(error);
}

static PetscErrorCode Wait(MPI_Comm comm, Farm *farm) {
  MPI_Request request;
  int finished = 0;
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Ibarrier(comm, &request));
  for (;;) {
    PetscCallMPI(MPI_Test(&request, &finished, MPI_STATUS_IGNORE));
    if (finished)
      break;
    (void)nanosleep(&(struct timespec){0, 20000000}, NULL);
    if (farm)
      Tick(farm);
  }
  PetscFunctionReturn(0);
}

PetscErrorCode FarmWait(MPI_Comm comm) {
  PetscFunctionBeginUser;
  PetscCall(Wait(comm, NULL));
  PetscFunctionReturn(0);
}

static PetscErrorCode OpenCounters(Farm *farm) {
  int64_t *counters;
  PetscFunctionBeginUser;
  if (farm->ranks == 1)
    PetscFunctionReturn(0);
  PetscCallMPI(MPI_Win_allocate(farm->rank ? 0 : (MPI_Aint)(COUNTERS * sizeof(int64_t)),
                                sizeof(int64_t), MPI_INFO_NULL, farm->comm, &counters,
                                &farm->window));
  if (!farm->rank) {
    PetscCallMPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, farm->window));
    memset(counters, 0, COUNTERS * sizeof(int64_t));
    PetscCallMPI(MPI_Win_unlock(0, farm->window));
  }
  PetscCallMPI(MPI_Barrier(farm->comm));
  PetscCallMPI(MPI_Win_lock_all(0, farm->window));
  PetscFunctionReturn(0);
}

PetscErrorCode FarmRun(MPI_Comm comm, const json_t *jobs, const FarmOptions *options,
                       Journal journal, FarmSummary *summary) {
  Farm farm = {.comm = comm, .options = options, .jobs = json_array_size(jobs)};
  ProgressState state;
  int error, worst;
  Vec anchor;
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &farm.rank));
  PetscCallMPI(MPI_Comm_size(comm, &farm.ranks));
  PetscCall(PetscMalloc1(farm.jobs, &farm.job));
  for (size_t i = 0; i < farm.jobs; i++) {
    farm.job[i] = json_array_get(jobs, i);
    farm.work += floor(Estimate(farm.job[i]));
  }
  if (farm.jobs)
    qsort(farm.job, farm.jobs, sizeof(*farm.job), LongestFirst);
  /* While one object lives on it, PETSc's own copy of PETSC_COMM_SELF exists; a worker need not
   * make one, which would drive MPI's progress in its copy of our memory and swallow our messages.
   */
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, 1, &anchor));
  PetscCall(OpenCounters(&farm));
  farm.start = MPI_Wtime();
  ProgressBegin(&farm.progress, options->terminal);
  error = (int)RunJobs(&farm, journal);
  PetscCall(Wait(comm, &farm));
  State(&farm, &state);
  if (!farm.rank && options->progress)
    ProgressEnd(&farm.progress, &state);
  summary->done = state.done;
  summary->failed = state.failed;
  PetscCallMPI(MPI_Allreduce(&error, &worst, 1, MPI_INT, MPI_MAX, comm));
  if (farm.ranks > 1) {
    PetscCallMPI(MPI_Win_unlock_all(farm.window));
    PetscCallMPI(MPI_Win_free(&farm.window));
  }
  PetscCall(VecDestroy(&anchor));
  PetscCall(PetscFree(farm.job));
  PetscFunctionReturn((PetscErrorCode)worst);
}
