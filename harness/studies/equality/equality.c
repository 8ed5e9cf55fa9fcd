/* The equality study: whether two methods are one map. The quantity of a claim is the other one. */
#include "studies/equality/equality.h"
#include "studies/defects/defects.h"
#include "studies/pair.h"
#include "studies/study.h"

static PetscErrorCode Plan(const Pair *pair, Jobs *jobs) {
  Job *job;
  PetscFunctionBeginUser;
  PetscCall(PairAddStepSizes(pair, jobs, &job));
  PetscFunctionReturn(0);
}

static PetscErrorCode Judge(PetscInt count, const Job *const jobs[],
                            const Measured *const measured[], const Claim *claim, Finding *f) {
  static const DefectsRule rule = {.power = PETSC_TRUE, .after = " over these steps"};
  PetscFunctionBeginUser;
  (void)count;
  PetscCall(DefectsJudge(&rule, jobs[0], measured[0], claim, f));
  PetscFunctionReturn(0);
}

static const ClaimWords claims[] = {
    {.study = "equality",
     .on = CLAIM_ON_METHOD,
     .values = "yes no",
     .meaning = "the method makes the same steps as the one that is named"},
    {.study = NULL}};

const Study StudyEquality = {.name = "equality",
                             .text = "   of an equality study (whether two methods are one map):\n"
                                     "    step_sizes, cases   as above\n",
                             .keys = "step_sizes",
                             .claims = claims,
                             .first_case = PETSC_TRUE,
                             .plan = Plan,
                             .measure = EqualityMeasure,
                             .judge = Judge,
                             .explain = DefectsExplain};
