/* How far a method is off by itself: what a method of its accuracy would show that lacked what is
 * claimed. */
#ifndef GIMBAL_HARNESS_STUDIES_OWN_ERROR_H
#define GIMBAL_HARNESS_STUDIES_OWN_ERROR_H

#include "studies/experiment.h"

/* The largest over the nodes and over the entries of q and v that are scored there: in the model's
 * units, and in those of what the entry is at most. NaN: a step failed, or nothing is scored at the
 * nodes. What rounding explains is 0. */
typedef struct {
  PetscReal absolute, relative;
} OwnError;

/* From the experiment's initial data, of so many steps of h against twice as many of h/2; of methods of
 * order p that is the error but for a part of 2^-p of it. */
extern PetscErrorCode OwnErrorMeasure(const Experiment *, Precision, Quad h, PetscInt steps,
                                      OwnError *);

#endif
