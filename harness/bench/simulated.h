/* A farm of many ranks without the ranks: jobs whose times are known are given out in order, messages and
 * records cost what they are said to cost, and nothing else happens. The same costs give the same numbers
 * on every machine. */
#ifndef GIMBAL_HARNESS_BENCH_SIMULATED_H
#define GIMBAL_HARNESS_BENCH_SIMULATED_H

#include <petscsys.h>

/* In seconds. */
typedef struct {
  PetscReal latency; /* of a message to rank 0 and its answer, where nobody else asks */
  PetscReal service; /* for which one fetch-and-add keeps the counter from the next */
  PetscReal look;    /* from one look of rank 0 at its messages to the next; 0: it need not look */
  PetscReal append;  /* of a record, to the rank's own part of the journal */
  PetscReal turn;    /* of a rank from one job to the next, beside the record and the counter */
} FarmCosts;

typedef struct {
  PetscReal work;    /* of all jobs */
  PetscReal longest; /* of them */
  PetscReal wall;    /* until the last rank has found that there are no jobs left */
  PetscReal counter; /* for which the counter was busy */
  PetscReal asking;  /* mean time that a rank waited for the number of its next job */
} FarmSimulated;

/* The jobs take these seconds and are given out in this order, the first of each rank without asking. */
extern PetscErrorCode FarmSimulate(const FarmCosts *, PetscInt ranks, PetscInt jobs,
                                   const PetscReal *seconds, FarmSimulated *);

/* What no farm can exceed with these jobs: work over ranks times the time below which none ends, which is
 * that of the longest job, or an equal share. */
extern PetscReal FarmBestEfficiency(const FarmSimulated *, PetscInt ranks);
/* Work over ranks times wall time. */
extern PetscReal FarmEfficiency(const FarmSimulated *, PetscInt ranks);

#endif
