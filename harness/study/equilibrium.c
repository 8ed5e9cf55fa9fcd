/* Relative equilibria: whether a method stays on their manifold, and whether small deviations from
 * it grow or shrink as they do in the exact flow.
 *
 * The growth of a deviation over one step is the dominant multiplier of the linearised step map off
 * the manifold. It is measured as the ratio of the deviations after consecutive steps of a run that
 * begins 1e-12 off (in quadruple precision), late enough for what decays to have gone. */
#include "study/setting.h"
#include <math.h>
#include <string.h>

#define KEPT 200    /* steps over which the manifold must be kept */
#define FOLLOWED 12 /* steps over which a deviation is followed */

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

static PetscErrorCode Examine(const Setting *s, Precision precision, PetscInt i, Quad h,
                              json_t *point) {
  const Core *core = CoreOf(precision);
  const gimbal_equilibrium *e = ListAt(s->descriptor->equilibria, gimbal_equilibrium, i);
  const PetscInt entries = s->dimensions.n + s->dimensions.m;
  const Quad small = precision == IN_QUAD ? QUAD_C(1e-12) : QUAD_C(1e-6);
  const PetscReal round = core->epsilon;
  Quad y[entries + 1], direction[entries + 1], before = 0, after = 0, largest = 0;
  Integration it;
  StepFailure failure;
  PetscFunctionBeginUser;
  PetscCall(core->problem_equilibrium(s->problem[precision], i, y, direction, NULL, NULL));
  PetscCall(SettingIntegrate(s, precision, 1, &it));
  json_object_set_new(point, "h", JsonReal((PetscReal)h));
  json_object_set_new(point, "equilibrium", json_string(e->name));
  PetscCall(core->begin(it, h, y, &failure));
  for (int step = 0; step < KEPT && !failure.failed; ++step) {
    PetscCall(core->advance(it, 1, &failure));
    if (failure.failed)
      break;
    PetscCall(Deviation(s, precision, i, it, &after));
    /* What round-off starts grows at an unstable equilibrium; leaving the manifold shows at once.
     */
    if (step < FOLLOWED || strcmp(e->stability, "unstable"))
      largest = fabsq(after) > largest ? fabsq(after) : largest;
  }
  if (!failure.failed)
    json_object_set_new(point, "relative_equilibria", Defect((PetscReal)largest, 1e4 * round));
  for (PetscInt j = 0; j < entries; ++j)
    y[j] += small * direction[j];
  if (!failure.failed)
    PetscCall(core->begin(it, h, y, &failure));
  for (int step = 0; step < FOLLOWED && !failure.failed; ++step) {
    before = after;
    PetscCall(core->advance(it, 1, &failure));
    if (!failure.failed)
      PetscCall(Deviation(s, precision, i, it, &after));
  }
  if (!failure.failed && fabsq(before) > 0) {
    const PetscReal factor = (PetscReal)(after / before);
    /* The linear law holds to the size of the deviation; round-off enters relative to it. */
    const PetscReal error =
        1e3 * (PetscReal)(fabsq(before) > fabsq(after) ? fabsq(before) : fabsq(after)) +
        1e3 * round / (PetscReal)fabsq(before);
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
