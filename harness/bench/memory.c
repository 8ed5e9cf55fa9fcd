/* Time and memory of an energy study: long runs have to do with the memory of short ones. */
#include "bench/bench.h"
#include "bench/child.h"
#include <stdio.h>

/* gimbal verify of one long run. */
static PetscErrorCode EnergyStudy(PetscInt64 steps, ChildUsage *usage) {
  char folder[PETSC_MAX_PATH_LEN], suite[PETSC_MAX_PATH_LEN + 32], out[PETSC_MAX_PATH_LEN + 32];
  const char *words[] = {"verify", suite, "-o", out, "--timeout", "3600", NULL};

  PetscFunctionBeginUser;
  PetscCall(ChildFolderCreate(folder));
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
  PetscCall(ChildFolderRemove(folder));
  PetscFunctionReturn(0);
}

PetscErrorCode BenchMemory(Bench *b) {
  static const struct {
    const char *name;
    PetscInt64 steps;
  } all[] = {{"memory:1e5", 100000}, {"memory:1e6", 1000000}, {"memory:1e7", 10000000}};
  const PetscInt n = b->runs;
  PetscReal *ratio;

  PetscFunctionBeginUser;
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
  PetscCall(PetscFree(ratio));
  PetscFunctionReturn(0);
}
