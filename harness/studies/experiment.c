/* Names resolved, and initial data made. */
#include "studies/experiment.h"
#include "numerics/expression.h"
#include "reference/rate.h"
#include "registry/formulation.h"

/* Of a test of the judge. */
static Mutation mutation_of_all;

void ExperimentsMutate(const Mutation *mutation) {
  mutation_of_all = mutation ? *mutation : (Mutation){.kind = MUTATION_NONE};
}

/* In normal form: that of the first member where there are more. */
static PetscErrorCode CreateCase(Model model, const Job *job, PetscInt member,
                                 ModelCase *instance) {
  const JobUnits *const u = &job->units;
  const UnitsRule rescaled = {.time = u->time, .action = u->action, .q = u->q, .entry = u->entry};
  ModelCase first = NULL;
  PetscCall(ModelCaseCreate(model, job->instance, member, instance));
  if (member)
    PetscCall(ModelCaseCreate(model, job->instance, 0, &first));
  if (u->time || u->action || u->q) {
    ModelCaseRescale(*instance, &rescaled);
    if (first)
      ModelCaseRescale(first, &rescaled);
  }
  PetscCall(ModelCaseNormalise(*instance, first));
  if (first)
    ModelCaseDestroy(&first);
  return 0;
}

PetscErrorCode ExperimentCreate(Registry registry, const Job *job, PetscInt member, Experiment *s) {
  Model model;
  *s = (Experiment){.registry = registry,
                    .job = job,
                    .room = ArenaCreate(),
                    .realisation = job->realisation,
                    .tolerance_factor = job->tolerance_factor,
                    .mutation = mutation_of_all};
  PetscCall(RegistryFindMethod(registry, job->method, &s->method));
  s->ode = (PetscBool)!FormulationGetData(s->method->family->formulation)->velocities;
  PetscCall(RegistryFindModel(registry, job->model, &model));
  PetscCall(CreateCase(model, job, member, &s->instance));
  model = s->instance->model;
  s->descriptor = ListAt(model->descriptor->realisations, gimbal_realisation, s->realisation);
  PetscCall(CoreDouble()->problem_create(s->instance, s->realisation, &s->problem[IN_DOUBLE]));
  if (model->descriptor_quad)
    PetscCall(CoreQuad()->problem_create(s->instance, s->realisation, &s->problem[IN_QUAD]));
  s->dimensions = ModelCaseDimensions(s->instance, s->realisation);
  s->exact = s->problem[IN_QUAD] ? IN_QUAD : IN_DOUBLE;
  s->y0 = ExperimentRoom(s, s->dimensions.n + s->dimensions.m);
  CoreOf(s->exact)->problem_initial(s->problem[s->exact], s->y0);
  if (job->seed)
    PetscCall(PerturbInitialData(s, job->seed));
  return 0;
}

PetscErrorCode ExperimentDestroy(Experiment *s) {
  PetscCall(CoreDouble()->problem_destroy(&s->problem[IN_DOUBLE]));
  PetscCall(CoreQuad()->problem_destroy(&s->problem[IN_QUAD]));
  ModelCaseDestroy(&s->instance);
  ArenaDestroy(&s->room);
  return 0;
}

PetscBool ExperimentHas(const Experiment *s, Precision precision) {
  if (precision == IN_DOUBLE)
    return PETSC_TRUE;
  return (PetscBool)(s->problem[IN_QUAD] && s->method->family_quad);
}

PetscErrorCode ExperimentIntegrate(const Experiment *s, Precision precision,
                                   PetscReal tolerance_factor, Integration *integration) {
  const IntegrationSetup setup = {.method = s->method,
                                  .problem = s->problem[precision],
                                  .tolerance_factor = s->tolerance_factor * tolerance_factor,
                                  .mutation = s->mutation,
                                  .action = s->action};
  return CoreOf(precision)->create(&setup, integration);
}

PetscBool ExperimentAsksFor(const Experiment *s, Precision precision) {
  const char *named = s->job->precision;
  return (PetscBool)(named && !strcmp(named, PrecisionNames[precision]));
}

Precision ExperimentBestPrecision(const Experiment *s) {
  return ExperimentHas(s, IN_QUAD) ? IN_QUAD : IN_DOUBLE;
}

Precision ExperimentNamedPrecision(const Experiment *s) {
  return ExperimentAsksFor(s, IN_QUAD) ? ExperimentBestPrecision(s) : IN_DOUBLE;
}

const gimbal_realisation *ExperimentRealisation(const Experiment *s, Precision precision) {
  const Model model = s->instance->model;
  const gimbal_model *descriptor =
      precision == IN_QUAD ? model->descriptor_quad : model->descriptor;
  return ListAt(descriptor->realisations, gimbal_realisation, s->realisation);
}

Stepper StepperCreate(const Experiment *s, Precision precision, PetscReal tolerance_factor) {
  Stepper out = {.s = s, .core = CoreOf(precision)};
  out.error = ExperimentIntegrate(s, precision, tolerance_factor, &out.it);
  return out;
}

static PetscBool HasMade(Stepper *r) {
  r->failure.failed = (PetscBool)(r->failure.failed || r->error);
  return (PetscBool)!r->failure.failed;
}

PetscBool StepperBegin(Stepper *r, Quad h, const Quad *y) {
  if (!r->error)
    r->error = r->core->begin(r->it, h, y ? y : r->s->y0, &r->failure);
  return HasMade(r);
}

PetscBool StepperAdvance(Stepper *r, PetscInt64 steps) {
  if (!r->error && !r->failure.failed)
    r->error = r->core->advance(r->it, steps, &r->failure);
  return HasMade(r);
}

PetscBool StepperAdvanceTo(Stepper *r, Quad t, Quad tolerance) {
  if (!r->error && !r->failure.failed)
    r->error = r->core->advance_to(r->it, t, tolerance, &r->failure);
  return HasMade(r);
}

void StepperRead(Stepper *r, Quantity quantity, Quad *out) {
  if (!r->error)
    r->error = r->core->get(r->it, quantity, NULL, out);
}

void StepperReadScale(Stepper *r, Quantity quantity, Quad *out) {
  if (!r->error)
    r->error = r->core->get_scale(r->it, quantity, NULL, out);
}

void StepperReadState(Stepper *r, Quad *y) {
  StepperRead(r, QUANTITY_CONFIGURATION, y);
  StepperRead(r, QUANTITY_VELOCITY, y + r->s->dimensions.n);
}

PetscErrorCode StepperEnd(Stepper *r) {
  const PetscErrorCode end = r->core->destroy(&r->it);
  return r->error ? r->error : end;
}

PetscErrorCode ExperimentRunMember(const Experiment *any, PetscInt member, Quad h, PetscInt times,
                                   const PetscInt64 at[], PetscReal error[], PetscReal *scale,
                                   StepFailure *failure) {
  Experiment s;
  Quad value = 0;
  for (PetscInt i = 0; i < times; ++i)
    error[i] = NAN;
  PetscCall(ExperimentCreate(any->registry, any->job, member, &s));
  if (h == 0)
    PetscCall(ExperimentEvaluateTime(&s, s.job->h.at[0], &h));
  Stepper run = StepperCreate(&s, IN_DOUBLE, 1);
  (void)StepperBegin(&run, h, NULL);
  for (PetscInt i = 0; i < times && StepperAdvance(&run, at[i] - (i ? at[i - 1] : 0)); ++i) {
    StepperRead(&run, QUANTITY_ENERGY, &value);
    error[i] = FiniteOrNaN(value);
    if (isnan(error[i]))
      break;
    StepperReadScale(&run, QUANTITY_ENERGY, &value);
    *scale = fmax(*scale, (PetscReal)value);
  }
  *failure = run.failure;
  PetscCall(StepperEnd(&run));
  return ExperimentDestroy(&s);
}

PetscErrorCode ExperimentEvaluate(const Experiment *s, const char *text, Quad *value) {
  UserCheck(text, "the job lacks a duration or a step size");
  return ExpressionEvaluate(text, s->instance->variables, value);
}

PetscErrorCode ExperimentEvaluateTime(const Experiment *s, const char *text, Quad *value) {
  PetscCall(ExperimentEvaluate(s, text, value));
  if (s->instance->units)
    *value = scalbnq(*value, -s->instance->units->time);
  return 0;
}

Quad ExperimentUnresolved(const Experiment *s, Quad h, Quad duration, Quad *passage) {
  const Problem problem = s->problem[IN_DOUBLE];
  const Quad t = s->instance->begin;
  Quad longest = FieldResolution(CoreDouble(), problem, t, s->y0, h);
  const Quad shortest =
      FieldShortestTime(CoreDouble(), problem, t, s->y0, longest, duration, passage);
  while (longest > shortest)
    longest /= 2;
  return h / longest;
}

Quad ExperimentExcess(const Experiment *s, Quad h) {
  Quad passage, factor = ExperimentUnresolved(s, h, s->instance->duration, &passage);
  const Quad rate = FieldRate(CoreDouble(), s->problem[IN_DOUBLE], s->instance->begin, s->y0);
  while (finiteq(rate) && h * rate > factor)
    factor *= 2;
  return factor;
}

PetscErrorCode ExperimentEvaluateStep(const Experiment *s, const JobRun *run, Quad *h) {
  Quad factor = 1, passage;
  PetscCall(ExperimentEvaluateTime(s, run->h, h));
  /* A model may name a step beyond the time scale of its field: a stiff one does. */
  if (run->chosen && s->instance->descriptor->step)
    factor = ExperimentUnresolved(s, *h, s->instance->duration, &passage);
  else if (run->chosen)
    factor = ExperimentExcess(s, *h);
  *h /= factor;
  return 0;
}

PetscErrorCode ExperimentEvaluateStepSize(const Experiment *s, PetscInt i, Quad *h) {
  const JobRun first = {.h = s->job->h.at[0], .chosen = s->job->chosen};
  Quad longest, shortened;
  PetscCall(ExperimentEvaluateTime(s, first.h, &longest));
  PetscCall(ExperimentEvaluateStep(s, &first, &shortened));
  PetscCall(ExperimentEvaluateTime(s, s->job->h.at[i], h));
  *h *= shortened / longest;
  return 0;
}

PetscErrorCode ExperimentEvaluateMethod(const Experiment *s, const char *text, Quad *value) {
  return MethodEvaluate(s->method, s->instance, s->realisation, text, 0, value);
}

PetscErrorCode ExperimentTimeOf(const Experiment *s, MethodTime which, Quad *steps) {
  return MethodEvaluateTime(s->method, s->instance, s->realisation, which, steps);
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

void PointDefectWith(Measured *measured, Point *point, const char *name, Quad defect, Quad error,
                     const char *number, Quad value) {
  Defect *added = PointDefect(measured, point, name, (PetscReal)defect, (PetscReal)error);
  if (finiteq(value))
    DefectNumber(measured, added, number, (PetscReal)value);
}

void EndingOf(const StepFailure *failure, Measured *measured, Ending *ending) {
  *ending = (Ending){.status = STATUS_DONE, .time = NAN, .step = -1, .residual = NAN};
  if (!failure->failed)
    return;
  ending->status = STATUS_FAILED;
  ending->reason = ArenaText(measured->arena, failure->text);
  ending->time = FiniteOrNaN((Quad)failure->time);
  ending->step = failure->step;
  ending->residual = FiniteOrNaN((Quad)failure->residual);
}

PetscErrorCode StepperRecord(Stepper *r, Measured *measured, Ending *ending, Counts *counts) {
  if (!r->error) {
    *counts = r->core->get_counts(r->it);
    EndingOf(&r->failure, measured, ending);
  }
  return StepperEnd(r);
}
