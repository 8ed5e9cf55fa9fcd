/* Suites and a registry in, jobs out: which method meets which case in which coordinates. */
#include "base/sort.h"
#include "base/utf8.h"
#include "plan/claims.h"
#include "plugin/plugin.h"
#include "registry/conditions.h"
#include "studies/study.h"

typedef struct {
  Suite suite;
  const PlanOptions *options;
  Selection selection;
  ClaimBook book;
  Arena arena;
  Jobs *jobs;
  Jobs costly; /* those of a study and a method that are beyond the limit of work */
  Records *skipped;
} Plan;

/* ---- Pairing ---- */

/* Whether the user selects pairs, which are then judged whatever the suite leaves out. */
static PetscBool IsChosen(const PlanOptions *options) {
  return (PetscBool)(options->methods.count && options->models.count);
}

/* Why the suite leaves the pair out; NULL: it does not. What the default suite leaves out, other suites
 * have of gimbal's own methods; a method of a file given by name meets it here. */
static const char *ExclusionReason(const Plan *plan, const SuiteStudy *study, Method method,
                                   const SelectedCase *selected, PetscInt realisation) {
  const Suite suite = plan->suite;
  if (IsChosen(plan->options) || (method->named && !plan->options->suite))
    return NULL;
  for (PetscInt i = 0; i < suite->exclude.count; i++) {
    const SuiteExclusion *exclusion = &SuiteExclusions(suite)[i];
    if ((!exclusion->study || !strcmp(exclusion->study, study->study)) &&
        MatchesMethod(&exclusion->methods, method) &&
        MatchesCase(&exclusion->models, selected, realisation))
      return exclusion->why;
  }
  return NULL;
}

/* Bit i is set where realisation i makes a job; *named, where the key must say which. */
static PetscErrorCode Realisations(Method method, const SelectedCase *selected, unsigned *which,
                                   PetscBool *named) {
  size_t count = selected->instance->model->descriptor->realisations.count;
  unsigned native = 0, derived = 0, asked = selected->realisations;
  for (size_t i = 0; i < count && i < 32; i++) {
    PetscBool accepts;
    PetscCall(MethodAccepts(method, selected->instance, (PetscInt)i, &accepts));
    if (!accepts)
      continue;
    if (ModelCaseDimensions(selected->instance, (PetscInt)i).formulation ==
        method->family->formulation)
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
  return 0;
}

/* ---- The whole ---- */

/* Whether the study can make anything of the method: most take steps of a fixed size, some restore
 * states. */
static PetscErrorCode IsStudied(const Study *study, const Pair *pair, PetscBool *studied) {
  const gimbal_method *family = pair->method->family;
  Quad uncopyable;
  PetscCall(MethodEvaluate(pair->method, pair->instance, pair->realisation, family->uncopyable, 0,
                           &uncopyable));
  *studied = (PetscBool)((MethodTakesSteps(family) || study->own_steps) &&
                         (uncopyable == 0 || !study->restores));
  return 0;
}

/* A job that is left out: its claims are skipped, on this case, where nothing else is expected of
 * them. */
static void AddSkipped(Plan *plan, const Job *job, const char *reason) {
  const Arena arena = plan->skipped->arena;
  Record *record = RecordsAdd(plan->skipped);
  record->status = STATUS_SKIPPED;
  record->job = *job;
  record->reason = ArenaText(arena, reason);
  record->key = ArenaText(arena, job->key);
  record->job.key = record->key;
  record->job.claims.at = ArenaArray(arena, job->claims.count, sizeof(*record->job.claims.at));
  for (PetscInt i = 0; i < job->claims.count; i++) {
    record->job.claims.at[i] = job->claims.at[i];
    record->job.claims.at[i].expect = EXPECT_CONFIRMED;
    record->job.claims.at[i].why = NULL;
  }
}

/* Whether the job is beyond the limit. That is meant for the suite as it is: who asks for quadruple
 * precision means to wait, and who names the model means that one. */
static PetscBool IsTooCostly(const Plan *plan, const SuiteStudy *asked, const Job *job) {
  const PetscReal asked_for =
      job->precision && !strcmp(job->precision, PrecisionNames[IN_QUAD]) ? PairCostOfQuad : 1;
  return (PetscBool)(asked->work && !plan->options->models.count &&
                     job->estimate > asked_for * asked->work);
}

/* Keeps the jobs of a pair, or says why not; those beyond the limit of work are set aside. */
static void Keep(Plan *plan, const SuiteStudy *asked, const char *excluded, const Jobs *jobs) {
  const char *reason;
  for (PetscInt i = 0; i < jobs->count; i++) {
    Job *job = jobs->at[i];
    if (excluded) {
      reason = ArenaPrint(plan->arena, "not run: excluded by the suite (%s)", excluded);
      AddSkipped(plan, job, reason);
      continue;
    }
    Jobs *kept = IsTooCostly(plan, asked, job) ? &plan->costly : plan->jobs;
    ArenaAppend(plan->arena, kept->count, &kept->at, job);
  }
}

/* The cheapest first; of equal ones that whose key comes first. */
static int ByWork(const void *a, const void *b) {
  const Job *const one = *(Job *const *)a, *const other = *(Job *const *)b;
  const PetscReal difference = one->estimate - other->estimate;
  return difference != 0 ? (difference > 0) - (difference < 0) : strcmp(one->key, other->key);
}

/* Keeps the cheapest of a method's jobs beyond the limit where the study has too few others; the rest is
 * not run. */
static void SettleCostly(Plan *plan, const SuiteStudy *asked, PetscInt kept) {
  const char *reason;
  if (plan->costly.count)
    qsort(plan->costly.at, (size_t)plan->costly.count, sizeof(*plan->costly.at), ByWork);
  for (PetscInt i = 0; i < plan->costly.count; i++) {
    Job *job = plan->costly.at[i];
    if (kept < asked->cheapest) {
      ArenaAppend(plan->arena, plan->jobs->count, &plan->jobs->at, job);
      kept++;
      continue;
    }
    reason = ArenaPrint(plan->arena,
                        "not run: cost %.2g evaluations, limit %.2g. To run it, add -m %s -M %s",
                        job->estimate, (PetscReal)asked->work, job->method, job->model);
    AddSkipped(plan, job, reason);
  }
  plan->costly.count = 0;
}

static PetscErrorCode AddPair(Plan *plan, const SuiteStudy *asked, Method method,
                              const SelectedCase *selected, PetscInt realisation, PetscBool named) {
  const char *excluded = ExclusionReason(plan, asked, method, selected, realisation);
  const Study *study = StudyFind(asked->study);
  Jobs jobs = {.count = 0};
  const PlanOptions *options = plan->options;
  PetscBool fits = PETSC_TRUE;
  Pair pair = {.study = asked,
               .file = plan->suite->path,
               .suite = options->suite,
               .precision = options->precision ? options->precision : plan->suite->precision,
               .seed = options->seed >= 0 ? options->seed : plan->suite->seed,
               .method = method,
               .instance = selected->instance,
               .instance_name = selected->name,
               .realisation = realisation,
               .dimensions = ModelCaseDimensions(selected->instance, realisation),
               .arena = plan->arena};
  PetscCall(IsStudied(study, &pair, &fits));
  if (!fits)
    return 0;
  pair.name =
      ArenaPrint(plan->arena, "%s/%s%s%s:%s", method->name, selected->instance->model->name,
                 named ? "@" : "", named ? PairRealisation(&pair)->name : "", selected->name);
  if (study->fits)
    PetscCall(study->fits(&pair, &fits));
  if (!fits)
    return 0;
  PetscCall(ClaimBookCollect(plan->book, asked, method, selected, realisation, &pair.claims));
  pair.source = ClaimsShareSource(&pair.claims);
  for (PetscInt i = 0; i < pair.claims.count; i++)
    if (pair.claims.at[i].order > pair.order) /* NaN where it is a word */
      pair.order = pair.claims.at[i].order;
  if (pair.claims.count || asked->unclaimed)
    PetscCall(study->plan(&pair, &jobs));
  Keep(plan, asked, excluded, &jobs);
  return 0;
}

/* Of the jobs from the first on, the first of those with most claims; claims that are judged only
 * there do not depend on the pair. */
static void KeepRichest(Jobs *jobs, PetscInt first) {
  PetscInt richest = first;
  for (PetscInt i = first; i < jobs->count; i++)
    if (jobs->at[i]->claims.count > jobs->at[richest]->claims.count ||
        (jobs->at[i]->claims.count == jobs->at[richest]->claims.count &&
         jobs->at[richest]->degenerate && !jobs->at[i]->degenerate))
      richest = i;
  if (jobs->count > first) {
    jobs->at[first] = jobs->at[richest];
    jobs->count = first + 1;
  }
}

/* Whether the study's own keys name the pair. */
static PetscBool Names(const SuiteStudy *study, Method method, const SelectedCase *selected,
                       PetscInt realisation) {
  return (PetscBool)(MatchesMethod(&study->methods, method) &&
                     MatchesCase(&study->models, selected, realisation));
}

/* Whether the pair is in the study. Of the default suite, the first study of each kind takes what the
 * user has chosen and none of the kind names. */
static PetscBool Takes(const Plan *plan, const SuiteStudy *asked, Method method,
                       const SelectedCase *selected, PetscInt realisation) {
  const SuiteStudy *first = NULL;
  if (Names(asked, method, selected, realisation))
    return PETSC_TRUE;
  if (plan->options->suite || !IsChosen(plan->options) || asked->unclaimed)
    return PETSC_FALSE;
  for (PetscInt i = 0; i < plan->suite->studies.count; i++) {
    const SuiteStudy *study = &SuiteStudies(plan->suite)[i];
    if (strcmp(study->study, asked->study))
      continue;
    if (Names(study, method, selected, realisation))
      return PETSC_FALSE;
    first = first ? first : study;
  }
  return (PetscBool)(first == asked);
}

/* All pairs of one method; where a study is on first cases, the first case of each model that makes
 * a job. */
static PetscErrorCode AddStudy(Plan *plan, const SuiteStudy *asked, Method method) {
  const Study *study = StudyFind(asked->study);
  const PetscBool first = (PetscBool)(study->first_case && !strcmp(asked->cases, "first"));
  const PetscInt jobs = plan->jobs->count;
  Model served = NULL, left_out = NULL; /* the latter on its first case, which is reported once */
  for (PetscInt i = 0; i < plan->selection->cases; i++) {
    const SelectedCase *selected = &plan->selection->at[i];
    const PetscInt before = plan->jobs->count;
    const PetscInt left_before = plan->skipped->count + plan->costly.count;
    unsigned which = 0;
    PetscBool named = PETSC_FALSE;
    if (plan->options->named && !method->named && !selected->instance->model->named)
      continue;
    if (study->ensembles != (PetscBool)(selected->instance->members > 1) ||
        (first && served == selected->instance->model))
      continue;
    PetscCall(Realisations(method, selected, &which, &named));
    for (PetscInt r = 0; r < 32; r++)
      if (which >> r & 1 && Takes(plan, asked, method, selected, r) &&
          !(first && left_out == selected->instance->model &&
            ExclusionReason(plan, asked, method, selected, r)))
        PetscCall(AddPair(plan, asked, method, selected, r, named));
    if (plan->jobs->count > before)
      served = selected->instance->model;
    if (plan->skipped->count + plan->costly.count > left_before)
      left_out = selected->instance->model;
  }
  SettleCostly(plan, asked, plan->jobs->count - jobs);
  if (study->once)
    KeepRichest(plan->jobs, jobs);
  return 0;
}

static PetscBool SameRuns(const Job *a, const Job *b) {
  PetscInt i = 0;
  while (a->runs.count == b->runs.count && i < a->runs.count &&
         !strcmp(a->runs.at[i].h, b->runs.at[i].h) && a->runs.at[i].steps == b->runs.at[i].steps)
    i++;
  return (PetscBool)(a->runs.count == b->runs.count && i == a->runs.count);
}

/* What is the same for all methods is left to the first of the jobs on a case. */
static void Share(Jobs *jobs) {
  for (PetscInt i = 0; i < jobs->count; i++) {
    Job *job = jobs->at[i];
    for (PetscInt k = 0; StudyFind(job->kind)->shares && k < i && !job->shared; k++) {
      const Job *first = jobs->at[k];
      job->shared =
          (PetscBool)(!strcmp(first->kind, job->kind) && !strcmp(first->model, job->model) &&
                      !strcmp(first->instance, job->instance) &&
                      first->realisation == job->realisation && SameRuns(first, job));
    }
  }
}

/* By key, of which there may be no two. */
static PetscErrorCode SortPlan(Suite suite, Jobs *jobs, Records *skipped) {
  const PetscInt records = skipped->count;
  if (jobs->count)
    qsort(jobs->at, (size_t)jobs->count, sizeof(*jobs->at), SortByKeyOf);
  for (PetscInt i = 1; i < jobs->count; i++)
    UserCheck(strcmp(jobs->at[i]->key, jobs->at[i - 1]->key),
              "%s: two studies make the same job, %s; give one of them the key 'name'", suite->path,
              jobs->at[i]->key);
  Share(jobs);
  RecordsSort(skipped);
  PetscCheck(skipped->count == records, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "%s: a claim is skipped twice", suite->path);
  return 0;
}

/* The jobs and skipped records of this suite's own studies. */
static PetscErrorCode Fill(Plan *plan) {
  plan->book = ClaimBookCreate(plan->suite, plan->selection, plan->arena);
  for (PetscInt i = 0; i < plan->suite->studies.count; i++) {
    const SuiteStudy *study = &SuiteStudies(plan->suite)[i];
    for (PetscInt m = 0; m < plan->selection->methods; m++)
      if (IsChosen(plan->options) || MatchesMethod(&study->methods, plan->selection->method[m]))
        PetscCall(AddStudy(plan, study, plan->selection->method[m]));
  }
  ClaimBookSkipped(plan->book, plan->options, plan->skipped);
  return 0;
}

/* A whole plan, of a suite and those it includes, and how much is selected of them. */
typedef struct {
  Registry registry;
  Arena arena;
  Jobs *jobs;
  Records *skipped;
  PetscInt methods, cases;
} Whole;

/* Two included suites may make the same job; each keeps its own, with its own claims. */
static void PutBefore(const char *prefix, PetscInt first_job, PetscInt first_record, Whole *whole) {
  for (PetscInt i = first_job; i < whole->jobs->count; i++)
    whole->jobs->at[i]->key = ArenaPrint(whole->arena, "%s/%s", prefix, whole->jobs->at[i]->key);
  for (PetscInt i = first_record; i < whole->skipped->count; i++) {
    Record *record = &whole->skipped->at[i];
    record->key = ArenaPrint(whole->skipped->arena, "%s/%s", prefix, record->key);
    record->job.key = record->key;
  }
}

static PetscErrorCode AddSuite(Suite suite, const PlanOptions *options, Whole *whole) {
  PetscErrorCode error = 0;
  if (suite->studies.count) {
    Plan plan = {.suite = suite,
                 .options = options,
                 .arena = whole->arena,
                 .jobs = whole->jobs,
                 .skipped = whole->skipped};
    error = SelectionCreate(suite, whole->registry, options, &plan.selection);
    if (!error) {
      whole->methods += plan.selection->methods;
      whole->cases += plan.selection->cases;
      if (plan.selection->methods && plan.selection->cases)
        error = Fill(&plan);
    }
    SelectionDestroy(&plan.selection);
  }
  for (PetscInt i = 0; !error && i < suite->include.count; i++) {
    PlanOptions inner = *options;
    const PetscInt had_jobs = whole->jobs->count, had_records = whole->skipped->count;
    const char *name = suite->include.at[i].text;
    PetscBool ours;
    /* The shorter command is for those who have gimbal's own suite in mind. */
    PetscCall(SuiteIsOurs(name, suite->included[i]->path, &ours));
    inner.suite = ours ? name : suite->included[i]->path;
    error = AddSuite(suite->included[i], &inner, whole);
    PutBefore(name, had_jobs, had_records, whole);
  }
  return error;
}

/* What an evaluation on a model costs, against those of other models: measured, in models/costs.yaml. A
 * forecast needs it, no verdict does. */
typedef struct {
  int line;
  const char *model;
  PetscInt percent;
} ModelCost;

typedef struct {
  YamlFile file; /* or NULL */
  YamlList models;
} ModelCosts;

static const YamlField cost_fields[] = {
    YAML(TEXT, ModelCost, model, .needed = PETSC_TRUE),
    YAML(COUNT, ModelCost, percent, .needed = PETSC_TRUE, .least = 1), YAML_END};
static const YamlField file_fields[] = {
    YAML(LIST, ModelCosts, models, .fields = cost_fields, .size = sizeof(ModelCost)), YAML_END};

static PetscErrorCode ReadCosts(ModelCosts *costs) {
  static const char *const folders[] = {"models", "share/gimbal/models", NULL};
  char path[PATH_MAX];
  *costs = (ModelCosts){.file = NULL};
  PetscCall(ProgramFile(folders, "costs.yaml", path));
  if (path[0])
    PetscCall(YamlFileRead(path, file_fields, costs, &costs->file));
  return 0;
}

/* 1 of a model that the file does not have. */
static PetscReal CostOf(const ModelCosts *costs, const char *model) {
  const ModelCost *cost = costs->models.at;
  for (PetscInt i = 0; i < costs->models.count; i++)
    if (!strcmp(cost[i].model, model))
      return (PetscReal)cost[i].percent / 100;
  return 1;
}

PetscErrorCode PlanCreate(Suite suite, Registry registry, const PlanOptions *options, Arena arena,
                          Jobs *jobs, Records *skipped) {
  Whole whole = {.registry = registry, .arena = arena, .jobs = jobs, .skipped = skipped};
  ModelCosts costs;
  *jobs = (Jobs){.count = 0};
  PetscCall(AddSuite(suite, options, &whole));
  UserCheck(whole.methods, "%s: no method of the suite is selected%s", suite->path,
            options->methods.count ? " by the options -m" : "");
  UserCheck(whole.cases, "%s: no model of the suite is selected%s", suite->path,
            options->models.count ? " by the options -M" : "");
  PetscCall(SortPlan(suite, jobs, skipped));
  PetscCall(ReadCosts(&costs));
  for (PetscInt i = 0; i < jobs->count; i++)
    jobs->at[i]->cost = CostOf(&costs, jobs->at[i]->model);
  YamlFileDestroy(&costs.file);
  return 0;
}

/* ---- Nothing to run ---- */

/* How many pairs of a suite, and of those that it includes, fit one another; and a method and a model that
 * do not. */
typedef struct {
  PetscInt fitting;
  char method[128], model[128];
} Fitting;

static PetscErrorCode FindFitting(Suite suite, Registry registry, const PlanOptions *options,
                                  Fitting *found) {
  Selection selection = NULL;
  if (suite->studies.count)
    PetscCall(SelectionCreate(suite, registry, options, &selection));
  for (PetscInt m = 0; selection && m < selection->methods; m++)
    for (PetscInt i = 0; i < selection->cases; i++) {
      PetscBool named;
      unsigned which;
      PetscCall(Realisations(selection->method[m], &selection->at[i], &which, &named));
      found->fitting += which != 0;
      if (which)
        continue;
      (void)snprintf(found->method, sizeof(found->method), "%s", selection->method[m]->name);
      (void)snprintf(found->model, sizeof(found->model), "%s",
                     selection->at[i].instance->model->name);
    }
  SelectionDestroy(&selection);
  for (PetscInt i = 0; i < suite->include.count; i++)
    PetscCall(FindFitting(suite->included[i], registry, options, found));
  return 0;
}

PetscErrorCode PlanTellEmpty(Suite suite, Registry registry, const PlanOptions *options,
                             const Records *skipped, char *text, size_t size) {
  const Record *left_out = NULL;
  Fitting found = {.fitting = 0};
  PetscCall(FindFitting(suite, registry, options, &found));
  for (PetscInt i = 0; i < skipped->count; i++) /* a pair rather than a claim on no pair */
    if (!left_out || !strcmp(left_out->job.model, "*"))
      left_out = &skipped->at[i];
  if (!found.fitting && found.method[0]) {
    (void)snprintf(text, size,
                   "the selected methods take none of the coordinates of the selected models: %s "
                   "does not fit %s; `gimbal describe %s` names the models that it fits",
                   found.method, found.model, found.method);
  } else if (left_out) {
    (void)snprintf(text, size, "%s on %s:%s: %s", left_out->job.method, left_out->job.model,
                   left_out->job.instance, left_out->reason);
    Utf8Cut(text, text, size);
  } else
    (void)snprintf(text, size,
                   "the selected methods make no claim on the selected models that the suite's "
                   "studies judge%s",
                   options->named ? " (with --only-plugins, of these plugins alone)" : "");
  return 0;
}
