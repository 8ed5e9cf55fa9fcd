/* gimbal run: one model, one method, one step size; the end state against the reference, and a
 * table of the way there. */
#include "cli/command.h"
#include "cli/petsc_words.h"
#include "cli/run.h"
#include "numerics/step_size.h"
#include "reference/reference.h"
#include "registry/formulation.h"
#include "registry/parameters.h"
#include "studies/setting.h"
#include "studies/study.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The names of a list such as "x y z" or "q[1..n]", to `count` entries. */
static void PutNames(FILE *file, const char *names, PetscInt count, const char *before,
                     const char *between) {
  const char *bracket = names ? strchr(names, '[') : NULL;
  for (PetscInt i = 0; i < count; ++i) {
    fputs(i ? between : before, file);
    if (bracket)
      fprintf(file, "%.*s%d", (int)(bracket - names), names, (int)i + 1);
    else if (names && *names) {
      const size_t length = strcspn(names, " ");
      fprintf(file, "%.*s", (int)length, names);
      names += length + strspn(names + length, " ");
    } else
      fprintf(file, "%d", (int)i + 1);
  }
}

typedef struct {
  const char *title, *names;
  Quantity quantity;
  PetscInt count;
  const int *exponent; /* of the entries' units; NULL: the model's */
} Column;

/* The states of an integration, as columns, printed in the model's units. */
typedef struct {
  const Core *core;
  Integration it;
  const CaseUnits *units;    /* NULL: the host's are the model's */
  PetscInt columns, entries; /* entries: of the widest column */
  Column column[3];
} States;

/* What a state of this method on this realisation consists of. */
static void ListColumns(const Setting *s, States *states) {
  const Dimensions d = s->dimensions;
  const PetscBool momenta = FormulationGetData(s->method->family->formulation)->velocities;
  const PetscInt k = momenta ? d.holonomic + d.nonholonomic : 0;
  const CaseUnits *units = s->instance->normal;
  const RealisationUnits *u = units ? &units->realisation[s->realisation] : NULL;
  const Column all[] = {
      {"q", s->descriptor->configuration, QUANTITY_CONFIGURATION, d.n, u ? u->q : NULL},
      {"v", s->descriptor->velocity, QUANTITY_VELOCITY, d.m, u ? u->v : NULL},
      {"lambda", k == 1 ? "lambda" : "lambda[1..k]", QUANTITY_MULTIPLIER, k, u ? u->lambda : NULL}};
  states->units = units;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(all); ++i)
    if (all[i].count) {
      states->column[states->columns++] = all[i];
      states->entries = PetscMax(states->entries, all[i].count);
    }
}

static PetscBool IsQuad(const Core *core) { return (PetscBool)(core != CoreDouble()); }

/* Back to the model's units. */
static Quad OfTime(const CaseUnits *units, Quad time) {
  return units ? scalbnq(time, units->time) : time;
}
static Quad OfEnergy(const CaseUnits *units, Quad energy) {
  return units ? scalbnq(energy, units->action - units->time) : energy;
}
static Quad OfEntry(const Column *column, PetscInt i, Quad value) {
  return column->exponent ? scalbnq(value, column->exponent[i]) : value;
}

static PetscErrorCode PrintRow(FILE *file, const States *states, Quad time) {
  const Core *core = states->core;
  Quad *value;
  char text[64];
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(states->entries + 1, &value));
  fprintf(file, "%.17g", (double)OfTime(states->units, time));
  for (PetscInt i = 0; i < states->columns; ++i) {
    PetscInt count;
    PetscCall(core->get(states->it, states->column[i].quantity, &count, value));
    for (PetscInt j = 0; j < count; ++j) {
      quadmath_snprintf(text, sizeof text, IsQuad(core) ? "%.34Qg" : "%.17Qg",
                        OfEntry(&states->column[i], j, value[j]));
      fprintf(file, ",%s", text);
    }
  }
  PetscCall(core->get(states->it, QUANTITY_ENERGY, &(PetscInt){0}, value));
  fprintf(file, ",%.17g\n", (double)OfEnergy(states->units, value[0]));
  PetscCall(PetscFree(value));
  PetscFunctionReturn(0);
}

/* Why the end state has no error, or NULL if it has one. */
static const char *WhyNotCompared(const RunWords *w, const CaseUnits *units, Quad time) {
  if (time <= 0)
    return "references go forwards in time";
  if (w->reference || time <= 100) /* in the host's units: some hundred oscillations */
    return NULL;
  return units ? "the run is a long one; --reference compares it"
               : "the run is longer than 100; --reference compares it";
}

/* The entries of a column at the end, each with its error where there is a reference (a row; NULL:
 * none), angles modulo their periods. */
static PetscErrorCode PrintColumn(const States *states, const Column *column, const Quad *reference,
                                  const Quad *period, PetscInt *count) {
  PetscReal largest = 0;
  PetscInt where = 0;
  Quad *value;
  char text[64];
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(states->entries + 1, &value));
  PetscCall(states->core->get(states->it, column->quantity, count, value));
  printf("%-8s(", column->title);
  PutNames(stdout, column->names, *count < 12 ? *count : 12, "", ", ");
  printf(")\n");
  for (PetscInt j = 0; j < *count; ++j) {
    quadmath_snprintf(text, sizeof text, IsQuad(states->core) ? "%.33Qe" : "%.16Qe",
                      OfEntry(column, j, value[j]));
    if (*count <= 64)
      printf("  %s%s", value[j] < 0 ? "" : " ", text);
    if (reference) {
      const Quad apart = value[j] - reference[j];
      const Quad turn = column->quantity == QUANTITY_CONFIGURATION ? period[j] : 0;
      const PetscReal error = (PetscReal)(turn > 0 ? apart - turn * roundq(apart / turn) : apart);
      if (fabs(error) > largest)
        largest = fabs(error), where = j;
      if (*count <= 64)
        printf("   error % .3e", (double)OfEntry(column, j, (Quad)error));
    }
    if (*count <= 64)
      printf("\n");
  }
  /* In relation to the sizes of the entries, where they have units of their own. */
  if (reference)
    printf("  largest error %.4e\n", (double)OfEntry(column, where, (Quad)largest));
  PetscCall(PetscFree(value));
  PetscFunctionReturn(0);
}

static void PrintCertificate(const States *states, const ReferenceCertificate *certificate) {
  printf("reference: %s, error bar", certificate->method);
  for (PetscInt i = 0; i < states->columns; ++i) {
    const Quantity quantity = states->column[i].quantity;
    const PetscReal bar = quantity == QUANTITY_CONFIGURATION ? certificate->bar_configuration
                          : quantity == QUANTITY_VELOCITY    ? certificate->bar_velocity
                                                             : certificate->bar_multiplier;
    const Column *column = &states->column[i];
    PetscBool same = PETSC_TRUE;
    for (PetscInt j = 1; j < column->count && column->exponent; ++j)
      same = (PetscBool)(same && column->exponent[j] == column->exponent[0]);
    if (same)
      printf(" %.1e (%s)", (double)OfEntry(column, 0, (Quad)bar), column->title);
    else
      printf(" %.1e (%s, in units near the size of each entry)", bar, column->title);
  }
  printf("\n");
}

/* The end state, its errors, and the reference's bars. */
static PetscErrorCode PrintEnd(const Setting *s, const States *states, Quad time,
                               const char *why_not) {
  const ReferenceProblem problem = {s->instance, s->realisation, s->y0, 1, &time};
  const Dimensions d = s->dimensions;
  Quad *row, *period;
  ReferenceCertificate certificate;
  PetscInt at = 0;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(d.n + d.m + d.holonomic + d.nonholonomic + 1, &row, d.n + 1, &period));
  PetscCall(SettingPeriods(s, period));
  if (!why_not)
    PetscCall(ReferenceSolve(&problem, ReferenceCache(), row, &certificate));
  for (PetscInt i = 0; i < states->columns; ++i) {
    PetscInt count;
    PetscCall(PrintColumn(states, &states->column[i], why_not ? NULL : row + at, period, &count));
    at += count;
  }
  if (why_not)
    printf("not compared with a reference: %s\n", why_not);
  else
    PrintCertificate(states, &certificate);
  PetscCall(PetscFree2(row, period));
  PetscFunctionReturn(0);
}

/* g, Dg·v and Φ. */
static Quad OfResidual(const Setting *s, PetscInt i, Quad value) {
  const CaseUnits *units = s->instance->normal;
  const PetscInt holonomic = s->dimensions.holonomic;
  const int *exponent = units ? units->realisation[s->realisation].constraint : NULL;
  if (!units)
    return value;
  if (i < holonomic)
    return scalbnq(value, exponent[i]);
  return scalbnq(value, exponent[i - holonomic] - (i < 2 * holonomic ? units->time : 0));
}

/* A run that failed at once has no state to speak of. */
static PetscErrorCode PrintFacts(const Setting *s, const States *states, PetscBool moved) {
  const Core *core = states->core;
  const Integration it = states->it;
  const CaseUnits *units = states->units;
  Quad value[512];
  PetscInt count;
  PetscReal largest = 0;
  StepCounts c;
  PetscFunctionBeginUser;
  PetscCall(core->get(it, QUANTITY_ENERGY, &count, value));
  if (moved && !isnan((double)value[0]))
    printf("energy error % .4e\n", (double)OfEnergy(units, value[0]));
  PetscCall(core->get(it, QUANTITY_CONSTRAINT, &count, value));
  for (PetscInt i = 0; i < count; ++i)
    largest = fmax(largest, fabs((double)OfResidual(s, i, value[i])));
  if (moved && count)
    printf("constraint residual %.3e\n", largest);
  PetscCall(core->get_counts(it, &c));
  printf("steps %lld, solves %lld, Newton iterations %lld, residuals %lld, Jacobians %lld\n",
         (long long)c.steps, (long long)c.solves, (long long)c.iterations, (long long)c.residuals,
         (long long)c.jacobians);
  PetscFunctionReturn(0);
}

/* The reason, and the number that shows it where it has one. */
static void PrintFailure(const CaseUnits *units, const StepFailure *failure) {
  fprintf(stderr, "gimbal: step %d failed at t = %.17g: %s", (int)failure->step + 1,
          (double)OfTime(units, (Quad)failure->time), failure->text);
  if (failure->reason)
    fprintf(stderr, ", residual %.3e", failure->residual);
  else if (failure->residual != 0)
    fprintf(stderr, ": %.6g", failure->residual);
  fputc('\n', stderr);
}

/* The value of an option that is an expression in the case's parameters, a time. */
static PetscErrorCode Evaluate(const Setting *s, const char *option, const char *text,
                               Quad *value) {
  Variables variables;
  PetscFunctionBeginUser;
  PetscCall(ParameterVariables(s->instance->model->descriptor->parameters, s->instance->parameters,
                               &variables));
  PetscCall(FieldEvaluate("run", option, text, variables, value));
  PetscCall(PetscFree(variables.at));
  if (s->instance->units)
    *value = scalbnq(*value, -s->instance->units->time);
  PetscFunctionReturn(0);
}

static PetscErrorCode Integrate(const Setting *s, const RunWords *w, int *status) {
  const Precision precision = strcmp(w->precision, "quad") ? IN_DOUBLE : IN_QUAD;
  const Core *core = CoreOf(precision);
  States states = {.core = core};
  PetscInt64 steps, done = 0;
  Quad h, duration, ratio;
  FILE *file = NULL;
  StepFailure failure;
  PetscFunctionBeginUser;
  PetscCheck(SettingHas(s, precision), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "%s or %s was built in double precision only", s->method->name,
             s->instance->model->name);
  PetscCall(Evaluate(s, "-h", w->h, &h));
  PetscCall(Evaluate(s, "-T", w->duration, &duration));
  PetscCheck(h != 0, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "the step size is '%s', and must not be zero", w->h);
  ratio = duration / h;
  PetscCheck(ratio >= QUAD_C(0.999999999), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "the duration '%s' must be at least one step of '%s', of the same sign", w->duration,
             w->h);
  PetscCheck(ratio < 1e15, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "the duration '%s' has 1e15 steps of '%s' or more, which no run will end", w->duration,
             w->h);
  steps = (PetscInt64)StepsWithin(duration, h);
  if (fabsq(steps - ratio) > ratio * QUAD_C(1e-12))
    fprintf(stderr, "T/h is not an integer: stopping at t = %.17g, after %lld steps\n",
            (double)OfTime(s->instance->normal, steps * h), (long long)steps);
  ListColumns(s, &states);
  if (w->output) {
    file = fopen(w->output, "w");
    PetscCheck(file, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s cannot be written: %s", w->output,
               strerror(errno));
    fprintf(file, "t");
    for (PetscInt i = 0; i < states.columns; ++i)
      PutNames(file, states.column[i].names, states.column[i].count, ",", ",");
    fprintf(file, ",energy_error\n");
  }
  PetscCall(SettingIntegrate(s, precision, 1, &states.it));
  PetscCall(core->begin(states.it, h, s->y0, &failure));
  if (file)
    PetscCall(PrintRow(file, &states, 0));
  while (done < steps && !failure.failed) {
    const PetscInt64 chunk = file && w->every < steps - done ? w->every : steps - done;
    PetscCall(core->advance(states.it, chunk, &failure));
    if (failure.failed)
      break;
    done += chunk;
    if (file)
      PetscCall(PrintRow(file, &states, done * h));
  }
  if (file)
    PetscCheck(!fclose(file), PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s could not be written: %s",
               w->output, strerror(errno));
  printf("%s on %s:%s (%s), h = %.17g, t = %.17g, %s precision\n", s->method->name,
         s->instance->model->name, s->instance->name, s->descriptor->name,
         (double)OfTime(states.units, h),
         (double)OfTime(states.units, (failure.failed ? failure.step : done) * h), w->precision);
  if (failure.failed) {
    PrintFailure(states.units, &failure);
    *status = 1;
  } else
    PetscCall(PrintEnd(s, &states, done * h, WhyNotCompared(w, states.units, done * h)));
  PetscCall(PrintFacts(s, &states, (PetscBool)(!failure.failed || failure.step)));
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
  Setting setting;
  PetscInt choice = 0;
  char *model, *instance, *at;
  SettingNames names;
  PetscFunctionBeginUser;
  PetscCall(RunWordsRead(argc, argv, &words, &done));
  if (done)
    PetscFunctionReturn(0);
  PetscCall(PetscWordsCheck());
  RunCatchCrashes();
  PetscCall(RegistryCreate(words.plugins, words.plugin, StudyVocabulary, &registry));
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
  names = (SettingNames){.method = words.method,
                         .model = model,
                         .instance = instance,
                         .realisation = choice,
                         .member = words.member,
                         .seed = words.seed};
  PetscCall(SettingCreate(registry, &names, &setting));
  PetscCall(Integrate(&setting, &words, status));
  PetscCall(SettingDestroy(&setting));
  PetscCall(PetscFree(model));
  PetscCall(RegistryDestroy(&registry));
  PetscFunctionReturn(0);
}
