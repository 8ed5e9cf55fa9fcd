/* What a suite asks of a method or model, and these refuse with the name of their own file, is an
 * error of the suite: with the line that asks. */
#ifndef GIMBAL_HARNESS_PLAN_BLAME_H
#define GIMBAL_HARNESS_PLAN_BLAME_H

#include "plan/suite.h"

typedef struct {
  char message[1024];
} Blame;

/* From here on errors are kept. */
extern PetscErrorCode BlameBegin(Blame *);
/* Until here; one that was kept is raised with the suite's file and line before it. */
extern PetscErrorCode BlameEnd(Blame *, Suite, int line, PetscErrorCode error);

#endif
