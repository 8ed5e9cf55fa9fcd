/* "Did you mean …?" */
#pragma once

#include <petscsys.h>

/* The one of the n names that the word most likely stands for, or NULL if none is near: the fewest
 * letters changed, or else the first name that begins with the word or contains it. Entries that
 * are NULL are passed over. */
extern const char *NearestName(const char *word, PetscInt n, const char *const names[]);

/* The same for a message, between what stands before and behind it: "; did you mean \"NAME\"?"; ""
 * if none is near. */
enum { NEAREST_HINT = 192 };
extern const char *NearestHint(const char *word, PetscInt n, const char *const names[],
                               const char *before, const char *behind, char hint[NEAREST_HINT]);
#define NEAREST_GUESSED "; did you mean \"", "\"?"
#define NEAREST_STATED "; the nearest is '", "'"
