/* Long runs: energy, invariants, constraints and probes at every step, in constant memory. A run in
 * which something that is claimed to be bounded wanders goes on, for up to sixteen times as long.
 */
#include "studies/rules.h"
#include "statistics/accumulator.h"
#include "studies/setting.h"
#include <math.h>
#include <string.h>

typedef struct {
  const char *name, *study, *kind;
  Quantity quantity;
  PetscInt first, count; /* entries of the reading; the largest of them is recorded */
  Accumulator accumulator;
  PetscReal scale;
} Watch;

#define WATCHES 32

static PetscErrorCode AddWatch(Watch *watch, PetscInt *watches, const char *name, const char *study,
                               const char *kind, Quantity quantity, PetscInt first,
                               PetscInt count) {
  Watch *w = &watch[*watches];
  PetscFunctionBeginUser;
  PetscCheck(*watches < WATCHES, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "more than %d quantities to watch", WATCHES);
  *w = (Watch){.name = name,
               .study = study,
               .kind = kind,
               .quantity = quantity,
               .first = first,
               .count = count};
  PetscCall(AccumulatorCreate(&w->accumulator));
  ++*watches;
  PetscFunctionReturn(0);
}

static PetscErrorCode ListWatches(const Setting *s, Watch *watch, PetscInt *watches) {
  const gimbal_list invariants = s->descriptor->invariants, probes = s->method->family->probes;
  const PetscInt residuals = 2 * s->dimensions.holonomic + s->dimensions.nonholonomic;
  PetscInt first = 0;
  PetscFunctionBeginUser;
  *watches = 0;
  PetscCall(AddWatch(watch, watches, "energy", "energy", "energy", QUANTITY_ENERGY, 0, 1));
  for (size_t i = 0; i < invariants.count; ++i) {
    const gimbal_invariant *invariant = ListAt(invariants, gimbal_invariant, i);
    Quad holds = 1;
    if (invariant->when)
      PetscCall(SettingEvaluate(s, invariant->when, &holds));
    if (holds != 0)
      PetscCall(AddWatch(watch, watches, invariant->name, "invariant",
                         invariant->kind ? invariant->kind : "", QUANTITY_INVARIANT, (PetscInt)i,
                         1));
  }
  if (residuals)
    PetscCall(
        AddWatch(watch, watches, "nodes", "constraint", "", QUANTITY_CONSTRAINT, 0, residuals));
  for (size_t i = 0; i < probes.count; ++i) {
    const gimbal_probe *probe = ListAt(probes, gimbal_probe, i);
    Quad count;
    PetscCall(SettingEvaluateMethod(s, probe->count, &count));
    if (count > 0)
      PetscCall(AddWatch(watch, watches, probe->name, "constraint", "", QUANTITY_PROBE, first,
                         (PetscInt)count));
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
                              PetscInt watches, Watch *watch) {
  Quad reading[READINGS_MAX];
  int have = -1;
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < watches; ++i) {
    Watch *w = &watch[i];
    PetscInt count;
    if ((int)w->quantity != have)
      PetscCall(core->get(it, w->quantity, &count, reading));
    have = (int)w->quantity;
    PetscCall(AccumulatorAdd(w->accumulator, time, Largest(reading + w->first, w->count)));
    if (scales) {
      Quad scale[READINGS_MAX];
      PetscCall(core->get_scale(it, w->quantity, &count, scale));
      w->scale = fmax(w->scale, fabs(Largest(scale + w->first, w->count)));
    }
  }
  PetscFunctionReturn(0);
}

static json_t *Measured(Precision precision, json_t *runs) {
  return json_pack("{s:s,s:f,s:o}", "precision", PrecisionName(precision), "epsilon",
                   CoreOf(precision)->epsilon, "runs", runs);
}

/* A run so far, as the record has it. */
static PetscErrorCode RunToJson(const Core *core, Integration it, const char *text, Quad h,
                                PetscInt64 steps, const StepFailure *failure, PetscInt watches,
                                const Watch *watch, json_t **out) {
  json_t *run = json_object(), *quantities = json_object();
  StepCounts counts;
  PetscFunctionBeginUser;
  json_object_set_new(run, "h", JsonReal((PetscReal)h));
  json_object_set_new(run, "h_text", json_string(text));
  json_object_set_new(run, "steps", json_integer(steps));
  json_object_set_new(run, "duration", JsonReal((PetscReal)(steps * h)));
  JsonSetStatus(run, failure);
  PetscCall(core->get_counts(it, &counts));
  json_object_set_new(run, "counts", JsonCounts(&counts));
  for (PetscInt i = 0; i < watches; ++i) {
    json_t *object;
    PetscCall(AccumulatorToJSON(watch[i].accumulator, watch[i].study, watch[i].kind, watch[i].scale,
                                &object));
    json_object_set_new(quantities, watch[i].name, object);
  }
  json_object_set_new(run, "quantities", quantities);
  *out = run;
  PetscFunctionReturn(0);
}

#define LONGER 4     /* times as long, where a run leaves a claim open */
#define EXTENSIONS 2 /* at most */

static PetscErrorCode Run(const Setting *s, Precision precision, const json_t *asked,
                          PetscInt watches, Watch *watch, json_t **out) {
  const Core *core = CoreOf(precision);
  const char *text = json_string_value(json_object_get(asked, "h"));
  PetscInt64 steps = json_integer_value(json_object_get(asked, "steps")), step = 0, next_scale = 1;
  PetscBool more = PETSC_FALSE;
  Integration it;
  StepFailure failure;
  Quad h;
  PetscFunctionBeginUser;
  PetscCall(SettingEvaluate(s, text, &h));
  PetscCall(SettingIntegrate(s, precision, 1, &it));
  PetscCall(core->begin(it, h, s->y0, &failure));
  for (PetscInt i = 0; i < watches; ++i) {
    PetscCall(AccumulatorReset(watch[i].accumulator));
    watch[i].scale = 0;
  }
  for (int extension = 0;; ++extension) {
    while (step < steps && !failure.failed) {
      const PetscBool scales =
          (PetscBool)(++step == next_scale); /* at powers of two: they vary little */
      PetscCall(core->advance(it, 1, &failure));
      if (failure.failed)
        break;
      PetscCall(Observe(core, it, (PetscReal)(step * h), scales, watches, watch));
      if (scales)
        next_scale *= 2;
    }
    PetscCall(RunToJson(core, it, text, h, steps, &failure, watches, watch, out));
    if (failure.failed || extension == EXTENSIONS)
      break;
    json_t *so_far = Measured(precision, json_pack("[O]", *out));
    PetscCall(RuleWantsLongerRun(s->job, so_far, &more));
    json_decref(so_far);
    if (!more)
      break;
    json_decref(*out);
    steps *= LONGER;
  }
  PetscCall(core->destroy(&it));
  PetscFunctionReturn(0);
}

PetscErrorCode StudyLong(const Setting *s, json_t **measured) {
  const char *asked = json_string_value(json_object_get(s->job, "precision"));
  const Precision precision =
      asked && !strcmp(asked, "quad") && SettingHas(s, IN_QUAD) ? IN_QUAD : IN_DOUBLE;
  json_t *runs = json_array(), *run = NULL;
  const json_t *each;
  Watch watch[WATCHES];
  PetscInt watches;
  size_t i;
  PetscFunctionBeginUser;
  PetscCall(ListWatches(s, watch, &watches));
  json_array_foreach(json_object_get(s->job, "runs"), i, each) {
    PetscCall(Run(s, precision, each, watches, watch, &run));
    json_array_append_new(runs, run);
  }
  for (PetscInt w = 0; w < watches; ++w)
    PetscCall(AccumulatorDestroy(&watch[w].accumulator));
  *measured = Measured(precision, runs);
  PetscFunctionReturn(0);
}
