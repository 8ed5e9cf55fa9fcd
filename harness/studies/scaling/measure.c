/* The scaling study: the mean square energy error of an ensemble against the step size, at a few
 * times of a run, in the form of an order study's measurements. A method whose energy error is of
 * order p has a mean square of order 2p. */
#include "studies/setting.h"
#include <math.h>

#define TIMES 4

static PetscErrorCode AddMember(Registry registry, const json_t *job, PetscInt member,
                                PetscInt steps, PetscReal duration, PetscReal square[TIMES],
                                PetscReal *scale, StepFailure *failure) {
  Setting s;
  Integration it;
  PetscInt entries;
  Quad value;
  PetscFunctionBeginUser;
  PetscCall(SettingCreate(registry, job, member, &s));
  PetscCall(SettingIntegrate(&s, IN_DOUBLE, 1, &it));
  PetscCall(CoreDouble()->begin(it, (Quad)duration / steps, s.y0, failure));
  for (int i = 0; i < TIMES && !failure->failed; ++i) {
    PetscCall(CoreDouble()->advance(it, steps / TIMES, failure));
    if (failure->failed)
      break;
    PetscCall(CoreDouble()->get(it, QUANTITY_ENERGY, &entries, &value));
    square[i] += (PetscReal)value * (PetscReal)value;
    PetscCall(CoreDouble()->get_scale(it, QUANTITY_ENERGY, &entries, &value));
    *scale = fmax(*scale, (PetscReal)value);
  }
  PetscCall(CoreDouble()->destroy(&it));
  PetscCall(SettingDestroy(&s));
  PetscFunctionReturn(0);
}

static PetscErrorCode Point(Registry registry, const json_t *job, PetscInt members, PetscInt steps,
                            PetscReal duration, json_t *series, json_t *floors) {
  PetscReal square[TIMES] = {0}, scale = 0, largest = 0, round;
  StepFailure failure = {.failed = PETSC_FALSE};
  json_t *entry, *rows = json_array();
  PetscFunctionBeginUser;
  for (PetscInt member = 0; member < members && !failure.failed; ++member)
    PetscCall(AddMember(registry, job, member, steps, duration, square, &scale, &failure));
  for (int i = 0; i < TIMES; ++i) {
    largest = fmax(largest, square[i] / members);
    json_array_append_new(rows, json_pack("[o]", JsonReal(square[i] / members)));
  }
  entry = json_pack("{s:i,s:o}", "steps", (int)steps, "h", JsonReal(duration / steps));
  json_object_set_new(entry, "errors", json_pack("{s:o}", "energy", rows));
  if (failure.failed)
    json_object_set_new(entry, "errors", json_object());
  JsonSetStatus(entry, &failure);
  json_array_append_new(series, entry);
  /* Some roundings of the energy's terms in every step, beside the error, squared. */
  round = 4 * PETSC_MACHINE_EPSILON * scale * sqrt((PetscReal)steps);
  json_array_append_new(floors, JsonReal(round * (2 * sqrt(largest) + round)));
  PetscFunctionReturn(0);
}

PetscErrorCode StudyScaling(Registry registry, const json_t *job, json_t **measured) {
  const PetscInt members =
      (PetscInt)json_integer_value(json_array_get(json_object_get(job, "members"), 1));
  json_t *series = json_array(), *floors = json_array(), *times = json_array();
  const json_t *steps;
  PetscReal duration;
  Quad value;
  Setting s;
  size_t i;
  PetscFunctionBeginUser;
  PetscCall(SettingCreate(registry, job, 0, &s));
  PetscCall(SettingEvaluate(&s, json_string_value(json_object_get(job, "duration")), &value));
  PetscCall(SettingDestroy(&s));
  duration = (PetscReal)value;
  json_array_foreach(json_object_get(job, "steps"), i, steps) PetscCall(
      Point(registry, job, members, (PetscInt)json_integer_value(steps), duration, series, floors));
  for (int k = 1; k <= TIMES; ++k)
    json_array_append_new(times, json_real(duration * k / TIMES));
  *measured = json_pack("{s:[{s:s,s:f,s:f,s:o,s:o,s:{s:o}}]}", "measurements", "precision",
                        "double", "epsilon", PETSC_MACHINE_EPSILON, "duration", duration, "times",
                        times, "series", series, "floor", "energy", floors);
  PetscFunctionReturn(0);
}
