/* Long runs: energy, invariants, constraints and probes at every step, in constant memory. A run in
 * which something that is claimed to be bounded wanders goes on, for up to sixteen times as long.
 */
#include "base/digits.h"
#include "statistics/accumulator.h"
#include "studies/long/long.h"
#include "studies/race.h"

typedef struct {
  const char *name, *study, *kind;
  Quantity quantity;
  PetscInt first, count; /* entries of the reading; the largest of them is recorded */
  Accumulator *accumulator;
  PetscReal scale, first_scale;
  PetscReal largest, grown; /* the size of the value when the scale was last read, and the largest
                               scale of all */
} Watch;

#define WATCHES 32

typedef struct {
  PetscInt count;
  Watch at[WATCHES];
  Quad *reading, *scale; /* room for what is read */
} Watches;

static PetscErrorCode AddWatch(Watches *all, Watch watch) {
  UserCheck(all->count < WATCHES, "more than %d quantities to watch", WATCHES);
  watch.accumulator = AccumulatorCreate();
  PetscCheck(watch.accumulator, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for statistics");
  all->at[all->count++] = watch;
  return 0;
}

static PetscErrorCode ListWatches(const Experiment *s, Watches *all) {
  const gimbal_list invariants = s->descriptor->invariants, probes = s->method->family->probes;
  const PetscInt residuals = ConstraintResiduals(&s->dimensions);
  PetscInt first = 0;
  all->count = 0;
  all->reading = ExperimentRoom(s, READINGS_MAX);
  all->scale = ExperimentRoom(s, READINGS_MAX);
  PetscCall(AddWatch(all, (Watch){"energy", "energy", "energy", QUANTITY_ENERGY, .count = 1}));
  for (size_t i = 0; i < invariants.count; ++i) {
    const gimbal_invariant *invariant = ListAt(invariants, gimbal_invariant, i);
    const char *kind = invariant->kind ? invariant->kind : "";
    Quad holds = 1;
    if (invariant->when)
      PetscCall(ExperimentEvaluate(s, invariant->when, &holds));
    if (holds != 0)
      PetscCall(AddWatch(all, (Watch){invariant->name, "invariant", kind, QUANTITY_INVARIANT,
                                      .first = (PetscInt)i, .count = 1}));
  }
  if (residuals)
    PetscCall(
        AddWatch(all, (Watch){"nodes", "constraint", "", QUANTITY_CONSTRAINT, .count = residuals}));
  for (size_t i = 0; i < probes.count; ++i) {
    const gimbal_probe *probe = ListAt(probes, gimbal_probe, i);
    PetscInt count;
    PetscCall(MethodEvaluateCount(s->method, s->instance, s->realisation, probe->name, probe->count,
                                  &count));
    if (count > 0)
      PetscCall(AddWatch(all, (Watch){probe->name, "constraint", "", QUANTITY_PROBE, .first = first,
                                      .count = count}));
    first += count;
  }
  return 0;
}

/* The entry of largest size, with its sign: for one entry the value itself. */
static PetscReal LargestReading(const Quad *value, PetscInt count) {
  PetscReal largest = 0;
  for (PetscInt i = 0; i < count; ++i) {
    const PetscReal entry = (PetscReal)value[i];
    if (isnan(entry))
      return entry;
    if (fabs(entry) > fabs(largest))
      largest = entry;
  }
  return count == 1 ? largest : fabs(largest);
}

/* The size of the terms that cancel in a value: regularly, and where the value has become so much
 * larger that they may have grown too, which in an unstable run they do by orders of magnitude. */
static void ReadScale(Stepper *run, PetscBool regular, PetscReal value, Quad *scale, Watch *w) {
  if (!regular && !(fabs(value) > 2 * w->largest))
    return;
  StepperReadScale(run, w->quantity, scale);
  const PetscReal read = fabs(LargestReading(scale + w->first, w->count));
  w->largest = fmax(w->largest, fabs(value));
  w->grown = fmax(w->grown, read);
  AccumulatorSetScale(w->accumulator, w->grown);
  if (regular)
    w->scale = fmax(w->scale, read);
  if (isnan(w->first_scale))
    w->first_scale = w->scale;
}

/* A run ends where a value or its terms exceed this: their squares would overflow. */
#define LARGEST_VALUE 1e140

/* Reads every quantity that is watched once, and hands the entries out. */
static PetscBool ObserveStep(Stepper *run, PetscReal time, PetscBool scales, Watches *all) {
  PetscBool overflows = PETSC_FALSE;
  int have = -1;
  for (PetscInt i = 0; i < all->count; ++i) {
    Watch *w = &all->at[i];
    if ((int)w->quantity != have)
      StepperRead(run, w->quantity, all->reading);
    have = (int)w->quantity;
    const PetscReal value = LargestReading(all->reading + w->first, w->count);
    ReadScale(run, scales, value, all->scale, w);
    AccumulatorAdd(w->accumulator, time, value);
    overflows = (PetscBool)(overflows || fabs(value) > LARGEST_VALUE || w->grown > LARGEST_VALUE);
  }
  return overflows;
}

/* Round-off of terms that grow by less, over the whole run, may be judged by their largest size. */
#define TERMS_GROW 16

/* Of extremes, which are only drawn, a panel of 300 pixels shows no more; rules compare the maxima of
 * blocks with multiples of round-off and with one another, but where the terms grow a verdict gives one
 * of them. Of means small differences count, but none far below the deviation in a block, nor what its
 * square is small to; of a mean square, what it exceeds the square of the mean by. */
enum { DRAWN_DIGITS = 3, FEW_DIGITS = 4, ALL_DIGITS = 17 };
#define SPREAD_SHARE 1e-8
#define MEAN_SHARE 1e-9

static PetscReal MeanSquareOf(const Block *b) {
  return DigitsDownTo(b->mean_square, SPREAD_SHARE * fabs(b->mean_square - b->mean * b->mean));
}

static PetscReal MeanOf(const Block *b) {
  const PetscReal spread = fabs(b->mean_square - b->mean * b->mean), deviation = sqrt(spread);
  return DigitsDownTo(b->mean, MEAN_SHARE * fmin(deviation, spread / fabs(b->mean)));
}

/* Rules need means, and requested runs are drawn. */
static void StoreBlocks(const Watch *w, PetscBool claimed, PetscBool drawn, Arena arena,
                        Watched *out) {
  out->block = ArenaArray(arena, ACCUMULATOR_BLOCKS, sizeof(*out->block));
  out->blocks = AccumulatorBlocks(w->accumulator, out->block);
  out->block_steps = AccumulatorSummarise(w->accumulator).length;
  const Block *const first = out->block, *const past = first + out->blocks;
  const PetscBool grows = (PetscBool)(past > first && past[-1].scale > TERMS_GROW * first->scale);
  const int digits = grows ? ALL_DIGITS : FEW_DIGITS;
  for (Block *b = out->block; b < past; b++)
    *b = (Block){.mean = claimed ? MeanOf(b) : NAN,
                 .mean_square = claimed ? MeanSquareOf(b) : NAN,
                 .maximum = claimed ? DigitsRound(b->maximum, digits) : NAN,
                 .first = drawn ? DigitsRound(b->first, DRAWN_DIGITS) : NAN,
                 .second = drawn ? DigitsRound(b->second, DRAWN_DIGITS) : NAN,
                 .scale = claimed && grows ? b->scale : NAN};
}

static void StoreSmooth(const Watch *w, Arena arena, Watched *out) {
  double lowest = PETSC_MAX_REAL, highest = -PETSC_MAX_REAL, *value;
  value = ArenaArray(arena, ACCUMULATOR_BLOCKS, sizeof(*value));
  const PetscInt count = AccumulatorSmooth(w->accumulator, value);
  out->smooth_values = (Reals){count, value};
  out->smooth_order = ACCUMULATOR_BOXES;
  out->smooth_steps = AccumulatorSummarise(w->accumulator).length;
  for (PetscInt i = 0; i < count; i++) {
    lowest = fmin(lowest, value[i]);
    highest = fmax(highest, value[i]);
  }
  for (PetscInt i = 0; i < count; i++)
    value[i] = DigitsDownTo(value[i], MEAN_SHARE * (highest - lowest));
}

/* What a run has come to: the statistics of one quantity, as a record holds them. */
static void StoreWatch(const Watch *w, PetscBool claimed, PetscBool drawn, Arena arena,
                       Watched *out) {
  const AccumulatorSummary summary = AccumulatorSummarise(w->accumulator);
  out->name = w->name; /* of the plugin's descriptors, or static */
  out->study = w->study;
  out->kind = w->kind;
  out->scale = FiniteOrNaN((Quad)w->scale);
  out->first_scale = FiniteOrNaN((Quad)w->first_scale);
  out->count = summary.count;
  out->nonfinite = summary.nonfinite;
  out->maximum = summary.maximum;
  out->final = summary.final;
  if (claimed || drawn)
    StoreBlocks(w, claimed, drawn, arena, out);
  if (claimed)
    StoreSmooth(w, arena, out);
}

static void StoreRun(const Job *job, const Stepper *own, const Watches *all, Measured *measured,
                     LongRun *run) {
  run->counts = own->core->get_counts(own->it);
  EndingOf(&own->failure, measured, &run->ending);
  run->quantities = all->count;
  run->quantity = ArenaArray(measured->arena, all->count, sizeof(*run->quantity));
  for (PetscInt i = 0; i < all->count; ++i)
    StoreWatch(&all->at[i], JobHasClaimOn(job, all->at[i].name), (PetscBool)!run->extra,
               measured->arena, &run->quantity[i]);
}

/* How far a run has come. */
typedef struct {
  PetscInt64 step, next_scale; /* scales are read at powers of two: they vary little */
  Quad h;
  PetscBool overflows;
} Progress;

/* What has no squares at all is a failure; a run that only came near to that has an end. */
static void EndOverflow(const Watches *all, const Progress *p, StepFailure *failure) {
  for (PetscInt i = 0; i < all->count && !failure->failed; ++i)
    if (AccumulatorSummarise(all->at[i].accumulator).nonfinite > 0)
      *failure = (StepFailure){.failed = PETSC_TRUE,
                               .time = (PetscReal)(p->step * p->h),
                               .step = (PetscInt)p->step,
                               .text = "values that are not finite"};
}

/* Up to that number of steps, or to a failure, or as far as doubles can hold. */
static void AdvanceRun(Stepper *own, PetscInt64 to, Watches *all, Progress *p) {
  while (p->step < to && !own->failure.failed && !p->overflows) {
    const PetscBool scales = (PetscBool)(++p->step == p->next_scale);
    if (!StepperAdvance(own, 1))
      break;
    p->overflows = ObserveStep(own, (PetscReal)(p->step * p->h), scales, all);
    if (p->overflows)
      EndOverflow(all, p, &own->failure);
    if (scales)
      p->next_scale *= 2;
  }
}

#define LONGER 4             /* times as long, where a run leaves a claim open */
#define EXTENSIONS 2         /* at most */
#define EXTENSIONS_OF_MOVE 1 /* of smaller steps, where what is claimed to be bounded moves */

/* What is run. */
typedef struct {
  Precision precision;
  Quad h;
  const char *h_text; /* NULL: from h */
  PetscInt64 steps;
  const char *extra; /* of the record; NULL: it was requested */
  int extensions;    /* that it may be made longer */
} Plan;

/* How far the additional runs have come. */
typedef struct {
  Precision precision;
  Quad h;           /* of the last finer one */
  PetscInt64 steps; /* of the next */
  PetscBool whole;  /* no run came to its end */
  PetscBool moves;  /* what is claimed to be bounded does */
  PetscInt smalls;
} Additional;

static LongRun *BeginRun(const Experiment *s, const Plan *plan, Watches *all, Measured *measured) {
  const Core *core = CoreOf(plan->precision);
  const int unit = s->instance->units ? s->instance->units->time : 0;
  char exact[64];
  for (PetscInt i = 0; i < all->count; ++i) {
    AccumulatorReset(all->at[i].accumulator);
    all->at[i].scale = 0;
    all->at[i].first_scale = NAN;
    all->at[i].largest = all->at[i].grown = 0;
  }
  LongRun *const run = MeasuredAddRun(measured);
  run->h = FiniteOrNaN(plan->h);
  (void)quadmath_snprintf(exact, sizeof(exact), "%.36Qg", scalbnq(plan->h, unit));
  run->h_text = ArenaText(measured->arena, plan->h_text ? plan->h_text : exact);
  run->extra = plan->extra; /* static text */
  if (plan->precision != measured->precision)
    run->epsilon = core->epsilon;
  run->steps = plan->steps;
  return run;
}

static PetscErrorCode MeasureRun(const Experiment *s, const Plan *plan, Watches *all,
                                 Measured *measured) {
  Progress p = {.next_scale = 1, .h = plan->h};
  const PetscReal longest = (PetscReal)s->instance->longest;
  PetscBool longer = PETSC_TRUE;
  Stepper own = StepperCreate(s, plan->precision, 1);
  PetscCall(own.error);
  (void)StepperBegin(&own, p.h, NULL);
  LongRun *const run = BeginRun(s, plan, all, measured);
  for (int extension = 0; longer; ++extension) {
    AdvanceRun(&own, run->steps, all, &p);
    if (p.overflows)
      run->steps = p.step;
    run->duration = FiniteOrNaN(run->steps * p.h);
    StoreRun(s->job, &own, all, measured, run);
    if (own.failure.failed || p.overflows || extension == plan->extensions ||
        (longest > 0 && LONGER * run->duration > longest))
      break;
    longer = LongFindNeeds(s->job, measured).longer;
    if (longer)
      run->steps *= LONGER;
  }
  return StepperEnd(&own);
}

/* The method's local error, where it exceeds rounding. */
static PetscErrorCode MeasureOwnError(const Experiment *s, Quad h, LongRun *run) {
  enum { STEPS = 4 };
  OwnError own;
  PetscCall(OwnErrorMeasure(s, ExperimentBestPrecision(s), h, STEPS, &own));
  run->own_error = own.relative / STEPS;
  return 0;
}

static PetscBool AllStopped(const Measured *measured) {
  for (PetscInt i = 0; i < measured->count; ++i)
    if (measured->run[i].ending.status != STATUS_FAILED)
      return PETSC_FALSE;
  return PETSC_TRUE;
}

#define GLANCE_STEPS 32
#define QUAD_STEPS 500  /* in quadruple precision, which costs about forty times as much */
#define SMALL_STEPS 128 /* times smaller */

/* The plan of an additional run that a rule wants. The first with half the smallest step goes
 * over half the time, which is as many steps. Those with a quarter of it and so on, or with
 * three quarters, go over that same time: over a shorter one a loss would seem to fall with the
 * step. They go over all of it where no run came to its end, or where what is claimed to be
 * bounded moves. Others are a short run in quadruple precision, and as many steps that are much
 * smaller. */
static PetscBool PlanAdditional(const Experiment *s, const JobRun *smallest, Request request,
                                Quad least, Additional *b, Plan *plan) {
  *plan = (Plan){.precision = b->precision, .extra = RUN_FINER};
  if (request == REQUEST_FINER) {
    plan->steps = b->steps;
    plan->extensions = b->moves ? EXTENSIONS_OF_MOVE : 0;
    plan->h = b->h /= 2;
    b->steps *= 2;
  } else if (request == REQUEST_DENSER) {
    plan->steps = (2 * smallest->steps + 1) / 3;
    plan->h = least * 3 / 4;
  } else if (request == REQUEST_SMALL) {
    plan->extra = RUN_SMALL;
    plan->steps = ++b->smalls * smallest->steps / RUNS_SMALL;
    plan->h = least * RUNS_SMALL / SMALL_STEPS / b->smalls;
  } else if ((request == REQUEST_QUAD || request == REQUEST_GLANCE) && b->precision == IN_DOUBLE &&
             ExperimentHas(s, IN_QUAD) && !ExperimentAsksFor(s, IN_DOUBLE)) {
    *plan = (Plan){
        .precision = IN_QUAD,
        .h = least,
        .steps = PetscMin(smallest->steps, request == REQUEST_QUAD ? QUAD_STEPS : GLANCE_STEPS),
        .extra = RUN_QUAD};
  } else
    return PETSC_FALSE;
  return PETSC_TRUE;
}

/* The last run with a smaller step; it must be there. */
static LongRun *FinestRun(Measured *measured) {
  LongRun *finest = NULL;
  for (PetscInt i = 0; i < measured->count; ++i) {
    LongRun *run = &measured->run[i];
    if (run->extra && !strcmp(run->extra, RUN_FINER) && (!finest || run->h < finest->h))
      finest = run;
  }
  return finest;
}

static PetscErrorCode MeasureSensitivity(const Experiment *s, Measured *measured) {
  LongRun *run = FinestRun(measured);
  Sensitivity sensitivity;
  PetscCall(SensitivityMeasure(s, measured->precision, (Quad)run->h, run->steps, &sensitivity));
  run->growth = isnan(sensitivity.growth) ? 0 : FiniteOrNaN(sensitivity.growth);
  run->parted = FiniteOrNaN(sensitivity.parted);
  return 0;
}

static PetscErrorCode MeasureAdditional(const Experiment *s, const LongNeeds *needs, Watches *all,
                                        Measured *measured) {
  const JobRuns *requested = &s->job->runs;
  const JobRun *smallest = requested->at;
  Additional additional;
  Quad least, h;
  Plan plan;
  PetscCall(ExperimentEvaluateTime(s, measured->run[0].h_text, &least));
  for (PetscInt i = 1; i < requested->count; ++i) {
    PetscCall(ExperimentEvaluateTime(s, measured->run[i].h_text, &h));
    if (h < least)
      least = h, smallest = &requested->at[i];
  }
  additional =
      (Additional){.precision = measured->precision, .h = least, .whole = AllStopped(measured)};
  additional.moves = (PetscBool)(requested->count == 1 && needs->moves);
  additional.steps = additional.moves   ? 2 * measured->run[0].steps
                     : additional.whole ? 2 * smallest->steps
                                        : smallest->steps;
  for (;;) {
    const Request request = LongMoreRuns(s->job, measured, smallest->chosen);
    if (request == REQUEST_SENSITIVITY) {
      PetscCall(MeasureSensitivity(s, measured));
      continue;
    }
    if (!PlanAdditional(s, smallest, request, least, &additional, &plan))
      break;
    PetscCall(MeasureRun(s, &plan, all, measured));
    if (needs->own_error && additional.whole && plan.precision == measured->precision)
      PetscCall(MeasureOwnError(s, plan.h, &measured->run[measured->count - 1]));
  }
  return 0;
}

#define FAR_TOO_LARGE 16 /* a step over the model's shortest time scale; smaller ones are halved */

/* Some methods take steps that are longer than the model's shortest time scale. Where a run with the
 * host's own step stops, and that is longer by far, it is made again with a step that is not. */
static PetscErrorCode RunAgain(const Experiment *s, const JobRun *requested, Plan *plan,
                               Watches *all, Measured *measured) {
  const Quad before = plan->h;
  Quad given;
  if (measured->run[measured->count - 1].ending.status != STATUS_FAILED &&
      measured->run[measured->count - 1].steps >= plan->steps)
    return 0;
  PetscCall(ExperimentEvaluateStep(s, requested, &plan->h));
  PetscCall(ExperimentEvaluateTime(s, requested->h, &given));
  if (plan->h * FAR_TOO_LARGE > given || plan->h >= before)
    return 0;
  plan->h_text = NULL;
  measured->count--;
  return MeasureRun(s, plan, all, measured);
}

#define PASSAGES 1.5     /* the run is that much longer than the time up to a passage */
#define PASSAGE_STEPS 16 /* but has at most so many times as many steps */

/* A step that no suite gave is made shorter until it resolves the motion, and the run longer where it would
 * end before the forces are large. */
static void ResolveMotion(const Experiment *s, Plan *plan) {
  Quad passage;
  const Quad unresolved = ExperimentUnresolved(s, plan->h, plan->steps * plan->h, &passage);
  if (unresolved > 1) {
    const PetscReal needed = (PetscReal)(PASSAGES * passage / (plan->h / unresolved));
    plan->h /= unresolved;
    plan->h_text = NULL;
    if (needed > (PetscReal)plan->steps)
      plan->steps = (PetscInt64)PetscMin(needed, (PetscReal)(PASSAGE_STEPS * plan->steps));
  }
}

PetscErrorCode LongMeasure(const Experiment *s, Measured *measured) {
  const JobRuns *requested = &s->job->runs;
  Watches all;
  MeasuredBegin(measured, MEASURED_RUNS, ExperimentNamedPrecision(s));
  PetscCall(ListWatches(s, &all));
  for (PetscInt i = 0; i < requested->count; ++i) {
    Plan plan = {.precision = measured->precision,
                 .h_text = requested->at[i].h,
                 .steps = requested->at[i].steps,
                 .extensions = EXTENSIONS};
    PetscCall(ExperimentEvaluateTime(s, requested->at[i].h, &plan.h));
    if (requested->at[i].chosen)
      ResolveMotion(s, &plan);
    PetscCall(MeasureRun(s, &plan, &all, measured));
    if (requested->at[i].chosen)
      PetscCall(RunAgain(s, &requested->at[i], &plan, &all, measured));
  }
  LongNeeds needs = LongFindNeeds(s->job, measured);
  for (PetscInt i = 0; needs.own_error && i < measured->count; ++i) {
    Quad h;
    PetscCall(ExperimentEvaluateTime(s, measured->run[i].h_text, &h));
    PetscCall(MeasureOwnError(s, h, &measured->run[i]));
  }
  PetscCall(MeasureAdditional(s, &needs, &all, measured));
  for (PetscInt i = 0; i < all.count; ++i)
    AccumulatorDestroy(all.at[i].accumulator);
  return 0;
}
