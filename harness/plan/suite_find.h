/* Suites by their names. */
#ifndef GIMBAL_HARNESS_PLAN_SUITE_FIND_H
#define GIMBAL_HARNESS_PLAN_SUITE_FIND_H

#include <glob.h>
#include <petscsys.h>

enum { SUITE_HINT = 320 };

extern PetscBool SuiteReadable(const char *path);
/* NAME[.yaml] of the suites that come with the program. */
extern PetscErrorCode SuiteFindOurs(const char *name, char path[], size_t room, PetscBool *found);
/* The paths of them all, by folder and then by name; to be freed with globfree. */
extern PetscErrorCode SuitesOurs(glob_t *found);
/* "the nearest is 'NAME'" of them, or where they are listed. */
extern PetscErrorCode SuiteNearest(const char *name, char hint[SUITE_HINT]);

#endif
