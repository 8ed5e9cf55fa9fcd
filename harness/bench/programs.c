/* Figures of whole programs: this one is started again as a child process, whose time and memory are
 * measured. */
#include "bench/bench.h"
#include "base/spawn.h"
#include "record/lines.h"
#include "record/record.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
  PetscReal wall, cpu; /* seconds; CPU time includes that of its own children */
  PetscReal memory;    /* MiB, of the largest of the processes */
  int status;          /* exit status; -1 if it ended by a signal */
} ChildUsage;

/* Runs `gimbal WORDS…` (the last word is NULL) without output, and apart from the MPI world
 * that this program is in. */
static PetscErrorCode ChildRun(const char *const words[], ChildUsage *usage) {
  char *argv[32] = {(char *)"gimbal"};
  posix_spawn_file_actions_t actions;
  struct rusage used;
  pid_t pid;
  int status, error;

  for (int n = 0; words[n] && n < 30; n++)
    argv[n + 1] = (char *)words[n];
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const PetscReal start = ClockNow();
  error = SpawnSelf(argv, &actions, 0, &pid);
  posix_spawn_file_actions_destroy(&actions);
  PetscCheck(!error, PETSC_COMM_SELF, PETSC_ERR_SYS, "gimbal cannot be started again: %s",
             strerror(error));
  while (wait4(pid, &status, 0, &used) < 0)
    PetscCheck(errno == EINTR, PETSC_COMM_SELF, PETSC_ERR_SYS, "wait4: %s", strerror(errno));
  usage->wall = ClockNow() - start;
  usage->cpu = (PetscReal)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
               1e-6 * (PetscReal)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  usage->memory = (PetscReal)used.ru_maxrss / 1024;
  usage->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return 0;
}

PetscErrorCode BenchFolderCreate(char folder[PETSC_MAX_PATH_LEN]) {
  const char *where = getenv("TMPDIR");
  snprintf(folder, PETSC_MAX_PATH_LEN, "%s/gimbal-bench-XXXXXX", where && *where ? where : "/tmp");
  PetscCheck(mkdtemp(folder), PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s: %s", folder,
             strerror(errno));
  return 0;
}

static int Remove(const char *path, const struct stat *info, int kind, struct FTW *where) {
  (void)info, (void)kind, (void)where;
  return remove(path);
}

PetscErrorCode BenchFolderRemove(const char *folder) {
  PetscCheck(!nftw(folder, Remove, 16, FTW_DEPTH | FTW_PHYS), PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN,
             "%s cannot be removed: %s", folder, strerror(errno));
  return 0;
}

/* ---- The figures ---- */

/* gimbal verify of one long run: it has to do with the memory of a short one. */
static PetscErrorCode EnergyStudy(PetscInt64 steps, ChildUsage *usage) {
  char folder[PETSC_MAX_PATH_LEN], suite[PETSC_MAX_PATH_LEN + 32], out[PETSC_MAX_PATH_LEN + 32];
  const char *words[] = {"verify", suite, "-o", out, "--timeout", "3600", NULL};

  PetscCall(BenchFolderCreate(folder));
  snprintf(suite, sizeof suite, "%s/suite.yaml", folder);
  snprintf(out, sizeof out, "%s/out", folder);
  FILE *file = fopen(suite, "w");
  PetscCheck(file, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s cannot be written", suite);
  fprintf(file,
          "title: bench\nmethods: [stormer_verlet]\nmodels: [henon_heiles]\nprecision: double\n"
          "studies:\n  - {study: long, steps: %lld}\n",
          (long long)steps);
  fclose(file);
  PetscCall(ChildRun(words, usage));
  PetscCheck(usage->status == 0, PETSC_COMM_SELF, PETSC_ERR_SYS,
             "an energy study of %lld steps ended with status %d", (long long)steps, usage->status);
  return BenchFolderRemove(folder);
}

PetscErrorCode BenchMemory(Bench *b) {
  static const struct {
    const char *name;
    PetscInt64 steps;
  } all[] = {{"memory:1e5", 100000}, {"memory:1e6", 1000000}, {"memory:1e7", 10000000}};
  const PetscInt n = b->runs;
  PetscReal *ratio;

  PetscCall(PetscMalloc1(n, &ratio));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) {
    ChildUsage usage = {0}, base;
    if (!BenchWants(b, all[k].name))
      continue;
    for (PetscInt i = 0; i < n; i++) {
      PetscCall(EnergyStudy(100000, &base));
      PetscCall(EnergyStudy(all[k].steps, &usage));
      ratio[i] = usage.memory / base.memory;
    }
    const BenchFigure figure = BenchFigureOf(all[k].name, "memory / memory at 1e5 steps", n, ratio);
    PetscCall(BenchAdd(b, &figure,
                       "stormer_verlet on henon_heiles, energy study of %.0e steps: %.1f MiB, "
                       "%.2f s of CPU time, %.2f us a step, with start-up, judge and report",
                       (double)all[k].steps, usage.memory, usage.cpu,
                       1e6 * usage.cpu / (PetscReal)all[k].steps));
  }
  return PetscFree(ratio);
}

/* How long a command takes that loads every plugin, over one that only starts PETSc and MPI to print its
 * usage. */
PetscErrorCode BenchStart(Bench *b) {
  static const char *const list[] = {"list", "methods", NULL}, *const bare[] = {"bench", "--help",
                                                                                NULL};
  const PetscInt n = b->repetitions;
  PetscReal *ratio, *ours, *theirs;
  ChildUsage usage;

  if (!BenchWants(b, "start:list"))
    return 0;
  PetscCall(PetscMalloc3(n, &ratio, n, &ours, n, &theirs));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(ChildRun(list, &usage));
    PetscCheck(usage.status == 0, PETSC_COMM_SELF, PETSC_ERR_SYS, "gimbal list: status %d",
               usage.status);
    ours[i] = usage.cpu;
    PetscCall(ChildRun(bare, &usage));
    theirs[i] = usage.cpu;
    ratio[i] = ours[i] / theirs[i];
  }
  const BenchFigure figure = BenchFigureOf("start:list", "time / time of PETSc's start", n, ratio);
  PetscCall(BenchAdd(b, &figure,
                     "gimbal list methods %.0f ms of CPU time, a command that only starts PETSc "
                     "and MPI %.0f ms",
                     1e3 * BenchMedian(n, ours), 1e3 * BenchMedian(n, theirs)));
  return PetscFree3(ratio, ours, theirs);
}

/* What the jobs of a run took. */
typedef struct {
  Arena arena;
  PetscReal cpu, wall; /* of all of them; until the last one ended */
  PetscInt jobs;
} Taken;

static PetscErrorCode AddTiming(const char *where, const char *line, size_t length, void *context) {
  Taken *taken = context;
  Timing timing;
  PetscCall(TimingFromText(where, line, length, taken->arena, &timing));
  taken->cpu += timing.cpu;
  taken->wall = PetscMax(taken->wall, timing.ended);
  taken->jobs++;
  return 0;
}

/* How much of two ranks the jobs of a suite get while they are farmed out: forks, the journal and
 * waiting for the last job are what is missing to 1. Start-up, the judge and the reports are not
 * the farm's, which ends with its last job. */
PetscErrorCode BenchFarm(Bench *b) {
  const int ranks = 2;
  const char *name = BENCH_FARM;
  char folder[PETSC_MAX_PATH_LEN], file[PETSC_MAX_PATH_LEN + 32], count[8];
  const char *words[] = {"verify", b->suite, "-j", count, "-o", folder, NULL};
  PetscReal *ratio, whole = 0;
  Taken taken = {.jobs = 0};

  if (!BenchWants(b, name))
    return 0;
  snprintf(count, sizeof count, "%d", ranks);
  PetscCall(PetscMalloc1(b->runs, &ratio));
  for (PetscInt run = 0; run < b->runs; run++) {
    ChildUsage usage;
    PetscCall(BenchFolderCreate(folder));
    PetscCall(ChildRun(words, &usage));
    if (usage.status < 0 || usage.status == 2 || usage.status == 3) {
      PetscCall(BenchFolderRemove(folder));
      SETERRQ(PETSC_COMM_SELF, PETSC_ERR_SYS,
              "gimbal verify %s -j %d ended with status %d; run it to see why", b->suite, ranks,
              usage.status);
    }
    snprintf(file, sizeof file, "%s/timings.jsonl", folder);
    taken = (Taken){.jobs = 0};
    PetscCall(ArenaCreate(&taken.arena));
    PetscCall(LinesRead(file, AddTiming, &taken, NULL, NULL));
    ArenaDestroy(&taken.arena);
    whole = usage.wall;
    PetscCall(BenchFolderRemove(folder));
    ratio[run] = taken.cpu / (ranks * taken.wall);
  }
  const BenchFigure figure =
      BenchFigureOf(name, "CPU time of jobs / (ranks * wall time)", b->runs, ratio);
  PetscCall(BenchAdd(b, &figure,
                     "suite %s, %d jobs, last run %.1f s of CPU time in %.1f s, of %.1f s with "
                     "start-up, judge and "
                     "reports; other work on this machine lowers it",
                     b->suite, (int)taken.jobs, taken.cpu, taken.wall, whole));
  return PetscFree(ratio);
}
