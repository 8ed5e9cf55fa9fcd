/* The curve study: whether a run stays on the exact orbit, whatever the time. */
#include "studies/curve/curve.h"
#include "studies/defects/defects.h"
#include "studies/pair.h"
#include "studies/study.h"

static PetscErrorCode Plan(const Pair *pair, Jobs *jobs) {
  Quad duration;
  Job *job;
  PetscFunctionBeginUser;
  PetscCall(PairAddStepSizes(pair, jobs, &job));
  PetscCall(PairDuration(pair, &duration, &job->duration));
  PetscFunctionReturn(0);
}

static PetscErrorCode Judge(PetscInt count, const Job *const jobs[],
                            const Measured *const measured[], const Claim *claim, Finding *f) {
  static const DefectsRule rule = {
      .power = PETSC_TRUE, .before = "distance at the same time", .after = ""};
  PetscFunctionBeginUser;
  (void)count;
  PetscCall(DefectsJudge(&rule, jobs[0], measured[0], claim, f));
  PetscFunctionReturn(0);
}

static const ClaimWords claims[] = {
    {.study = "curve",
     .on = CLAIM_ON_WORD,
     .quantities = "orbit phase_orbit",
     .values = "yes no",
     .meaning = "points of q, or of q and v, lie on the exact orbit, whatever the time"},
    {.study = "curve",
     .on = CLAIM_ON_WORD,
     .quantities = "apsidal_advance",
     .values = "yes no",
     .lacking = "says what its apsides are",
     .meaning = "the angle between apsides is exact"},
    {.study = NULL}};

const Study StudyCurve = {
    .name = "curve",
    .text =
        "   of a curve study (the distance of the points of a run from the exact orbit, whatever\n"
        "   the time):\n"
        "    duration     T (default: the case's)\n"
        "    step_sizes, cases   as above\n",
    .keys = "duration step_sizes",
    .claims = claims,
    .first_case = PETSC_TRUE,
    .plan = Plan,
    .measure = CurveMeasure,
    .judge = Judge,
    .explain = DefectsExplain};
