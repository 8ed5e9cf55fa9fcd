/* The words after "--", which are for the PETSc solver of a step. */
#ifndef GIMBAL_HARNESS_CLI_PETSC_WORDS_H
#define GIMBAL_HARNESS_CLI_PETSC_WORDS_H

#include <petscsys.h>

/* PETSc passes over options that nobody asks for. So that a slip does not pass for "makes no
 * difference", this asks the solvers beforehand: PETSC_ERR_USER_INPUT for a word that is no option
 * with the prefix -step_, for an option that no solver of a step obeys, and for a value that it
 * cannot take. An option that only the solver of banded systems obeys is a remark on standard
 * error. */
extern PetscErrorCode PetscWordsCheck(void);

#endif
