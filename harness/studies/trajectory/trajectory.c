/* The trajectory study draws the pictures of a model along a run and along the exact motion: the closed
 * form, or else the classical method of order 4 with steps that are a fraction of the run's. It judges
 * nothing.
 *
 * Each coordinate of a picture is a quantity of the run, with its values over time. A section has a
 * value for each upward passage through zero of the function that defines it, by linear interpolation
 * between two steps. */
#include "base/digits.h"
#include "reference/classical.h"
#include "registry/pictures.h"
#include "studies/pair.h"
#include "studies/experiment.h"
#include "studies/study.h"

/* Points of a curve, or of a section, and steps of a run, at most: of long curves every so many steps
 * are drawn. */
enum { TRAJECTORY_POINTS = 2000, TRAJECTORY_STEPS = 200000 };
enum { COORDINATES = PICTURE_COORDINATES_MOST, FRACTION = 4 };

/* One picture of one run, as far as it is drawn. */
typedef struct {
  PictureWords words;
  const gimbal_picture *picture;
  PetscInt points, room, every;     /* steps from one point to the next */
  PetscReal *point;                 /* (t, coordinates) each */
  Quad before[1 + COORDINATES + 1]; /* t, coordinates and section at the step before */
  PetscBool begun, left;            /* left: it is long enough, or has no values any more */
} Drawing;

typedef struct {
  const Experiment *s;
  PictureNames names; /* the variables of the pictures' texts */
  PetscInt drawings;
  Drawing *drawing;
} Sketch;

static PetscErrorCode SketchCreate(const Experiment *s, Quad h, PetscInt64 steps, Sketch *all) {
  const gimbal_list list = s->descriptor->pictures;
  *all = (Sketch){.s = s};
  PictureNamesCreate(s->instance, s->realisation, &all->names);
  all->drawing = ArenaArray(s->room, list.count, sizeof(*all->drawing));
  for (size_t i = 0; i < list.count; i++) {
    Drawing *const d = &all->drawing[all->drawings];
    PetscBool holds;
    d->picture = ListAt(list, gimbal_picture, i);
    PetscCall(PictureEvaluate(d->picture->name, s->instance, d->picture, &d->words, &holds));
    if (!holds)
      continue;
    all->drawings++;
    const double wanted = ceil((double)(d->words.duration / h) - 1e-9);
    d->room = (PetscInt)PetscMin(steps + 1, TRAJECTORY_POINTS);
    d->every = d->picture->section || !(wanted > TRAJECTORY_POINTS - 1)
                   ? 1
                   : 1 + (PetscInt)(PetscMin(wanted, (double)steps) / (TRAJECTORY_POINTS - 1));
    d->point = ArenaArray(s->room, d->room * (1 + d->words.coordinates), sizeof(*d->point));
  }
  return 0;
}

static void PutPoint(Drawing *d, const Quad *at) {
  const PetscInt entries = 1 + d->words.coordinates;
  for (PetscInt e = 0; e < entries; e++)
    d->point[d->points * entries + e] = FiniteOrNaN(at[e]);
  d->points++;
}

/* The picture at a state, y = (q,v) at time t, in the host's units. */
static PetscErrorCode DrawPicture(const Sketch *all, Drawing *d, PetscInt64 step, Quad h,
                                  const Quad *y) {
  const Quad t = h * (Quad)step;
  const PetscInt entries = 1 + d->words.coordinates;
  Quad now[1 + COORDINATES + 1], cut[1 + COORDINATES];
  if (d->left || step % d->every)
    return 0;
  PictureNamesSet(&all->names, t, y);
  now[0] = t;
  PetscCall(PictureRead(d->picture, &d->words, &all->names, now + 1));
  if (!d->picture->section) {
    PutPoint(d, now);
  } else {
    const Quad one = d->before[entries], two = now[entries];
    if (d->begun && one < 0 && two >= 0) {
      for (PetscInt e = 0; e < entries; e++)
        cut[e] = (d->before[e] * two - now[e] * one) / (two - one);
      PutPoint(d, cut);
    }
  }
  memcpy(d->before, now, sizeof now);
  d->begun = PETSC_TRUE;
  d->left = (PetscBool)(d->points == d->room || t >= d->words.duration);
  return 0;
}

static PetscErrorCode DrawAll(const Sketch *all, PetscInt64 step, Quad h, const Quad *y) {
  for (PetscInt i = 0; i < all->drawings; i++)
    PetscCall(DrawPicture(all, &all->drawing[i], step, h, y));
  return 0;
}

enum { DRAWN_DIGITS = 5 }; /* a picture is a few hundred pixels wide, and may begin far from zero */

/* One coordinate of a drawing as a quantity of the run. */
static PetscErrorCode StoreCoordinate(const Drawing *d, PetscInt c, Measured *measured,
                                      Watched *w) {
  const PetscInt entries = 1 + d->words.coordinates;
  char name[512];
  *w = (Watched){.kind = d->picture->title,
                 .scale = d->words.sphere > 0 ? FiniteOrNaN(d->words.sphere) : NAN,
                 .first_scale = NAN,
                 .count = d->points,
                 .final = NAN,
                 .points.count = d->points};
  PetscCall(PetscSNPrintf(name, sizeof(name), "%s %d: %s", d->picture->name, (int)c + 1,
                          d->words.text[c]));
  w->name = ArenaText(measured->arena, name);
  w->study = d->picture->section ? "section" : d->words.equal ? "curve equal" : "curve";
  w->points.at = ArenaArray(measured->arena, d->points, sizeof(*w->points.at));
  for (PetscInt i = 0; i < d->points; i++) {
    const PetscReal value = d->point[i * entries + 1 + c];
    w->points.at[i] = DigitsRound(value, DRAWN_DIGITS);
    w->nonfinite += isnan(value);
    w->maximum = fmax(w->maximum, fabs(value));
    w->final = value;
  }
  return 0;
}

static PetscErrorCode StorePictures(const Sketch *all, Measured *measured, LongRun *run) {
  PetscInt quantities = 0;
  for (PetscInt i = 0; i < all->drawings; i++)
    quantities += all->drawing[i].words.coordinates;
  run->quantity = ArenaArray(measured->arena, quantities, sizeof(*run->quantity));
  for (PetscInt i = 0; i < all->drawings; i++)
    for (PetscInt c = 0; c < all->drawing[i].words.coordinates; c++)
      PetscCall(StoreCoordinate(&all->drawing[i], c, measured, &run->quantity[run->quantities++]));
  return 0;
}

static LongRun *AddRun(Measured *measured, Quad h, PetscInt64 steps, Quad duration) {
  LongRun *const run = MeasuredAddRun(measured);
  run->h = FiniteOrNaN(h);
  run->steps = steps;
  run->duration = FiniteOrNaN(duration);
  return run;
}

/* Whether all pictures are long enough. */
static PetscBool IsComplete(const Sketch *all) {
  for (PetscInt i = 0; i < all->drawings; i++)
    if (!all->drawing[i].left)
      return PETSC_FALSE;
  return PETSC_TRUE;
}

/* The method's own. The times of q and v are taken for those of the nodes: nobody sees a step. */
static PetscErrorCode MeasureRun(const Experiment *s, Quad h, PetscInt64 steps,
                                 Measured *measured) {
  Stepper own = StepperCreate(s, IN_DOUBLE, 1);
  PetscInt64 done = 0;
  Sketch all;
  LongRun *const run = AddRun(measured, h, steps, h * (Quad)steps);
  PetscCall(SketchCreate(s, h, steps, &all));
  Quad *const y = ExperimentRoom(s, s->dimensions.n + s->dimensions.m);
  (void)StepperBegin(&own, h, NULL);
  PetscCall(DrawAll(&all, 0, h, s->y0));
  while (done < steps && !IsComplete(&all) && StepperAdvance(&own, 1)) {
    StepperReadState(&own, y);
    PetscCall(DrawAll(&all, ++done, h, y));
  }
  PetscCall(StepperRecord(&own, measured, &run->ending, &run->counts));
  PetscCall(StorePictures(&all, measured, run));
  return 0;
}

/* By the closed form, as far as it goes: to the end, or not at all. */
static PetscErrorCode DrawClosedForm(const Sketch *all, Quad h, PetscInt64 steps,
                                     PetscBool *drawn) {
  const Experiment *s = all->s;
  Quad *const row = ExperimentRoom(s, RowEntries(&s->dimensions));
  *drawn = PETSC_TRUE;
  for (PetscInt64 k = 0; k <= steps && *drawn && !IsComplete(all); k++) {
    *drawn = CoreDouble()->problem_exact(s->problem[IN_DOUBLE], h * (Quad)k, s->y0, row);
    if (*drawn)
      PetscCall(DrawAll(all, k, h, row));
  }
  return 0;
}

static PetscErrorCode DrawClassical(const Sketch *all, Quad h, PetscInt64 steps) {
  const Experiment *s = all->s;
  const PetscInt entries = s->dimensions.n + s->dimensions.m;
  PetscInt known;
  OWNED(MemoryFree) Quad *rows = MemoryZeroed((size_t)(steps * entries), sizeof(*rows));
  PetscCall(ClassicalSolve(&(ClassicalRun){.instance = s->instance,
                                           .realisation = s->realisation,
                                           .problem = s->problem[IN_DOUBLE],
                                           .start = s->y0,
                                           .h = h / FRACTION,
                                           .every = FRACTION,
                                           .samples = (PetscInt)steps},
                           ReferenceCache(), rows, &known));
  PetscCall(DrawAll(all, 0, h, s->y0));
  for (PetscInt k = 0; k < known && !IsComplete(all); k++)
    PetscCall(DrawAll(all, k + 1, h, rows + (size_t)k * (size_t)entries));
  return 0;
}

static PetscErrorCode MeasureExact(const Experiment *s, Quad h, PetscInt64 steps,
                                   Measured *measured) {
  PetscBool closed = PETSC_FALSE;
  Sketch all;
  PetscCall(SketchCreate(s, h, steps, &all));
  if (s->descriptor->exact)
    PetscCall(DrawClosedForm(&all, h, steps, &closed));
  if (!closed) {
    PetscCall(SketchCreate(s, h, steps, &all));
    PetscCall(DrawClassical(&all, h, steps));
  }
  LongRun *const run =
      AddRun(measured, closed ? 0 : h / FRACTION, closed ? 0 : steps * FRACTION, h * (Quad)steps);
  run->extra = closed ? "exact" : "classical";
  run->ending = (Ending){.status = STATUS_DONE, .time = NAN, .step = -1, .residual = NAN};
  PetscCall(StorePictures(&all, measured, run));
  return 0;
}

static PetscErrorCode MeasureTrajectory(const Experiment *s, Measured *measured) {
  const JobRun *requested = &s->job->runs.at[0];
  const PetscInt64 steps = PetscMin(requested->steps, TRAJECTORY_STEPS);
  Quad h;
  MeasuredBegin(measured, MEASURED_RUNS, IN_DOUBLE);
  PetscCall(ExperimentEvaluateStep(s, requested, &h));
  PetscCall(MeasureRun(s, h, steps, measured));
  if (!s->job->shared)
    PetscCall(MeasureExact(s, h, steps, measured));
  return 0;
}

/* The longest that a picture of the pair needs, else the case's duration. */
static PetscErrorCode LongestPicture(const Pair *pair, Quad *duration, PetscBool *any) {
  const gimbal_list list = PairRealisation(pair)->pictures;
  *any = PETSC_FALSE;
  for (size_t i = 0; i < list.count; i++) {
    PictureWords words;
    PetscBool holds;
    PetscCall(PictureEvaluate(pair->name, pair->instance, ListAt(list, gimbal_picture, i), &words,
                              &holds));
    if (!holds)
      continue;
    if (!*any || words.duration > *duration)
      *duration = words.duration;
    *any = PETSC_TRUE;
  }
  return 0;
}

static PetscErrorCode TrajectoryFits(const Pair *pair, PetscBool *fits) {
  Quad duration = 0;
  return LongestPicture(pair, &duration, fits);
}

static PetscErrorCode PlanTrajectory(const Pair *pair, Jobs *jobs) {
  Quad duration = 0, h = pair->instance->step;
  PetscBool any;
  JobRun run;
  PetscCall(LongestPicture(pair, &duration, &any));
  PetscCall(PairRun(pair, NULL, &run));
  if (!run.steps) {
    PetscCall(PairEvaluate(pair, "h", &pair->study->h, &h));
    run.steps = (PetscInt64)PetscMin(ceil((double)(duration / h) - 1e-9), TRAJECTORY_STEPS);
  }
  return PairAddRun(pair, run, jobs);
}

static const ClaimWords claims[] = {{.study = NULL}};

const Study StudyTrajectory = {.name = "trajectory",
                               .keys = "h steps duration unclaimed",
                               .claims = claims,
                               .first_case = PETSC_TRUE,
                               .shares = PETSC_TRUE,
                               .fits = TrajectoryFits,
                               .plan = PlanTrajectory,
                               .measure = MeasureTrajectory};
