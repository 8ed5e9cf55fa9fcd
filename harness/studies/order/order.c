/* The order study: how the errors of a method fall with the step size. There is a series of step sizes in
 * double precision, and where that leaves something open in quadruple precision too. */
#include "studies/order/order.h"
#include "studies/order/series.h"
#include "statistics/thresholds.h"
#include "base/word_list.h"
#include "studies/pair.h"
#include "studies/study.h"

static Integers AllSteps(const Series *series, Arena arena) {
  Integers steps = {.count = series->points};
  steps.at = ArenaArray(arena, series->points, sizeof(*steps.at));
  for (PetscInt i = 0; i < series->points; ++i)
    steps.at[i] = series->point[i].steps;
  return steps;
}

static PetscErrorCode MeasureOrder(const Experiment *s, Measured *measured) {
  const PetscBool quad = ExperimentHas(s, IN_QUAD),
                  only_quad = (PetscBool)(ExperimentAsksFor(s, IN_QUAD) && quad),
                  only_double = ExperimentAsksFor(s, IN_DOUBLE),
                  goes_on = (PetscBool)(s->job->horizon > 0);
  PetscReal highest = 0;
  Measured *aside = NULL; /* for the noise level alone */
  OrderSubject study;
  OrderStanding early, standing = {PETSC_FALSE, PETSC_FALSE, PETSC_FALSE};
  Integers steps = s->job->steps;
  OrderNoise noise, wide;
  PetscCall(OrderSubjectCreate(s, NULL, &study));
  for (PetscInt g = 0; g < study.groups; ++g)
    highest = fmax(highest, study.group[g].claimed);
  const PetscBool may_ask =
      (PetscBool)(!only_quad && !only_double && quad && highest <= ORDER_WANTS_QUADRUPLE);
  if (only_quad)
    aside = MeasuredCreate();
  PetscCall(OrderRunSeries(
      &(OrderSeries){&study, IN_DOUBLE, aside ? aside : measured, OrderMore, measured, NULL},
      &steps, &noise));
  if (!only_quad && goes_on) {
    PetscCall(OrderStandingOf(s->job, measured, &early));
    PetscCall(early.refuted ? 0 : OrderMeasureLate(&study, &noise, measured));
  }
  if (aside)
    MeasuredDestroy(&aside);
  if (may_ask)
    PetscCall(OrderStandingOf(s->job, measured, &standing));
  if (only_quad || standing.open || (!only_double && highest > ORDER_WANTS_QUADRUPLE && quad)) {
    /* Round-off acts in the same way, only smaller; the iteration stops by stagnation, which costs
     * a few more digits. */
    const PetscReal ratio = 100 * CoreQuad()->epsilon / CoreDouble()->epsilon;
    wide = noise;
    for (PetscInt g = 0; g < study.groups; ++g) {
      if (!only_quad) /* it is stored with the other series */
        wide.difference[g] = wide.explained[g] = NAN;
      wide.roundoff[g] = noise.roundoff[g] * ratio;
      wide.rounding[g] = noise.rounding[g] * ratio;
      wide.solver[g] = noise.solver[g] * ratio;
    }
    /* With fewer points a sum of powers would explain what is left out in double. */
    if (standing.excused)
      steps = AllSteps(&measured->series[0], measured->arena);
    PetscCall(OrderRunSeries(&(OrderSeries){&study, IN_QUAD, measured, OrderMore, measured, &wide},
                             &steps, &wide));
  }
  return 0;
}

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
  PetscCall(PairDuration(pair, &duration, &text));
  PetscCall(PairSeries(pair, duration, &steps, &total));
  PetscCall(PairAddJob(pair, "", total + 1000, jobs, &job)); /* the reference is some 1000 steps */
  job->duration = text;
  job->steps = steps;
  job->chosen = (PetscBool)(!pair->study->sizes.count && !pair->study->duration.text);
  job->budget = pair->study->budget;
  job->horizon = HorizonOf(pair, &steps);
  return 0;
}

const char OrderChange[] = "other step sizes (key `sizes` of the suite's order study): finer ones "
                           "if the finest error is above its noise level, else coarser or "
                           "intermediate ones";

static const ClaimWords claims[] = {
    {.study = "order",
     .on = CLAIM_ON_STATE,
     .quantities = "q p v lambda",
     .meaning = "errors of q, p, v or the multipliers fall like this power of h"},
    {.study = NULL}};

const Study StudyOrder = {.name = "order",
                          .keys = "sizes budget duration",
                          .claims = claims,
                          .plan = PlanOrder,
                          .measure = MeasureOrder,
                          .judge = OrderJudge,
                          .change = OrderChange};
