/* What the parts of the long study share. */
#ifndef GIMBAL_HARNESS_STUDIES_LONG_LONG_H
#define GIMBAL_HARNESS_STUDIES_LONG_LONG_H

#include "record/verdict.h"
#include "record/request.h"

struct Experiment;

extern PetscErrorCode LongMeasure(const struct Experiment *, Measured *);
/* What the last requested run needs, so that the claims on it can be judged. */
typedef struct {
  PetscBool longer; /* more steps: a claimed bound may be a slow oscillation, or a drift */
  /* It drifts or wanders though it is claimed to be bounded: half its step has to run as long, or it
   * would not show what becomes of that. */
  PetscBool moves;
  /* The method's own error: without it a claim of exactness, or of a bound on what is within
   * round-off, is not significant. */
  PetscBool own_error;
} LongNeeds;

/* Pure. */
extern LongNeeds LongFindNeeds(const Job *, const Measured *);
/* What the claims on all requested runs still need. REQUEST_FINER: half the smallest step so
 * far. A claim rests on how errors fall with the step, or no run came to its end and exactness
 * is claimed of an energy or an invariant, or the host chose the smallest step. REQUEST_DENSER:
 * a step in between, where half the step would be round-off. REQUEST_QUAD: a claim of exactness
 * is at the edge of round-off. REQUEST_GLANCE: double precision would not see the method's own
 * error. */
extern Request LongMoreRuns(const Job *, const Measured *, PetscBool chosen);
extern ClaimJudge LongJudge;

#endif
