/* Names resolved, and initial data made. */
#include "studies/setting.h"
#include "numerics/expression.h"
#include "registry/parameters.h"
#include "units/units.h"
#include <math.h>
#include <string.h>

const Core *CoreOf(Precision precision) { return precision == IN_QUAD ? CoreQuad() : CoreDouble(); }

/* Of a test of the judge. */
static Mutation mutation_of_all;

void SettingsMutate(const Mutation *mutation) {
  mutation_of_all = mutation ? *mutation : (Mutation){.kind = MUTATION_NONE};
}

/* In normal form: that of the first member where there are more. */
static PetscErrorCode CreateCase(Model model, const SettingNames *names, ModelCase *instance) {
  ModelCase first = NULL;
  PetscFunctionBeginUser;
  PetscCall(ModelCaseCreate(model, names->instance, names->member, instance));
  if (names->member)
    PetscCall(ModelCaseCreate(model, names->instance, 0, &first));
  if (names->rescaled) {
    PetscCall(ModelCaseRescale(*instance, names->rescaled));
    if (first)
      PetscCall(ModelCaseRescale(first, names->rescaled));
  }
  PetscCall(ModelCaseNormalise(*instance, first));
  if (first)
    PetscCall(ModelCaseDestroy(&first));
  PetscFunctionReturn(0);
}

PetscErrorCode SettingCreate(Registry registry, const SettingNames *names, Setting *setting) {
  Model model;
  PetscInt entries;
  PetscFunctionBeginUser;
  memset(setting, 0, sizeof *setting);
  setting->registry = registry;
  setting->looser = 1;
  PetscCall(RegistryFindMethod(registry, names->method, &setting->method));
  PetscCall(RegistryFindModel(registry, names->model, &model));
  PetscCall(CreateCase(model, names, &setting->instance));
  model = setting->instance->model;
  setting->realisation = names->realisation;
  setting->descriptor =
      ListAt(model->descriptor->realisations, gimbal_realisation, setting->realisation);
  PetscCall(CoreDouble()->problem_create(setting->instance, setting->realisation,
                                         &setting->problem[IN_DOUBLE]));
  if (model->descriptor_quad)
    PetscCall(CoreQuad()->problem_create(setting->instance, setting->realisation,
                                         &setting->problem[IN_QUAD]));
  PetscCall(CoreDouble()->problem_dimensions(setting->problem[IN_DOUBLE], &setting->dimensions));
  entries = setting->dimensions.n + setting->dimensions.m;
  PetscCall(PetscMalloc1(entries + 1, &setting->y0));
  if (setting->problem[IN_QUAD])
    PetscCall(CoreQuad()->problem_initial(setting->problem[IN_QUAD], setting->y0));
  else
    PetscCall(CoreDouble()->problem_initial(setting->problem[IN_DOUBLE], setting->y0));
  if (names->seed)
    PetscCall(PerturbInitialData(setting, names->seed));
  PetscFunctionReturn(0);
}

PetscErrorCode SettingCreateFromJob(Registry registry, const Job *job, PetscInt member,
                                    Setting *setting) {
  const JobUnits *const u = &job->units;
  const UnitsRule rescaled = {.time = u->time, .action = u->action, .q = u->q, .entry = u->entry};
  const PetscBool given = (PetscBool)(u->time || u->action || u->q);
  const SettingNames names = {.method = job->method,
                              .model = job->model,
                              .instance = job->instance,
                              .realisation = job->realisation,
                              .member = member,
                              .seed = job->seed,
                              .rescaled = given ? &rescaled : NULL};
  PetscFunctionBeginUser;
  PetscCall(SettingCreate(registry, &names, setting));
  setting->job = job;
  setting->looser = job->looser;
  setting->mutation = mutation_of_all;
  PetscFunctionReturn(0);
}

PetscErrorCode SettingDestroy(Setting *setting) {
  PetscFunctionBeginUser;
  PetscCall(CoreDouble()->problem_destroy(&setting->problem[IN_DOUBLE]));
  PetscCall(CoreQuad()->problem_destroy(&setting->problem[IN_QUAD]));
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
                                  .mutation = setting->mutation,
                                  .action = setting->action};
  PetscFunctionBeginUser;
  PetscCall(CoreOf(precision)->create(&setup, integration));
  PetscFunctionReturn(0);
}

PetscBool SettingAsksFor(const Setting *setting, Precision precision) {
  const char *named = setting->job->precision;
  return (PetscBool)(named && !strcmp(named, PrecisionNames[precision]));
}

Precision SettingBestPrecision(const Setting *setting) {
  return SettingHas(setting, IN_QUAD) ? IN_QUAD : IN_DOUBLE;
}

Precision SettingNamedPrecision(const Setting *setting) {
  return SettingAsksFor(setting, IN_QUAD) ? SettingBestPrecision(setting) : IN_DOUBLE;
}

const gimbal_realisation *SettingRealisation(const Setting *setting, Precision precision) {
  const Model model = setting->instance->model;
  const gimbal_model *descriptor =
      precision == IN_QUAD ? model->descriptor_quad : model->descriptor;
  return ListAt(descriptor->realisations, gimbal_realisation, setting->realisation);
}

PetscErrorCode SettingBegin(const Setting *setting, Precision precision, Quad h,
                            Integration *integration, StepFailure *failure) {
  PetscFunctionBeginUser;
  PetscCall(SettingIntegrate(setting, precision, 1, integration));
  PetscCall(CoreOf(precision)->begin(*integration, h, setting->y0, failure));
  PetscFunctionReturn(0);
}

PetscErrorCode SettingReadState(const Setting *setting, Precision precision,
                                Integration integration, Quad *y) {
  const Core *core = CoreOf(precision);
  PetscInt count;
  PetscFunctionBeginUser;
  PetscCall(core->get(integration, QUANTITY_CONFIGURATION, &count, y));
  PetscCall(core->get(integration, QUANTITY_VELOCITY, &count, y + setting->dimensions.n));
  PetscFunctionReturn(0);
}

PetscErrorCode SettingEvaluate(const Setting *setting, const char *text, Quad *value) {
  PetscFunctionBeginUser;
  PetscCheck(text, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "the job lacks a duration or a step size");
  PetscCall(ExpressionEvaluate(text, setting->instance->variables, value));
  PetscFunctionReturn(0);
}

PetscErrorCode SettingEvaluateTime(const Setting *setting, const char *text, Quad *value) {
  PetscFunctionBeginUser;
  PetscCall(SettingEvaluate(setting, text, value));
  if (setting->instance->units)
    *value = scalbnq(*value, -setting->instance->units->time);
  PetscFunctionReturn(0);
}

PetscErrorCode SettingEvaluateMethod(const Setting *setting, const char *text, Quad *value) {
  PetscFunctionBeginUser;
  PetscCall(
      MethodEvaluate(setting->method, setting->instance, setting->realisation, text, 0, value));
  PetscFunctionReturn(0);
}

PetscErrorCode SettingTimeOf(const Setting *s, MethodTime which, Quad *steps) {
  PetscFunctionBeginUser;
  PetscCall(MethodEvaluateTime(s->method, s->instance, s->realisation, which, steps));
  PetscFunctionReturn(0);
}

void MeasuredBegin(Measured *measured, MeasuredShape shape, Precision precision) {
  measured->shape = shape;
  measured->precision = precision;
  measured->epsilon = CoreOf(precision)->epsilon;
}

PetscReal FiniteOrNaN(Quad value) {
  const PetscReal rounded = (PetscReal)value;
  return isfinite(rounded) ? rounded : NAN;
}

PetscErrorCode EndingOf(const StepFailure *failure, Measured *measured, Ending *ending) {
  PetscFunctionBeginUser;
  *ending = (Ending){.status = STATUS_DONE, .time = NAN, .step = -1, .residual = NAN};
  if (!failure->failed)
    PetscFunctionReturn(0);
  ending->status = STATUS_FAILED;
  PetscCall(ArenaText(measured->arena, failure->text, &ending->reason));
  ending->time = FiniteOrNaN((Quad)failure->time);
  ending->step = failure->step;
  ending->residual = FiniteOrNaN((Quad)failure->residual);
  PetscFunctionReturn(0);
}

PetscErrorCode EndingAndCounts(const Core *core, Integration it, const StepFailure *failure,
                               Measured *measured, Ending *ending, Counts *counts) {
  PetscFunctionBeginUser;
  PetscCall(EndingOf(failure, measured, ending));
  PetscCall(core->get_counts(it, counts));
  PetscFunctionReturn(0);
}
