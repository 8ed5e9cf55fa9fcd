/* Growing arrays. */
#ifndef GIMBAL_REPORTS_GROW_H
#define GIMBAL_REPORTS_GROW_H

#include <petscsys.h>
#include "base/resize.h"

/* Room for one more at the end of an array; sizes double. */
#define Grow(array, count)                                                                         \
  do {                                                                                             \
    if (((count) & ((count)-1)) == 0)                                                              \
      PetscCall(Resize(sizeof(*(array)) * (size_t)((count) ? 2 * (count) : 1), &(array)));         \
    PetscCall(PetscMemzero(&(array)[count], sizeof(*(array))));                                    \
  } while (0)

#endif
