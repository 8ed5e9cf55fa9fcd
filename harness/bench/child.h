/* Runs this program as a child process and measures its time and memory. */
#ifndef GIMBAL_HARNESS_BENCH_CHILD_H
#define GIMBAL_HARNESS_BENCH_CHILD_H

#include <petscsys.h>

typedef struct {
  PetscReal wall, cpu; /* seconds; CPU time includes that of its own children */
  PetscReal memory;    /* MiB, of the largest of the processes */
  int status;          /* exit status; -1 if it ended by a signal */
} ChildUsage;

/* Runs `gimbal WORDS…` (the last word is NULL) without output, and apart from the MPI world
 * that this program is in. */
extern PetscErrorCode ChildRun(const char *const words[], ChildUsage *);

/* Creates an empty folder below TMPDIR, and removes it with everything in it. */
extern PetscErrorCode ChildFolderCreate(char folder[PETSC_MAX_PATH_LEN]);
extern PetscErrorCode ChildFolderRemove(const char *folder);

#endif
