/* The scaling study: how the mean square energy error of an ensemble falls with the step size. It
 * is an order, and judged as one. */
#include "studies/scaling/scaling.h"
#include "studies/order/order.h"
#include "studies/pair.h"
#include "studies/study.h"

static PetscErrorCode Plan(const Pair *pair, Jobs *jobs) {
  const PetscInt members = PairMembers(pair);
  const char *text;
  Integers steps;
  Quad duration;
  PetscReal total;
  Job *job;
  PetscFunctionBeginUser;
  PetscCall(PairDuration(pair, &duration, &text));
  PetscCall(PairSeries(pair, duration, &steps, &total));
  PetscCall(PairAddJob(pair, "", total * members, jobs, &job));
  job->duration = text;
  job->steps = steps;
  job->members.count = 2;
  PetscCall(ArenaArray(pair->arena, 2, &job->members.at));
  job->members.at[1] = members;
  PetscFunctionReturn(0);
}

static const ClaimWords claims[] = {
    {.study = "scaling",
     .on = CLAIM_ON_WORD,
     .quantities = "energy",
     .meaning = "over an ensemble the mean square energy error falls like this power of h"},
    {.study = NULL}};

const Study StudyScaling = {
    .name = "scaling",
    .text = "   of a scaling study (the mean square energy error of an ensemble against the step\n"
            "   size):\n"
            "    duration, sizes, budget   as of an order study\n"
            "    members      how many, from the first (default: all)\n",
    .keys = "sizes budget duration members",
    .claims = claims,
    .ensembles = PETSC_TRUE,
    .mean_squares = PETSC_TRUE,
    .plan = Plan,
    .measure = ScalingMeasure,
    .judge = OrderJudge,
    .explain = OrderExplain};
