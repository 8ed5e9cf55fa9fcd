/* What a suite asks of a method or model, and these refuse with the name of their own file, is an
 * error of the suite: with the line that asks. */
#ifndef GIMBAL_HARNESS_PLAN_BLAME_H
#define GIMBAL_HARNESS_PLAN_BLAME_H

#include "base/kept_error.h"
#include "plan/suite.h"

/* Ends what KeptErrorBegin began; an error that was kept is raised with the suite's file and line before it. */
extern PetscErrorCode BlameSuite(const KeptError *, Suite, int line, PetscErrorCode error);

#endif
