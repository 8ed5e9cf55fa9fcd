/* An array that grows. */
#pragma once

#include <petscsys.h>

/* As PetscRealloc: a new size in bytes of what PetscMalloc gave, Resize(size, &array). But where there
 * is no memory (PETSC_ERR_MEM) the array stays as it was, so that whoever owns it can let go of what
 * is in it. */
extern PetscErrorCode Resize(size_t size, void *array);
