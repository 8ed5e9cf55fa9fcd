/* Whether two texts are the same, of which either may be missing. */
#ifndef GIMBAL_HARNESS_BASE_SAME_TEXT_H
#define GIMBAL_HARNESS_BASE_SAME_TEXT_H

#include <petscsys.h>
#include <string.h>

static inline PetscBool SameText(const char *a, const char *b) {
  return (PetscBool)(a && b ? !strcmp(a, b) : a == b);
}

#endif
