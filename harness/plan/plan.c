#include "plan/claims.h"
#include "plan/plan.h"
#include "plan/selection.h"
#include "registry/conditions.h"
#include "registry/expression.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  Suite suite;
  const PlanOptions *options;
  Selection selection;
  ClaimBook book;
  json_t *jobs;
} Plan;

/* ---- Pairing ---- */

static PetscBool Excluded(Suite suite, const SuiteStudy *study, Method method,
                          const SelectedCase *selected, PetscInt realisation) {
  for (PetscInt i = 0; i < suite->exclude.count; i++) {
    const SuiteExclusion *exclusion = &SuiteExclusions(suite)[i];
    if ((!exclusion->study || !strcmp(exclusion->study, study->study)) &&
        MatchesMethod(&exclusion->methods, method) &&
        MatchesCase(&exclusion->models, selected, realisation))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Bit i is set where realisation i makes a job; *named, where the key must say which. */
static PetscErrorCode Realisations(Method method, const SelectedCase *selected, unsigned *which,
                                   PetscBool *named) {
  size_t count = selected->instance->model->descriptor->realisations.count;
  unsigned native = 0, derived = 0, asked = selected->realisations;
  PetscFunctionBeginUser;
  for (size_t i = 0; i < count && i < 32; i++) {
    PetscBool accepts;
    Dimensions dimensions;
    PetscCall(MethodAccepts(method, selected->instance, (PetscInt)i, &accepts));
    if (!accepts)
      continue;
    PetscCall(ModelCaseGetDimensions(selected->instance, (PetscInt)i, &dimensions));
    if (dimensions.formulation == method->family->formulation)
      native |= 1u << i;
    else
      derived |= 1u << i;
  }
  if (native & asked || !derived) {
    *which = native & asked;
    *named = (PetscBool)((native & (native - 1)) != 0);
  } else {
    unsigned first = derived & asked & (~(derived & asked) + 1);
    *which = first;
    *named = (PetscBool)(native != 0 || first != (derived & (~derived + 1)));
  }
  PetscFunctionReturn(0);
}

/* ---- What a job is made of ---- */

typedef struct {
  const SuiteStudy *study;
  Method method;
  const SelectedCase *selected;
  PetscInt realisation;
  char pair[512]; /* "method/model[@realisation]:case" */
  json_t *claims;
  PetscReal order; /* the highest claimed */
  Dimensions dimensions;
} Pair;

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
  PetscReal derived =
      pair->method->family->formulation == GIMBAL_ODE && pair->dimensions.formulation != GIMBAL_ODE
          ? 5
          : 1;
  /* Calls and option look-ups, then residuals, then the dense factorisation. */
  return derived * (5 + unknowns + unknowns * unknowns / 20);
}

static const char *PrecisionOf(const Plan *plan) {
  return plan->options->precision ? plan->options->precision : plan->suite->precision;
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
static PetscErrorCode JobCreate(const Plan *plan, const Pair *pair, const char *tail,
                                PetscReal steps, json_t **out) {
  const gimbal_realisation *realisation =
      ListAt(pair->selected->instance->model->descriptor->realisations, gimbal_realisation,
             pair->realisation);
  const char *precision = PrecisionOf(plan);
  PetscInt seed = plan->options->seed >= 0 ? plan->options->seed : plan->suite->seed;
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
  (void)snprintf(key, sizeof(key), "%s/%s%s%s%s", pair->study->study, pair->pair,
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
  if (plan->options->suite)
    json_object_set_new(job, "suite", json_string(plan->options->suite));
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

/* A first grid, in ratios of about √2 and multiples of 8, so that all have one parity and common
 * output times at the quarters; from the size of step that the case is made for, and the shorter
 * the higher the order, whose errors reach round-off sooner. */
static json_t *Sizes(const Pair *pair, PetscReal duration, PetscReal step, PetscReal *total) {
  enum { POINTS = 12 };
  const YamlCounts *given = &pair->study->sizes;
  PetscReal budget = pair->study->budget ? pair->study->budget : PETSC_MAX_REAL;
  PetscReal ratio = pair->order > 4.5 ? 8 : pair->order > 2.5 ? 12 : 16;
  PetscInt last = 0, coarsest = (PetscInt)lround(duration / step / 8) * 8;
  json_t *sizes = json_array();
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
  return sizes;
}

static PetscErrorCode AddOrder(Plan *plan, const Pair *pair) {
  ModelCase instance = pair->selected->instance;
  Quad duration = instance->duration;
  PetscReal total;
  char text[64];
  json_t *job, *sizes;
  PetscFunctionBeginUser;
  if (pair->study->duration)
    PetscCall(Number(pair->study->duration, &duration));
  TextOf(duration, text, sizeof(text));
  sizes = Sizes(pair, (PetscReal)duration, (PetscReal)instance->step, &total);
  PetscCall(JobCreate(plan, pair, "", total + 1000, &job)); /* the reference is some 1000 steps */
  json_object_set_new(job, "duration",
                      json_string(pair->study->duration ? pair->study->duration : text));
  json_object_set_new(job, "steps", sizes);
  json_array_append_new(plan->jobs, job);
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
               "%s: duration %s with h = %s is %g steps; expected 1 to 2e9", pair->pair,
               duration_given, h_given ? h_given : text, (double)wanted);
    steps = (PetscInt)wanted;
  }
  *total += steps;
  *out = json_pack("{s:s, s:i}", "h", h_given ? h_given : text, "steps", (int)steps);
  PetscFunctionReturn(0);
}

static PetscErrorCode AddLong(Plan *plan, const Pair *pair) {
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
  PetscCall(JobCreate(plan, pair, "", total, &job));
  json_object_set_new(job, "runs", runs);
  json_array_append_new(plan->jobs, job);
  PetscFunctionReturn(0);
}

/* ---- ensemble ---- */

static PetscErrorCode AddEnsemble(Plan *plan, const Pair *pair) {
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
    PetscCall(JobCreate(plan, pair, tail, steps * (high - low), &job));
    json_object_update(job, run);
    json_object_set_new(job, "members", json_pack("[i,i]", (int)low, (int)high));
    json_object_set_new(job, "samples", json_integer(study->samples));
    json_array_append_new(plan->jobs, job);
  }
  json_decref(run);
  PetscFunctionReturn(0);
}

/* ---- scaling ---- */

static PetscErrorCode AddScaling(Plan *plan, const Pair *pair) {
  const SuiteStudy *study = pair->study;
  PetscInt members = pair->selected->instance->members;
  Quad duration = pair->selected->instance->duration;
  PetscReal total;
  char text[64];
  json_t *job, *sizes;
  PetscFunctionBeginUser;
  if (study->members)
    members = PetscMin(members, study->members);
  if (study->duration)
    PetscCall(Number(study->duration, &duration));
  TextOf(duration, text, sizeof(text));
  sizes = Sizes(pair, (PetscReal)duration, (PetscReal)pair->selected->instance->step, &total);
  PetscCall(JobCreate(plan, pair, "", total * members, &job));
  json_object_set_new(job, "duration", json_string(study->duration ? study->duration : text));
  json_object_set_new(job, "steps", sizes);
  json_object_set_new(job, "members", json_pack("[i,i]", 0, (int)members));
  json_array_append_new(plan->jobs, job);
  PetscFunctionReturn(0);
}

/* ---- structure, equilibrium, curve, equality ---- */

/* From the Jacobian of one step at the initial data, which needs canonical coordinates (q,p); or
 * from a few steps at each relative equilibrium, or of two methods; or along a run. */
static PetscErrorCode AddStructure(Plan *plan, const Pair *pair) {
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
  PetscCall(
      JobCreate(plan, pair, "", (PetscReal)json_array_size(sizes) * 8.0 * (d.n + d.m) * 40, &job));
  json_object_set_new(job, "h", sizes);
  if (!strcmp(pair->study->study, "curve")) {
    TextOf(pair->selected->instance->duration, text, sizeof(text));
    json_object_set_new(job, "duration",
                        json_string(pair->study->duration ? pair->study->duration : text));
  }
  json_array_append_new(plan->jobs, job);
  PetscFunctionReturn(0);
}

static PetscBool IsCanonical(const Dimensions *d) {
  return (PetscBool)(d->n == d->m && !d->nonholonomic && d->formulation != GIMBAL_ODE);
}

/* ---- The whole ---- */

static PetscErrorCode AddPair(Plan *plan, const SuiteStudy *study, Method method,
                              const SelectedCase *selected, PetscInt realisation, PetscBool named) {
  Model model = selected->instance->model;
  const char *coordinates =
      ListAt(model->descriptor->realisations, gimbal_realisation, realisation)->name;
  Pair pair = {.study = study, .method = method, .selected = selected, .realisation = realisation};
  PetscFunctionBeginUser;
  (void)snprintf(pair.pair, sizeof(pair.pair), "%s/%s%s%s:%s", method->name, model->name,
                 named ? "@" : "", named ? coordinates : "", selected->name);
  PetscCall(ModelCaseGetDimensions(selected->instance, realisation, &pair.dimensions));
  if (!strcmp(study->study, "structure") && !IsCanonical(&pair.dimensions))
    PetscFunctionReturn(0);
  if (!strcmp(study->study, "equilibrium") &&
      !ListAt(model->descriptor->realisations, gimbal_realisation, realisation)->equilibria.count)
    PetscFunctionReturn(0);
  PetscCall(ClaimBookCollect(plan->book, study, method, selected, realisation, &pair.claims,
                             &pair.order));
  if (json_array_size(pair.claims) || study->unclaimed) {
    if (!strcmp(study->study, "order"))
      PetscCall(AddOrder(plan, &pair));
    else if (!strcmp(study->study, "long"))
      PetscCall(AddLong(plan, &pair));
    else if (!strcmp(study->study, "ensemble"))
      PetscCall(AddEnsemble(plan, &pair));
    else if (!strcmp(study->study, "scaling"))
      PetscCall(AddScaling(plan, &pair));
    else
      PetscCall(AddStructure(plan, &pair));
  }
  json_decref(pair.claims);
  PetscFunctionReturn(0);
}

/* All pairs of one method; of a long study on first cases, the first case of each model that makes
 * a job. */
static PetscErrorCode AddStudy(Plan *plan, const SuiteStudy *study, Method method) {
  PetscBool first =
      (PetscBool)(WordsContain("long structure equilibrium curve equality", study->study) &&
                  !strcmp(study->cases, "first"));
  PetscBool ensemble = WordsContain("ensemble scaling", study->study);
  Model served = NULL;
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < plan->selection->cases; i++) {
    const SelectedCase *selected = &plan->selection->at[i];
    size_t before = json_array_size(plan->jobs);
    unsigned which = 0;
    PetscBool named = PETSC_FALSE;
    if (ensemble != (PetscBool)(selected->instance->members > 1) ||
        (first && served == selected->instance->model))
      continue;
    PetscCall(Realisations(method, selected, &which, &named));
    for (PetscInt r = 0; r < 32; r++)
      if (which >> r & 1 && MatchesCase(&study->models, selected, r) &&
          !Excluded(plan->suite, study, method, selected, r))
        PetscCall(AddPair(plan, study, method, selected, r, named));
    if (json_array_size(plan->jobs) > before)
      served = selected->instance->model;
  }
  PetscFunctionReturn(0);
}

static const char *KeyOf(const json_t *object) {
  return json_string_value(json_object_get(object, "key"));
}

static int ByKey(const void *a, const void *b) {
  return strcmp(KeyOf(*(json_t *const *)a), KeyOf(*(json_t *const *)b));
}

static PetscErrorCode SortByKey(Suite suite, json_t **array) {
  size_t count = json_array_size(*array);
  json_t **items, *sorted = json_array();
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(count, &items));
  for (size_t i = 0; i < count; i++)
    items[i] = json_array_get(*array, i);
  if (count)
    qsort(items, count, sizeof(*items), ByKey);
  for (size_t i = 0; i < count; i++) {
    PetscCheck(!i || strcmp(KeyOf(items[i]), KeyOf(items[i - 1])), PETSC_COMM_SELF,
               PETSC_ERR_USER_INPUT,
               "%s: two studies make the same job, %s; give one of them the key 'name'",
               suite->path, KeyOf(items[i]));
    json_array_append(sorted, items[i]);
  }
  PetscCall(PetscFree(items));
  json_decref(*array);
  *array = sorted;
  PetscFunctionReturn(0);
}

/* The jobs and skipped records of this suite's own studies. */
static PetscErrorCode Fill(Plan *plan, json_t *skipped) {
  PetscFunctionBeginUser;
  PetscCall(ClaimBookCreate(plan->suite, plan->selection, &plan->book));
  for (PetscInt i = 0; i < plan->suite->studies.count; i++) {
    const SuiteStudy *study = &SuiteStudies(plan->suite)[i];
    for (PetscInt m = 0; m < plan->selection->methods; m++)
      if (MatchesMethod(&study->methods, plan->selection->method[m]))
        PetscCall(AddStudy(plan, study, plan->selection->method[m]));
  }
  if (!plan->options->models)
    PetscCall(ClaimBookSkipped(plan->book, plan->options->suite, skipped));
  PetscFunctionReturn(0);
}

/* Two included suites may make the same job; each keeps its own, with its own claims. */
static void PutBefore(const char *prefix, json_t *array, size_t first) {
  char key[1024];
  json_t *object;
  size_t i;
  json_array_foreach(array, i, object) {
    json_t *job = json_object_get(object, "job");
    if (i < first)
      continue;
    (void)snprintf(key, sizeof(key), "%s/%s", prefix, KeyOf(object));
    json_object_set_new(object, "key", json_string(key));
    if (job)
      json_object_set_new(job, "key", json_string(key));
  }
}

/* How much is selected of a suite and of those it includes. */
typedef struct {
  PetscInt methods, cases;
} Selected;

static PetscErrorCode AddSuite(Suite suite, Registry registry, const PlanOptions *options,
                               json_t *jobs, json_t *skipped, Selected *selected) {
  PetscErrorCode error = 0;
  PetscFunctionBeginUser;
  if (suite->studies.count) {
    Plan plan = {.suite = suite, .options = options, .jobs = jobs};
    error = SelectionCreate(suite, registry, options, &plan.selection);
    if (!error) {
      selected->methods += plan.selection->methods;
      selected->cases += plan.selection->cases;
      if (plan.selection->methods && plan.selection->cases)
        error = Fill(&plan, skipped);
    }
    PetscCall(ClaimBookDestroy(&plan.book));
    PetscCall(SelectionDestroy(&plan.selection));
  }
  for (PetscInt i = 0; !error && i < suite->include.count; i++) {
    PlanOptions inner = *options;
    size_t had_jobs = json_array_size(jobs), had_skipped = json_array_size(skipped);
    const char *name = suite->include.at[i].text;
    PetscBool ours;
    /* The shorter command is for those who have gimbal's own suite in mind. */
    PetscCall(SuiteIsOurs(name, suite->included[i]->path, &ours));
    inner.suite = ours ? name : suite->included[i]->path;
    error = AddSuite(suite->included[i], registry, &inner, jobs, skipped, selected);
    PutBefore(name, jobs, had_jobs);
    PutBefore(name, skipped, had_skipped);
  }
  PetscFunctionReturn(error);
}

static PetscErrorCode CreateSorted(Suite suite, Registry registry, const PlanOptions *options,
                                   json_t **jobs, json_t **skipped) {
  Selected selected = {0, 0};
  PetscFunctionBeginUser;
  PetscCall(AddSuite(suite, registry, options, *jobs, *skipped, &selected));
  PetscCheck(selected.methods, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: no method of the suite is selected%s", suite->path,
             options->methods ? " by the options -m" : "");
  PetscCheck(selected.cases, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s: no model of the suite is selected%s", suite->path,
             options->models ? " by the options -M" : "");
  PetscCall(SortByKey(suite, jobs));
  PetscCall(SortByKey(suite, skipped));
  PetscFunctionReturn(0);
}

PetscErrorCode PlanCreate(Suite suite, Registry registry, const PlanOptions *options, json_t **jobs,
                          json_t **skipped) {
  PetscErrorCode error;
  PetscFunctionBeginUser;
  *skipped = json_array();
  *jobs = json_array();
  error = CreateSorted(suite, registry, options, jobs, skipped);
  if (error) {
    json_decref(*jobs);
    json_decref(*skipped);
    *jobs = *skipped = NULL;
  }
  PetscFunctionReturn(error);
}
