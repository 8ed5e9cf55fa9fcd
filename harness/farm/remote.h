/* A worker as the rank sees it that it works for: another process of this program, which loads the
 * plugins, so that the rank need not and their accidents cannot reach it. It serves many jobs, and is
 * replaced after an accident. */
#ifndef GIMBAL_HARNESS_FARM_REMOTE_H
#define GIMBAL_HARNESS_FARM_REMOTE_H

#include "farm/worker.h"

typedef struct _p_Remote *Remote;

/* Starts one, with these words (the last is NULL), and does not wait until it is ready. Its environment
 * is this one's without what an MPI launcher adds. */
extern PetscErrorCode RemoteStart(const char *const *words, Remote *);

/* Of setup: timeout, wait, wait_context and stop; work and limits are the worker's own. A worker that
 * dies with its job is a failure of the job. PETSC_ERR_SYS if no worker can be had, with its reason. */
extern PetscErrorCode RemoteRun(Remote, const WorkerSetup *, const Job *, WorkerResult *);

/* Ends the worker and all that it has started, at once. */
extern PetscErrorCode RemoteStop(Remote *);

#endif
