/* What the jobs of several studies are made of. */
#include "studies/pair.h"
#include "base/word_list.h"
#include "numerics/expression.h"
#include "numerics/step_size.h"
#include "registry/formulation.h"
#include "registry/parameters.h"
#include "statistics/thresholds.h"

const gimbal_realisation *PairRealisation(const Pair *pair) {
  return ListAt(pair->instance->model->descriptor->realisations, gimbal_realisation,
                pair->realisation);
}

const PetscReal PairCostOfQuad = 40;

/* Unknowns of a step: stages times coordinates, where a method has stages. On a group these are the
 * algebra's, not the entries of a matrix. */
PetscReal PairCostOfStep(const Pair *pair) {
  const Dimensions *const d = &pair->dimensions;
  const PetscBool charted =
      (PetscBool)(FormulationGetData(pair->method->family->formulation)->chart != CHART_NEVER);
  gimbal_list parameters = pair->method->family->parameters;
  PetscReal stages = 1, unknowns;
  for (size_t i = 0; i < parameters.count; i++)
    if (!strcmp(ListAt(parameters, gimbal_value, i)->name, "s"))
      stages = (PetscReal)pair->method->parameters[i];
  unknowns = stages * (PetscReal)((charted ? d->n : d->m) + d->holonomic + d->nonholonomic);
  /* Under constraints, a field that the host derives solves for the accelerations at every call, and is
   * differenced. */
  const PetscBool constrained = (PetscBool)(d->holonomic + d->nonholonomic > 0);
  const PetscReal derived =
      constrained && FieldIsDerived(pair->method->family->formulation, d) ? 5 : 1;
  /* Calls and option look-ups, then residuals, then the dense factorisation. */
  return derived * (5 + unknowns + unknowns * unknowns / 20);
}

PetscErrorCode PairAddJob(const Pair *pair, const char *tail, PetscReal steps, Jobs *jobs,
                          Job **out) {
  /* Residuals in quadruple precision cost about forty times as much; "auto" uses them for high
   * orders. */
  const PetscReal factor = !strcmp(pair->precision, "quad") ? PairCostOfQuad
                           : !strcmp(pair->precision, "auto") && pair->order > ORDER_WANTS_QUADRUPLE
                               ? 12
                               : 1;
  const gimbal_realisation *realisation = PairRealisation(pair);
  Quad symmetric;
  PetscCall(MethodEvaluate(pair->method, pair->instance, pair->realisation,
                           pair->method->family->symmetric, 0, &symmetric));
  Job *job = JobsAdd(pair->arena, jobs);
  job->key =
      ArenaPrint(pair->arena, "%s/%s%s%s%s", pair->study->study, pair->name,
                 pair->study->name ? "/" : "", pair->study->name ? pair->study->name : "", tail);
  job->kind = ArenaText(pair->arena, pair->study->study);
  job->method = ArenaText(pair->arena, pair->method->name);
  job->model = ArenaText(pair->arena, pair->instance->model->name);
  job->instance = ArenaText(pair->arena, pair->instance_name);
  job->realisation = pair->realisation;
  job->unknowns = pair->dimensions.n;
  job->realisation_name = ArenaText(pair->arena, realisation->name);
  if (strcmp(pair->precision, "auto") != 0)
    job->precision = ArenaText(pair->arena, pair->precision);
  job->seed = pair->seed;
  job->estimate = steps * PairCostOfStep(pair) * factor;
  job->degenerate = WordsContain(realisation->traits, "degenerate");
  job->double_only = (PetscBool)(!HAVE_QUAD || !pair->method->family_quad ||
                                 !pair->instance->model->descriptor_quad);
  job->symmetric = (PetscBool)(symmetric != 0);
  job->memory = (PetscBool)(pair->method->family->memory != NULL);
  job->claims = pair->claims;
  job->source = pair->source;
  job->study = ArenaText(pair->arena, pair->study->name);
  job->suite = ArenaText(pair->arena, pair->suite);
  *out = job;
  return 0;
}

PetscErrorCode PairEvaluate(const Pair *pair, const char *key, const YamlText *given, Quad *value) {
  const Model model = pair->instance->model;
  char complaint[512], place[PETSC_MAX_PATH_LEN + 64];
  PetscInt one = 1;
  if (!given->text)
    return 0;
  (void)snprintf(place, sizeof(place), "%s:%d: key '%s'", pair->file, given->line, key);
  /* An unknown name comes with those that are known here: the model's parameters. */
  UserCheck(ExpressionTry(given->text, pair->instance->variables, &one, value, sizeof(complaint),
                          complaint),
            "%s: on model \"%s\": %s", place, model->name, complaint);
  UserCheck(*value > 0 && finiteq(*value),
            "%s: '%s' must be a number above zero, and on %s:%s it is %g", place, given->text,
            model->name, pair->instance_name, (double)*value);
  return 0;
}

/* The value, and the text as given, else an exact one of the value, for the study to read again. */
static PetscErrorCode EvaluateText(const Pair *pair, const char *key, const YamlText *given,
                                   Quad *value, const char **text) {
  char exact[64];
  PetscCall(PairEvaluate(pair, key, given, value));
  (void)quadmath_snprintf(exact, sizeof(exact), "%.36Qg", *value);
  *text = ArenaText(pair->arena, given->text ? given->text : exact);
  return 0;
}

PetscErrorCode PairDuration(const Pair *pair, Quad *duration, const char **text) {
  *duration = pair->instance->duration;
  return EvaluateText(pair, "duration", &pair->study->duration, duration, text);
}

/* A first grid of step numbers. Its ratios are 1.2 to 1.3, from the step that the case is made
 * for. All are multiples of 8, so that they have one parity and common output times at the
 * quarters. The higher the order, the shorter the grid, since errors reach round-off sooner. */
PetscErrorCode PairSeries(const Pair *pair, Quad duration, Integers *steps, PetscReal *total) {
  enum { POINTS = 12 };
  const YamlCounts *given = &pair->study->sizes;
  PetscReal budget = pair->study->budget ? pair->study->budget : PETSC_MAX_REAL;
  PetscReal ratio = pair->order > 4.5 ? 8 : pair->order > 2.5 ? 12 : 16;
  PetscInt last = 0, count = given->count ? given->count : POINTS;
  const PetscReal own = (PetscReal)duration / (PetscReal)pair->instance->step;
  *total = 0;
  steps->count = 0;
  steps->at = ArenaArray(pair->arena, count, sizeof(*steps->at));
  /* The step is one for long runs, which may need finer ones; the study adds sizes if it must. */
  const PetscInt coarsest = (PetscInt)lround(PetscMin(PetscMax(own, 8), 24) / 8) * 8;
  for (PetscInt i = 0; i < count; i++) {
    PetscReal wanted = coarsest * pow(ratio, (PetscReal)i / (POINTS - 1));
    PetscInt size = given->count ? given->at[i] : (PetscInt)lround(wanted / 8) * 8;
    if (!given->count && size <= last)
      size = last + 8;
    if (*total + size > budget)
      break;
    *total += size;
    last = size;
    steps->at[steps->count++] = size;
  }
  UserCheck(last, "%s:%d: key 'budget': %d steps are less than the first of the series on %s, %d",
            pair->file, pair->study->line, (int)pair->study->budget, pair->name, (int)coarsest);
  return 0;
}

/* So many of the steps as the case allows. */
static PetscInt64 MostSteps(const ModelCase instance, Quad h, PetscInt64 steps) {
  const Quad most = instance->longest / h;

  return instance->longest > 0 && most < (Quad)steps ? PetscMax((PetscInt64)most, 1) : steps;
}

PetscErrorCode PairRun(const Pair *pair, const SuiteRun *given, JobRun *run) {
  const SuiteStudy *study = pair->study;
  const SuiteRun own = {study->line, study->h, study->duration, study->steps};
  Quad h = pair->instance->step, duration = 0, wanted;
  given = given ? given : &own;
  PetscCall(EvaluateText(pair, "h", &given->h, &h, &run->h));
  run->chosen = (PetscBool)!given->h.text;
  run->steps = given->steps;
  if (given->duration.text) {
    PetscCall(PairEvaluate(pair, "duration", &given->duration, &duration));
    wanted = StepsNearest(duration, h);
    UserCheck(wanted >= 1 && wanted < QUAD_C(2e9),
              "%s: duration %s with h = %s is %g steps; expected 1 to 2e9", pair->name,
              given->duration.text, run->h, (double)wanted);
    run->steps = (PetscInt64)wanted;
  }
  run->steps = MostSteps(pair->instance, h, run->steps);
  return 0;
}

PetscInt PairMembers(const Pair *pair) {
  const PetscInt members = pair->instance->members, asked = pair->study->members;
  return asked ? PetscMin(members, asked) : members;
}

PetscErrorCode PairAddStepSizes(const Pair *pair, Jobs *jobs) {
  enum { HALVES = 3 };
  const Dimensions d = pair->dimensions;
  const YamlTexts *given = &pair->study->step_sizes;
  const PetscInt count = given->count ? given->count : HALVES;
  Quad h = pair->instance->step;
  Job *job;
  /* Two fourth-order Jacobians per step size, in quadruple precision where there is one. */
  PetscCall(PairAddJob(pair, "", (PetscReal)count * 8.0 * (d.n + d.m) * 40, jobs, &job));
  job->h.at = ArenaArray(pair->arena, count, sizeof(*job->h.at));
  for (PetscInt i = 0; i < count; i++, h /= 2) {
    const YamlText text = given->count ? given->at[i] : (YamlText){0};
    Quad value = h;
    PetscCall(EvaluateText(pair, "step_sizes", &text, &value, &job->h.at[i]));
  }
  job->h.count = count;
  job->chosen = (PetscBool)!given->count;
  return 0;
}

PetscErrorCode PairAddRun(const Pair *pair, JobRun run, Jobs *jobs) {
  Job *job;
  PetscCall(PairAddJob(pair, "", (PetscReal)run.steps, jobs, &job));
  ArenaAppend(pair->arena, job->runs.count, &job->runs.at, run);
  return 0;
}
