/* What the parts of the long study share. */
#ifndef GIMBAL_HARNESS_STUDIES_LONG_LONG_H
#define GIMBAL_HARNESS_STUDIES_LONG_LONG_H

#include "record/measured.h"
#include "record/verdict.h"
#include "record/request.h"

struct Runs; /* studies/long/runs.h */
struct Setting;

extern PetscErrorCode LongMeasure(const struct Setting *, Measured *);
/* Of the last run: REQUEST_LONGER where something claimed to be bounded wanders so far, or drifts by
 * less than it oscillates, which a longer run may show to be an oscillation slower than this run, or
 * a drift. */
extern PetscErrorCode LongMore(const Job *, const Measured *, Request *);
/* Whether something that is claimed to be bounded drifts or wanders with the one step that was
 * asked for: half of it then has to run as long, or it would not show what becomes of that. Pure. */
extern PetscErrorCode LongMoves(const Job *, const Measured *, PetscBool *moves);
/* Whether a claim can be told from nothing only by what the method errs by itself: one of exactness, or
 * that a quantity is bounded which is within round-off. Pure. */
extern PetscErrorCode LongWantsOwnError(const Job *, const Measured *, PetscBool *wants);
/* Of all runs that were asked for: REQUEST_FINER where a claim rests on how errors fall with the step
 * and half the smallest step so far would show it, or where no run came to its end (where exactness is
 * claimed of an energy or an invariant; else only if the host has chosen the smallest step, of which
 * nobody claims anything); REQUEST_DENSER where that would be round-off, and a step in between shows it;
 * REQUEST_QUAD where a claim of exactness is at the edge of round-off, which quadruple precision decides,
 * REQUEST_GLANCE where double precision would not see what the method errs by. */
extern PetscErrorCode LongBeside(const Job *, const Measured *, PetscBool chosen, Request *);
/* Of one claim that a quantity is bounded, on the runs so far. Pure. */
extern PetscErrorCode LongJudgeBounded(const struct Runs *, PetscBool walk, Finding *);
extern PetscErrorCode LongJudge(PetscInt count, const Job *const[], const Measured *const[],
                                const Claim *, Finding *);
/* Whether a claim is on the model, which says of a quantity that it is conserved. */
extern PetscBool LongIsOnModel(const Claim *);
/* A run that stopped because its method is unstable there, which the method says of itself by denying
 * that the energy is kept, and has shown before: nothing is left of the run in which a constraint
 * could be judged, if it was kept until then. */
extern PetscErrorCode LongJudgeUnstable(const Job *, const Measured *, const struct Runs *,
                                        Finding *);

#endif
