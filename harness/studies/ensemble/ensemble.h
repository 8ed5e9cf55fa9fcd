/* What the parts of the ensemble study share. */
#ifndef GIMBAL_HARNESS_STUDIES_ENSEMBLE_ENSEMBLE_H
#define GIMBAL_HARNESS_STUDIES_ENSEMBLE_ENSEMBLE_H

#include "record/verdict.h"

extern ClaimJudge EnsembleJudge;

#endif
