/* Slices of an ensemble, put together. */
#ifndef GIMBAL_REPORTS_ENSEMBLE_H
#define GIMBAL_REPORTS_ENSEMBLE_H

#include "reports/store.h"

/* A new array of {"method","model","case","quantity","h","order","members","failed_members",
 * "times":[…],"mean_square":[…]}, one for each method, case, step size and quantity, sorted.
 * "order" is the claimed power of h in the mean square (null without such a claim). A mean over no
 * member is null. */
extern PetscErrorCode EnsembleCollect(Store, json_t **ensembles);

#endif
