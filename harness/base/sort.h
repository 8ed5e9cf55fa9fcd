/* Sorting where equals stay in their order, which qsort does not promise. */
#pragma once

#include <petscsys.h>

typedef int SortOrder(const void *, const void *);

extern void SortStably(PetscInt count, void *at, size_t size, SortOrder *);
#define Sort(count, at, order) SortStably(count, at, sizeof(*(at)), order)

/* Of structures that begin with a text, their key: the order of the keys. */
extern SortOrder SortByKey;
/* The same of pointers to such structures. */
extern SortOrder SortByKeyOf;
/* Sorts so many structures of that size by their keys, and keeps the last of each key; how many these are. */
extern PetscInt SortKeepLast(PetscInt count, void *at, size_t size);
/* Among so many structures of that size, in the order of their keys, the one of that key; NULL if not found. */
extern void *SortFindKey(const char *key, PetscInt count, const void *at, size_t size);
/* The first of that key, in whatever order they are. */
extern void *FindKey(const char *key, PetscInt count, const void *at, size_t size);
