/* What the parts of the equality study share. */
#ifndef GIMBAL_HARNESS_STUDIES_EQUALITY_EQUALITY_H
#define GIMBAL_HARNESS_STUDIES_EQUALITY_EQUALITY_H

#include "record/measured.h"

struct Setting;

extern PetscErrorCode EqualityMeasure(const struct Setting *, Measured *);

#endif
