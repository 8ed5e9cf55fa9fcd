/* How fast two runs of a method become two different motions. */
#ifndef GIMBAL_HARNESS_STUDIES_SENSITIVITY_H
#define GIMBAL_HARNESS_STUDIES_SENSITIVITY_H

#include "studies/experiment.h"

typedef struct {
  PetscReal growth; /* of that distance in q, at most; NaN: a run stopped at once */
  PetscReal parted; /* when runs of h and 2h differ by a tenth of the size of q; NaN: never */
} Sensitivity;

/* Over so many steps of h. */
extern PetscErrorCode SensitivityMeasure(const Experiment *, Precision, Quad h, PetscInt64 steps,
                                         Sensitivity *);

#endif
