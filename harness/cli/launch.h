/* How the program meets MPI: alone, under an mpiexec that somebody else started, or under one that
 * it starts itself. */
#ifndef GIMBAL_HARNESS_CLI_LAUNCH_H
#define GIMBAL_HARNESS_CLI_LAUNCH_H

#include <petscsys.h>

/* To be called first in main: remembers the words and the environment of the program, and tells MPI
 * to be quiet and to do without what a single machine does not need. Settings of the user stay. */
extern void LaunchPrepare(char *const *argv);

/* The program as it was called: a path, or a name that was found in PATH. */
extern const char *LaunchProgram(void);

/* The words of the program after "--", which are PETSc's; the last is NULL. */
extern char *const *LaunchPetscWords(void);

/* Starts this same command again as `ranks` ranks under mpiexec, takes its place and so leaves its
 * exit status. Returns, to go on as one process, if ranks is 1, if there already is an mpiexec
 * around us, or (with a line on standard error) if none is installed. Call it before anything is
 * opened or printed. Errors: PETSC_ERR_USER_INPUT if ranks < 1, PETSC_ERR_SYS. */
extern PetscErrorCode LaunchRanks(PetscInt ranks);

/* Whether a person watches standard error: also true behind the pipe of our own mpiexec. */
extern PetscBool LaunchOnTerminal(void);

#endif
