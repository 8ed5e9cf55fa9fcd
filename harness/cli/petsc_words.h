/* The words after "--", which are for the PETSc solver of a step. */
#ifndef GIMBAL_HARNESS_CLI_PETSC_WORDS_H
#define GIMBAL_HARNESS_CLI_PETSC_WORDS_H

#include <petscsys.h>

/* PETSc ignores options that nobody asks for, so that a slip would look as if it made no
 * difference. This asks the solvers beforehand: a word that is no option with the prefix -step_, an
 * option that no solver of a step obeys, and a value that it cannot take are PETSC_ERR_USER_INPUT.
 * An option that only the solver of banded systems obeys is a remark on standard error. */
extern PetscErrorCode PetscWordsCheck(void);

#endif
