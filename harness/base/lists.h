/* Lists as records hold them: a number of entries and where they stand; and texts that may be none. */
#pragma once

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

/* None (NULL) is the same as none only. */
static inline PetscBool TextIsSame(const char *a, const char *b) {
  return (PetscBool)(a && b ? !strcmp(a, b) : a == b);
}
