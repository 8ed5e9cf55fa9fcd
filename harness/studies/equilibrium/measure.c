/* Relative equilibria: whether a method stays on their manifold, and whether small deviations from
 * it grow or shrink as they do in the exact flow.
 *
 * The growth of a deviation over one step is the dominant multiplier of the linearised step map off
 * the manifold. It is measured as the ratio of the deviations after consecutive steps of a run that
 * begins 1e-12 off (in quadruple precision), late enough for what decays to have gone, but before
 * the deviation is lost in round-off or large. Round-off grows by the same multiplier, so that a
 * few steps tell whether the manifold is kept, and many would not.
 *
 * An implicit step may be singular there: no solver can take it, and the multiplier has a pole at
 * that step size. Where a step fails, or hardly succeeds, the multipliers a little before and after
 * tell whether it is for that reason. */
#include "studies/setting.h"
#include <math.h>
#include <string.h>

#define FOLLOWED 12 /* steps over which the manifold must be kept and a deviation is followed */

/* The deviation of the present state. */
static PetscErrorCode Deviation(const Setting *s, Precision precision, PetscInt i, Integration it,
                                Quad *deviation) {
  const Core *core = CoreOf(precision);
  Quad y[s->dimensions.n + s->dimensions.m + 1];
  PetscInt count;
  PetscFunctionBeginUser;
  PetscCall(core->get(it, QUANTITY_CONFIGURATION, &count, y));
  PetscCall(core->get(it, QUANTITY_VELOCITY, &count, y + s->dimensions.n));
  PetscCall(core->problem_equilibrium(s->problem[precision], i, NULL, NULL, y, deviation));
  PetscFunctionReturn(0);
}

static json_t *Defect(PetscReal defect, PetscReal error) {
  return json_pack("{s:o,s:o}", "defect", JsonReal(defect), "error", JsonReal(error));
}

/* 0 if the factor agrees with the stability of the exact flow, else by how much it does not. */
static PetscReal Contradiction(const char *stability, PetscReal factor) {
  const PetscReal growth = fabs(factor) - 1;
  if (!strcmp(stability, "stable"))
    return growth < 0 ? 0 : fmax(growth, 1e-6);
  if (!strcmp(stability, "unstable"))
    return growth > 0 ? 0 : fmax(-growth, 1e-6);
  return fabs(growth);
}

/* The first and the largest deviation of a run that begins on the manifold. */
static PetscErrorCode Stay(const Setting *s, Precision precision, PetscInt i, Integration it,
                           Quad h, const Quad *y, Quad *first, Quad *largest,
                           StepFailure *failure) {
  const Core *core = CoreOf(precision);
  Quad deviation;
  PetscFunctionBeginUser;
  *first = *largest = 0;
  PetscCall(core->begin(it, h, y, failure));
  for (int step = 0; step < FOLLOWED && !failure->failed; ++step) {
    PetscCall(core->advance(it, 1, failure));
    if (failure->failed)
      break;
    PetscCall(Deviation(s, precision, i, it, &deviation));
    *largest = LargerOrNaN(*largest, fabsq(deviation));
    *first = step ? *first : *largest;
  }
  PetscFunctionReturn(0);
}

/* The factor by which a deviation changes in a step, and its error. */
static PetscErrorCode Follow(const Setting *s, Precision precision, PetscInt i, Integration it,
                             Quad h, const Quad *y, PetscReal *factor, PetscReal *error,
                             StepFailure *failure) {
  const Core *core = CoreOf(precision);
  const PetscReal round = core->epsilon;
  Quad before, after = 0;
  PetscFunctionBeginUser;
  PetscCall(core->begin(it, h, y, failure));
  if (failure->failed)
    PetscFunctionReturn(0);
  PetscCall(Deviation(s, precision, i, it, &after));
  for (int step = 0; step < FOLLOWED; ++step) {
    before = after;
    PetscCall(core->advance(it, 1, failure));
    if (failure->failed)
      break;
    PetscCall(Deviation(s, precision, i, it, &after));
    *factor = (PetscReal)(after / before);
    /* The linear law holds to the size of the deviation; round-off enters relative to it. */
    *error = 1e3 * (PetscReal)(fabsq(before) > fabsq(after) ? fabsq(before) : fabsq(after)) +
             1e3 * round / (PetscReal)fabsq(before);
    if (fabsq(after) > 1e-7 || fabsq(after) < 1e6 * round)
      break;
  }
  PetscFunctionReturn(0);
}

/* Says that the step is singular, if the multiplier is large about it and changes its sign. */
static PetscErrorCode FindPole(const Setting *s, Precision precision, PetscInt i, Integration it,
                               Quad h, const Quad *y, StepFailure *failure) {
  const PetscReal apart = 1e-3;
  PetscReal before = 1, after = 1, error;
  StepFailure other;
  PetscFunctionBeginUser;
  PetscCall(Follow(s, precision, i, it, h * (1 - (Quad)apart), y, &before, &error, &other));
  if (!other.failed)
    PetscCall(Follow(s, precision, i, it, h * (1 + (Quad)apart), y, &after, &error, &other));
  if (!other.failed && before * after < 0 && fabs(before) > 0.1 / apart &&
      fabs(after) > 0.1 / apart) {
    failure->failed = PETSC_TRUE;
    (void)snprintf(failure->text, sizeof failure->text,
                   "singular: a deviation is multiplied by %.5g with a step %g shorter, by %.5g "
                   "with one %g longer",
                   before, apart * (double)h, after, apart * (double)h);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Examine(const Setting *s, Precision precision, PetscInt i, Quad h,
                              json_t *point) {
  const Core *core = CoreOf(precision);
  const gimbal_equilibrium *e = ListAt(s->descriptor->equilibria, gimbal_equilibrium, i);
  const PetscInt entries = s->dimensions.n + s->dimensions.m;
  const Quad small = precision == IN_QUAD ? QUAD_C(1e-12) : QUAD_C(1e-6);
  Quad y[entries + 1], direction[entries + 1], first, largest;
  const PetscReal bar = 1e4 * core->epsilon;
  PetscReal factor = 1, error = 0;
  Integration it;
  StepFailure failure;
  PetscFunctionBeginUser;
  PetscCall(core->problem_equilibrium(s->problem[precision], i, y, direction, NULL, NULL));
  PetscCall(SettingIntegrate(s, precision, 1, &it));
  json_object_set_new(point, "h", JsonReal((PetscReal)h));
  json_object_set_new(point, "equilibrium", json_string(e->name));
  json_object_set_new(point, "exact", json_string(e->stability));
  PetscCall(Stay(s, precision, i, it, h, y, &first, &largest, &failure));
  for (PetscInt j = 0; j < entries; ++j)
    y[j] += small * direction[j];
  if (!failure.failed)
    PetscCall(Follow(s, precision, i, it, h, y, &factor, &error, &failure));
  if (failure.failed || fabs(factor) > 1e4)
    PetscCall(FindPole(s, precision, i, it, h, y, &failure));
  if (!failure.failed && first > 100 * bar) {
    /* Where the method has no equilibrium at all, it has none of this stability. */
    json_object_set_new(point, "relative_equilibria", Defect((PetscReal)largest, bar));
    json_object_set_new(point, "stability", Defect((PetscReal)largest, bar));
  } else if (!failure.failed) {
    json_object_set_new(point, "relative_equilibria",
                        Defect((PetscReal)largest, bar * pow(fmax(1, fabs(factor)), FOLLOWED)));
    json_object_set_new(point, "factor", JsonReal(factor));
    json_object_set_new(point, "stability", Defect(Contradiction(e->stability, factor), error));
  }
  JsonSetStatus(point, &failure);
  PetscCall(core->destroy(&it));
  PetscFunctionReturn(0);
}

PetscErrorCode StudyEquilibrium(const Setting *s, json_t **measured) {
  const Precision precision = SettingHas(s, IN_QUAD) ? IN_QUAD : IN_DOUBLE;
  json_t *points = json_array();
  const json_t *each;
  size_t i;
  PetscFunctionBeginUser;
  json_array_foreach(json_object_get(s->job, "h"), i, each) {
    Quad h;
    PetscCall(SettingEvaluate(s, json_string_value(each), &h));
    for (size_t e = 0; e < s->descriptor->equilibria.count; ++e) {
      json_t *point = json_object();
      PetscCall(Examine(s, precision, (PetscInt)e, h, point));
      json_array_append_new(points, point);
    }
  }
  *measured = json_pack("{s:s,s:f,s:o}", "precision", PrecisionName(precision), "epsilon",
                        CoreOf(precision)->epsilon, "points", points);
  PetscFunctionReturn(0);
}
