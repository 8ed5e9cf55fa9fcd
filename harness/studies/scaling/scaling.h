/* What the parts of the scaling study share. */
#ifndef GIMBAL_HARNESS_STUDIES_SCALING_SCALING_H
#define GIMBAL_HARNESS_STUDIES_SCALING_SCALING_H

#include "record/measured.h"

struct Setting;

extern PetscErrorCode ScalingMeasure(const struct Setting *, Measured *);

#endif
