/* How the program meets MPI: alone, or as a rank under a launcher. */
#pragma once

#include <petscsys.h>

/* To be called first in main. Remembers the program's words. A process alone asks which MPI this is, and
 * tells it to do without what one process does not need; the user's own settings stay, and what a
 * launcher that is gone has left in the environment goes. A worker lets go of what it has of its
 * parent. */
extern void LaunchPrepare(char *const *argv);

/* PetscInitialize, without what MPI would leave behind. */
extern PetscErrorCode LaunchPetsc(int *count, char ***words);
/* PetscFinalize, without the end of MPI in a process alone. */
extern PetscErrorCode LaunchPetscEnd(void);

/* The program as it was called: a path, or a name that was found in PATH. */
extern const char *LaunchProgram(void);

/* The program's words after "--", which are PETSc's; the list ends with NULL. */
extern char *const *LaunchPetscWords(void);

/* Whether a launcher of another MPI than ours has started several processes that do not know each
 * other; one of them reports it. To be called once MPI has begun. */
extern PetscBool LaunchIsForeign(void);

/* Whether a person watches standard output. */
extern PetscBool LaunchOutputOnTerminal(void);
