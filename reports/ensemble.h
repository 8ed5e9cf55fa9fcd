/* Slices of an ensemble, put together. */
#ifndef GIMBAL_REPORTS_ENSEMBLE_H
#define GIMBAL_REPORTS_ENSEMBLE_H

#include "record/store.h"

/* Of one method, case, step size and quantity. Texts are the store's. */
typedef struct {
  const char *method, *model, *instance, *quantity;
  PetscReal h,
      order; /* order: the claimed power of h in the mean square; NaN without such a claim */
  PetscInt members, failed_members;
  Reals times, mean_square; /* as many; NaN: a mean over no member, or one that is not known */
} EnsembleMean;

typedef struct {
  PetscInt count;
  EnsembleMean *at;
} EnsembleMeans;

/* In the order of the records. */
extern PetscErrorCode EnsembleCollect(Store, Arena, EnsembleMeans *);

#endif
