/* Random consistent initial data around a case's. */
#ifndef GIMBAL_HARNESS_STUDIES_PERTURB_H
#define GIMBAL_HARNESS_STUDIES_PERTURB_H

#include "studies/setting.h"

/* Replaces y0 by data drawn around it and moved back onto the constraints. The same seed gives the
 * same data everywhere. */
extern PetscErrorCode PerturbInitialData(Setting *, PetscInt seed);

#endif
