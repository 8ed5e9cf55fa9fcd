/* Start-up: how long a command takes that loads every plugin, over one that only starts PETSc and
 * MPI to print its usage. */
#include "bench/bench.h"
#include "bench/child.h"

PetscErrorCode BenchStart(Bench *b) {
  static const char *const list[] = {"list", "methods", NULL}, *const bare[] = {"bench", "--help",
                                                                                NULL};
  const PetscInt n = b->repetitions;
  PetscReal *ratio, *ours, *theirs;
  ChildUsage usage;

  PetscFunctionBeginUser;
  if (!BenchWants(b, "start:list"))
    PetscFunctionReturn(0);
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
  PetscCall(PetscFree3(ratio, ours, theirs));
  PetscFunctionReturn(0);
}
