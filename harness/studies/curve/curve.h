/* What the parts of the curve study share. */
#ifndef GIMBAL_HARNESS_STUDIES_CURVE_CURVE_H
#define GIMBAL_HARNESS_STUDIES_CURVE_CURVE_H

#include "numerics/quad.h"
#include "record/measured.h"

struct Experiment;

/* Adds to a point the angle from apsis to apsis along a run of that duration, if the model has
 * apsides and the run has two. */
extern PetscErrorCode CurveMeasureAdvance(const struct Experiment *, Precision, Quad duration,
                                          Quad h, Measured *, Point *);

#endif
