/* Whether what an output folder holds is what was written: `gimbal report --check`. */
#ifndef GIMBAL_HARNESS_RECORD_INSPECT_H
#define GIMBAL_HARNESS_RECORD_INSPECT_H

#include <petscsys.h>
#include <stdio.h>

/* Prints a line for each file that is whole, and one for each thing that is wrong: damaged lines and
 * lines that cannot be read, a torn end, files and records that are missing. A folder that is none is
 * PETSC_ERR_USER_INPUT. */
extern PetscErrorCode StoreInspect(const char *directory, FILE *, PetscBool *whole);

#endif
