/* Suites and a registry in, jobs out: which method meets which case in which coordinates. */
#include "plan/plan.h"
#include "plan/claims.h"
#include "plan/pair.h"
#include "plan/selection.h"
#include "registry/conditions.h"
#include "registry/formulation.h"

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

/* ---- The whole ---- */

/* Whether the study can make anything of the method: all take steps, some restore states. */
static PetscErrorCode IsStudied(const SuiteStudy *study, Method method,
                                const SelectedCase *selected, PetscInt realisation,
                                PetscBool *studied) {
  Quad uncopyable;
  PetscFunctionBeginUser;
  PetscCall(MethodEvaluate(method, selected->instance, realisation, method->family->uncopyable, 0,
                           &uncopyable));
  *studied =
      (PetscBool)(method->family->step && (uncopyable == 0 || strcmp(study->study, "structure")));
  PetscFunctionReturn(0);
}

static PetscErrorCode AddPair(Plan *plan, const SuiteStudy *study, Method method,
                              const SelectedCase *selected, PetscInt realisation, PetscBool named) {
  Model model = selected->instance->model;
  const char *coordinates =
      ListAt(model->descriptor->realisations, gimbal_realisation, realisation)->name;
  Pair pair = {.suite = plan->suite,
               .options = plan->options,
               .study = study,
               .method = method,
               .selected = selected,
               .realisation = realisation,
               .jobs = plan->jobs};
  PetscBool studied = PETSC_FALSE;
  PetscFunctionBeginUser;
  PetscCall(IsStudied(study, method, selected, realisation, &studied));
  if (!studied)
    PetscFunctionReturn(0);
  (void)snprintf(pair.name, sizeof(pair.name), "%s/%s%s%s:%s", method->name, model->name,
                 named ? "@" : "", named ? coordinates : "", selected->name);
  PetscCall(ModelCaseGetDimensions(selected->instance, realisation, &pair.dimensions));
  if (!strcmp(study->study, "structure") && !HasPhaseSpace(&pair.dimensions))
    PetscFunctionReturn(0);
  if (!strcmp(study->study, "equilibrium") &&
      !ListAt(model->descriptor->realisations, gimbal_realisation, realisation)->equilibria.count)
    PetscFunctionReturn(0);
  PetscCall(ClaimBookCollect(plan->book, study, method, selected, realisation, &pair.claims,
                             &pair.order));
  if (json_array_size(pair.claims) || study->unclaimed)
    PetscCall(PairAddJobs(&pair));
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
    if (plan->options->named && !method->named && !selected->instance->model->named)
      continue;
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
    PetscCall(ClaimBookSkipped(plan->book, plan->options, skipped));
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
