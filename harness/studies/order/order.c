/* The order study: how the errors of a method fall with the step size. */
#include "base/word_list.h"
#include "studies/order/order.h"
#include "studies/pair.h"
#include "studies/study.h"
#include <math.h>
#include <string.h>

/* So many durations, as far as their runs take no more than so many evaluations, whatever the method,
 * but the least number as far as these take no more than so many; else none, as on a model that is not
 * smooth. */
enum { HORIZON = 25, HORIZON_LEAST = 6, HORIZON_WORK = 20000, HORIZON_LEAST_WORK = 100000 };

static PetscInt HorizonOf(const Pair *pair, const Integers *steps) {
  const PetscReal runs = 1 + 2 + 4,
                  work = runs * (PetscReal)OrderLateSteps(steps) * PairCostOfStep(pair);
  const PetscReal longest = floor((PetscReal)(pair->instance->longest / pair->instance->duration));
  /* Errors at a corner do not fall regularly: two runs that differ by less than h^p prove nothing. */
  if (WordsContain(PairRealisation(pair)->traits, "nonsmooth") || pair->order < 1 || longest == 1 ||
      !strcmp(pair->precision, PrecisionNames[IN_QUAD]) ||
      HORIZON_LEAST * work > HORIZON_LEAST_WORK)
    return 0;
  return (PetscInt)fmin(longest > 0 ? longest : HORIZON,
                        fmax(HORIZON_LEAST, fmin(HORIZON, floor(HORIZON_WORK / work))));
}

static PetscErrorCode PlanOrder(const Pair *pair, Jobs *jobs) {
  const char *text;
  Integers steps;
  Quad duration;
  PetscReal total;
  Job *job;
  PetscFunctionBeginUser;
  PetscCall(PairDuration(pair, &duration, &text));
  PetscCall(PairSeries(pair, duration, &steps, &total));
  PetscCall(PairAddJob(pair, "", total + 1000, jobs, &job)); /* the reference is some 1000 steps */
  job->duration = text;
  job->steps = steps;
  job->chosen = (PetscBool)(!pair->study->sizes.count && !pair->study->duration.text);
  job->budget = pair->study->budget;
  job->horizon = HorizonOf(pair, &steps);
  PetscFunctionReturn(0);
}

const char OrderChange[] = "other step sizes (key `sizes` of the suite's order study): finer ones "
                           "where the finest error is "
                           "above its noise level, else coarser ones or some in between";

static const ClaimWords claims[] = {
    {.study = "order",
     .on = CLAIM_ON_STATE,
     .quantities = "q p v lambda",
     .meaning = "errors of q, p, v or the multipliers fall like this power of h"},
    {.study = NULL}};

const Study StudyOrder = {
    .name = "order",
    .text =
        "   of an order study (signed errors over a series of step sizes):\n"
        "    duration     T (default: the case's); an expression in the model's parameters, as\n"
        "                 all numbers below: \"2*pi/omega\"\n"
        "    sizes        numbers of steps to T, multiples of 4, growing (default: from the\n"
        "                 case and the claimed order); the study adds to them where it needs\n"
        "                 more\n"
        "    budget       at most so many steps in all, with those that the study adds\n"
        "                 (default and most: 60000, in quadruple precision 9000)\n",
    .keys = "sizes budget duration",
    .claims = claims,
    .plan = PlanOrder,
    .measure = OrderMeasure,
    .judge = OrderJudge,
    .change = OrderChange};
