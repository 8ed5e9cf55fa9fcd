/* What the parts of the equilibrium study share. */
#ifndef GIMBAL_HARNESS_STUDIES_EQUILIBRIUM_EQUILIBRIUM_H
#define GIMBAL_HARNESS_STUDIES_EQUILIBRIUM_EQUILIBRIUM_H

#include "record/measured.h"

struct Setting;

extern PetscErrorCode EquilibriumMeasure(const struct Setting *, Measured *);

#endif
