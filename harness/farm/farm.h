/* The farm. Each rank has workers. For each that is free it fetches the next job from a shared counter,
 * the longest first; what has ended it appends to the journal. Results do not depend on the number of ranks
 * and workers. */
#pragma once

#include "record/journal.h"
#include "registry/registry.h"

typedef struct {
  const char *const *words; /* of a worker; the last is NULL */
  PetscInt workers;         /* of a rank; no more than it has jobs for are started */
  PetscReal timeout;        /* seconds per job, as the workers apply it */
  PetscBool terminal;       /* progress in a line that is written over; else a line now and then */
} FarmOptions;

typedef struct {
  PetscInt done;
  int interrupted; /* by this signal, with jobs left over; 0: it was not */
} FarmSummary;

/* Gives each job its fingerprint, from the job's text, the content of this program and of the plugins
 * of its method and model, and `options` (what else on the command line changes results). */
extern PetscErrorCode FarmFingerprint(Registry, const char *options, Arena, Jobs *);

/* Collective. Makes the jobs of rank 0 known to all; on the others they are new. If `error` of rank
 * 0 is not zero it becomes the return code of all; only rank 0 has said why. */
extern PetscErrorCode FarmShare(MPI_Comm, PetscErrorCode error, Arena, Jobs *);

/* Collective. Runs the jobs, which are the same on all ranks, and appends to the journal of the folder
 * (record/journal.h), which nobody else has open. A job that fails is a record; an error return
 * means that results could not be kept, and is the same on all ranks. After a signal to any rank
 * (farm/interrupt.h), or an error on one, all give up their jobs; no worker is left. */
extern PetscErrorCode FarmRun(MPI_Comm, const Jobs *, const FarmOptions *, const char *directory,
                              FarmSummary *);

/* Collective. Waits for all ranks without taking processor time from those that still work. */
extern PetscErrorCode FarmWait(MPI_Comm);
