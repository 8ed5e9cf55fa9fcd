/* Sorting where equals stay in their order, which qsort does not promise. */
#pragma once

#include <petscsys.h>

typedef int SortOrder(const void *, const void *);

extern PetscErrorCode SortStably(PetscInt count, void *at, size_t size, SortOrder *);
#define Sort(count, at, order) SortStably(count, at, sizeof(*(at)), order)

/* Of structures that begin with a text, their key: the order of the keys, and among structures that are in it
 * the one of that key; NULL if not found. */
extern SortOrder SortByKey;
/* The same of pointers to such structures. */
extern SortOrder SortByKeyOf;
extern void *SortFindKey(const char *key, PetscInt count, const void *at, size_t size);
