/* The tolerance study: how the errors of codes that choose their own steps follow the tolerance that
 * they are given. For each tolerance there is one uninterrupted run from 0 to T, and its error at T. The
 * library's own noise level is part of it: nothing helps it below its tolerance. */
#include "studies/tolerance/tolerance.h"
#include "record/work.h"
#include "registry/parameters.h"
#include "studies/order/series.h"
#include "studies/pair.h"
#include "studies/study.h"

enum { POINTS = TOLERANCES_A_DECADE * (TOLERANCE_LAST - TOLERANCE_FIRST) + 1, ROUNDINGS = 32 };

/* The method at its tolerance, if that is one of its parameters. */
static PetscErrorCode MethodAtTolerance(const Experiment *s, PetscReal tolerance,
                                        Experiment *tuned) {
  char name[256];
  *tuned = *s;
  if (s->method->family->advance)
    return 0;
  PetscCall(PetscSNPrintf(name, sizeof(name), "%s%s%s=%.17g", s->method->name,
                          strchr(s->method->name, ':') ? "," : ":", TOLERANCE_PARAMETER,
                          (double)tolerance));
  return RegistryFindMethod(s->registry, name, &tuned->method);
}

static PetscErrorCode MeasurePoint(OrderSubject *study, Precision precision, PetscReal tolerance,
                                   Measured *measured, SeriesPoint *point) {
  Experiment tuned;
  *point = (SeriesPoint){
      .steps = 1, .h = FiniteOrNaN(study->duration), .tolerance = tolerance, .counted = PETSC_TRUE};
  OrderPreparePoint(study, measured, point);
  PetscCall(MethodAtTolerance(study->s, tolerance, &tuned));
  Stepper run = StepperCreate(&tuned, precision, 1);
  const PetscBool by_time = (PetscBool)(tuned.method->family->advance != NULL);
  if (StepperBegin(&run, by_time ? 0 : study->duration, NULL) &&
      (by_time ? StepperAdvanceTo(&run, study->duration, (Quad)tolerance)
               : StepperAdvance(&run, 1)))
    PetscCall(OrderReadErrors(study, &run, ORDER_TIMES - 1, point));
  point->quantities = run.failure.failed ? 0 : study->groups;
  return StepperRecord(&run, measured, &point->ending, &point->counts);
}

static PetscErrorCode MeasureTolerance(const Experiment *s, Measured *measured) {
  const Precision precision = ExperimentNamedPrecision(s);
  OrderSubject study;
  PetscCall(OrderSubjectCreate(s, "q", &study));
  Series *const series = OrderBeginSeries(&study, precision, measured);
  for (PetscInt i = 0, work = 0; i < POINTS && work < TOLERANCE_WORK; ++i) {
    const double power = -TOLERANCE_FIRST - (double)i / TOLERANCES_A_DECADE;
    PetscCall(MeasurePoint(&study, precision, (PetscReal)pow(10, power), measured,
                           &series->point[series->points++]));
    work = (PetscInt)WorkOf(&series->point[i].counts, WORK_EVALUATIONS);
  }
  for (PetscInt g = 0; g < study.groups; ++g) {
    Reals *floors = &series->quantity[g].floor;
    floors->count = series->points;
    for (PetscInt i = 0; i < series->points; ++i)
      floors->at[i] = FiniteOrNaN(
          (Quad)(study.group[g].bar + ROUNDINGS * series->epsilon * study.group[g].size));
  }
  return 0;
}

/* Of runs in double precision whose steps nobody knows beforehand: those of a method of order 5. */
enum { STEPS = 20000 };

static PetscBool HasParameter(const gimbal_method *family) {
  for (size_t i = 0; i < family->parameters.count; i++)
    if (!strcmp(ListAt(family->parameters, gimbal_value, i)->name, TOLERANCE_PARAMETER))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* A method whose name sets the tolerance already is one for that tolerance. */
static PetscErrorCode ToleranceFits(const Pair *pair, PetscBool *fits) {
  const gimbal_method *family = pair->method->family;
  *fits = (PetscBool)(family->advance ||
                      (HasParameter(family) && !strstr(pair->method->name, TOLERANCE_PARAMETER)));
  return 0;
}

static PetscErrorCode PlanTolerance(const Pair *pair, Jobs *jobs) {
  Pair own = *pair;
  Quad duration;
  Job *job;
  own.order = 0; /* no claim here is one */
  PetscCall(PairAddJob(&own, "", STEPS, jobs, &job));
  return PairDuration(pair, &duration, &job->duration);
}

static const ClaimWords claims[] = {
    {.study = "tolerance",
     .on = CLAIM_ON_WORD,
     .quantities = TOLERANCE_EXPONENT " " TOLERANCE_FACTOR,
     .meaning =
         "for methods that choose their steps: errors fall like this power of the tolerance, "
         "or exceed it at most by this factor"},
    {.study = "tolerance",
     .on = CLAIM_ON_WORD,
     .quantities = TOLERANCE_MONOTONE,
     .values = "yes no",
     .meaning = "a smaller tolerance gives a smaller error"},
    {.study = NULL}};

const Study StudyTolerance = {.name = "tolerance",
                              .keys = "duration unclaimed",
                              .claims = claims,
                              .first_case = PETSC_TRUE,
                              .own_steps = PETSC_TRUE,
                              .fits = ToleranceFits,
                              .plan = PlanTolerance,
                              .measure = MeasureTolerance,
                              .judge = ToleranceJudge};
