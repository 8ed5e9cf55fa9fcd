/* How the program meets MPI: alone, under an mpiexec that somebody else started, or under one that
 * it starts itself. */
#ifndef GIMBAL_HARNESS_CLI_LAUNCH_H
#define GIMBAL_HARNESS_CLI_LAUNCH_H

#include <petscsys.h>

/* To be called first in main. Remembers the program's words and environment, and tells MPI to be
 * quiet and to do without what a single machine does not need. The user's own settings stay. A worker
 * lets go of what it has of its parent. */
extern void LaunchPrepare(char *const *argv);

/* The program as it was called: a path, or a name that was found in PATH. */
extern const char *LaunchProgram(void);

/* The program's words after "--", which are PETSc's; the list ends with NULL. */
extern char *const *LaunchPetscWords(void);

/* Runs the same command as `ranks` ranks under mpiexec, ends as they do, and does not return: with
 * their exit status; with 3 where standard output could not be written; with 128 and the number of
 * a signal (farm/interrupt.h) that has come, for which the ranks end first and keep what they have.
 * Returns, to go on as one process, if ranks is 1, if this is under an mpiexec already, or (with a
 * line on standard error) if there is none. To be called before anything is opened or printed.
 * Errors: PETSC_ERR_USER_INPUT if ranks < 1, PETSC_ERR_SYS. */
extern PetscErrorCode LaunchRanks(PetscInt ranks);

/* Whether a person watches standard error, be it through the pipe of our own mpiexec. */
extern PetscBool LaunchOnTerminal(void);
/* The same of standard output. */
extern PetscBool LaunchOutputOnTerminal(void);

#endif
