/* What a comparison of a method's own runs shows: how far it is off by itself, and how fast two of
 * them become two different motions. */
#pragma once

#include "studies/experiment.h"

/* What a method of its accuracy would show that lacked what is claimed: the largest over the nodes and
 * over the entries of q and v that are scored there, in the model's units, and in those of what the
 * entry is at most. NaN: a step failed, or nothing is scored at the nodes. What rounding explains is 0. */
typedef struct {
  PetscReal absolute, relative;
} OwnError;

/* From the experiment's initial data, of so many steps of h against twice as many of h/2; of methods of
 * order p that is the error but for a part of 2^-p of it. */
extern PetscErrorCode OwnErrorMeasure(const Experiment *, Precision, Quad h, PetscInt steps,
                                      OwnError *);

typedef struct {
  PetscReal growth; /* of a small distance in q, at most; NaN: a run stopped at once */
  PetscReal parted; /* when runs of h and 2h differ by a tenth of the size of q; NaN: never */
} Sensitivity;

/* Over so many steps of h. */
extern PetscErrorCode SensitivityMeasure(const Experiment *, Precision, Quad h, PetscInt64 steps,
                                         Sensitivity *);
