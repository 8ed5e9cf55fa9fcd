/* A job's names resolved. */
#include "studies/setting.h"
#include "studies/perturb.h"
#include "numerics/expression.h"
#include "registry/model_function.h"
#include <math.h>
#include <string.h>

const Core *CoreOf(Precision precision) { return precision == IN_QUAD ? CoreQuad() : CoreDouble(); }

const char *PrecisionName(Precision precision) { return precision == IN_QUAD ? "quad" : "double"; }

static const char *Text(const json_t *job, const char *key) {
  return json_string_value(json_object_get(job, key));
}

/* {"kind":"tableau_a"|…,"index":i,"size":x} or, to exchange two entries,
 * {…,"index":i,"with":j}: a number wrong on purpose, to test the judge. */
static PetscErrorCode ReadMutation(const json_t *job, Mutation *mutation) {
  static const char *const names[] = {
      "none",      "tableau_a",        "tableau_conjugate", "tableau_b",
      "tableau_c", "coefficient",      "parameter",         "solver",
      "lambda",    "tableau_embedded", "tableau_gamma",     NULL};
  const json_t *given = json_object_get(job, "mutation"), *with = json_object_get(given, "with");
  const char *kind = given ? Text(given, "kind") : NULL;
  PetscInt i = 0;
  PetscFunctionBeginUser;
  memset(mutation, 0, sizeof *mutation);
  if (!given || json_is_null(given))
    PetscFunctionReturn(0);
  while (names[i] && (!kind || strcmp(names[i], kind)))
    ++i;
  PetscCheck(names[i], PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "unknown mutation '%s'",
             kind ? kind : "");
  mutation->kind = (MutationKind)i;
  mutation->index = (PetscInt)json_integer_value(json_object_get(given, "index"));
  mutation->size = json_number_value(json_object_get(given, "size"));
  mutation->with = with ? (PetscInt)json_integer_value(with) : -1;
  PetscFunctionReturn(0);
}

PetscErrorCode SettingCreate(Registry registry, const json_t *job, PetscInt member,
                             Setting *setting) {
  Model model;
  const json_t *looser = json_object_get(job, "looser");
  const PetscInt seed = (PetscInt)json_integer_value(json_object_get(job, "seed"));
  PetscInt entries;
  PetscFunctionBeginUser;
  memset(setting, 0, sizeof *setting);
  setting->registry = registry;
  setting->job = job;
  setting->looser = looser ? json_number_value(looser) : 1;
  PetscCall(ReadMutation(job, &setting->mutation));
  PetscCall(RegistryFindMethod(registry, Text(job, "method"), &setting->method));
  PetscCall(RegistryFindModel(registry, Text(job, "model"), &model));
  PetscCall(ModelCaseCreate(model, Text(job, "case"), member, &setting->instance));
  setting->realisation = (PetscInt)json_integer_value(json_object_get(job, "realisation"));
  setting->descriptor =
      ListAt(model->descriptor->realisations, gimbal_realisation, setting->realisation);
  PetscCall(
      CoreDouble()->problem_create(setting->instance, setting->realisation, &setting->problem[0]));
  if (model->descriptor_quad)
    PetscCall(
        CoreQuad()->problem_create(setting->instance, setting->realisation, &setting->problem[1]));
  PetscCall(CoreDouble()->problem_dimensions(setting->problem[0], &setting->dimensions));
  entries = setting->dimensions.n + setting->dimensions.m;
  PetscCall(PetscMalloc1(entries + 1, &setting->y0));
  if (setting->problem[1])
    PetscCall(CoreQuad()->problem_initial(setting->problem[1], setting->y0));
  else
    PetscCall(CoreDouble()->problem_initial(setting->problem[0], setting->y0));
  if (seed)
    PetscCall(PerturbInitialData(setting, seed));
  PetscFunctionReturn(0);
}

PetscErrorCode SettingDestroy(Setting *setting) {
  PetscFunctionBeginUser;
  PetscCall(CoreDouble()->problem_destroy(&setting->problem[0]));
  PetscCall(CoreQuad()->problem_destroy(&setting->problem[1]));
  PetscCall(ModelCaseDestroy(&setting->instance));
  PetscCall(PetscFree(setting->y0));
  PetscFunctionReturn(0);
}

PetscBool SettingHas(const Setting *setting, Precision precision) {
  if (precision == IN_DOUBLE)
    return PETSC_TRUE;
  return (PetscBool)(setting->problem[IN_QUAD] && setting->method->family_quad);
}

PetscErrorCode SettingIntegrate(const Setting *setting, Precision precision, PetscReal looser,
                                Integration *integration) {
  const IntegrationSetup setup = {.method = setting->method,
                                  .problem = setting->problem[precision],
                                  .looser = setting->looser * looser,
                                  .mutation = setting->mutation};
  PetscFunctionBeginUser;
  PetscCall(CoreOf(precision)->create(&setup, integration));
  PetscFunctionReturn(0);
}

PetscErrorCode SettingEvaluate(const Setting *setting, const char *text, Quad *value) {
  const gimbal_list names = setting->instance->model->descriptor->parameters;
  Variable variables[names.count + 1];
  PetscFunctionBeginUser;
  for (size_t i = 0; i < names.count; ++i)
    variables[i] =
        (Variable){ListAt(names, gimbal_value, i)->name, setting->instance->parameters[i]};
  PetscCall(ExpressionEvaluate(text, (PetscInt)names.count, variables, value));
  PetscFunctionReturn(0);
}

PetscErrorCode SettingPeriods(const Setting *s, Quad *period) {
  const gimbal_list names = s->instance->model->descriptor->parameters;
  Variable variables[names.count + 1];
  PetscInt count = s->dimensions.n;
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < s->dimensions.n; ++i)
    period[i] = 0;
  for (size_t i = 0; i < names.count; ++i)
    variables[i] = (Variable){ListAt(names, gimbal_value, i)->name, s->instance->parameters[i]};
  if (s->descriptor->period)
    PetscCall(ExpressionEvaluateList(s->descriptor->period, (PetscInt)names.count, variables,
                                     &count, period));
  PetscFunctionReturn(0);
}

PetscErrorCode SettingEvaluateMethod(const Setting *setting, const char *text, Quad *value) {
  PetscFunctionBeginUser;
  PetscCall(
      MethodEvaluate(setting->method, setting->instance, setting->realisation, text, 0, value));
  PetscFunctionReturn(0);
}

static void Round(const Setting *s, PetscInt entries, const Quad *y, double *parameters,
                  double *at) {
  for (size_t i = 0; i < s->instance->model->descriptor->parameters.count; ++i)
    parameters[i] = (double)s->instance->parameters[i];
  for (PetscInt i = 0; i < entries; ++i)
    at[i] = (double)y[i];
}

Quad SettingScalar(const Setting *s, Precision precision, PetscInt n, PetscInt m,
                   const void *member, const Quad *y) {
  double parameters[s->instance->model->descriptor->parameters.count + 1], at[n + m + 1];
  if (precision == IN_QUAD)
    return QuadScalarAt(member)(s->instance->parameters, 0, y, y + n);
  Round(s, n + m, y, parameters, at);
  return (Quad)ScalarAt(member)(parameters, 0, at, at + n);
}

void SettingVector(const Setting *s, Precision precision, PetscInt n, PetscInt m,
                   const void *member, const Quad *y, PetscInt count, Quad *out) {
  double parameters[s->instance->model->descriptor->parameters.count + 1], at[n + m + 1],
      values[count + 1];
  if (precision == IN_QUAD) {
    QuadVectorAt(member)(s->instance->parameters, 0, y, y + n, out);
    return;
  }
  Round(s, n + m, y, parameters, at);
  VectorAt(member)(parameters, 0, at, at + n, values);
  for (PetscInt i = 0; i < count; ++i)
    out[i] = (Quad)values[i];
}

json_t *JsonReal(PetscReal value) { return isfinite(value) ? json_real(value) : json_null(); }

json_t *JsonCounts(const StepCounts *c) {
  return json_pack("{s:I,s:I,s:I,s:I,s:I}", "steps", (json_int_t)c->steps, "solves",
                   (json_int_t)c->solves, "iterations", (json_int_t)c->iterations, "residuals",
                   (json_int_t)c->residuals, "jacobians", (json_int_t)c->jacobians);
}

void JsonSetStatus(json_t *object, const StepFailure *failure) {
  json_object_set_new(object, "status", json_string(failure->failed ? "failed" : "done"));
  if (!failure->failed)
    return;
  json_object_set_new(object, "reason", json_string(failure->text));
  json_object_set_new(object, "time", JsonReal(failure->time));
  json_object_set_new(object, "step", json_integer(failure->step));
  json_object_set_new(object, "residual", JsonReal(failure->residual));
}
