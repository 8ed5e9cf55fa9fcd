/* "Did you mean …?" */
#ifndef GIMBAL_HARNESS_BASE_NEAREST_H
#define GIMBAL_HARNESS_BASE_NEAREST_H

#include <petscsys.h>

/* The one of the n names that the word most likely stands for, or NULL if none is near: the fewest
 * letters changed, or else the first name that begins with the word or contains it. Entries that
 * are NULL are passed over. */
extern const char *NearestName(const char *word, PetscInt n, const char *const names[]);

#endif
