/* This program again, as a child whose time and memory are measured. */
#ifndef GIMBAL_HARNESS_BENCH_CHILD_H
#define GIMBAL_HARNESS_BENCH_CHILD_H

#include <petscsys.h>

typedef struct {
  PetscReal wall, cpu; /* seconds; CPU time with that of its own children */
  PetscReal memory;    /* MiB, the largest of the processes */
  int status;          /* exit status; -1: a signal */
} ChildUsage;

/* Runs `gimbal WORDS…` (the last word is NULL) in the environment that this program was started
 * in, without output. */
extern PetscErrorCode ChildRun(const char *const words[], ChildUsage *);

/* An empty folder of its own in TMPDIR, and its removal with all in it. */
extern PetscErrorCode ChildFolderCreate(char folder[PETSC_MAX_PATH_LEN]);
extern PetscErrorCode ChildFolderRemove(const char *folder);

#endif
