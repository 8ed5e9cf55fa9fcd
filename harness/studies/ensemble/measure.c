/* A slice of an ensemble: sums over its members of the squared energy error at common times. */
#include "studies/setting.h"
#include <math.h>
#include <string.h>

/* About `samples` step numbers from 1 to `steps`, evenly spread on a logarithmic axis, with the one
 * nearest to t = 1 among them. */
static PetscInt SampleSteps(PetscInt64 steps, PetscInt samples, PetscReal h, PetscInt64 *at) {
  const PetscInt64 unit = (PetscInt64)floor(1 / h + 0.5);
  PetscInt count = 0;
  PetscBool placed = (PetscBool)(unit < 1 || unit > steps);
  for (PetscInt i = 0; i < samples; ++i) {
    const PetscInt64 step = (PetscInt64)floor(
        pow((PetscReal)steps, samples > 1 ? (PetscReal)i / (samples - 1) : 1) + 0.5);
    if (!placed && step >= unit) {
      if (step > unit && (!count || at[count - 1] < unit))
        at[count++] = unit;
      placed = PETSC_TRUE;
    }
    if (!count || step > at[count - 1])
      at[count++] = step;
  }
  return count;
}

PetscErrorCode StudyEnsemble(Registry registry, const json_t *job, json_t **measured) {
  const json_t *slice = json_object_get(job, "members");
  const PetscInt first = (PetscInt)json_integer_value(json_array_get(slice, 0)),
                 past = (PetscInt)json_integer_value(json_array_get(slice, 1)),
                 samples = (PetscInt)json_integer_value(json_object_get(job, "samples"));
  const PetscInt64 steps = json_integer_value(json_object_get(job, "steps"));
  PetscInt count = 0, failed = 0;
  PetscInt64 *at;
  PetscReal *square, *fourth, scale = 0;
  Quad h = 0;
  json_t *times = json_array(), *squares = json_array(), *fourths = json_array();
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(samples + 1, &at));
  PetscCall(PetscCalloc2(samples + 1, &square, samples + 1, &fourth));
  for (PetscInt member = first; member < past; ++member) {
    Setting s;
    Integration it;
    StepFailure failure;
    PetscReal error[samples + 1];
    PetscInt64 done = 0;
    PetscInt i, entries;
    Quad value;
    PetscCall(SettingCreate(registry, job, member, &s));
    PetscCall(SettingEvaluate(&s, json_string_value(json_object_get(job, "h")), &h));
    if (!count)
      count = SampleSteps(steps, samples, (PetscReal)h, at);
    PetscCall(SettingIntegrate(&s, IN_DOUBLE, 1, &it));
    PetscCall(CoreDouble()->begin(it, h, s.y0, &failure));
    for (i = 0; i < count && !failure.failed; ++i) {
      PetscCall(CoreDouble()->advance(it, at[i] - done, &failure));
      if (failure.failed)
        break;
      done = at[i];
      PetscCall(CoreDouble()->get(it, QUANTITY_ENERGY, &entries, &value));
      error[i] = (PetscReal)value;
      if (!isfinite(error[i]))
        break;
      PetscCall(CoreDouble()->get_scale(it, QUANTITY_ENERGY, &entries, &value));
      scale = fmax(scale, (PetscReal)value);
    }
    if (i < count)
      ++failed; /* a member that did not arrive is left out, and counted */
    else
      for (i = 0; i < count; ++i) {
        square[i] += error[i] * error[i];
        fourth[i] += error[i] * error[i] * error[i] * error[i];
      }
    PetscCall(CoreDouble()->destroy(&it));
    PetscCall(SettingDestroy(&s));
  }
  for (PetscInt i = 0; i < count; ++i) {
    json_array_append_new(times, JsonReal((PetscReal)(at[i] * h)));
    json_array_append_new(squares, JsonReal(square[i]));
    json_array_append_new(fourths, JsonReal(fourth[i]));
  }
  *measured =
      json_pack("{s:s,s:o,s:I,s:[i,i],s:i,s:o,s:{s:{s:o,s:o,s:o}}}", "precision", "double", "h",
                JsonReal((PetscReal)h), "steps", (json_int_t)steps, "members", (int)first,
                (int)past, "failed_members", (int)failed, "times", times, "quantities", "energy",
                "scale", JsonReal(scale), "sum_square", squares, "sum_fourth", fourths);
  PetscCall(PetscFree(at));
  PetscCall(PetscFree2(square, fourth));
  PetscFunctionReturn(0);
}
