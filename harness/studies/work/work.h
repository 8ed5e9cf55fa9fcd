/* What the parts of the work study share. */
#pragma once

#include "record/request.h"
#include "record/verdict.h"

struct Experiment;

/* Of the last series: steps from an error of 1e-2 of the solution's size or more down to 1e-12. */
extern PetscErrorCode WorkMore(const Job *, const Measured *, Request *);
extern ClaimJudge WorkJudge;

/* The time of the processor that the runs of a series took: never judged. */
extern PetscErrorCode WorkClock(const struct Experiment *, const Series *, Measured *);
