/* The equality study: whether two methods, with different equations and in different files, are one
 * map. The quantity of a claim is the other method's name.
 *
 * Both run from the same data with the same step, in quadruple precision where they have it, so that a
 * difference of 1e-30 is detected. After each of a few steps q and v are compared, at the times at which
 * both methods score them. A method that does not accept the job's coordinates runs in those that it
 * accepts, and both are compared in the model's common coordinates. If it accepts none of the model's,
 * nothing is compared. */
#include "studies/defects/defects.h"
#include "studies/race.h"
#include "studies/pair.h"
#include "studies/study.h"

#define COMPARED 16 /* steps */

/* Q and V: what is compared, the configuration and the velocity. */
typedef enum { PART_Q, PART_V, PARTS } Part;

/* The job with one of the two methods, in coordinates that it accepts. */
typedef struct {
  Job job;
  Experiment s;
  Precision precision;
  Quad offset[PARTS]; /* where they are scored, in steps after the node */
  Quad *y;            /* room for (q,v) */
  Quad *trace;        /* what is compared, after each step */
} Run;

/* What both runs score at the same times. */
typedef struct {
  PetscBool common;       /* in the model's common coordinates */
  PetscInt count[PARTS];  /* entries */
  PetscBool there[PARTS]; /* whether they can be compared */
  PetscInt ahead[PARTS];  /* by so many steps the second run scores them later than the first */
} Meeting;

/* The realisation in which a method runs: that of the job, or the first that it takes. */
static PetscErrorCode FindCoordinates(const Experiment *s, Method method, PetscInt *at,
                                      PetscBool *accepts) {
  const PetscInt count = (PetscInt)s->instance->model->descriptor->realisations.count;
  *at = s->realisation;
  PetscCall(MethodAccepts(method, s->instance, *at, accepts));
  for (PetscInt tried = 0; !*accepts && tried < count; ++tried)
    PetscCall(MethodAccepts(method, s->instance, *at = tried, accepts));
  return 0;
}

static PetscErrorCode RunCreate(const Experiment *s, Precision precision, const Job *job,
                                Run *run) {
  const Dimensions first = ModelCaseDimensions(s->instance, 0); /* of the common coordinates */
  run->job = *job;
  run->precision = precision;
  PetscCall(ExperimentCreate(s->registry, &run->job, 0, &run->s));
  if (run->s.method != s->method)
    run->s.mutation = (Mutation){0};
  const PetscInt entries = run->s.dimensions.n + run->s.dimensions.m;
  run->y = ExperimentRoom(&run->s, entries);
  run->trace = ExperimentRoom(&run->s, COMPARED * PetscMax(entries, first.n + first.m));
  PetscCall(ExperimentTimeOf(&run->s, TIME_OF_Q, &run->offset[PART_Q]));
  return ExperimentTimeOf(&run->s, run->s.ode ? TIME_OF_Q : TIME_OF_P, &run->offset[PART_V]);
}

/* The configurations of two nodes are compared where their times are whole steps apart, and so
 * are the velocities. Common coordinates are made of both, so that their velocities are compared
 * only where either run scores both at one time. */
static void FindCommon(const Run *one, const Run *two, Meeting *meeting) {
  meeting->common = (PetscBool)(one->s.realisation != two->s.realisation);
  const Dimensions d =
      meeting->common ? ModelCaseDimensions(one->s.instance, 0) : one->s.dimensions;
  meeting->count[PART_Q] = d.n;
  meeting->count[PART_V] = d.m;
  for (int part = 0; part < PARTS; ++part) {
    const Quad difference = two->offset[part] - one->offset[part];
    meeting->ahead[part] = (PetscInt)roundq(difference); /* of numbers up to TIMES_MOST */
    meeting->there[part] =
        (PetscBool)(meeting->count[part] > 0 && fabsq(difference) < COMPARED - 1 &&
                    fabsq(difference - roundq(difference)) < QUAD_C(1e-9));
  }
  if (meeting->common &&
      (one->offset[PART_Q] != one->offset[PART_V] || two->offset[PART_Q] != two->offset[PART_V]))
    meeting->there[PART_V] = PETSC_FALSE;
}

/* The present (q,v), or the common coordinates of it. */
static void ReadNode(const Run *run, const Meeting *meeting, Stepper *own, Quad *x) {
  const gimbal_realisation *realisation = ExperimentRealisation(&run->s, run->precision);
  const PetscInt count = meeting->count[PART_Q] + meeting->count[PART_V];
  StepperReadState(own, run->y);
  if (!meeting->common || !realisation->common)
    memcpy(x, run->y, (size_t)count * sizeof *x);
  else
    CoreOf(run->precision)
        ->problem_call(run->s.problem[run->precision], &realisation->common, 0, run->y, x);
}

static PetscErrorCode TraceRun(Run *run, const Meeting *meeting, Quad h, StepFailure *failure) {
  const PetscInt count = meeting->count[PART_Q] + meeting->count[PART_V];
  Stepper own = StepperCreate(&run->s, run->precision, 1);
  (void)StepperBegin(&own, h, NULL);
  for (PetscInt step = 0; step < COMPARED && StepperAdvance(&own, 1); ++step)
    ReadNode(run, meeting, &own, run->trace + step * count);
  *failure = own.failure;
  return StepperEnd(&own);
}

/* Both from the same data with the same step: the largest difference, and the largest entry. */
static PetscErrorCode CompareRuns(Run *one, Run *two, Quad h, Quad *difference, Quad *size,
                                  StepFailure *failure) {
  Meeting meeting;
  PetscInt count;
  *difference = 0;
  *size = 1;
  FindCommon(one, two, &meeting);
  count = meeting.count[PART_Q] + meeting.count[PART_V];
  PetscCall(TraceRun(one, &meeting, h, failure));
  if (!failure->failed)
    PetscCall(TraceRun(two, &meeting, h, failure));
  for (PetscInt step = 0; step < COMPARED && !failure->failed; ++step)
    for (PetscInt i = 0; i < count; ++i) {
      const Part part = i < meeting.count[PART_Q] ? PART_Q : PART_V;
      const PetscInt other = step - meeting.ahead[part];
      const Quad *x = one->trace + step * count, *y = two->trace + other * count;
      if (!meeting.there[part] || other < 0 || other >= COMPARED)
        continue;
      *difference = LargerOrNaN(*difference, fabsq(x[i] - y[i]));
      *size = LargerOrNaN(*size, fabsq(x[i]));
    }
  return 0;
}

/* What the steps make of a rounding: how far the method's run comes from one of its own whose data
 * differ in the last bits. Equations that are hard to solve to the last digit show here too. */
static PetscErrorCode SpreadOfRounding(const Experiment *s, Run *run, Quad h, Quad *spread,
                                       StepFailure *failure) {
  const PetscReal epsilon = CoreOf(run->precision)->epsilon;
  Quad size;
  Run moved;
  PetscCall(RunCreate(s, run->precision, &run->job, &moved));
  for (PetscInt i = 0; i < run->s.dimensions.n + run->s.dimensions.m; ++i)
    moved.s.y0[i] *= 1 + (i % 2 ? -4 : 4) * (Quad)epsilon;
  PetscCall(CompareRuns(run, &moved, h, spread, &size, failure));
  return ExperimentDestroy(&moved.s);
}

/* The difference of two maps, and what roundings alone would make of them: some of the state in
 * every step, and those of either run. */
static PetscErrorCode DifferenceOfMaps(const Experiment *s, Run *one, Run *two, Quad h,
                                       Quad *difference, Quad *error, StepFailure *failure) {
  const PetscReal epsilon = CoreOf(one->precision)->epsilon;
  Quad size, spread;
  PetscCall(CompareRuns(one, two, h, difference, &size, failure));
  *error = (Quad)(32 * COMPARED * epsilon) * size;
  for (int k = 0; k < 2 && !failure->failed; ++k) {
    PetscCall(SpreadOfRounding(s, k ? two : one, h, &spread, failure));
    *error += 8 * spread;
  }
  return 0;
}

/* The two runs, both made, and what their difference is held against. */
static PetscErrorCode MeasureDifference(const Experiment *s, Run *one, Run *two, Quad h,
                                        Measured *measured, Point *point) {
  const char *other = two->s.method->name;
  Quad difference = 0, error = 0;
  StepFailure failure;
  OwnError own;
  Meeting meeting;
  FindCommon(one, two, &meeting);
  PetscCall(DifferenceOfMaps(s, one, two, h, &difference, &error, &failure));
  EndingOf(&failure, measured, &point->ending);
  if (failure.failed)
    return 0;
  if (!meeting.there[PART_Q] && !meeting.there[PART_V]) {
    PointDefectWith(measured, point, other, (Quad)NAN, (Quad)NAN, DEFECT_APART, 1);
    return 0;
  }
  /* Another map of the same order would be off by about what this one is. */
  PetscCall(OwnErrorMeasure(s, one->precision, h, COMPARED, &own));
  PointDefectWith(measured, point, other, difference, error, DEFECT_ABSENT, (Quad)own.absolute);
  return 0;
}

static PetscErrorCode ExamineStepSize(const Experiment *s, const char *other, Quad h,
                                      Measured *measured) {
  Precision precision = measured->precision;
  Job job = *s->job;
  Run one, two;
  Method method;
  PetscInt at;
  PetscBool accepts;
  PetscCall(RegistryFindMethod(s->registry, other, &method));
  PetscCall(FindCoordinates(s, method, &at, &accepts));
  Point *const point = MeasuredAddPoint(measured, FiniteOrNaN(h));
  if (!accepts) {
    PointDefectWith(measured, point, other, (Quad)NAN, (Quad)NAN, DEFECT_OF_COORDINATES, 1);
    return 0;
  }
  if (precision == IN_QUAD && !method->family_quad)
    precision = IN_DOUBLE;
  /* A seed's data are known in the coordinates of the job alone. */
  if (at != s->realisation)
    job.seed = 0;
  PetscCall(RunCreate(s, precision, &job, &one));
  job.method = other;
  job.realisation = at;
  PetscCall(RunCreate(s, precision, &job, &two));
  PetscCall(MeasureDifference(s, &one, &two, h, measured, point));
  PetscCall(ExperimentDestroy(&one.s));
  return ExperimentDestroy(&two.s);
}

static PetscErrorCode MeasureEquality(const Experiment *s, Measured *measured) {
  const Job *job = s->job;
  MeasuredBegin(measured, MEASURED_POINTS, ExperimentBestPrecision(s));
  for (PetscInt i = 0; i < job->h.count; ++i) {
    Quad h;
    PetscCall(ExperimentEvaluateStepSize(s, i, &h));
    for (PetscInt j = 0; j < job->claims.count; ++j)
      PetscCall(ExamineStepSize(s, job->claims.at[j].quantity, h, measured));
  }
  return 0;
}

static const ClaimWords claims[] = {{.study = "equality",
                                     .on = CLAIM_ON_METHOD,
                                     .values = "yes no",
                                     .meaning = "the method makes the same steps as the named one"},
                                    {.study = NULL}};

const Study StudyEquality = {.name = "equality",
                             .keys = "step_sizes",
                             .claims = claims,
                             .first_case = PETSC_TRUE,
                             .plan = PairAddStepSizes,
                             .measure = MeasureEquality,
                             .judge = DefectsJudge,
                             .change = DefectsChange};
