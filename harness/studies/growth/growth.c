/* The growth study: how errors grow with time, on integrable models.
 *
 * Errors of a run after each of equally many steps, against the model's closed form, over a time
 * so long that a power of it shows. On an integrable model the error of a symplectic or a
 * symmetric method grows like t. That of others grows like t²: the frequencies change as what
 * the method does not conserve drifts away. Energy and invariants oscillate, or drift like t
 * [Hairer, Lubich, Wanner, Geometric Numerical Integration, I.2, X.3 and XI.3].
 *
 * An error is the largest of its entries, each in units of the largest exact entry (of an angle,
 * of a turn over 2π). */
#include "studies/growth/growth.h"
#include "studies/experiment.h"
#include "studies/pair.h"
#include "studies/study.h"

/* What is watched: these, and then each invariant. */
enum { Q, V, ENERGY, FIRST_INVARIANT };
static const char *const names[FIRST_INVARIANT] = {"q", "v", "energy"};
enum { FACTOR_MOST = 32 };

/* What the errors are compared with, over one duration. */
typedef struct {
  const Experiment *s;
  const Core *core;
  PetscInt n, m, row, invariants, watched;
  Quad duration;
  Quad *exact;                       /* GROWTH_SAMPLES×row: (q,v,λ) */
  Quad *size;                        /* n+m */
  Quad *value, *scale;               /* room for a reading; of the invariants at the beginning */
  PetscBool scored[FIRST_INVARIANT]; /* invariants always are */
} Truth;

/* By the closed form, in double precision: its rounding is that of the errors' arithmetic. */
static PetscErrorCode FindExact(const Experiment *s, Truth *t) {
  for (PetscInt k = 0; k < GROWTH_SAMPLES; ++k) {
    const Quad time = t->duration * (k + 1) / GROWTH_SAMPLES;
    UserCheck(
        CoreDouble()->problem_exact(s->problem[IN_DOUBLE], time, s->y0, t->exact + k * t->row),
        "model %s has no closed form, with which errors could be compared",
        s->instance->model->name);
  }
  for (PetscInt i = 0; i < t->n + t->m; ++i) {
    t->size[i] = 0;
    for (PetscInt k = 0; k < GROWTH_SAMPLES; ++k)
      t->size[i] = LargerOrNaN(t->size[i], fabsq(t->exact[k * t->row + i]));
    const Quad period = ModelCasePeriod(s->instance, s->realisation, i);
    if (period > 0)
      t->size[i] = period / QUAD_C(6.283185307179586);
    if (t->size[i] == 0)
      t->size[i] = 1; /* it stays 0, or its error is absolute */
  }
  return 0;
}

static PetscErrorCode TruthCreate(const Experiment *s, const Core *core, Quad duration, Truth *t) {
  const Dimensions d = s->dimensions;
  Quad offset_q, offset_p;
  *t = (Truth){.s = s,
               .core = core,
               .n = d.n,
               .m = d.m,
               .row = RowEntries(&d),
               .invariants = (PetscInt)s->descriptor->invariants.count,
               .watched = FIRST_INVARIANT + (PetscInt)s->descriptor->invariants.count,
               .duration = duration,
               .exact = ExperimentRoom(s, GROWTH_SAMPLES * RowEntries(&d)),
               .size = ExperimentRoom(s, d.n + d.m),
               .value = ExperimentRoom(s, READINGS_MAX),
               .scale = ExperimentRoom(s, READINGS_MAX)};
  PetscCall(FindExact(s, t));
  PetscCall(ExperimentTimeOf(s, TIME_OF_Q, &offset_q));
  PetscCall(ExperimentTimeOf(s, TIME_OF_P, &offset_p));
  t->scored[Q] = (PetscBool)(offset_q == 0);
  t->scored[V] = (PetscBool)(offset_q == 0 && offset_p == 0);
  t->scored[ENERGY] = PETSC_TRUE;
  return 0;
}

static void ReadErrors(const Truth *t, Stepper *run, PetscInt k, Quad energy, PetscReal *error) {
  const Quad *exact = t->exact + k * t->row;
  Quad worst[FIRST_INVARIANT] = {0};
  StepperRead(run, QUANTITY_CONFIGURATION, t->value);
  for (PetscInt i = 0; i < t->n; ++i) {
    const Quad difference = PeriodicDifference(
        t->value[i] - exact[i], ModelCasePeriod(t->s->instance, t->s->realisation, i));
    worst[Q] = LargerOrNaN(worst[Q], fabsq(difference) / t->size[i]);
  }
  StepperRead(run, QUANTITY_VELOCITY, t->value);
  for (PetscInt i = 0; i < t->m; ++i)
    worst[V] = LargerOrNaN(worst[V], fabsq(t->value[i] - exact[t->n + i]) / t->size[t->n + i]);
  StepperRead(run, QUANTITY_ENERGY, t->value);
  worst[ENERGY] = fabsq(t->value[0]) / energy;
  if (t->invariants)
    StepperRead(run, QUANTITY_INVARIANT, t->value);
  for (PetscInt i = 0; i < t->invariants; ++i)
    error[FIRST_INVARIANT + i] =
        FiniteOrNaN(fabsq(t->value[i]) / (t->scale[i] > 0 ? t->scale[i] : 1));
  for (int i = 0; i < FIRST_INVARIANT; ++i)
    error[i] = FiniteOrNaN(worst[i]);
}

/* The values of one quantity, of which `error` is the first, in parts. */
static void StoreParts(const Truth *t, const PetscReal *error, Arena arena, Watched *w) {
  w->block = ArenaArray(arena, w->blocks, sizeof(*w->block));
  for (PetscInt b = 0; b < w->blocks; ++b) {
    Block *block = &w->block[b];
    *block = (Block){.mean = NAN, .mean_square = NAN, .first = NAN, .second = NAN, .scale = NAN};
    for (PetscInt k = b * GROWTH_VALUES; k < (b + 1) * GROWTH_VALUES; ++k) {
      const PetscReal e = error[k * t->watched];
      w->nonfinite += isnan(e);
      block->maximum = fmax(block->maximum, e);
      w->maximum = fmax(w->maximum, e);
      w->final = e;
    }
  }
}

static void StoreWatched(const Truth *t, const PetscReal *error, PetscInt samples,
                         Measured *measured, LongRun *run) {
  run->quantity = ArenaArray(measured->arena, t->watched, sizeof(*run->quantity));
  for (PetscInt i = 0; i < t->watched; ++i) {
    const gimbal_invariant *invariant =
        i < FIRST_INVARIANT
            ? NULL
            : ListAt(t->s->descriptor->invariants, gimbal_invariant, i - FIRST_INVARIANT);
    Watched *w = &run->quantity[run->quantities];
    if (!invariant && !t->scored[i])
      continue;
    run->quantities++;
    *w = (Watched){.name = invariant ? invariant->name : names[i],
                   .study = invariant ? "invariant_growth" : "growth",
                   .kind = invariant ? invariant->kind : "",
                   .scale = 1,
                   .first_scale = 1,
                   .count = samples,
                   .block_steps = GROWTH_VALUES * (run->steps / GROWTH_SAMPLES),
                   .blocks = samples / GROWTH_VALUES,
                   .final = NAN};
    StoreParts(t, error + i, measured->arena, w);
  }
}

/* One run, as far as it goes before its errors are large. */
static PetscErrorCode MeasureRun(const Truth *t, PetscInt64 steps, Measured *measured) {
  const Quad h = t->duration / (Quad)steps;
  PetscReal *const error = ArenaArray(t->s->room, GROWTH_SAMPLES * t->watched, sizeof(*error));
  PetscInt samples = 0;
  char text[64];
  Quad energy = 1;
  LongRun *const run = MeasuredAddRun(measured);
  run->h = FiniteOrNaN(h);
  (void)quadmath_snprintf(text, sizeof(text), "%.36Qg", h);
  run->h_text = ArenaText(measured->arena, text);
  run->steps = steps;
  run->duration = FiniteOrNaN(t->duration);
  Stepper all = StepperCreate(t->s, measured->precision, 1);
  if (StepperBegin(&all, h, NULL)) { /* by which errors are measured */
    StepperReadScale(&all, QUANTITY_ENERGY, &energy);
    if (t->invariants)
      StepperReadScale(&all, QUANTITY_INVARIANT, t->scale);
  }
  while (samples < GROWTH_SAMPLES && StepperAdvance(&all, steps / GROWTH_SAMPLES)) {
    PetscReal *const here = error + samples * t->watched;
    ReadErrors(t, &all, samples, energy, here);
    if (!(here[Q] < GROWTH_LARGE && here[V] < GROWTH_LARGE))
      break;
    samples++;
  }
  PetscCall(StepperRecord(&all, measured, &run->ending, &run->counts));
  StoreWatched(t, error, samples, measured, run);
  return 0;
}

/* The factor on the number of steps, a power of two, with which a run that saturated would last.
 * Its error grows at least like t, and falls like the least claimed order. */
static PetscErrorCode FactorFor(const Experiment *s, const LongRun *run, PetscInt *factor) {
  const PetscInt parts = run->quantities ? run->quantity[0].blocks : 0;
  const Pairing pairing = {s->method, s->instance, s->realisation};
  PetscReal order;
  PetscCall(MethodClaimedOrders(&pairing, &order, NULL));
  order = order > 1 ? order : 1;
  *factor = 2;
  while (*factor < FACTOR_MOST &&
         pow(*factor, order) < 1.5 * GROWTH_PARTS / (PetscReal)PetscMax(parts, 1))
    *factor *= 2;
  return 0;
}

static PetscErrorCode MeasureGrowth(const Experiment *s, Measured *measured) {
  const JobRun *requested = &s->job->runs.at[0];
  PetscInt64 steps = requested->steps;
  PetscInt factor = 1;
  Truth truth;
  Quad h;
  MeasuredBegin(measured, MEASURED_RUNS, ExperimentNamedPrecision(s));
  PetscCall(ExperimentEvaluateStep(s, requested, &h));
  PetscCall(TruthCreate(s, CoreOf(measured->precision), h * (Quad)steps, &truth));
  for (;;) {
    PetscCall(MeasureRun(&truth, steps, measured));
    const Request request = GrowthMore(s->job, measured);
    if (request == REQUEST_NOTHING)
      break;
    if (request == REQUEST_FINER) {
      PetscCall(FactorFor(s, &measured->run[measured->count - 1], &factor));
      steps *= factor;
    } else if (request == REQUEST_COARSER)
      steps /= 2;
    else {
      const Quad longer = 4 * truth.duration;
      steps *= 4;
      PetscCall(TruthCreate(s, CoreOf(measured->precision), longer, &truth));
    }
    if (steps % GROWTH_SAMPLES)
      break;
  }
  return 0;
}

enum { STEPS = 4 * GROWTH_SAMPLES };

/* Over such times only a closed form is a cheap reference. On a degenerate model (a linear one: its
 * frequencies do not depend on the energy) nothing distinguishes methods. */
static PetscErrorCode GrowthFits(const Pair *pair, PetscBool *fits) {
  Quad value;
  PetscCall(MethodEvaluate(pair->method, pair->instance, pair->realisation,
                           "integrable && autonomous && degenerate==0", 0, &value));
  *fits = (PetscBool)(value != 0 && PairRealisation(pair)->exact);
  return 0;
}

static PetscErrorCode PlanGrowth(const Pair *pair, Jobs *jobs) {
  JobRun run;
  PetscCall(PairRun(pair, NULL, &run));
  if (!run.steps)
    run.steps = STEPS;
  run.steps = (run.steps + GROWTH_SAMPLES - 1) / GROWTH_SAMPLES * GROWTH_SAMPLES;
  return PairAddRun(pair, run, jobs);
}

static const ClaimWords claims[] = {
    {.study = "growth",
     .on = CLAIM_ON_WORD,
     .quantities = "q v energy",
     .lacking = "is integrable, has a closed form and is not degenerate",
     .meaning = "errors grow like this power of t on integrable models"},
    {.study = "invariant_growth",
     .on = CLAIM_ON_INVARIANT,
     .lacking = "is integrable, has a closed form and such an invariant",
     .meaning = "the error of an invariant grows like this power of t on integrable models"},
    {.study = NULL}};

const Study StudyGrowth = {
    .name = "growth",
    .keys = "h steps duration",
    .relative = PETSC_TRUE,
    .claims = claims,
    .first_case = PETSC_TRUE,
    .fits = GrowthFits,
    .plan = PlanGrowth,
    .measure = MeasureGrowth,
    .judge = GrowthJudge,
    .change =
        "a longer run or another step (keys `steps`, `duration` and `h` of the suite's growth "
        "study): another power may take over"};
