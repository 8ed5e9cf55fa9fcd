/* The inside of a worker: a process that runs jobs, one after the other, each in a process of its own
 * that it forks. It was made by fork and exec (farm/remote.h), so that it shares nothing with the MPI
 * rank that it works for: it has an MPI world of its own, of one process. */
#pragma once

#include "farm/worker.h"

/* The descriptor of the socket on which a worker is spoken to. */
enum { SERVE_SOCKET = 3 };

/* The exit status of a worker that cannot do its own part, for which no job can be blamed. */
enum { SERVE_GAVE_UP = 70 };

/* To be called first in main of a process that becomes a worker: it closes all descriptors but the
 * standard ones and the socket, dies with its parent, and prints nothing on standard output. */
extern void ServeIsolate(void);

/* Answers until the other side closes the socket, and does not return then. `failure` (NULL: none)
 * says why there will be no jobs: it is the answer. Returns PETSC_ERR_USER_INPUT if there is nobody
 * to speak to. */
extern PetscErrorCode Serve(const WorkerSetup *, const char *failure);
