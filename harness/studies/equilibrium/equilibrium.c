/* The equilibrium study: whether a method stays on the manifold of relative equilibria, and
 * whether small deviations from it grow or shrink as they do in the exact flow.
 *
 * The growth of a deviation over one step is the dominant multiplier of the linearised step map
 * off the manifold. It is the ratio of the deviations after consecutive steps of a run that
 * begins 1e-12 off (in quadruple precision). It is taken after decaying parts are gone, and
 * before the deviation is large or lost in round-off. Round-off grows by the same multiplier, so
 * that a few steps show whether the manifold is kept, and many would not.
 *
 * An implicit step may be singular there: no solver can take it, and the multiplier has a pole
 * at that step size. Where a step fails, or hardly succeeds, the multipliers a little before and
 * after show whether this is the reason. */
#include "statistics/thresholds.h"
#include "studies/defects/defects.h"
#include "studies/race.h"
#include "studies/pair.h"
#include "studies/study.h"

#define FOLLOWED 12 /* steps over which the manifold must be kept and a deviation is followed */

/* One equilibrium of a run, and room for states. */
typedef struct {
  const Experiment *s;
  Precision precision;
  const Core *core;
  const gimbal_equilibrium *which;
  Stepper *run;
  Quad *y, *direction, *present; /* a state of it, one off it, and room for another */
} Subject;

static void Call(const Subject *e, const void *member, const Quad *y, Quad *out) {
  e->core->problem_call(e->s->problem[e->precision], member, 0, y, out);
}

static Quad PresentDeviation(const Subject *e) {
  Quad deviation;
  StepperReadState(e->run, e->present);
  Call(e, &e->which->deviation, e->present, &deviation);
  return deviation;
}

/* 0 if the factor agrees with the stability of the exact flow, else by how much it does not. */
static PetscReal ContradictsStability(const char *stability, PetscReal factor) {
  const PetscReal growth = fabs(factor) - 1;
  if (!strcmp(stability, "stable"))
    return growth < 0 ? 0 : fmax(growth, 1e-6);
  if (!strcmp(stability, "unstable"))
    return growth > 0 ? 0 : fmax(-growth, 1e-6);
  return fabs(growth);
}

/* The first and the largest deviation of a run that begins on the manifold. */
static PetscBool MeasureStay(const Subject *e, Quad h, Quad *first, Quad *largest) {
  *first = *largest = 0;
  (void)StepperBegin(e->run, h, e->y);
  for (int step = 0; step < FOLLOWED && StepperAdvance(e->run, 1); ++step) {
    *largest = LargerOrNaN(*largest, fabsq(PresentDeviation(e)));
    *first = step ? *first : *largest;
  }
  return (PetscBool)!e->run->failure.failed;
}

/* The factor by which a deviation changes in a step, and its error. */
static PetscBool FollowDeviation(const Subject *e, Quad h, PetscReal *factor, PetscReal *error) {
  const PetscReal round = e->core->epsilon;
  if (!StepperBegin(e->run, h, e->y))
    return PETSC_FALSE;
  Quad before, after = PresentDeviation(e);
  for (int step = 0; step < FOLLOWED && StepperAdvance(e->run, 1); ++step) {
    before = after;
    after = PresentDeviation(e);
    *factor = (PetscReal)(after / before);
    /* The linear law holds to the size of the deviation; round-off enters relative to it. */
    *error = 1e3 * (PetscReal)(fabsq(before) > fabsq(after) ? fabsq(before) : fabsq(after)) +
             1e3 * round / (PetscReal)fabsq(before);
    if (fabsq(after) > 1e-7 || fabsq(after) < 1e6 * round)
      break;
  }
  return (PetscBool)!e->run->failure.failed;
}

/* Says that the step is singular, if the multiplier is large about it and changes its sign. */
static void FindPole(const Subject *e, Quad h, StepFailure *failure) {
  const PetscReal offset = 1e-3;
  PetscReal before = 1, after = 1, error;
  if (FollowDeviation(e, h * (1 - (Quad)offset), &before, &error) &&
      FollowDeviation(e, h * (1 + (Quad)offset), &after, &error) && before * after < 0 &&
      fabs(before) > 0.1 / offset && fabs(after) > 0.1 / offset) {
    failure->failed = PETSC_TRUE;
    (void)snprintf(failure->text, sizeof failure->text,
                   "singular: a deviation is multiplied by %.5g with a step %g shorter, by %.5g "
                   "with one %g longer",
                   before, offset * (double)h, after, offset * (double)h);
  }
}

/* What was seen at one equilibrium with one step size. */
typedef struct {
  Quad first, largest;
  PetscReal factor, error;
  StepFailure failure;
} Seen;

static void LookAtEquilibrium(const Subject *e, Quad h, Seen *seen) {
  const PetscInt entries = e->s->dimensions.n + e->s->dimensions.m;
  const Quad small = e->precision == IN_QUAD ? QUAD_C(1e-12) : QUAD_C(1e-6);
  *seen = (Seen){.factor = 1};
  const PetscBool stayed = MeasureStay(e, h, &seen->first, &seen->largest);
  for (PetscInt j = 0; j < entries; ++j)
    e->y[j] += small * e->direction[j];
  if (stayed)
    (void)FollowDeviation(e, h, &seen->factor, &seen->error);
  seen->failure = e->run->failure;
  if (seen->failure.failed || fabs(seen->factor) > 1e4)
    FindPole(e, h, &seen->failure);
}

/* What a method without the property would show. Without the equilibrium its deviation would be
 * about its error elsewhere, that is from the case's own data. Without the stability the
 * multiplier would be on the other side of 1. */
static PetscErrorCode AddPower(const Subject *e, Quad h, const Point *point, Measured *measured,
                               Defect *kept, Defect *stable) {
  const PetscReal growth = fabs(fabs(point->factor) - 1);
  OwnError own;
  PetscCall(OwnErrorMeasure(e->s, e->precision, h, FOLLOWED, &own));
  if (own.absolute > 0)
    DefectNumber(measured, kept, DEFECT_ABSENT, own.absolute);
  if (strcmp(point->exact, "neutral") && isfinite(growth))
    DefectNumber(measured, stable, DEFECT_ABSENT, growth);
  return 0;
}

static PetscErrorCode StorePoint(const Subject *e, Quad h, const Seen *seen, Measured *measured) {
  const PetscReal rounding = 1e4 * e->core->epsilon, largest = FiniteOrNaN(seen->largest);
  const PetscBool kept = (PetscBool)!DefectSeenAlone(seen->first, rounding);
  Point *const point = MeasuredAddPoint(measured, FiniteOrNaN(h));
  point->equilibrium = ArenaText(measured->arena, e->which->name);
  point->exact = ArenaText(measured->arena, e->which->stability);
  EndingOf(&seen->failure, measured, &point->ending);
  if (seen->failure.failed)
    return 0;
  if (!kept) {
    /* Where the method has no equilibrium at all, it has none of this stability. */
    (void)PointDefect(measured, point, "relative_equilibria", largest, rounding);
    (void)PointDefect(measured, point, "stability", largest, rounding);
    return 0;
  }
  point->factor = FiniteOrNaN((Quad)seen->factor);
  (void)PointDefect(measured, point, "relative_equilibria", largest,
                    rounding * pow(fmax(1, fabs(seen->factor)), FOLLOWED));
  Defect *stable =
      PointDefect(measured, point, "stability",
                  ContradictsStability(e->which->stability, seen->factor), seen->error);
  /* The first may have moved. */
  return AddPower(e, h, point, measured, &point->quantity[0], stable);
}

static PetscErrorCode ExamineEquilibrium(Subject *e, Quad h, Measured *measured) {
  Seen seen;
  Stepper run = StepperCreate(e->s, e->precision, 1);
  e->run = &run;
  Call(e, &e->which->state, NULL, e->y);
  Call(e, &e->which->perturbation, e->y, e->direction);
  LookAtEquilibrium(e, h, &seen);
  PetscCall(StorePoint(e, h, &seen, measured));
  return StepperEnd(&run);
}

static PetscErrorCode MeasureEquilibrium(const Experiment *s, Measured *measured) {
  const PetscInt entries = s->dimensions.n + s->dimensions.m;
  Subject e = {.s = s,
               .precision = ExperimentBestPrecision(s),
               .y = ExperimentRoom(s, entries),
               .direction = ExperimentRoom(s, entries),
               .present = ExperimentRoom(s, entries)};
  const gimbal_list equilibria = ExperimentRealisation(s, e.precision)->equilibria;
  e.core = CoreOf(e.precision);
  MeasuredBegin(measured, MEASURED_POINTS, e.precision);
  for (PetscInt i = 0; i < s->job->h.count; ++i) {
    Quad h;
    PetscCall(ExperimentEvaluateStepSize(s, i, &h));
    for (size_t k = 0; k < equilibria.count; ++k) {
      e.which = ListAt(equilibria, gimbal_equilibrium, k);
      PetscCall(ExamineEquilibrium(&e, h, measured));
    }
  }
  return 0;
}

static PetscErrorCode EquilibriumFits(const Pair *pair, PetscBool *fits) {
  *fits = (PetscBool)(PairRealisation(pair)->equilibria.count > 0);
  return 0;
}

static const ClaimWords claims[] = {
    {.study = "equilibrium",
     .on = CLAIM_ON_WORD,
     .quantities = "relative_equilibria stability",
     .values = "yes no",
     .lacking = "has relative equilibria",
     .meaning = "the method has the model's relative equilibria, with the same stability"},
    {.study = NULL}};

const Study StudyEquilibrium = {.name = "equilibrium",
                                .keys = "step_sizes unclaimed",
                                .claims = claims,
                                .first_case = PETSC_TRUE,
                                .fits = EquilibriumFits,
                                .plan = PairAddStepSizes,
                                .measure = MeasureEquilibrium,
                                .judge = DefectsJudge,
                                .change = DefectsChange};
