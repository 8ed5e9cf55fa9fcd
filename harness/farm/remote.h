/* A worker as the process sees it that it works for: another process of this program, which loads the
 * plugins, so that their accidents reach nobody else. It serves one job at a time, many in turn, and is
 * replaced after an accident. Nothing here waits for a worker but RemoteWait. */
#pragma once

#include "farm/worker.h"

typedef struct _p_Remote *Remote;

/* Starts one, with these words (the last is NULL), which must outlive it. Its environment is this
 * one's without what an MPI launcher adds. */
extern PetscErrorCode RemoteStart(const char *const *words, Remote *);

/* Hands over a job, which has to be there until it ends, before the next one. The time-out is the one that the worker
 * applies. */
extern PetscErrorCode RemoteGive(Remote, const Job *, PetscReal timeout);

/* Waits until one of them may have ended its job, but no longer than so many milliseconds. Those
 * without a job are passed over. */
extern void RemoteWait(PetscInt count, const Remote *, int milliseconds);

/* Whether the job has ended, and its result then. A worker that is ended with its job is replaced, once
 * for a job, by one that can tell whether the job did it. PETSC_ERR_SYS if that one is ended from
 * outside too, or no worker can be had, with the reason. */
extern PetscErrorCode RemoteLook(Remote, PetscBool *ended, WorkerResult *);

/* Ends the worker and all that it has started, at once. */
extern void RemoteStop(Remote *);
