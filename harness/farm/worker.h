/* Runs one job in a process of its own, so that a plugin that crashes, hangs, prints or leaks
 * spoils its own job and nothing else. */
#ifndef GIMBAL_HARNESS_FARM_WORKER_H
#define GIMBAL_HARNESS_FARM_WORKER_H

#include "registry/registry.h"
#include <jansson.h>

/* As StudyRun (studies/study.h). */
typedef PetscErrorCode StudyFunction(Registry, const json_t *job, json_t **measured);
/* Called about twenty times a second while the parent waits for the worker. */
typedef void WaitFunction(void *context);

typedef struct {
  StudyFunction *study;
  Registry registry;
  PetscReal timeout; /* seconds of the processor; of the clock, for one that uses no processor */
  WaitFunction *wait;
  void *context;
  PetscInt memory; /* megabytes that it may take beyond what its parent holds; 0: no limit */
} WorkerSetup;

typedef struct {
  PetscBool done;
  char reason[512];  /* why not */
  char *measured;    /* a JSON object, as the worker wrote it; to be freed; NULL if not done */
  PetscReal seconds; /* of the clock */
  PetscReal cpu;     /* of the processor */
} WorkerResult;

/* Forks, runs and waits. Whatever the job does ends in a result; an error means that the system
 * gave no process or no pipe. The study must not call an MPI function in which another rank takes
 * part. */
extern PetscErrorCode WorkerRun(const WorkerSetup *, const json_t *job, WorkerResult *);

#endif
