/* The scaling study: how the mean square energy error of an ensemble falls with the step size, at a few
 * times of a run. A method whose energy error is of order p has a mean square of order 2p. It is
 * measured like the errors of an order study, and judged as an order. */
#include "numerics/step_size.h"
#include "studies/experiment.h"
#include "studies/order/order.h"
#include "studies/pair.h"
#include "studies/study.h"

#define TIMES 4

/* The point number i of the series, and its noise level. */
static PetscErrorCode MeasurePoint(const Experiment *any, PetscInt i, Measured *measured,
                                   Series *series) {
  const Job *job = any->job;
  const PetscInt64 steps = job->steps.at[i];
  const PetscInt members = job->members.count > 1 ? (PetscInt)job->members.at[1] : 0;
  const Quad h = StepSize((Quad)series->duration, steps);
  SeriesPoint *point = &series->point[i];
  StepFailure failure = {.failed = PETSC_FALSE}; /* of the first member that failed */
  PetscReal error[TIMES], square[TIMES] = {0}, scale = 0, largest = 0, round;
  PetscInt64 at[TIMES];
  for (int t = 0; t < TIMES; ++t)
    at[t] = steps / TIMES * (t + 1);
  for (PetscInt member = 0; member < members && !failure.failed; ++member) {
    PetscCall(ExperimentRunMember(any, member, h, TIMES, at, error, &scale, &failure));
    for (int t = 0; t < TIMES; ++t)
      square[t] += error[t] * error[t];
  }
  point->steps = steps;
  point->h = FiniteOrNaN((Quad)(series->duration / (PetscReal)steps));
  EndingOf(&failure, measured, &point->ending);
  point->errors = ArenaArray(measured->arena, 1, sizeof(*point->errors));
  *point->errors = (Errors){.name = "energy", .times = TIMES, .components = 1};
  point->errors->at = ArenaArray(measured->arena, TIMES, sizeof(*point->errors->at));
  point->quantities = failure.failed ? 0 : 1;
  for (int t = 0; t < TIMES; ++t) {
    largest = fmax(largest, square[t] / members);
    point->errors->at[t] = FiniteOrNaN((Quad)(square[t] / members));
  }
  /* Some roundings of the energy's terms in every step, added to the error, squared. */
  round = 4 * PETSC_MACHINE_EPSILON * scale * sqrt((PetscReal)steps);
  series->quantity->floor.at[i] = FiniteOrNaN((Quad)(round * (2 * sqrt(largest) + round)));
  return 0;
}

static PetscErrorCode MeasureScaling(const Experiment *s, Measured *measured) {
  const Job *job = s->job;
  SeriesQuantity *quantity;
  Quad duration;
  PetscCall(ExperimentEvaluateTime(s, job->duration, &duration));
  Series *const series = MeasuredAddSeries(measured);
  series->precision = IN_DOUBLE;
  series->epsilon = PETSC_MACHINE_EPSILON;
  series->duration = (PetscReal)duration;
  series->times.count = TIMES;
  series->times.at = ArenaArray(measured->arena, TIMES, sizeof(*series->times.at));
  for (int k = 0; k < TIMES; ++k)
    series->times.at[k] = series->duration * (k + 1) / TIMES;
  series->quantities = 1;
  series->quantity = ArenaArray(measured->arena, 1, sizeof(*series->quantity));
  quantity = series->quantity;
  *quantity =
      (SeriesQuantity){.name = "energy", .size = NAN, .bar = NAN, .apart = NAN, .explained = NAN};
  quantity->floor.count = job->steps.count;
  quantity->floor.at = ArenaArray(measured->arena, job->steps.count, sizeof(*quantity->floor.at));
  series->points = job->steps.count;
  series->point = ArenaArray(measured->arena, job->steps.count, sizeof(*series->point));
  for (PetscInt i = 0; i < series->points; ++i)
    PetscCall(MeasurePoint(s, i, measured, series));
  return 0;
}

static PetscErrorCode PlanScaling(const Pair *pair, Jobs *jobs) {
  const PetscInt members = PairMembers(pair);
  const char *text;
  Integers steps;
  Quad duration;
  PetscReal total;
  Job *job;
  PetscCall(PairDuration(pair, &duration, &text));
  PetscCall(PairSeries(pair, duration, &steps, &total));
  PetscCall(PairAddJob(pair, "", total * members, jobs, &job));
  job->duration = text;
  job->steps = steps;
  ArenaAppend(pair->arena, job->members.count, &job->members.at, 0);
  ArenaAppend(pair->arena, job->members.count, &job->members.at, members);
  return 0;
}

static const ClaimWords claims[] = {
    {.study = "scaling",
     .on = CLAIM_ON_WORD,
     .quantities = "energy",
     .meaning = "the mean square energy error over an ensemble falls like this power of h"},
    {.study = NULL}};

const Study StudyScaling = {.name = "scaling",
                            .keys = "sizes budget duration members",
                            .claims = claims,
                            .ensembles = PETSC_TRUE,
                            .mean_squares = PETSC_TRUE,
                            .plan = PlanScaling,
                            .measure = MeasureScaling,
                            .judge = OrderJudge,
                            .change = OrderChange};
