/* The curve study: whether a method's trajectory is the exact one up to a reparametrisation of time. At a
 * few times along a run it measures the distance of the numerical point from the exact orbit near that
 * time, and how far along the orbit the nearest point is from the exact one.
 *
 * The nearest point is found by Newton's method on the time: the exact solution is evaluated at the
 * times found so far, and a little before and after them for its tangent. `orbit` is the curve in
 * configuration space, which is all that "trajectory" may mean; `phase_orbit` the one of (q,v).
 *
 * For a motion between apsides the angle from one to the next is measured too. Only what a
 * claim needs is measured. */
#include "numerics/step_size.h"
#include "studies/experiment.h"
#include "reference/reference.h"
#include "studies/defects/defects.h"
#include "studies/pair.h"
#include "studies/study.h"

/* ---- Apsides ---- */

/* The angle by which a motion turns from one apsis to the next of the same kind, against the
 * exact one: the mean over all the apsides of a run. An apsis falls between two steps. There the
 * motion is taken to be the polynomial in q and v through the points around it. Two polynomials,
 * through different numbers of points, bound the error. */

#define WIDTH 16 /* points of the longer polynomial; the shorter has four less */

typedef struct {
  const Experiment *s;
  Precision precision;
  PetscInt n, m, count;
  const gimbal_apsides *apsides;
  Quad *y;  /* the last points of the run, WIDTH×(n+m) */
  Quad *at; /* room for one */
} Window;

static void PushPoint(Window *w, Stepper *run) {
  const PetscInt row = w->n + w->m;
  if (w->count == WIDTH)
    memmove(w->y, w->y + row, (size_t)((WIDTH - 1) * row) * sizeof *w->y);
  else
    ++w->count;
  StepperReadState(run, w->y + (w->count - 1) * row);
}

static Quad ModelValue(const Window *w, const void *member, const Quad *y) {
  Quad value;
  CoreOf(w->precision)->problem_call(w->s->problem[w->precision], member, 0, y, &value);
  return value;
}

static Quad ApsisRate(const Window *w, const Quad *y) {
  return ModelValue(w, &w->apsides->rate, y);
}

static Quad ApsisAngle(const Window *w, const Quad *y) {
  return ModelValue(w, &w->apsides->angle, y);
}

/* The polynomial through `points` of the points in the middle, at x: Neville's scheme. */
static void InterpolateState(const Window *w, PetscInt points, Quad x, Quad *y) {
  const PetscInt row = w->n + w->m, from = (WIDTH - points) / 2;
  for (PetscInt d = 0; d < row; ++d) {
    Quad p[WIDTH];
    for (PetscInt i = 0; i < points; ++i)
      p[i] = w->y[(from + i) * row + d];
    for (PetscInt k = 1; k < points; ++k)
      for (PetscInt i = 0; i < points - k; ++i)
        p[i] = ((x - (Quad)(from + i)) * p[i + 1] - (x - (Quad)(from + i + k)) * p[i]) / (Quad)k;
    y[d] = p[0];
  }
}

/* The angle where the rate vanishes between the two points in the middle, by the secant method with
 * a bracket (Illinois). */
static Quad AngleAtApsis(const Window *w, PetscInt points) {
  const PetscInt row = w->n + w->m;
  Quad *const y = w->at;
  Quad low = WIDTH / 2 - 1, high = WIDTH / 2, middle = low,
       below = ApsisRate(w, w->y + (WIDTH / 2 - 1) * row),
       above = ApsisRate(w, w->y + WIDTH / 2 * row);
  int side = 0;
  for (int i = 0; i < 60 && high - low > QUAD_C(1e-30); ++i) {
    middle = (low * above - high * below) / (above - below);
    InterpolateState(w, points, middle, y);
    const Quad rate = ApsisRate(w, y);
    if (rate < 0) {
      low = middle, below = rate;
      above /= side < 0 ? 2 : 1;
      side = -1;
    } else {
      high = middle, above = rate;
      below /= side > 0 ? 2 : 1;
      side = 1;
    }
    if (rate == 0)
      break;
  }
  InterpolateState(w, points, middle, y);
  return ApsisAngle(w, y);
}

/* The same angle, less than half a turn from the last one. */
static Quad UnwrapAngle(Quad angle, Quad last) {
  return angle - 2 * QUAD_PI * roundq((angle - last) / (2 * QUAD_PI));
}

/* The apsides of a run so far: where the first and the last are, by either polynomial. */
typedef struct {
  PetscInt found;
  Quad first[2], last[2];
  Quad turned; /* the angle at the present point */
} Apsides;

/* Looks for one between the two points in the middle of a full window. */
static void LookForApsis(const Window *w, Apsides *a) {
  const PetscInt row = w->n + w->m;
  const Quad *now = w->y + (WIDTH / 2 - 1) * row;
  a->turned = UnwrapAngle(ApsisAngle(w, now), a->turned);
  if (!(ApsisRate(w, now) < 0 && ApsisRate(w, now + row) >= 0))
    return;
  for (int shorter = 0; shorter < 2; ++shorter) {
    a->last[shorter] = UnwrapAngle(AngleAtApsis(w, WIDTH - 4 * shorter), a->turned);
    if (!a->found)
      a->first[shorter] = a->last[shorter];
  }
  ++a->found;
}

/* The mean over the run, against the exact one. */
static void StoreAdvance(const Window *w, const Apsides *a, Quad exact, Measured *measured,
                         Point *point) {
  Quad mean[2];
  for (int shorter = 0; shorter < 2; ++shorter)
    mean[shorter] = (a->last[shorter] - a->first[shorter]) / (Quad)(a->found - 1);
  Defect *defect =
      PointDefect(measured, point, "apsidal_advance", (PetscReal)fabsq(mean[0] - exact),
                  10 * (PetscReal)fabsq(mean[0] - mean[1]) + 1e4 * CoreOf(w->precision)->epsilon);
  DefectNumber(measured, defect, "measured", (PetscReal)mean[0]);
  DefectNumber(measured, defect, "exact", (PetscReal)exact);
  DefectNumber(measured, defect, "apsides", (PetscReal)a->found);
}

/* Adds to a point the angle from apsis to apsis along a run of that duration, if the model has
 * apsides and the run has two. */
static PetscErrorCode MeasureAdvance(const Experiment *s, Precision precision, Quad duration,
                                     Quad h, Measured *measured, Point *point) {
  const gimbal_realisation *realisation = ExperimentRealisation(s, precision);
  const PetscInt64 steps = (PetscInt64)StepsWithin(duration, h);
  Window window = {.s = s,
                   .precision = precision,
                   .n = s->dimensions.n,
                   .m = s->dimensions.m,
                   .apsides = ListAt(realisation->apsides, gimbal_apsides, 0)};
  const PetscInt row = window.n + window.m;
  Apsides apsides = {.found = 0};
  if (!realisation->apsides.count)
    return 0;
  window.y = ExperimentRoom(s, WIDTH * row);
  window.at = ExperimentRoom(s, row);
  Stepper run = StepperCreate(s, precision, 1);
  PetscBool going = StepperBegin(&run, h, NULL);
  for (PetscInt64 step = 0; step <= steps && going; ++step) {
    PushPoint(&window, &run);
    if (window.count == WIDTH)
      LookForApsis(&window, &apsides);
    going = StepperAdvance(&run, 1);
  }
  PetscCall(StepperEnd(&run));
  if (apsides.found >= 2 && going)
    StoreAdvance(&window, &apsides, ModelValue(&window, &window.apsides->advance, s->y0), measured,
                 point);
  return 0;
}

/* ---- Orbits ---- */

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
  Quad at[3 * POINTS], moved[POINTS] = {0};
  const ReferenceProblem problem = {s->instance, s->realisation, s->y0, 3 * POINTS, at};
  PetscReal last = 0, bar = 0;
  Quad *const solution = ExperimentRoom(s, 3 * POINTS * row);
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
  return 0;
}

static PetscErrorCode FollowRun(Run *run, Quad h) {
  Stepper own = StepperCreate(run->s, run->precision, 1);
  (void)StepperBegin(&own, h, NULL);
  for (int k = 0; k < POINTS && StepperAdvance(&own, run->steps); ++k) {
    run->time[k] = (k + 1) * run->steps * h;
    StepperReadState(&own, run->y + k * run->entries);
  }
  run->failure = own.failure;
  return StepperEnd(&own);
}

/* Adds the distance from the orbit in the first `entries` of (q,v), if a claim is on it. */
static PetscErrorCode AddDistance(const Run *run, const char *name, PetscInt entries,
                                  Measured *measured, Point *point) {
  Orbit orbit;
  if (!JobHasClaimOn(run->s->job, name))
    return 0;
  PetscCall(MeasureOrbit(run, entries, &orbit));
  Defect *defect = PointDefect(measured, point, name, orbit.distance, orbit.error);
  DefectNumber(measured, defect, "shift", orbit.shift);
  DefectNumber(measured, defect, DEFECT_ABSENT, orbit.late);
  return 0;
}

static PetscErrorCode ExamineStepSize(const Experiment *s, Quad duration, Quad h,
                                      Measured *measured) {
  Run run = {
      .s = s, .precision = measured->precision, .entries = s->dimensions.n + s->dimensions.m};
  const Quad between = StepsNearest(duration / POINTS, h);
  UserCheck(
      between > 0 && between < QUAD_C(2e9) / POINTS,
      "%s: a curve study needs at least %d steps, and less than 2e9; the duration is %g, h is %g",
      s->instance->model->name, POINTS, (double)duration, (double)h);
  run.steps = (PetscInt64)between;
  run.y = ExperimentRoom(s, POINTS * run.entries);
  PetscCall(FollowRun(&run, h));
  Point *const point = MeasuredAddPoint(measured, FiniteOrNaN(h));
  EndingOf(&run.failure, measured, &point->ending);
  if (!run.failure.failed) {
    PetscCall(AddDistance(&run, "orbit", s->dimensions.n, measured, point));
    PetscCall(AddDistance(&run, "phase_orbit", run.entries, measured, point));
    if (JobHasClaimOn(s->job, "apsidal_advance"))
      PetscCall(MeasureAdvance(s, run.precision, duration, h, measured, point));
  }
  return 0;
}

static PetscErrorCode MeasureCurve(const Experiment *s, Measured *measured) {
  Quad duration;
  MeasuredBegin(measured, MEASURED_POINTS, ExperimentBestPrecision(s));
  PetscCall(ExperimentEvaluateTime(s, s->job->duration, &duration));
  for (PetscInt i = 0; i < s->job->h.count; ++i) {
    Quad h;
    PetscCall(ExperimentEvaluateStepSize(s, i, &h));
    PetscCall(ExamineStepSize(s, duration, h, measured));
  }
  return 0;
}

static PetscErrorCode PlanCurve(const Pair *pair, Jobs *jobs) {
  Quad duration;
  PetscCall(PairAddStepSizes(pair, jobs));
  return PairDuration(pair, &duration, &jobs->at[jobs->count - 1]->duration);
}

static const ClaimWords claims[] = {
    {.study = "curve",
     .on = CLAIM_ON_WORD,
     .quantities = "orbit phase_orbit",
     .values = "yes no",
     .meaning = "points of q, or of q and v, lie on the exact orbit, at any time along it"},
    {.study = "curve",
     .on = CLAIM_ON_WORD,
     .quantities = "apsidal_advance",
     .values = "yes no",
     .lacking = "says what its apsides are",
     .meaning = "the angle between apsides is exact"},
    {.study = NULL}};

const Study StudyCurve = {.name = "curve",
                          .keys = "duration step_sizes",
                          .claims = claims,
                          .first_case = PETSC_TRUE,
                          .plan = PlanCurve,
                          .measure = MeasureCurve,
                          .judge = DefectsJudge,
                          .change = DefectsChange};
