/* The mutants of one entry, one after the other: is it another method at all, and which study
 * notices? */
#include "mutants/mutant.h"
#include "judge/judge.h"
#include "studies/experiment.h"
#include "studies/study.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* End states that agree so far belong to one method. */
static const PetscReal equal = 1e-28;
/* Orders from which `gimbal verify` uses quadruple precision by itself (harness/studies/order/measure.c). */
static const PetscReal high_order = 3.5;
enum { STEPS = 8, STATES = 512, PLACES = 64 };

static const char *Text(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

static PetscBool Is(const json_t *object, const char *key, const char *value) {
  return (PetscBool)!strcmp(Text(object, key), value);
}

const char *const MutationNames[] = {
    "none",      "tableau_a",        "tableau_conjugate", "tableau_b",
    "tableau_c", "coefficient",      "parameter",         "solver",
    "lambda",    "tableau_embedded", "tableau_gamma",     NULL};

/* The jobs that follow are on a mutant, unless it is compiled; NULL: on the method itself. */
static PetscErrorCode Mutate(const json_t *mutation) {
  const json_t *with = json_object_get(mutation, "with");
  PetscInt kind = 0;
  PetscFunctionBeginUser;
  ExperimentsMutate(NULL);
  if (!mutation || Is(mutation, "kind", "source"))
    PetscFunctionReturn(0);
  while (MutationNames[kind] && !Is(mutation, "kind", MutationNames[kind]))
    kind++;
  PetscCheck(MutationNames[kind], PETSC_COMM_SELF, PETSC_ERR_PLIB, "unknown mutation '%s'",
             Text(mutation, "kind"));
  ExperimentsMutate(
      &(Mutation){.kind = (MutationKind)kind,
                  .index = (PetscInt)json_integer_value(json_object_get(mutation, "index")),
                  .size = json_number_value(json_object_get(mutation, "size")),
                  .with = with ? (PetscInt)json_integer_value(with) : -1});
  PetscFunctionReturn(0);
}

/* The same job on a compiled mutant, or else on the method itself. */
static json_t *Mutated(const json_t *job, const json_t *mutation) {
  json_t *mine = json_copy((json_t *)job);
  if (mutation && Is(mutation, "kind", "source"))
    json_object_set_new(mine, "method",
                        json_sprintf("%s__%s", Text(job, "method"), Text(mutation, "variant")));
  return mine;
}

/* The job that an object stands for, in an arena of its own. */
static PetscErrorCode JobOf(const json_t *object, Arena *arena, Job *job) {
  char *text = json_dumps(object, JSON_REAL_PRECISION(17));
  PetscErrorCode error;
  PetscFunctionBeginUser;
  PetscCheck(text, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a job");
  *arena = ArenaCreate();
  error = JobFromText(Text(object, "key"), text, *arena, job);
  free(text);
  PetscFunctionReturn(error);
}

/* ---- Equivalence ---- */

/* The whole state after a few steps of the case's size; *failed where it cannot be reached. */
static PetscErrorCode EndState(const Experiment *s, Precision precision, PetscInt *count,
                               Quad *state, PetscBool *failed) {
  const Core *core = CoreOf(precision);
  StepFailure failure;
  Integration it;
  PetscFunctionBeginUser;
  PetscCall(ExperimentIntegrate(s, precision, 1, &it));
  PetscCall(core->begin(it, s->instance->step, s->y0, &failure));
  if (!failure.failed)
    PetscCall(core->advance(it, STEPS, &failure));
  *count = core->get_state(it, NULL);
  PetscCheck(*count <= STATES, PETSC_COMM_SELF, PETSC_ERR_PLIB, "a state of %d numbers",
             (int)*count);
  core->get_state(it, state);
  PetscCall(core->destroy(&it));
  *failed = failure.failed;
  PetscFunctionReturn(0);
}

/* A multiplier of which nothing is claimed is no part of what is compared; where the next step
 * uses it, it shows in the rest. */
static PetscBool ClaimsMultiplier(Method method) {
  const gimbal_list claims = method->family->claims;
  for (size_t i = 0; i < claims.count; i++)
    if (!strcmp(ListAt(claims, gimbal_claim, i)->quantity, "lambda"))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Whether the end states differ by more than `least`, relative to 1 at least. */
static PetscErrorCode Differ(const Experiment *original, const Experiment *mutant,
                             Precision precision, PetscReal least, PetscBool *differ) {
  Quad mine[STATES], other[STATES];
  const Dimensions d = original->dimensions;
  const PetscBool claimed = ClaimsMultiplier(original->method);
  /* The state is (t, q, p, λ, memory). */
  const PetscInt first = 1 + d.n + d.m, multipliers = claimed ? 0 : d.holonomic + d.nonholonomic;
  PetscBool failed, mutant_failed;
  PetscInt count;
  PetscFunctionBeginUser;
  PetscCall(EndState(original, precision, &count, mine, &failed));
  PetscCall(EndState(mutant, precision, &count, other, &mutant_failed));
  *differ = (PetscBool)(!failed && mutant_failed);
  for (PetscInt i = 0; i < count && !failed && !mutant_failed; i++)
    if ((i < first || i >= first + multipliers) &&
        !(fabsq(mine[i] - other[i]) <= (Quad)least * (1 + fabsq(mine[i]))))
      *differ = PETSC_TRUE;
  PetscFunctionReturn(0);
}

/* Whether the mutant goes elsewhere on the model of `place`, which is like a job. A number that is
 * off by a percent and yet changes no bit in double precision is not read at all; the others
 * are tested in quadruple precision, which costs some hundred times more. */
static PetscErrorCode IsVisible(Registry registry, const json_t *place, const json_t *mutation,
                                PetscBool *visible) {
  json_t *mutated = Mutated(place, mutation);
  const json_t *size = json_object_get(mutation, "size");
  Job original_job, mutant_job;
  Arena arena[2];
  const PetscBool quick = (PetscBool)(!size || fabs(json_number_value(size)) >= 0.01);
  Experiment original, mutant;
  PetscFunctionBeginUser;
  *visible = PETSC_FALSE;
  PetscCall(JobOf(place, &arena[0], &original_job));
  PetscCall(JobOf(mutated, &arena[1], &mutant_job));
  PetscCall(ExperimentCreate(registry, &original_job, 0, &original));
  PetscCall(Mutate(mutation));
  PetscCall(ExperimentCreate(registry, &mutant_job, 0, &mutant));
  PetscCall(Mutate(NULL));
  if (quick)
    PetscCall(Differ(&original, &mutant, IN_DOUBLE, 0, visible));
  if ((*visible || !quick) && ExperimentHas(&original, IN_QUAD))
    PetscCall(Differ(&original, &mutant, IN_QUAD, equal, visible));
  PetscCall(ExperimentDestroy(&original));
  PetscCall(ExperimentDestroy(&mutant));
  for (int i = 0; i < 2; i++)
    ArenaDestroy(&arena[i]);
  json_decref(mutated);
  PetscFunctionReturn(0);
}

/* On any model that fits, in any of its coordinates. */
static PetscErrorCode IsVisibleAnywhere(Registry registry, const char *method,
                                        const json_t *mutation, PetscBool *visible) {
  Method who;
  PetscFunctionBeginUser;
  *visible = PETSC_FALSE;
  PetscCall(RegistryFindMethod(registry, method, &who));
  for (PetscInt i = 0; i < registry->models && !*visible; i++) {
    const size_t realisations = registry->model[i]->descriptor->realisations.count;
    for (size_t r = 0; r < realisations && !*visible; r++) {
      ModelCase instance;
      PetscBool accepts;
      PetscCall(ModelCaseCreate(registry->model[i], NULL, 0, &instance));
      PetscCall(MethodAccepts(who, instance, (PetscInt)r, &accepts));
      if (accepts) {
        json_t *place = json_pack("{s:s,s:s,s:s,s:s,s:s,s:i}", "key", method, "kind", "none",
                                  "method", method, "model", registry->model[i]->name, "case",
                                  instance->name, "realisation", (int)r);
        PetscCall(IsVisible(registry, place, mutation, visible));
        json_decref(place);
      }
      ModelCaseDestroy(&instance);
    }
  }
  PetscFunctionReturn(0);
}

/* ---- Judging ---- */

static int Rank(const char *verdict) {
  static const char *const ranks[] = {"skipped", "confirmed", "undecided", "failed", "refuted"};
  for (int i = 4; i > 0; i--)
    if (!strcmp(verdict, ranks[i]))
      return i;
  return 0;
}

static PetscBool Caught(const json_t *result) {
  return (PetscBool)(Rank(Text(result, "verdict")) >= 3 || json_object_get(result, "digits"));
}

/* Whether the verdict is open because of a term that only quadruple precision shows. */
static PetscBool HasDigits(const json_t *verdict) {
  const json_t *flag;
  size_t i;
  json_array_foreach(
      json_object_get(verdict, "flags"), i,
      flag) if (!strcmp(json_string_value(flag), "digits_of_double")) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Runs a job as `gimbal verify` would, and appends the verdicts. */
static PetscErrorCode RunAndJudge(Registry registry, const json_t *object, json_t *verdicts) {
  Verdicts *found;
  Records *records;
  Record *record;
  Arena arena;
  PetscFunctionBeginUser;
  records = RecordsCreate();
  record = RecordsAdd(records);
  PetscCall(JobOf(object, &arena, &record->job));
  record->key = record->job.key;
  if (StudyMeasure(registry, &record->job, &record->measured)) {
    record->status = STATUS_FAILED;
    record->reason = "an error";
    record->measured = NULL;
  }
  PetscCall(JudgeRecords(records, &found));
  for (PetscInt i = 0; i < found->count; i++) {
    char *text;
    PetscCall(VerdictToText(&found->at[i], &text));
    json_array_append_new(verdicts, json_loads(text, 0, NULL));
    free(text);
  }
  VerdictsDestroy(&found);
  RecordsDestroy(&records);
  ArenaDestroy(&arena);
  PetscFunctionReturn(0);
}

/* One job on a mutant (NULL: as it is); *result becomes the verdict if it is worse. */
static PetscErrorCode Try(Registry registry, const json_t *job, const json_t *mutation,
                          const char *precision, json_t *result) {
  json_t *mine = Mutated(job, mutation), *verdicts = json_array(), *verdict;
  const char *trace = getenv("MUTATION_TRACE");
  const clock_t begun = clock();
  size_t i;
  PetscFunctionBeginUser;
  json_object_set_new(mine, "precision", json_string(precision));
  PetscCall(Mutate(mutation));
  PetscCall(RunAndJudge(registry, mine, verdicts));
  PetscCall(Mutate(NULL));
  if (trace)
    fprintf(stderr, "%g: %s %s: %.3f s\n", json_number_value(json_object_get(mutation, "size")),
            Text(job, "key"), precision, (double)(clock() - begun) / CLOCKS_PER_SEC);
  json_array_foreach(verdicts, i, verdict) {
    if (trace)
      fprintf(stderr, "  %s %s: %s: %s\n", Text(verdict, "study"), Text(verdict, "quantity"),
              Text(verdict, "verdict"), Text(verdict, "reason"));
    if (Rank(Text(verdict, "verdict")) <= Rank(Text(result, "verdict")) && !HasDigits(verdict))
      continue;
    json_object_set(result, "verdict", json_object_get(verdict, "verdict"));
    json_object_set(result, "study", json_object_get(verdict, "study"));
    json_object_set(result, "quantity", json_object_get(verdict, "quantity"));
    json_object_set(result, "model", json_object_get(job, "model"));
    json_object_set_new(result, "precision", json_string(precision));
    json_object_set(result, "reason", json_object_get(verdict, "reason"));
    if (HasDigits(verdict))
      json_object_set_new(result, "digits", json_true());
  }
  json_decref(verdicts);
  json_decref(mine);
  PetscFunctionReturn(0);
}

static PetscReal HighestOrder(const json_t *job) {
  const json_t *claim;
  PetscReal highest = 0;
  size_t i;
  json_array_foreach(json_object_get(job, "claims"), i, claim) highest =
      fmax(highest, json_number_value(json_object_get(claim, "order")));
  return highest;
}

/* A study, by its kind and its name in the suite, and for which claims it is taken. */
typedef struct {
  const char *kind, *name, *precision;
  PetscReal high, low; /* least size on claims of high order, and on others */
  PetscReal below;     /* only smaller ones */
} Stage;

/* The studies, from the one that decides soonest to the dearest. What double precision sees is
 * asked down to 1e-10; below that quadruple precision decides sooner than a long series in double. */
static const Stage stages[] = {
    {"order", "quick", "double", 0.99e-7, 0.99e-7, PETSC_INFINITY},
    {"order", "", "double", 0.99e-8, 0.99e-8, PETSC_INFINITY},
    {"order", "far", "double", 0.99e-10, 0.99e-10, PETSC_INFINITY},
    {"order", "fine", "double", 0.99e-10, 1e-15, PETSC_INFINITY},
    {"order", "farther", "double", 0.99e-10, PETSC_INFINITY, PETSC_INFINITY},
    {"structure", "", "auto", 0, 0, PETSC_INFINITY},
    {"long", "", "auto", 0.99e-10, 0.99e-10, PETSC_INFINITY},
    {"long", "longer", "auto", 0.99e-10, 0.99e-10, PETSC_INFINITY},
    {"order", "", "quad", 0, PETSC_INFINITY, PETSC_INFINITY},
    {"order", "fine", "quad", 0, 0, PETSC_INFINITY},
    {"order", "short", "quad", 0, 0, PETSC_INFINITY},
    {"order", "far", "double", PETSC_INFINITY, 1e-15, 0.99e-10},
    {"long", "", "auto", PETSC_INFINITY, 1e-15, 0.99e-10},
    {"long", "longer", "auto", PETSC_INFINITY, 1e-15, 0.99e-10}};
enum { STAGES = sizeof stages / sizeof *stages };

static PetscBool StageTakes(const Stage *stage, const json_t *job, PetscReal size) {
  return (PetscBool)(Is(job, "kind", stage->kind) && Is(job, "study", stage->name) &&
                     size >= (HighestOrder(job) > high_order ? stage->high : stage->low) &&
                     size < stage->below);
}

/* All stages, until one notices. */
static PetscErrorCode TryAll(Registry registry, const json_t *jobs, const json_t *mutation,
                             json_t *result) {
  const json_t *given = json_object_get(mutation, "size"), *job;
  const PetscReal size = json_is_number(given) ? fabs(json_number_value(given)) : 1;
  size_t i;
  PetscFunctionBeginUser;
  for (int k = 0; k < STAGES; k++)
    json_array_foreach(jobs, i, job) if (!Caught(result) && StageTakes(&stages[k], job, size))
        PetscCall(Try(registry, job, mutation, stages[k].precision, result));
  PetscFunctionReturn(0);
}

/* ---- The three kinds of jobs ---- */

/* Those of the jobs on whose model the mutant differs from the original. */
static PetscErrorCode VisibleJobs(Registry registry, const json_t *jobs, const json_t *mutation,
                                  json_t **out) {
  const json_t *place[PLACES], *job;
  PetscBool visible[PLACES];
  PetscInt places = 0, k;
  size_t i;
  PetscFunctionBeginUser;
  *out = json_array();
  json_array_foreach(jobs, i, job) {
    for (k = 0; k < places; k++)
      if (Is(place[k], "model", Text(job, "model")) && Is(place[k], "case", Text(job, "case")) &&
          json_equal(json_object_get(place[k], "realisation"), json_object_get(job, "realisation")))
        break;
    if (k == places) {
      PetscCheck(places < PLACES, PETSC_COMM_SELF, PETSC_ERR_PLIB, "too many models");
      place[places] = job;
      PetscCall(IsVisible(registry, job, mutation, &visible[places++]));
    }
    if (visible[k])
      json_array_append(*out, (json_t *)job);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Numbers(Registry registry, const json_t *job, json_t *results) {
  const json_t *mutants = json_object_get(job, "mutants"), *mutation;
  json_t *jobs;
  PetscBool visible = PETSC_TRUE;
  size_t i;
  PetscFunctionBeginUser;
  PetscCall(VisibleJobs(registry, json_object_get(job, "jobs"), json_array_get(mutants, 0), &jobs));
  if (!json_array_size(jobs))
    PetscCall(
        IsVisibleAnywhere(registry, Text(job, "method"), json_array_get(mutants, 0), &visible));
  json_array_foreach(mutants, i, mutation) {
    json_t *result = json_pack("{s:O}", "mutation", mutation);
    PetscBool different = visible;
    PetscCall(TryAll(registry, jobs, mutation, result));
    if (!Caught(result) && i && visible) {
      json_t *where;
      PetscCall(VisibleJobs(registry, jobs, mutation, &where));
      if (!json_array_size(where))
        PetscCall(IsVisibleAnywhere(registry, Text(job, "method"), mutation, &different));
      json_decref(where);
    }
    json_object_set_new(result, "equivalent", json_boolean(!different));
    json_array_append_new(results, result);
  }
  json_decref(jobs);
  PetscFunctionReturn(0);
}

/* The claim is on all models: one that refutes it is enough. */
static PetscErrorCode Overstated(Registry registry, const json_t *job, json_t *results) {
  const char *quantity = Text(job, "quantity");
  json_t *result = json_pack("{s:{s:s,s:s},s:b}", "mutation", "kind", "claim", "quantity", quantity,
                             "equivalent", 0),
         *jobs = json_array();
  const json_t *one;
  size_t i;
  PetscFunctionBeginUser;
  json_array_foreach(json_object_get(job, "jobs"), i, one) {
    json_t *claims = json_array(), *mine;
    const json_t *claim;
    size_t k;
    json_array_foreach(json_object_get(one, "claims"), k,
                       claim) if (Is(claim, "study", "order") && Is(claim, "quantity", quantity)) {
      json_t *more = json_copy((json_t *)claim);
      json_object_set_new(more, "order",
                          json_real(json_number_value(json_object_get(claim, "order")) + 1));
      json_array_append_new(claims, more);
    }
    if (json_array_size(claims)) {
      mine = json_copy((json_t *)one);
      json_object_set(mine, "claims", claims);
      json_array_append_new(jobs, mine);
    }
    json_decref(claims);
  }
  PetscCall(TryAll(registry, jobs, NULL, result));
  json_array_append_new(results, result);
  json_decref(jobs);
  PetscFunctionReturn(0);
}

PetscErrorCode MutantStudy(Registry registry, const json_t *unit, json_t **measured) {
  json_t *results = json_array();
  const json_t *one;
  size_t i;
  PetscFunctionBeginUser;
  if (Is(unit, "kind", "original")) {
    for (int k = 0; k < STAGES; k++)
      json_array_foreach(json_object_get(unit, "jobs"), i,
                         one) if (StageTakes(&stages[k], one, 1)) {
        json_t *mine = json_copy((json_t *)one), *verdicts = json_array(), *verdict;
        size_t v;
        json_object_set_new(mine, "precision", json_string(stages[k].precision));
        PetscCall(RunAndJudge(registry, mine, verdicts));
        json_array_foreach(verdicts, v, verdict)
            json_object_set_new(verdict, "asked", json_string(stages[k].precision));
        json_array_extend(results, verdicts);
        json_decref(verdicts);
        json_decref(mine);
      }
    *measured = json_pack("{s:o}", "verdicts", results);
    PetscFunctionReturn(0);
  }
  if (Is(unit, "kind", "claim"))
    PetscCall(Overstated(registry, unit, results));
  else
    PetscCall(Numbers(registry, unit, results));
  *measured = json_pack("{s:o}", "mutants", results);
  PetscFunctionReturn(0);
}
