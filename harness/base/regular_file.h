/* Opening what is a file and nothing else. */
#ifndef GIMBAL_HARNESS_BASE_REGULAR_FILE_H
#define GIMBAL_HARNESS_BASE_REGULAR_FILE_H

#include <petscsys.h>
#include <stdio.h>

/* Opens a regular file for reading; *stream is NULL if there is none. Anything else (a folder, a
 * pipe, which would wait for its writer) is PETSC_ERR_USER_INPUT. */
extern PetscErrorCode RegularFileOpen(const char *path, FILE **stream);

#endif
