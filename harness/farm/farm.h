/* The farm. Each rank fetches the next job from a shared counter, the longest first, has it
 * run in a process of its own, and appends the record to the journal. Results do not depend on the number of
 * ranks. */
#ifndef GIMBAL_HARNESS_FARM_FARM_H
#define GIMBAL_HARNESS_FARM_FARM_H

#include "record/journal.h"
#include "registry/registry.h"
#include "farm/remote.h"
#include "farm/worker.h"

typedef struct {
  Remote worker; /* runs the jobs; NULL: this process forks for each, and does the work below */
  WorkFunction *work; /* with this context */
  void *context;
  PetscReal timeout;  /* seconds per job */
  PetscBool progress; /* a line on standard error about how far it is */
  PetscBool terminal; /* one that is written over, many times a second; else a line now and then */
  PetscInt memory;    /* megabytes per job; 0: no limit */
} FarmOptions;

typedef struct {
  PetscInt done, failed;
  int interrupted; /* by this signal, with jobs left over; 0: it was not */
} FarmSummary;

/* Gives each job its fingerprint, from the job's text, the content of this program and of the plugins
 * of its method and model, and `options` (what else on the command line changes results). */
extern PetscErrorCode FarmFingerprint(Registry, const char *options, Arena, Jobs *);

/* Collective. Makes the jobs of rank 0 known to all; on the others they are new. If `error` of rank
 * 0 is not zero it becomes the return code of all; only rank 0 has said why. */
extern PetscErrorCode FarmShare(MPI_Comm, PetscErrorCode error, Arena, Jobs *);

/* Collective. Runs the jobs, which are the same on all ranks, and appends to the journal of the folder
 * (record/journal.h), which nobody else has open. A job that fails is a record; an error return means that results could not be kept, and is the same on all ranks. After a signal to
 * any rank (farm/interrupt.h) all give up their jobs. */
extern PetscErrorCode FarmRun(MPI_Comm, const Jobs *, const FarmOptions *, const char *directory,
                              FarmSummary *);

/* Collective. Waits for all ranks without taking processor time from those that still work. */
extern PetscErrorCode FarmWait(MPI_Comm);

#endif
