/* Runs one job in a process of its own, so that a plugin that crashes, hangs, prints, leaks or forks
 * spoils its own job and nothing else. */
#pragma once

#include "record/job.h"

/* What is done in the process: *answer is a text, to be freed by free. An error is a failed
 * job, whose reason is the error's text. */
typedef PetscErrorCode WorkFunction(void *context, const Job *, char **answer);
/* Not zero for an answer that its readers could not read. */
typedef PetscErrorCode CheckFunction(const char *answer);
/* Called about twenty times a second while the parent waits for the worker; true: the job is given up. */
typedef PetscBool WaitFunction(void *context);

typedef struct {
  WorkFunction *work;
  void *work_context;
  /* Seconds of the processor, with what the job has started, and as many in which none of them wants one. */
  PetscReal timeout;
  WaitFunction *wait;
  void *wait_context;
  PetscInt memory;      /* megabytes that it may take beyond what its parent holds; 0: no limit */
  CheckFunction *check; /* NULL: whoever reads the answer does */
  int hidden;           /* a descriptor that the job must not have; 0: none */
} WorkerSetup;

typedef struct {
  PetscBool done;
  PetscBool stopped;  /* given up */
  PetscBool late;     /* its time was up */
  int status;         /* of its process, by waitpid */
  PetscBool accident; /* the process did not come to a good end */
  char reason[2048];  /* why not */
  char *measured;     /* the answer, as the worker wrote it; to be freed; NULL if not done */
  PetscReal seconds;  /* of the clock */
  PetscReal cpu;      /* of the processor */
} WorkerResult;

/* Forks, runs and waits. The process is the first of a group, which is killed when it has ended. Its
 * answer is taken by length and checksum. Whatever the job does ends in a result; an error means that
 * the system gave no process or no pipe. The work must not call an MPI function in which another rank takes
 * part. The job is handed on to the work alone. */
extern PetscErrorCode WorkerRun(const WorkerSetup *, const Job *, WorkerResult *);

/* How a worker ended or stopped, by the status of waitpid. */
extern void WorkerTellEnd(int status, char *why, size_t room);
