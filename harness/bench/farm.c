/* How much of two ranks the jobs of a suite get while they are farmed out: forks, the journal and
 * waiting for the last job are what is missing to 1. Start-up, the judge and the reports are not
 * the farm's, which ends with its last job. */
#include "bench/bench.h"
#include "bench/child.h"
#include "record/lines.h"
#include "record/record.h"
#include <stdio.h>

/* What the jobs of a run took. */
typedef struct {
  Arena arena;
  PetscReal cpu, wall; /* of all of them; until the last one ended */
  PetscInt jobs;
} Taken;

static PetscErrorCode AddTiming(const char *where, const char *line, size_t length, void *context) {
  Taken *taken = context;
  Timing timing;
  PetscFunctionBeginUser;
  PetscCall(TimingFromText(where, line, length, taken->arena, &timing));
  taken->cpu += timing.cpu;
  taken->wall = PetscMax(taken->wall, timing.ended);
  taken->jobs++;
  PetscFunctionReturn(0);
}

PetscErrorCode BenchFarm(Bench *b) {
  const int ranks = 2;
  const char *name = BENCH_FARM;
  char folder[PETSC_MAX_PATH_LEN], file[PETSC_MAX_PATH_LEN + 32], count[8];
  const char *words[] = {"verify", b->suite, "-j", count, "-o", folder, NULL};
  PetscReal *ratio, whole = 0;
  Taken taken = {.jobs = 0};

  PetscFunctionBeginUser;
  if (!BenchWants(b, name))
    PetscFunctionReturn(0);
  snprintf(count, sizeof count, "%d", ranks);
  PetscCall(PetscMalloc1(b->runs, &ratio));
  for (PetscInt run = 0; run < b->runs; run++) {
    ChildUsage usage;
    PetscCall(ChildFolderCreate(folder));
    PetscCall(ChildRun(words, &usage));
    if (usage.status < 0 || usage.status == 2 || usage.status == 3) {
      PetscCall(ChildFolderRemove(folder));
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
    PetscCall(ChildFolderRemove(folder));
    ratio[run] = taken.cpu / (ranks * taken.wall);
  }
  const BenchFigure figure =
      BenchFigureOf(name, "CPU time of jobs / (ranks * wall time)", b->runs, ratio);
  PetscCall(BenchAdd(b, &figure,
                     "suite %s, %d jobs, last run %.1f s of CPU time in %.1f s, of %.1f s with "
                     "start-up, judge and "
                     "reports; other work on this machine lowers it",
                     b->suite, (int)taken.jobs, taken.cpu, taken.wall, whole));
  PetscCall(PetscFree(ratio));
  PetscFunctionReturn(0);
}
