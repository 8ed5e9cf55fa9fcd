/* gimbal run: one model, one method, one step size; the end state against the reference, and a
 * table of the way there. */
#include "cli/command.h"
#include "cli/petsc_words.h"
#include "cli/run.h"
#include "cli/run_states.h"
#include "base/digits.h"
#include "base/terminal.h"
#include "farm/progress.h"
#include "numerics/step_size.h"
#include "reference/reference.h"
#include "registry/formulation.h"
#include "registry/parameters.h"
#include "studies/experiment.h"
#include "studies/study.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Why the end state has no error, or NULL if it has one. */
static const char *WhyNotCompared(const RunWords *w, const CaseUnits *units, Quad time) {
  if (time <= 0)
    return "references go forwards in time";
  if (w->without)
    return "--no-reference";
  if (w->reference || time <= 100) /* in the host's units: some hundred oscillations */
    return NULL;
  return units ? "the run is a long one; --reference compares it"
               : "the run is longer than 100; --reference compares it";
}

/* ---- A line about how far it is, where a person watches ---- */

static void TellReference(void *context, PetscInt pass, PetscReal part) {
  const double *began = context;
  char time[32];
  TerminalNote(
      "run: reference, computation %d (two have to agree): %.0f %%, %s (--no-reference does "
      "without)",
      (int)pass, floor(100 * part), ProgressTime(TerminalClock() - *began, time));
}

static void TellSteps(PetscInt64 done, PetscInt64 steps, double began) {
  const double elapsed = TerminalClock() - began;
  char time[32], left[32];
  if (elapsed > 1 && done && done < steps)
    TerminalNote("run: %lld of %lld steps, %s, about %s left", (long long)done, (long long)steps,
                 ProgressTime(elapsed, time),
                 ProgressTime(elapsed * ((double)steps / (double)done - 1), left));
}

/* The value of an option that is an expression in the case's parameters, a time. */
static PetscErrorCode EvaluateTime(const Experiment *s, const char *option, const char *text,
                                   Quad *value) {
  PetscFunctionBeginUser;
  PetscCall(FieldEvaluate("run", option, text, s->instance->variables, value));
  if (s->instance->units)
    *value = scalbnq(*value, -s->instance->units->time);
  PetscFunctionReturn(0);
}

/* h and the number of steps, from the words. */
static PetscErrorCode PlanSteps(const Experiment *s, const RunWords *w, Quad *h,
                                PetscInt64 *steps) {
  char time[DIGITS_ROOM];
  Quad duration, ratio;
  PetscFunctionBeginUser;
  PetscCall(EvaluateTime(s, "-h", w->h, h));
  PetscCall(EvaluateTime(s, "-T", w->duration, &duration));
  PetscCheck(*h != 0, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "the step size is '%s', and must not be zero", w->h);
  ratio = duration / *h;
  PetscCheck(ratio >= QUAD_C(0.999999999), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "the duration '%s' must be at least one step of '%s', of the same sign", w->duration,
             w->h);
  PetscCheck(ratio < 1e15, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "the duration '%s' has 1e15 steps of '%s' or more, which no run will end", w->duration,
             w->h);
  *steps = (PetscInt64)StepsWithin(duration, *h);
  if (fabsq(*steps - ratio) > ratio * QUAD_C(1e-12))
    fprintf(stderr, "T/h is not an integer: stopping at t = %s, after %lld steps\n",
            DigitsShortest((double)StatesTime(s->instance->normal, *steps * *h), time),
            (long long)*steps);
  PetscFunctionReturn(0);
}

/* All the steps, with a row of the table every w->every of them; *done of them were taken. */
static PetscErrorCode TakeSteps(const RunWords *w, const States *states, FILE *file, Quad h,
                                PetscInt64 steps, PetscInt64 *done, StepFailure *failure) {
  const double began = TerminalClock();
  const PetscInt64 most = TerminalWidth() ? 1000 : steps; /* between two looks at the clock */
  PetscInt64 row = w->every;
  PetscFunctionBeginUser;
  while (*done < steps && !failure->failed) {
    PetscInt64 chunk = PetscMin(most, steps - *done);
    if (file)
      chunk = PetscMin(chunk, row - *done);
    PetscCall(states->core->advance(states->it, chunk, failure));
    if (failure->failed)
      break;
    *done += chunk;
    if (file && (*done == row || *done == steps))
      PetscCall(StatesPrintRow(file, states, *done * h));
    row += *done == row ? w->every : 0;
    TellSteps(*done, steps, began);
  }
  TerminalClear();
  PetscFunctionReturn(0);
}

/* The end against the reference, where it is to be compared. */
static PetscErrorCode CompareEnd(const Experiment *s, const RunWords *w, RunEnd *end) {
  const Dimensions d = s->dimensions;
  const ReferenceProblem problem = {s->instance, s->realisation, s->y0, 1, &end->time};
  double began = TerminalClock();
  const ReferenceWatch watch = {TellReference, &began};
  ReferenceCertificate certificate;
  PetscErrorCode error;
  Quad *row;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(d.n + d.m + d.holonomic + d.nonholonomic + 1, &row));
  if (!end->failure->failed)
    end->why_not = WhyNotCompared(w, end->states->units, end->time);
  if (!end->failure->failed && !end->why_not) {
    error = ReferenceSolve(&problem, ReferenceCache(), TerminalWidth() ? &watch : NULL, row,
                           &certificate);
    TerminalClear();
    PetscCall(error);
    end->reference = row;
    end->certificate = &certificate;
  }
  PetscCall(w->json ? RunEndPrintJson(end) : RunEndPrint(end));
  PetscCall(PetscFree(row));
  PetscFunctionReturn(0);
}

static PetscErrorCode IntegrateRun(const Experiment *s, const RunWords *w, int *status) {
  const Precision precision = strcmp(w->precision, "quad") ? IN_DOUBLE : IN_QUAD;
  const Core *core = CoreOf(precision);
  States states = {.core = core};
  PetscInt64 steps = 0, done = 0;
  Quad h;
  FILE *file = NULL;
  StepFailure failure;
  PetscFunctionBeginUser;
  PetscCheck(ExperimentHas(s, precision), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s or %s was built in double precision only", s->method->name,
             s->instance->model->name);
  PetscCall(PlanSteps(s, w, &h, &steps));
  StatesListColumns(s, &states);
  if (w->output) {
    file = fopen(w->output, "w");
    PetscCheck(file, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s cannot be written: %s", w->output,
               strerror(errno));
    StatesPrintHeading(file, &states);
  }
  PetscCall(ExperimentIntegrate(s, precision, 1, &states.it));
  PetscCall(core->begin(states.it, h, s->y0, &failure));
  if (file)
    PetscCall(StatesPrintRow(file, &states, 0));
  PetscCall(TakeSteps(w, &states, file, h, steps, &done, &failure));
  if (file)
    PetscCheck(!fclose(file), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s could not be written: %s",
               w->output, strerror(errno));
  RunEnd end = {.experiment = s,
                .states = &states,
                .h = h,
                .time = (failure.failed ? failure.step : done) * h,
                .precision = w->precision,
                .failure = &failure};
  PetscCall(CompareEnd(s, w, &end));
  if (failure.failed)
    *status = 1;
  PetscCall(core->destroy(&states.it));
  PetscFunctionReturn(0);
}

/* Nothing fits: what was asked for is not there, or the method cannot do it. */
static PetscErrorCode RefuseRealisation(Method method, Model model, const char *asked) {
  char names[512] = "";
  PetscBool there = PETSC_FALSE;
  PetscFunctionBeginUser;
  for (size_t i = 0; i < model->descriptor->realisations.count; ++i) {
    const char *name = ListAt(model->descriptor->realisations, gimbal_realisation, i)->name;
    PetscCall(PetscStrlcat(names, i ? ", " : "", sizeof names));
    PetscCall(PetscStrlcat(names, name, sizeof names));
    there = (PetscBool)(there || (asked && !strcmp(asked, name)));
  }
  PetscCheck(!asked || there, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s has no realisation '%s'; it has: %s", model->name, asked, names);
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
          "%s cannot integrate %s%s%s: no realisation fits (see gimbal describe %s)", method->name,
          model->name, asked ? " as " : "", asked ? asked : "", method->name);
}

/* The realisation named, or the first that the method accepts. */
static PetscErrorCode ChooseRealisation(Registry registry, const RunWords *w,
                                        const char *model_name, const char *instance_name,
                                        PetscInt *choice) {
  Method method;
  Model model;
  ModelCase instance;
  PetscFunctionBeginUser;
  PetscCall(RegistryFindMethod(registry, w->method, &method));
  PetscCall(RegistryFindModel(registry, model_name, &model));
  PetscCall(ModelCaseCreate(model, instance_name, w->member, &instance));
  PetscCheck(w->member < instance->members, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "case %s of %s has %d members, numbered from 0", instance->name, model->name,
             (int)instance->members);
  *choice = -1;
  for (size_t i = 0; i < model->descriptor->realisations.count && *choice < 0; ++i) {
    const gimbal_realisation *r = ListAt(model->descriptor->realisations, gimbal_realisation, i);
    PetscBool accepts;
    if (w->realisation && strcmp(w->realisation, r->name))
      continue;
    PetscCall(MethodAccepts(method, instance, (PetscInt)i, &accepts));
    if (accepts)
      *choice = (PetscInt)i;
  }
  if (*choice < 0)
    PetscCall(RefuseRealisation(method, model, w->realisation));
  PetscCall(ModelCaseDestroy(&instance));
  PetscFunctionReturn(0);
}

PetscErrorCode CommandRun(int argc, char **argv, int *status) {
  RunWords words;
  PetscBool done;
  Registry registry;
  Experiment experiment;
  PetscInt choice = 0;
  char *model, *instance, *at;
  ExperimentNames names;
  PetscFunctionBeginUser;
  PetscCall(RunWordsRead(argc, argv, &words, &done));
  if (done)
    PetscFunctionReturn(0);
  PetscCall(PetscWordsCheck());
  RunCatchCrashes();
  PetscCall(RegistryCreate(words.plugins.count, words.plugins.at, StudyVocabulary, &registry));
  PetscCall(PetscStrallocpy(words.model, &model));
  instance = strchr(model, ':');
  if (instance)
    *instance++ = '\0';
  at = strchr(model, '@');
  if (at) {
    *at++ = '\0';
    PetscCheck(!words.realisation, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "run: the coordinates are given twice, '@%s' and --realisation '%s'", at,
               words.realisation);
    words.realisation = at;
  }
  PetscCall(ChooseRealisation(registry, &words, model, instance, &choice));
  names = (ExperimentNames){.method = words.method,
                            .model = model,
                            .instance = instance,
                            .realisation = choice,
                            .member = words.member,
                            .seed = words.seed};
  PetscCall(ExperimentCreate(registry, &names, &experiment));
  PetscCall(IntegrateRun(&experiment, &words, status));
  PetscCall(ExperimentDestroy(&experiment));
  PetscCall(PetscFree(model));
  PetscCall(RegistryDestroy(&registry));
  PetscFunctionReturn(0);
}
