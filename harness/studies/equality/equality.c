/* The equality study: whether two methods, with different equations and in different files, are one
 * map. The quantity of a claim is the other method's name.
 *
 * Both run from the same data with the same step, in quadruple precision where they have it, so that a
 * difference of 1e-30 is detected. After each of a few steps q and v are compared, at the times at which
 * both methods score them. A method that does not accept the job's coordinates runs in those that it
 * accepts, and both are compared in the model's common coordinates. If it accepts none of the model's,
 * nothing is compared. */
#include "registry/formulation.h"
#include "studies/defects/defects.h"
#include "studies/own_error.h"
#include "studies/pair.h"
#include "studies/study.h"
#include <math.h>
#include <string.h>

#define COMPARED 16 /* steps */

/* Q and V: what is compared, the configuration and the velocity. */
typedef enum { PART_Q, PART_V, PARTS } Part;

typedef struct {
  const Setting *s;
  Method method;
  Precision precision;
  PetscInt at; /* the realisation */
  const gimbal_realisation *realisation;
  Dimensions dimensions;
  Problem problem;
  Integration it;
  const Quad *start;  /* (q,v); NULL: the case's initial data */
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
static PetscErrorCode FindCoordinates(const Setting *s, Method method, PetscInt *at,
                                      PetscBool *accepts) {
  const PetscInt count = (PetscInt)s->instance->model->descriptor->realisations.count;
  PetscFunctionBeginUser;
  *at = s->realisation;
  PetscCall(MethodAccepts(method, s->instance, *at, accepts));
  for (PetscInt tried = 0; !*accepts && tried < count; ++tried)
    PetscCall(MethodAccepts(method, s->instance, *at = tried, accepts));
  PetscFunctionReturn(0);
}

static PetscErrorCode RunCreate(const Setting *s, Precision precision, Method method, PetscInt at,
                                Run *run) {
  const Model model = s->instance->model;
  const gimbal_model *descriptor =
      precision == IN_QUAD ? model->descriptor_quad : model->descriptor;
  PetscInt room;
  Dimensions first; /* of the common coordinates */
  PetscFunctionBeginUser;
  *run = (Run){.s = s,
               .method = method,
               .precision = precision,
               .at = at,
               .realisation = ListAt(descriptor->realisations, gimbal_realisation, at)};
  PetscCall(CoreOf(precision)->problem_create(s->instance, at, &run->problem));
  PetscCall(CoreOf(precision)->problem_dimensions(run->problem, &run->dimensions));
  PetscCall(ModelCaseGetDimensions(s->instance, 0, &first));
  room = run->dimensions.n + run->dimensions.m;
  PetscCall(PetscMalloc2(room + 1, &run->y, COMPARED * PetscMax(room, first.n + first.m) + 1,
                         &run->trace));
  PetscCall(MethodEvaluateTime(method, s->instance, at, TIME_OF_Q, &run->offset[PART_Q]));
  PetscCall(MethodEvaluateTime(
      method, s->instance, at,
      FormulationGetData(method->family->formulation)->velocities ? TIME_OF_P : TIME_OF_Q,
      &run->offset[PART_V]));
  PetscFunctionReturn(0);
}

static PetscErrorCode RunDestroy(Run *run) {
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(run->y, run->trace));
  PetscCall(CoreOf(run->precision)->destroy(&run->it));
  PetscCall(CoreOf(run->precision)->problem_destroy(&run->problem));
  PetscFunctionReturn(0);
}

static PetscErrorCode BeginRun(Run *run, Quad h, StepFailure *failure) {
  const IntegrationSetup setup = {.method = run->method,
                                  .problem = run->problem,
                                  .looser = run->s->looser,
                                  .mutation = run->method == run->s->method ? run->s->mutation
                                                                            : (Mutation){0}};
  const Core *core = CoreOf(run->precision);
  PetscFunctionBeginUser;
  PetscCall(core->destroy(&run->it));
  PetscCall(core->create(&setup, &run->it));
  PetscCall(core->begin(run->it, h, run->start, failure));
  PetscFunctionReturn(0);
}

/* The configurations of two nodes are compared where their times are whole steps apart, and so
 * are the velocities. Common coordinates are made of both, so that their velocities are compared
 * only where either run scores both at one time. */
static PetscErrorCode FindCommon(const Run *one, const Run *two, Meeting *meeting) {
  Dimensions d = one->dimensions;
  PetscFunctionBeginUser;
  meeting->common = (PetscBool)(one->realisation != two->realisation);
  if (meeting->common)
    PetscCall(ModelCaseGetDimensions(one->s->instance, 0, &d));
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
  PetscFunctionReturn(0);
}

/* The present (q,v), or the common coordinates of it. */
static PetscErrorCode ReadNode(const Run *run, const Meeting *meeting, Quad *x) {
  const Core *core = CoreOf(run->precision);
  const PetscInt n = run->dimensions.n;
  const PetscInt count = meeting->count[PART_Q] + meeting->count[PART_V];
  PetscInt entries;
  PetscFunctionBeginUser;
  PetscCall(core->get(run->it, QUANTITY_CONFIGURATION, &entries, run->y));
  PetscCall(core->get(run->it, QUANTITY_VELOCITY, &entries, run->y + n));
  if (!meeting->common || !run->realisation->common)
    memcpy(x, run->y, (size_t)count * sizeof *x);
  else
    core->problem_call(run->problem, &run->realisation->common, 0, run->y, x);
  PetscFunctionReturn(0);
}

/* All steps of a run. */
static PetscErrorCode TraceRun(Run *run, const Meeting *meeting, Quad h, StepFailure *failure) {
  const PetscInt count = meeting->count[PART_Q] + meeting->count[PART_V];
  PetscFunctionBeginUser;
  PetscCall(BeginRun(run, h, failure));
  for (PetscInt step = 0; step < COMPARED && !failure->failed; ++step) {
    PetscCall(CoreOf(run->precision)->advance(run->it, 1, failure));
    if (!failure->failed)
      PetscCall(ReadNode(run, meeting, run->trace + step * count));
  }
  PetscFunctionReturn(0);
}

/* Both from the same data with the same step: the largest difference, and the largest entry. */
static PetscErrorCode CompareRuns(Run *one, Run *two, Quad h, Quad *difference, Quad *size,
                                  StepFailure *failure) {
  Meeting meeting;
  PetscInt count;
  PetscFunctionBeginUser;
  *difference = 0;
  *size = 1;
  PetscCall(FindCommon(one, two, &meeting));
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
  PetscFunctionReturn(0);
}

/* What the steps make of a rounding: how far the method's run comes from one of its own whose data
 * differ in the last bits. Equations that are hard to solve to the last digit show here too. */
static PetscErrorCode SpreadOfRounding(Run *run, Quad h, Quad *spread, StepFailure *failure) {
  const PetscInt entries = run->dimensions.n + run->dimensions.m;
  const Core *core = CoreOf(run->precision);
  Quad *start, size;
  Run moved;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(entries + 1, &start));
  if (run->start)
    memcpy(start, run->start, (size_t)entries * sizeof *start);
  else
    PetscCall(core->problem_initial(run->problem, start));
  for (PetscInt i = 0; i < entries; ++i)
    start[i] *= 1 + (i % 2 ? -4 : 4) * (Quad)core->epsilon;
  PetscCall(RunCreate(run->s, run->precision, run->method, run->at, &moved));
  moved.start = start;
  PetscCall(CompareRuns(run, &moved, h, spread, &size, failure));
  PetscCall(RunDestroy(&moved));
  PetscCall(PetscFree(start));
  PetscFunctionReturn(0);
}

/* The difference of two maps, and what roundings alone would make of them: some of the state in
 * every step, and those of either run. */
static PetscErrorCode DifferenceOfMaps(Run *one, Run *two, Quad h, Quad *difference, Quad *error,
                                       StepFailure *failure) {
  const PetscReal epsilon = CoreOf(one->precision)->epsilon;
  Quad size, spread;
  PetscFunctionBeginUser;
  PetscCall(CompareRuns(one, two, h, difference, &size, failure));
  *error = (Quad)(32 * COMPARED * epsilon) * size;
  for (int k = 0; k < 2 && !failure->failed; ++k) {
    PetscCall(SpreadOfRounding(k ? two : one, h, &spread, failure));
    *error += 8 * spread;
  }
  PetscFunctionReturn(0);
}

/* A defect whose number gives the reason why it was not measured. */
static PetscErrorCode PutUnmeasured(Measured *measured, Point *point, const char *other,
                                    const char *reason) {
  Defect *defect;
  PetscFunctionBeginUser;
  PetscCall(PointDefect(measured, point, other, NAN, NAN, &defect));
  PetscCall(DefectNumber(measured, defect, reason, 1));
  PetscFunctionReturn(0);
}

/* The two runs, both made, and what their difference is held against. */
static PetscErrorCode MeasureDifference(Run *one, Run *two, Quad h, Measured *measured,
                                        Point *point) {
  const Setting *s = one->s;
  const char *other = two->method->name;
  Quad difference = 0, error = 0;
  StepFailure failure;
  OwnError own;
  Meeting meeting;
  Defect *defect;
  PetscFunctionBeginUser;
  PetscCall(FindCommon(one, two, &meeting));
  PetscCall(DifferenceOfMaps(one, two, h, &difference, &error, &failure));
  PetscCall(EndingOf(&failure, measured, &point->ending));
  if (failure.failed)
    PetscFunctionReturn(0);
  if (!meeting.there[PART_Q] && !meeting.there[PART_V]) {
    PetscCall(PutUnmeasured(measured, point, other, DEFECT_APART));
    PetscFunctionReturn(0);
  }
  PetscCall(PointDefect(measured, point, other, (PetscReal)difference, (PetscReal)error, &defect));
  /* Another map of the same order would be off by about what this one is. */
  PetscCall(OwnErrorMeasure(s, one->precision, h, COMPARED, &own));
  if (isfinite(own.absolute))
    PetscCall(DefectNumber(measured, defect, DEFECT_ABSENT, own.absolute));
  PetscFunctionReturn(0);
}

static PetscErrorCode ExamineStepSize(const Setting *s, const char *other, Quad h,
                                      Measured *measured) {
  Precision precision = measured->precision;
  Run one, two;
  Method method;
  PetscInt at;
  PetscBool accepts;
  Point *point;
  PetscFunctionBeginUser;
  PetscCall(RegistryFindMethod(s->registry, other, &method));
  PetscCall(FindCoordinates(s, method, &at, &accepts));
  PetscCall(MeasuredAddPoint(measured, &point));
  point->h = FiniteOrNaN(h);
  if (!accepts) {
    PetscCall(PutUnmeasured(measured, point, other, DEFECT_OF_COORDINATES));
    PetscFunctionReturn(0);
  }
  if (precision == IN_QUAD && !method->family_quad)
    precision = IN_DOUBLE;
  PetscCall(RunCreate(s, precision, s->method, s->realisation, &one));
  PetscCall(RunCreate(s, precision, method, at, &two));
  /* A seed's data are known in the coordinates of the job alone. */
  if (two.at == s->realisation)
    one.start = two.start = s->y0;
  PetscCall(MeasureDifference(&one, &two, h, measured, point));
  PetscCall(RunDestroy(&one));
  PetscCall(RunDestroy(&two));
  PetscFunctionReturn(0);
}

static PetscErrorCode MeasureEquality(const Setting *s, Measured *measured) {
  const Job *job = s->job;
  PetscFunctionBeginUser;
  MeasuredBegin(measured, MEASURED_POINTS, SettingBestPrecision(s));
  for (PetscInt i = 0; i < job->h.count; ++i) {
    Quad h;
    PetscCall(SettingEvaluateTime(s, job->h.at[i], &h));
    for (PetscInt j = 0; j < job->claims.count; ++j)
      PetscCall(ExamineStepSize(s, job->claims.at[j].quantity, h, measured));
  }
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
                             .plan = PairPlanStepSizes,
                             .measure = MeasureEquality,
                             .judge = DefectsJudge,
                             .change = DefectsChange};
