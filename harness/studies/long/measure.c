/* Long runs: energy, invariants, constraints and probes at every step, in constant memory. A run in
 * which something that is claimed to be bounded wanders goes on, for up to sixteen times as long.
 */
#include "statistics/accumulator.h"
#include "studies/long/long.h"
#include "studies/setting.h"
#include <math.h>
#include <string.h>

typedef struct {
  const char *name, *study, *kind;
  Quantity quantity;
  PetscInt first, count; /* entries of the reading; the largest of them is recorded */
  Accumulator *accumulator;
  PetscReal scale;
} Watch;

#define WATCHES 32

typedef struct {
  PetscInt count;
  Watch at[WATCHES];
} Watches;

static PetscErrorCode AddWatch(Watches *all, Watch watch) {
  PetscFunctionBeginUser;
  PetscCheck(all->count < WATCHES, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "more than %d quantities to watch", WATCHES);
  watch.accumulator = AccumulatorCreate();
  PetscCheck(watch.accumulator, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for statistics");
  all->at[all->count++] = watch;
  PetscFunctionReturn(0);
}

static PetscErrorCode ListWatches(const Setting *s, Watches *all) {
  const gimbal_list invariants = s->descriptor->invariants, probes = s->method->family->probes;
  const PetscInt residuals = 2 * s->dimensions.holonomic + s->dimensions.nonholonomic;
  PetscInt first = 0;
  PetscFunctionBeginUser;
  all->count = 0;
  PetscCall(AddWatch(all, (Watch){"energy", "energy", "energy", QUANTITY_ENERGY, .count = 1}));
  for (size_t i = 0; i < invariants.count; ++i) {
    const gimbal_invariant *invariant = ListAt(invariants, gimbal_invariant, i);
    const char *kind = invariant->kind ? invariant->kind : "";
    Quad holds = 1;
    if (invariant->when)
      PetscCall(SettingEvaluate(s, invariant->when, &holds));
    if (holds != 0)
      PetscCall(AddWatch(all, (Watch){invariant->name, "invariant", kind, QUANTITY_INVARIANT,
                                      .first = (PetscInt)i, .count = 1}));
  }
  if (residuals)
    PetscCall(
        AddWatch(all, (Watch){"nodes", "constraint", "", QUANTITY_CONSTRAINT, .count = residuals}));
  for (size_t i = 0; i < probes.count; ++i) {
    const gimbal_probe *probe = ListAt(probes, gimbal_probe, i);
    Quad count;
    PetscCall(SettingEvaluateMethod(s, probe->count, &count));
    if (count > 0)
      PetscCall(AddWatch(all, (Watch){probe->name, "constraint", "", QUANTITY_PROBE, .first = first,
                                      .count = (PetscInt)count}));
    first += (PetscInt)count;
  }
  PetscFunctionReturn(0);
}

/* The entry of largest size, with its sign: for one entry the value itself. */
static PetscReal Largest(const Quad *value, PetscInt count) {
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

/* Reads every quantity that is watched once, and hands the entries out. */
static PetscErrorCode Observe(const Core *core, Integration it, PetscReal time, PetscBool scales,
                              Watches *all) {
  Quad reading[READINGS_MAX];
  int have = -1;
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < all->count; ++i) {
    Watch *w = &all->at[i];
    PetscInt count;
    if ((int)w->quantity != have)
      PetscCall(core->get(it, w->quantity, &count, reading));
    have = (int)w->quantity;
    AccumulatorAdd(w->accumulator, time, Largest(reading + w->first, w->count));
    if (scales) {
      Quad scale[READINGS_MAX];
      PetscCall(core->get_scale(it, w->quantity, &count, scale));
      w->scale = fmax(w->scale, fabs(Largest(scale + w->first, w->count)));
    }
  }
  PetscFunctionReturn(0);
}

/* What a run has come to: the statistics of one quantity, as a record holds them. */
static PetscErrorCode StoreBlocks(const Watch *w, Arena arena, Watched *out) {
  AccumulatorBlock block[ACCUMULATOR_BLOCKS];
  double time[ACCUMULATOR_BLOCKS], value[ACCUMULATOR_BLOCKS];
  long long steps;
  PetscFunctionBeginUser;
  out->blocks = AccumulatorBlocks(w->accumulator, block);
  PetscCall(ArenaArray(arena, out->blocks, &out->block));
  for (PetscInt i = 0; i < out->blocks; ++i)
    out->block[i] = (Block){.steps = block[i].count,
                            .time = block[i].time,
                            .mean = block[i].mean,
                            .mean_square = block[i].mean_square,
                            .maximum = block[i].maximum};
  out->smooth_times.count = out->smooth_values.count =
      AccumulatorSmooth(w->accumulator, &steps, time, value);
  out->smooth_order = ACCUMULATOR_BOXES;
  out->smooth_steps = steps;
  PetscCall(ArenaArray(arena, out->smooth_times.count, &out->smooth_times.at));
  PetscCall(ArenaArray(arena, out->smooth_values.count, &out->smooth_values.at));
  PetscCall(PetscArraycpy(out->smooth_times.at, time, out->smooth_times.count));
  PetscCall(PetscArraycpy(out->smooth_values.at, value, out->smooth_values.count));
  PetscFunctionReturn(0);
}

static PetscErrorCode StoreWatch(const Watch *w, Arena arena, Watched *out) {
  const AccumulatorSummary summary = AccumulatorSummarise(w->accumulator);
  double series[ACCUMULATOR_SERIES][2];
  PetscFunctionBeginUser;
  out->name = w->name; /* of the plugin's descriptors, or static */
  out->study = w->study;
  out->kind = w->kind;
  out->scale = FiniteOrNaN((Quad)w->scale);
  out->count = summary.count;
  out->nonfinite = summary.nonfinite;
  out->maximum = summary.maximum;
  out->final = summary.final;
  PetscCall(StoreBlocks(w, arena, out));
  out->values = AccumulatorSeries(w->accumulator, series);
  PetscCall(ArenaArray(arena, out->values, &out->series));
  PetscCall(PetscMemcpy(out->series, series, sizeof *series * (size_t)out->values));
  PetscFunctionReturn(0);
}

/* A run so far, as the record has it. */
static PetscErrorCode StoreRun(const Core *core, Integration it, const StepFailure *failure,
                               const Watches *all, Measured *measured, LongRun *run) {
  StepCounts counts;
  PetscFunctionBeginUser;
  PetscCall(EndingOf(failure, measured, &run->ending));
  PetscCall(core->get_counts(it, &counts));
  run->counts = CountsOf(&counts);
  run->quantities = all->count;
  PetscCall(ArenaArray(measured->arena, all->count, &run->quantity));
  for (PetscInt i = 0; i < all->count; ++i)
    PetscCall(StoreWatch(&all->at[i], measured->arena, &run->quantity[i]));
  PetscFunctionReturn(0);
}

/* How far a run has come. */
typedef struct {
  PetscInt64 step, next_scale; /* scales are read at powers of two: they vary little */
  Quad h;
  StepFailure failure;
} Progress;

/* Up to that number of steps, or to a failure. */
static PetscErrorCode Advance(const Core *core, Integration it, PetscInt64 to, Watches *all,
                              Progress *p) {
  PetscFunctionBeginUser;
  while (p->step < to && !p->failure.failed) {
    const PetscBool scales = (PetscBool)(++p->step == p->next_scale);
    PetscCall(core->advance(it, 1, &p->failure));
    if (p->failure.failed)
      break;
    PetscCall(Observe(core, it, (PetscReal)(p->step * p->h), scales, all));
    if (scales)
      p->next_scale *= 2;
  }
  PetscFunctionReturn(0);
}

#define LONGER 4     /* times as long, where a run leaves a claim open */
#define EXTENSIONS 2 /* at most */

static PetscErrorCode MeasureRun(const Setting *s, const JobRun *asked, Watches *all,
                                 Measured *measured) {
  const Core *core = CoreOf(measured->precision);
  Progress p = {.next_scale = 1};
  Request request = REQUEST_LONGER;
  LongRun *run;
  Integration it;
  PetscFunctionBeginUser;
  PetscCall(SettingEvaluate(s, asked->h, &p.h));
  PetscCall(SettingIntegrate(s, measured->precision, 1, &it));
  PetscCall(core->begin(it, p.h, s->y0, &p.failure));
  for (PetscInt i = 0; i < all->count; ++i) {
    AccumulatorReset(all->at[i].accumulator);
    all->at[i].scale = 0;
  }
  PetscCall(MeasuredAddRun(measured, &run));
  run->h = FiniteOrNaN(p.h);
  PetscCall(ArenaText(measured->arena, asked->h, &run->h_text));
  run->steps = asked->steps;
  for (int extension = 0; request == REQUEST_LONGER; ++extension) {
    PetscCall(Advance(core, it, run->steps, all, &p));
    run->duration = FiniteOrNaN(run->steps * p.h);
    PetscCall(StoreRun(core, it, &p.failure, all, measured, run));
    if (p.failure.failed || extension == EXTENSIONS)
      break;
    PetscCall(LongMore(s->job, measured, &request));
    if (request == REQUEST_LONGER)
      run->steps *= LONGER;
  }
  PetscCall(core->destroy(&it));
  PetscFunctionReturn(0);
}

PetscErrorCode LongMeasure(const Setting *s, Measured *measured) {
  const JobRuns *asked = &s->job->runs;
  Watches all;
  PetscFunctionBeginUser;
  measured->shape = MEASURED_RUNS;
  measured->precision = SettingAsksFor(s, IN_QUAD) && SettingHas(s, IN_QUAD) ? IN_QUAD : IN_DOUBLE;
  measured->epsilon = CoreOf(measured->precision)->epsilon;
  PetscCall(ListWatches(s, &all));
  for (PetscInt i = 0; i < asked->count; ++i)
    PetscCall(MeasureRun(s, &asked->at[i], &all, measured));
  for (PetscInt i = 0; i < all.count; ++i)
    AccumulatorDestroy(all.at[i].accumulator);
  PetscFunctionReturn(0);
}
