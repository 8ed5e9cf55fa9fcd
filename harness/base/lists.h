/* Lists as records hold them: a number of entries and where they stand. */
#ifndef GIMBAL_HARNESS_BASE_LISTS_H
#define GIMBAL_HARNESS_BASE_LISTS_H

#include <petscsys.h>

typedef struct {
  PetscInt count;
  const char **at;
} Texts;

typedef struct {
  PetscInt count;
  PetscReal *at;
} Reals;

typedef struct {
  PetscInt count;
  PetscInt64 *at;
} Integers;

#endif
