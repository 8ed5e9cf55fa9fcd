#include "base/resize.h"

#include <string.h>

PetscErrorCode Resize(size_t size, void *array) {
  void *at;
  memcpy(&at, array, sizeof(at)); /* the pointer's type is the caller's */
  PetscCall(PetscRealloc(size, &at));
  memcpy(array, &at, sizeof(at));
  return 0;
}
