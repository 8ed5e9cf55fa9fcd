/* What a job is made of, study by study. */
#include "plan/pair.h"
#include "plan/claims.h"
#include "registry/conditions.h"
#include "registry/formulation.h"
#include "numerics/expression.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Unknowns of a step: stages times coordinates, where a method has stages. */
static PetscReal CostOfStep(const Pair *pair) {
  gimbal_list parameters = pair->method->family->parameters;
  PetscReal stages = 1, unknowns;
  for (size_t i = 0; i < parameters.count; i++)
    if (!strcmp(ListAt(parameters, gimbal_value, i)->name, "s"))
      stages = (PetscReal)pair->method->parameters[i];
  unknowns = stages * (PetscReal)(pair->dimensions.n + pair->dimensions.holonomic +
                                  pair->dimensions.nonholonomic);
  /* A field that the host derives solves for the accelerations at every call, and is differenced.
   */
  PetscReal derived = FieldIsDerived(pair->method->family->formulation, &pair->dimensions) ? 5 : 1;
  /* Calls and option look-ups, then residuals, then the dense factorisation. */
  return derived * (5 + unknowns + unknowns * unknowns / 20);
}

static const char *PrecisionOf(const Pair *pair) {
  return pair->options->precision ? pair->options->precision : pair->suite->precision;
}

static PetscErrorCode IsSymmetric(const Pair *pair, PetscBool *symmetric) {
  /* The expression is in the words of a condition. */
  gimbal_claim question = {"order", "q", "1", pair->method->family->symmetric, NULL};
  PetscReal value;
  PetscFunctionBeginUser;
  *symmetric = PETSC_FALSE;
  if (question.when)
    PetscCall(ClaimApplies(pair->method, pair->selected->instance, pair->realisation, &question,
                           NULL, symmetric, &value));
  PetscFunctionReturn(0);
}

/* The part that all kinds have. `tail` distinguishes the jobs of a pair and a study; may be "". */
static PetscErrorCode JobCreate(const Pair *pair, const char *tail, PetscReal steps, json_t **out) {
  const gimbal_realisation *realisation =
      ListAt(pair->selected->instance->model->descriptor->realisations, gimbal_realisation,
             pair->realisation);
  const char *precision = PrecisionOf(pair);
  PetscInt seed = pair->options->seed >= 0 ? pair->options->seed : pair->suite->seed;
  /* Residuals in quadruple precision are some forty times dearer; "auto" uses them for high orders.
   */
  PetscReal dearer = !strcmp(precision, "quad")                        ? 40
                     : !strcmp(precision, "auto") && pair->order > 3.5 ? 12
                                                                       : 1;
  char key[640];
  PetscBool symmetric;
  json_t *job;
  PetscFunctionBeginUser;
  PetscCall(IsSymmetric(pair, &symmetric));
  (void)snprintf(key, sizeof(key), "%s/%s%s%s%s", pair->study->study, pair->name,
                 pair->study->name ? "/" : "", pair->study->name ? pair->study->name : "", tail);
  job = json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:s?, s:s, s:i, s:f, s:b, s:b, s:O}", "key", key,
                  "kind", pair->study->study, "method", pair->method->name, "model",
                  pair->selected->instance->model->name, "case", pair->selected->name,
                  "realisation", (int)pair->realisation, "realisation_name", realisation->name,
                  "precision", precision, "seed", (int)seed, "estimate",
                  (double)(steps * CostOfStep(pair) * dearer), "degenerate",
                  (int)WordsContain(realisation->traits, "degenerate"), "symmetric", (int)symmetric,
                  "claims", pair->claims);
  PetscCheck(job, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: a name is not valid UTF-8", key);
  if (pair->study->name)
    json_object_set_new(job, "study", json_string(pair->study->name));
  if (pair->options->suite)
    json_object_set_new(job, "suite", json_string(pair->options->suite));
  *out = job;
  PetscFunctionReturn(0);
}

static PetscErrorCode Number(const char *text, Quad *value) {
  PetscFunctionBeginUser;
  PetscCall(ExpressionEvaluate(text, 0, NULL, value));
  PetscFunctionReturn(0);
}

/* An exact text of a case's number, for a study to read again. */
static void TextOf(Quad value, char text[], size_t room) {
  (void)quadmath_snprintf(text, room, "%.36Qg", value);
}

/* ---- order ---- */

/* A first grid, in ratios of 1.2 to 1.3 and multiples of 8, so that all have one parity and common
 * output times at the quarters; from the size of step that the case is made for, and the shorter
 * the higher the order, whose errors reach round-off sooner. */
static PetscErrorCode Sizes(const Pair *pair, PetscReal duration, PetscReal step, PetscReal *total,
                            json_t *sizes) {
  enum { POINTS = 12 };
  const YamlCounts *given = &pair->study->sizes;
  PetscReal budget = pair->study->budget ? pair->study->budget : PETSC_MAX_REAL;
  PetscReal ratio = pair->order > 4.5 ? 8 : pair->order > 2.5 ? 12 : 16;
  PetscInt last = 0, coarsest = (PetscInt)lround(duration / step / 8) * 8;
  PetscFunctionBeginUser;
  *total = 0;
  /* The step is one for long runs, which may need finer ones; the study adds sizes if it must. */
  coarsest = PetscMin(PetscMax(coarsest, 8), 24);
  for (PetscInt i = 0; i < (given->count ? given->count : POINTS); i++) {
    PetscReal wanted = coarsest * pow(ratio, (PetscReal)i / (POINTS - 1));
    PetscInt size = given->count ? given->at[i] : (PetscInt)lround(wanted / 8) * 8;
    if (!given->count && size <= last)
      size = last + 8;
    if (*total + size > budget)
      break;
    *total += size;
    last = size;
    json_array_append_new(sizes, json_integer(size));
  }
  PetscCheck(last, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s:%d: key 'budget': %d steps are less than the first of the series on %s, %d",
             pair->suite->path, pair->study->line, (int)pair->study->budget, pair->name,
             (int)coarsest);
  PetscFunctionReturn(0);
}

static PetscErrorCode AddOrder(const Pair *pair) {
  ModelCase instance = pair->selected->instance;
  Quad duration = instance->duration;
  PetscReal total;
  char text[64];
  json_t *job, *sizes = json_array();
  PetscFunctionBeginUser;
  if (pair->study->duration)
    PetscCall(Number(pair->study->duration, &duration));
  TextOf(duration, text, sizeof(text));
  PetscCall(Sizes(pair, (PetscReal)duration, (PetscReal)instance->step, &total, sizes));
  PetscCall(JobCreate(pair, "", total + 1000, &job)); /* the reference is some 1000 steps */
  json_object_set_new(job, "duration",
                      json_string(pair->study->duration ? pair->study->duration : text));
  json_object_set_new(job, "steps", sizes);
  json_array_append_new(pair->jobs, job);
  PetscFunctionReturn(0);
}

/* ---- long ---- */

static PetscErrorCode RunObject(const Pair *pair, const char *h_given, const char *duration_given,
                                PetscInt steps, PetscReal *total, json_t **out) {
  Quad h = pair->selected->instance->step, duration = 0;
  char text[64];
  PetscFunctionBeginUser;
  TextOf(h, text, sizeof(text));
  if (h_given)
    PetscCall(Number(h_given, &h));
  if (duration_given) {
    PetscCall(Number(duration_given, &duration));
    PetscReal wanted = (PetscReal)floorq(duration / h + QUAD_C(0.5));
    PetscCheck(wanted >= 1 && wanted < 2e9, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "%s: duration %s with h = %s is %g steps; expected 1 to 2e9", pair->name,
               duration_given, h_given ? h_given : text, (double)wanted);
    steps = (PetscInt)wanted;
  }
  *total += steps;
  *out = json_pack("{s:s, s:i}", "h", h_given ? h_given : text, "steps", (int)steps);
  PetscFunctionReturn(0);
}

static PetscErrorCode AddLong(const Pair *pair) {
  const SuiteStudy *study = pair->study;
  PetscReal total = 0;
  json_t *job, *run, *runs = json_array();
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < study->runs.count; i++) {
    const SuiteRun *given = &((const SuiteRun *)study->runs.at)[i];
    PetscCall(RunObject(pair, given->h, given->duration, given->steps, &total, &run));
    json_array_append_new(runs, run);
  }
  if (!study->runs.count) {
    PetscCall(RunObject(pair, study->h, study->duration, study->steps, &total, &run));
    json_array_append_new(runs, run);
  }
  PetscCall(JobCreate(pair, "", total, &job));
  json_object_set_new(job, "runs", runs);
  json_array_append_new(pair->jobs, job);
  PetscFunctionReturn(0);
}

/* ---- ensemble ---- */

static PetscErrorCode AddEnsemble(const Pair *pair) {
  const SuiteStudy *study = pair->study;
  PetscInt members = pair->selected->instance->members;
  PetscReal steps = 0;
  json_t *run;
  PetscFunctionBeginUser;
  if (study->members)
    members = PetscMin(members, study->members);
  PetscCall(RunObject(pair, study->h, study->duration, study->steps, &steps, &run));
  for (PetscInt low = 0; low < members; low += study->slice) {
    PetscInt high = PetscMin(members, low + study->slice);
    char tail[32];
    json_t *job;
    /* Padded, so that the order of the keys is that of the members. */
    (void)snprintf(tail, sizeof(tail), "/%05d-%05d", (int)low, (int)high);
    PetscCall(JobCreate(pair, tail, steps * (high - low), &job));
    json_object_update(job, run);
    json_object_set_new(job, "members", json_pack("[i,i]", (int)low, (int)high));
    json_object_set_new(job, "samples", json_integer(study->samples));
    json_array_append_new(pair->jobs, job);
  }
  json_decref(run);
  PetscFunctionReturn(0);
}

/* ---- scaling ---- */

static PetscErrorCode AddScaling(const Pair *pair) {
  const SuiteStudy *study = pair->study;
  PetscInt members = pair->selected->instance->members;
  Quad duration = pair->selected->instance->duration;
  PetscReal total;
  char text[64];
  json_t *job, *sizes = json_array();
  PetscFunctionBeginUser;
  if (study->members)
    members = PetscMin(members, study->members);
  if (study->duration)
    PetscCall(Number(study->duration, &duration));
  TextOf(duration, text, sizeof(text));
  PetscCall(
      Sizes(pair, (PetscReal)duration, (PetscReal)pair->selected->instance->step, &total, sizes));
  PetscCall(JobCreate(pair, "", total * members, &job));
  json_object_set_new(job, "duration", json_string(study->duration ? study->duration : text));
  json_object_set_new(job, "steps", sizes);
  json_object_set_new(job, "members", json_pack("[i,i]", 0, (int)members));
  json_array_append_new(pair->jobs, job);
  PetscFunctionReturn(0);
}

/* ---- structure, equilibrium, curve, equality ---- */

/* From the Jacobian of one step at the initial data, which needs canonical coordinates (q,p); or
 * from a few steps at each relative equilibrium, or of two methods; or along a run. */
static PetscErrorCode AddStructure(const Pair *pair) {
  const Dimensions d = pair->dimensions;
  const YamlTexts *given = &pair->study->step_sizes;
  Quad h = pair->selected->instance->step;
  json_t *job, *sizes = json_array();
  char text[64];
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < given->count; i++)
    json_array_append_new(sizes, json_string(given->at[i].text));
  for (PetscInt i = 0; i < 3 && !given->count; i++, h /= 2) {
    TextOf(h, text, sizeof(text));
    json_array_append_new(sizes, json_string(text));
  }
  /* Two fourth-order Jacobians per step size, in quadruple precision where there is one. */
  PetscCall(JobCreate(pair, "", (PetscReal)json_array_size(sizes) * 8.0 * (d.n + d.m) * 40, &job));
  json_object_set_new(job, "h", sizes);
  if (!strcmp(pair->study->study, "curve")) {
    TextOf(pair->selected->instance->duration, text, sizeof(text));
    json_object_set_new(job, "duration",
                        json_string(pair->study->duration ? pair->study->duration : text));
  }
  json_array_append_new(pair->jobs, job);
  PetscFunctionReturn(0);
}

PetscErrorCode PairAddJobs(const Pair *pair) {
  const char *study = pair->study->study;
  PetscFunctionBeginUser;
  if (!strcmp(study, "order"))
    PetscCall(AddOrder(pair));
  else if (!strcmp(study, "long"))
    PetscCall(AddLong(pair));
  else if (!strcmp(study, "ensemble"))
    PetscCall(AddEnsemble(pair));
  else if (!strcmp(study, "scaling"))
    PetscCall(AddScaling(pair));
  else
    PetscCall(AddStructure(pair));
  PetscFunctionReturn(0);
}
