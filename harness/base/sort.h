/* Sorting where equals stay in their order, which qsort does not promise. */
#pragma once

#include <petscsys.h>

typedef int SortOrder(const void *, const void *);

extern PetscErrorCode SortStably(PetscInt count, void *at, size_t size, SortOrder *);
#define Sort(count, at, order) SortStably(count, at, sizeof(*(at)), order)
