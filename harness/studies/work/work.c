/* The work study: what an accuracy costs, in evaluations and the like, which the host counts. It runs
 * the order study's series of step sizes, with the errors of q at the end. The counts are the same in
 * every run; the times are not, and are kept apart. */
#include "studies/work/work.h"
#include "studies/order/series.h"
#include "studies/pair.h"
#include "studies/study.h"

static PetscErrorCode MeasureWork(const Experiment *s, Measured *measured) {
  OrderSubject study;
  PetscCall(OrderSubjectCreate(s, "q", &study));
  PetscCall(OrderRunSeries(&(OrderSeries){.study = &study,
                                          .precision = ExperimentNamedPrecision(s),
                                          .measured = measured,
                                          .more = WorkMore},
                           &s->job->steps, NULL));
  return WorkClock(s, &measured->series[0], measured);
}

/* From 1e-2 to 1e-12 in double precision, whatever the method, and their times. */
enum { STEPS = 20000 };

static PetscErrorCode PlanWork(const Pair *pair, Jobs *jobs) {
  const Pairing pairing = {pair->method, pair->instance, pair->realisation};
  Pair own = *pair;
  Quad duration;
  PetscReal total, order;
  Job *job;
  own.order = 0; /* the claims here are no orders */
  PetscCall(PairAddJob(&own, "", STEPS, jobs, &job));
  PetscCall(PairDuration(&own, &duration, &job->duration));
  PetscCall(MethodClaimedOrders(&pairing, NULL, &order));
  own.order = order > 0 ? order : 0;
  PetscCall(PairSeries(&own, duration, &job->steps, &total));
  job->budget = own.study->budget;
  return 0;
}

#define KIND(name)                                                                                 \
  name "_1e-2 " name "_1e-3 " name "_1e-4 " name "_1e-5 " name "_1e-6 " name "_1e-7 " name         \
       "_1e-8 " name "_1e-9 " name "_1e-10 " name "_1e-11 " name "_1e-12 "

static const ClaimWords claims[] = {
    {.study = "work",
     .on = CLAIM_ON_WORD,
     .quantities = KIND("evaluations") KIND("jacobians") KIND("linear_solves") KIND("iterations"),
     .meaning =
         "this relative error needs at most so many evaluations, Jacobians, linear solves or "
         "iterations"},
    {.study = NULL}};

const Study StudyWork = {.name = "work",
                         .keys = "sizes budget duration unclaimed",
                         .claims = claims,
                         .plan = PlanWork,
                         .measure = MeasureWork,
                         .judge = WorkJudge};
