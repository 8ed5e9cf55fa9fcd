/* How much of two ranks the jobs of a suite get while they are farmed out: forks, the journal and
 * waiting for the last job are what is missing to 1. Start-up, the judge and the reports are not
 * the farm's, which ends with its last job. */
#include "bench/bench.h"
#include "bench/child.h"
#include <stdio.h>

PetscErrorCode BenchFarm(Bench *b) {
  const int ranks = 2;
  const char *name = "farm:2";
  char folder[PETSC_MAX_PATH_LEN], file[PETSC_MAX_PATH_LEN + 32], line[4096], count[8];
  const char *words[] = {"verify", b->suite, "-j", count, "-o", folder, NULL};
  PetscReal *ratio, cpu = 0, wall = 0, whole = 0;
  PetscInt jobs = 0;

  PetscFunctionBeginUser;
  if (!BenchWants(b, name))
    PetscFunctionReturn(0);
  snprintf(count, sizeof count, "%d", ranks);
  PetscCall(PetscMalloc1(b->runs, &ratio));
  for (PetscInt run = 0; run < b->runs; run++) {
    ChildUsage usage;
    FILE *timings;
    PetscCall(ChildFolderCreate(folder));
    PetscCall(ChildRun(words, &usage));
    if (usage.status < 0 || usage.status == 2 || usage.status == 3) {
      PetscCall(ChildFolderRemove(folder));
      SETERRQ(PETSC_COMM_SELF, PETSC_ERR_SYS,
              "gimbal verify %s -j %d ended with status %d; run it to see why", b->suite, ranks,
              usage.status);
    }
    snprintf(file, sizeof file, "%s/timings.jsonl", folder);
    timings = fopen(file, "r");
    PetscCheck(timings, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "there is no %s", file);
    cpu = wall = 0, jobs = 0;
    while (fgets(line, sizeof line, timings)) {
      json_t *timing = json_loads(line, 0, NULL);
      cpu += json_number_value(json_object_get(timing, "cpu"));
      wall = PetscMax(wall, json_number_value(json_object_get(timing, "ended")));
      jobs++;
      json_decref(timing);
    }
    fclose(timings);
    whole = usage.wall;
    PetscCall(ChildFolderRemove(folder));
    ratio[run] = cpu / (ranks * wall);
  }
  const PetscReal median = BenchMedian(b->runs, ratio);
  PetscCall(BenchAdd(b, name, median, ratio[0], ratio[b->runs - 1],
                     "CPU time of jobs / (ranks * wall time)",
                     "suite %s, %d jobs, last run %.1f s of CPU time in %.1f s, of %.1f s with "
                     "start-up, judge and "
                     "reports; other work on this machine lowers it",
                     b->suite, (int)jobs, cpu, wall, whole));
  PetscCall(PetscFree(ratio));
  PetscFunctionReturn(0);
}
