/* What the parts of the long study share. */
#ifndef GIMBAL_HARNESS_STUDIES_LONG_LONG_H
#define GIMBAL_HARNESS_STUDIES_LONG_LONG_H

#include "record/measured.h"
#include "record/verdict.h"
#include "record/request.h"

struct Runs; /* studies/long/runs.h */
struct Setting;

extern PetscErrorCode LongMeasure(const struct Setting *, Measured *);
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
extern PetscErrorCode LongFindNeeds(const Job *, const Measured *, LongNeeds *);
/* REQUEST_LONGER, as above. */
extern PetscErrorCode LongMore(const Job *, const Measured *, Request *);
/* Of all requested runs: REQUEST_FINER where a claim rests on how errors fall with the step and
 * half the smallest step so far would show it, or where no run came to its end (where exactness is
 * claimed of an energy or an invariant; else only if the host has chosen the smallest step, of
 * which nobody claims anything); REQUEST_DENSER where that would be round-off, and a step in
 * between shows it; REQUEST_QUAD where a claim of exactness is at the edge of round-off, which
 * quadruple precision decides, REQUEST_GLANCE where double precision would not see what the method
 * errs by. */
extern PetscErrorCode LongBeside(const Job *, const Measured *, PetscBool chosen, Request *);
/* Of one claim that a quantity is bounded, on the runs so far. Pure. */
extern PetscErrorCode LongJudgeBounded(const struct Runs *, PetscBool walk, Finding *);
extern PetscErrorCode LongJudge(PetscInt count, const Job *const[], const Measured *const[],
                                const Claim *, Finding *);
/* Whether a claim is on the model, which declares a quantity to be conserved. */
extern PetscBool LongIsOnModel(const Claim *);
/* A run that stopped because its method is unstable there, as its claim that the energy drifts
 * states and the run has shown: nothing is left of the run in which a constraint could be judged,
 * if it was kept until then. */
extern PetscErrorCode LongJudgeUnstable(const Job *, const Measured *, const struct Runs *,
                                        Finding *);

#endif
