/* The curve study: whether a method's trajectory is the exact one up to a reparametrisation of time. At a
 * few times along a run it measures the distance of the numerical point from the exact orbit near that
 * time, and how far along the orbit the nearest point is from the exact one.
 *
 * The nearest point is found by Newton's method on the time: the exact solution is evaluated at the
 * times found so far, and a little before and after them for its tangent. `orbit` is the curve in
 * configuration space, which is all that "trajectory" may mean; `phase_orbit` the one of (q,v).
 *
 * For a motion between apsides the angle from one to the next is measured too (apsides.c). Only what a
 * claim needs is measured. */
#include "studies/curve/curve.h"
#include "numerics/step_size.h"
#include "reference/reference.h"
#include "studies/defects/defects.h"
#include "studies/pair.h"
#include "studies/experiment.h"
#include "studies/study.h"
#include <math.h>

#define POINTS 8 /* at which a run is compared */
#define PASSES 4 /* of Newton's method, with the tangent of a difference */

/* The distance of the point y from the exact curve through at(0), and where on it the nearest point
 * is, to second order: rows just before, at, and just after the time. */
static void NearestOnOrbit(PetscInt entries, const Quad *row[3], Quad spacing, const Quad *y,
                           Quad *shift, PetscReal *distance) {
  Quad along = 0, square = 0, rest = 0;
  for (PetscInt i = 0; i < entries; ++i) {
    const Quad tangent = (row[2][i] - row[0][i]) / (2 * spacing);
    along += (y[i] - row[1][i]) * tangent;
    square += tangent * tangent;
  }
  *shift = square > 0 ? along / square : 0;
  for (PetscInt i = 0; i < entries; ++i) {
    const Quad tangent = (row[2][i] - row[0][i]) / (2 * spacing);
    const Quad off = y[i] - row[1][i] - *shift * tangent;
    rest += off * off;
  }
  *distance = (PetscReal)sqrtq(rest);
}

/* A run with one step size, and where it was at each of the times. */
typedef struct {
  const Experiment *s;
  Precision precision;
  PetscInt entries; /* of (q,v) */
  PetscInt64 steps; /* from time to time */
  Quad time[POINTS], *y;
  StepFailure failure;
} Run;

/* How far it is from the exact orbit. */
typedef struct {
  PetscReal distance, error, shift; /* shift: in time, of the nearest points */
  PetscReal
      late; /* the largest distance from where the exact solution is at the point's own time */
} Orbit;

/* The distance of two points. */
static PetscReal PointDistance(PetscInt entries, const Quad *a, const Quad *b) {
  Quad square = 0;
  for (PetscInt i = 0; i < entries; ++i)
    square += (a[i] - b[i]) * (a[i] - b[i]);
  return (PetscReal)sqrtq(square);
}

/* The largest distance of the run's points from the curve, in the first `entries` of (q,v). */
static PetscErrorCode MeasureOrbit(const Run *run, PetscInt entries, Orbit *orbit) {
  const Experiment *s = run->s;
  const PetscInt state = run->entries, row = RowEntries(&s->dimensions);
  const Quad *time = run->time, *y = run->y, spacing = time[0] / 64;
  const PetscReal epsilon = CoreOf(run->precision)->epsilon * (PetscReal)(POINTS * run->steps);
  Quad at[3 * POINTS], moved[POINTS] = {0}, *solution;
  const ReferenceProblem problem = {s->instance, s->realisation, s->y0, 3 * POINTS, at};
  PetscReal last = 0, bar = 0;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(3 * POINTS * row, &solution));
  for (int pass = 0; pass <= PASSES; ++pass) {
    ReferenceCertificate certificate;
    for (int k = 0; k < POINTS; ++k)
      for (int side = 0; side < 3; ++side)
        at[3 * k + side] = time[k] + moved[k] + (side - 1) * spacing;
    PetscCall(ReferenceSolve(&problem, NULL, NULL, solution, &certificate));
    bar = fmax(certificate.uncertainty[REFERENCE_Q],
               entries > s->dimensions.n ? certificate.uncertainty[REFERENCE_V] : 0);
    orbit->distance = orbit->shift = last = 0;
    for (int k = 0; k < POINTS; ++k) {
      const Quad *const first = solution + 3 * k * row, *const here = y + k * state;
      const Quad *rows[3] = {first, first + row, first + 2 * row};
      PetscReal away;
      Quad step;
      NearestOnOrbit(entries, rows, spacing, here, &step, &away);
      if (!pass) /* the times are still those of the run */
        orbit->late = fmax(k ? orbit->late : 0, PointDistance(entries, rows[1], here));
      /* No farther than a third of the way to the next point: the times must stay in their order.
       */
      if (fabsq(moved[k] + step) < time[0] / 3)
        moved[k] += step;
      last = fmax(last, (PetscReal)fabsq(step));
      orbit->distance = fmax(orbit->distance, away);
      orbit->shift = fmax(orbit->shift, (PetscReal)fabsq(moved[k]));
    }
  }
  /* The exact orbit, round-off of the run, and what the last pass of Newton's method leaves. */
  orbit->error = 10 * bar + 1e4 * epsilon + 100 * last * (last + (PetscReal)(spacing * spacing));
  PetscCall(PetscFree(solution));
  PetscFunctionReturn(0);
}

static PetscErrorCode FollowRun(Run *run, Quad h) {
  const Core *core = CoreOf(run->precision);
  Integration it;
  PetscFunctionBeginUser;
  PetscCall(ExperimentBegin(run->s, run->precision, h, &it, &run->failure));
  for (int k = 0; k < POINTS && !run->failure.failed; ++k) {
    PetscCall(core->advance(it, run->steps, &run->failure));
    if (run->failure.failed)
      break;
    run->time[k] = (k + 1) * run->steps * h;
    PetscCall(ExperimentReadState(run->s, run->precision, it, run->y + k * run->entries));
  }
  PetscCall(core->destroy(&it));
  PetscFunctionReturn(0);
}

/* Adds the distance from the orbit in the first `entries` of (q,v), if a claim is on it. */
static PetscErrorCode AddDistance(const Run *run, const char *name, PetscInt entries,
                                  Measured *measured, Point *point) {
  Orbit orbit;
  Defect *defect;
  PetscFunctionBeginUser;
  if (!JobHasClaimOn(run->s->job, name))
    PetscFunctionReturn(0);
  PetscCall(MeasureOrbit(run, entries, &orbit));
  PetscCall(PointDefect(measured, point, name, orbit.distance, orbit.error, &defect));
  PetscCall(DefectNumber(measured, defect, "shift", orbit.shift));
  PetscCall(DefectNumber(measured, defect, DEFECT_ABSENT, orbit.late));
  PetscFunctionReturn(0);
}

static PetscErrorCode ExamineStepSize(const Experiment *s, Quad duration, Quad h,
                                      Measured *measured) {
  Run run = {
      .s = s, .precision = measured->precision, .entries = s->dimensions.n + s->dimensions.m};
  const Quad between = StepsNearest(duration / POINTS, h);
  Point *point;
  PetscFunctionBeginUser;
  PetscCheck(
      between > 0 && between < QUAD_C(2e9) / POINTS, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
      "%s: a curve study needs at least %d steps, and less than 2e9; the duration is %g, h is %g",
      s->instance->model->name, POINTS, (double)duration, (double)h);
  run.steps = (PetscInt64)between;
  PetscCall(PetscMalloc1(POINTS * run.entries + 1, &run.y));
  PetscCall(FollowRun(&run, h));
  PetscCall(MeasuredAddPoint(measured, FiniteOrNaN(h), &point));
  PetscCall(EndingOf(&run.failure, measured, &point->ending));
  if (!run.failure.failed) {
    PetscCall(AddDistance(&run, "orbit", s->dimensions.n, measured, point));
    PetscCall(AddDistance(&run, "phase_orbit", run.entries, measured, point));
    if (JobHasClaimOn(s->job, "apsidal_advance"))
      PetscCall(CurveMeasureAdvance(s, run.precision, duration, h, measured, point));
  }
  PetscCall(PetscFree(run.y));
  PetscFunctionReturn(0);
}

static PetscErrorCode MeasureCurve(const Experiment *s, Measured *measured) {
  Quad duration;
  PetscFunctionBeginUser;
  MeasuredBegin(measured, MEASURED_POINTS, ExperimentBestPrecision(s));
  PetscCall(ExperimentEvaluateTime(s, s->job->duration, &duration));
  for (PetscInt i = 0; i < s->job->h.count; ++i) {
    Quad h;
    PetscCall(ExperimentEvaluateStepSize(s, i, &h));
    PetscCall(ExamineStepSize(s, duration, h, measured));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode PlanCurve(const Pair *pair, Jobs *jobs) {
  Quad duration;
  PetscFunctionBeginUser;
  PetscCall(PairAddStepSizes(pair, jobs));
  PetscCall(PairDuration(pair, &duration, &jobs->at[jobs->count - 1]->duration));
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
    .plan = PlanCurve,
    .measure = MeasureCurve,
    .judge = DefectsJudge,
    .change = DefectsChange};
