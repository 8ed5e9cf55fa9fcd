/* gimbal run: one model, one method, one step size; the end state against the reference, and a
 * table of the way there. */
#include "cli/command.h"
#include "cli/motion.h"
#include "cli/run_states.h"
#include "cli/words.h"
#include "base/clock.h"
#include "base/digits.h"
#include "base/terminal.h"
#include "base/word_list.h"
#include "farm/progress.h"
#include "numerics/step_size.h"
#include "reference/reference.h"
#include "registry/parameters.h"
#include "studies/experiment.h"
#include "studies/study.h"
#include <errno.h>
#include <signal.h>
#include <unistd.h>

typedef struct {
  const char *method, *model, *h, *duration, *precision, *output;
  PetscInt member, every, seed;
  PetscBool reference, without; /* --reference, --no-reference */
  PetscBool json;
  Texts plugins;
} Words;

static const Option options[] = {OPTION(Words, ONCE, 'm', "method", "METHOD", method),
                                 OPTION(Words, ONCE, 'M', "model", "MODEL[:CASE]", model),
                                 OPTION(Words, ONCE, 'h', "step", "H", h),
                                 OPTION(Words, ONCE, 'T', "duration", "T", duration),
                                 OPTION(Words, WHOLE, 0, "member", "J", member),
                                 OPTION(Words, ONCE, 0, "precision", "double|quad", precision),
                                 OPTION_IN(Words, WHOLE, 0, "every", "K", every, 1, 0),
                                 OPTION(Words, ONCE, 'o', "output", "FILE.csv", output),
                                 OPTION(Words, YES, 0, "reference", NULL, reference),
                                 OPTION(Words, YES, 0, "no-reference", NULL, without),
                                 OPTION(Words, YES, 0, "json", NULL, json),
                                 OPTION(Words, WHOLE, 0, "seed", "N", seed),
                                 OPTION_PLUGINS(Words, plugins),
                                 {.kind = OPTION_END}};

const Usage UsageRun = USAGE(options, Words, NULL, 0, 0);

/* What is missing, superfluous or unknown; defaults for the rest. */
static PetscErrorCode CheckWords(Words *w) {
  UserCheck(w->method && w->model && w->h && w->duration,
            "run needs -m METHOD -M MODEL -h H -T T; see gimbal run --help");
  UserCheck(!w->reference || !w->without,
            "run: --reference and --no-reference contradict one another");
  UserCheck(!w->every || w->output,
            "run: --every chooses rows of the table; give its file as -o FILE.csv");
  if (!w->every)
    w->every = 1;
  if (!w->precision)
    w->precision = "double";
  return 0;
}

/* ---- Crashes ---- */

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/* Made beforehand: a handler may do next to nothing. */
static char crash[PETSC_STATIC_ARRAY_LENGTH(signals)][128];

static void ReportCrash(int number) {
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(signals); i++)
    if (signals[i] == number && write(STDERR_FILENO, crash[i], strlen(crash[i])) < 0)
      break;
  _exit(1);
}

/* The plugin runs in this very process, so that a debugger finds it there. From here on a crash is
 * one line on standard error and exit status 1. */
static void CatchCrashes(void) {
  static char stack[65536]; /* a plugin may have used up the other one */
  const stack_t other = {.ss_sp = stack, .ss_size = sizeof(stack)};
  struct sigaction action = {.sa_handler = ReportCrash, .sa_flags = SA_ONSTACK};

  (void)sigaltstack(&other, NULL);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(signals); i++) {
    (void)snprintf(crash[i], sizeof(crash[i]), "gimbal: the run ended by signal %d (%s)\n",
                   signals[i], strsignal(signals[i]));
    (void)sigaction(signals[i], &action, NULL);
  }
}

/* ---- The run ---- */

/* Why the end state has no error, or NULL if it has one. */
static const char *WhyNotCompared(const Words *w, const CaseUnits *units, Quad time) {
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

static void TellSteps(PetscInt64 done, PetscInt64 steps, double began) {
  const double elapsed = ClockNow() - began;
  char time[32], left[32];
  if (elapsed > 1 && done && done < steps)
    TerminalNote("run: %lld of %lld steps, %s, about %s left", (long long)done, (long long)steps,
                 ProgressTime(elapsed, time),
                 ProgressTime(elapsed * ((double)steps / (double)done - 1), left));
}

/* The value of an option that is an expression in the case's parameters, a time. */
static PetscErrorCode EvaluateTime(const Experiment *s, const char *option, const char *text,
                                   Quad *value) {
  PetscCall(FieldEvaluate("run", option, text, s->instance->variables, value));
  if (s->instance->units)
    *value = scalbnq(*value, -s->instance->units->time);
  return 0;
}

/* h and the number of steps, from the words. */
static PetscErrorCode PlanSteps(const Experiment *s, const Motion *m, const Words *w, Quad *h,
                                PetscInt64 *steps) {
  char time[DIGITS_ROOM];
  Quad duration;
  PetscCall(EvaluateTime(s, "-h", w->h, h));
  PetscCall(EvaluateTime(s, "-T", w->duration, &duration));
  UserCheck(*h != 0, "run: -h %s: the step size must not be zero", w->h);
  Quad ratio = duration / *h;
  UserCheck(ratio >= QUAD_C(0.999999999),
            "run: -T %s: the duration must be at least one step of -h %s, of the same sign",
            w->duration, w->h);
  UserCheck(ratio < 1e15, "run: -T %s: the duration must be less than 1e15 steps of -h %s",
            w->duration, w->h);
  *steps = (PetscInt64)StepsWithin(duration, *h);
  if (fabsq(*steps - ratio) > ratio * QUAD_C(1e-12))
    fprintf(stderr, "T/h is not an integer: the run ends at t = %s, after %lld steps\n",
            DigitsShortest((double)MotionDuration(m, *steps * *h), time), (long long)*steps);
  return 0;
}

/* All the steps, with a row of the table every w->every of them; *done of them were taken. */
static PetscErrorCode TakeSteps(const Words *w, const States *states, FILE *file, Quad h,
                                PetscInt64 steps, PetscInt64 *done, StepFailure *failure) {
  const double began = ClockNow();
  const PetscInt64 most = TerminalWidth() ? 1000 : steps; /* between two looks at the clock */
  PetscInt64 row = w->every;
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
  return 0;
}

/* The end against the reference, where it is to be compared. */
static PetscErrorCode CompareEnd(const Experiment *s, const Words *w, RunEnd *end) {
  const Dimensions d = s->dimensions;
  const ReferenceProblem problem = {s->instance, s->realisation, s->y0, 1, &end->time};
  ReferenceCertificate certificate;
  Quad *row = MemoryZeroed(d.n + d.m + d.holonomic + d.nonholonomic + 1, sizeof(*row));
  if (!end->failure->failed)
    end->why_not = WhyNotCompared(w, s->instance->normal, end->time);
  if (!end->failure->failed && !end->why_not) {
    PetscCall(
        ReferenceWatched(&problem, "run", " (--no-reference does without)", row, &certificate));
    end->reference = row;
    end->certificate = &certificate;
  }
  PetscCall(w->json ? RunEndPrintJson(end) : RunEndPrint(end));
  free(row);
  return 0;
}

static PetscErrorCode IntegrateRun(const Experiment *s, const Words *w, int *status) {
  const Precision precision = strcmp(w->precision, "quad") ? IN_DOUBLE : IN_QUAD;
  const Core *core = CoreOf(precision);
  States states = {.core = core};
  PetscInt64 steps = 0, done = 0;
  Quad h;
  FILE *file = NULL;
  StepFailure failure;
  UserCheck(ExperimentHas(s, precision), "%s or %s was built in double precision only",
            s->method->name, s->instance->model->name);
  StatesCreate(s, &states);
  PetscCall(PlanSteps(s, &states.motion, w, &h, &steps));
  if (w->output) {
    file = fopen(w->output, "w");
    UserCheck(file, "%s cannot be written: %s", w->output, strerror(errno));
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
  return MotionDestroy(&states.motion);
}

/* Nothing fits: the requested coordinates are missing, or the method does not accept them. */
static PetscErrorCode RefuseRealisation(Method method, Model model, const char *asked) {
  const gimbal_list realisations = model->descriptor->realisations;
  char names[512] = "";
  for (size_t i = 0; i < realisations.count; ++i)
    WordsAppend(names, sizeof(names), ", ", ListAt(realisations, gimbal_realisation, i)->name);
  UserCheck(!asked || ListFind(realisations, asked) >= 0, "%s has no coordinates '%s'; it has: %s",
            model->name, asked, names);
  UserError("%s cannot integrate %s%s%s; `gimbal describe %s` lists its models", method->name,
            model->name, asked ? " as " : "", asked ? asked : "", method->name);
}

/* The realisation named, or the first that the method accepts. */
static PetscErrorCode ChooseRealisation(Registry registry, const Words *w, const MotionWord *word,
                                        PetscInt *choice) {
  Method method;
  Model model;
  OWNED(ModelCaseDestroy) ModelCase instance = NULL;
  PetscCall(RegistryFindMethod(registry, w->method, &method));
  PetscCall(RegistryFindModel(registry, word->model, &model));
  PetscCall(ModelCaseCreate(model, word->instance, w->member, &instance));
  UserCheck(w->member < instance->members, "case %s of %s has %d members, numbered from 0",
            instance->name, model->name, (int)instance->members);
  *choice = -1;
  for (size_t i = 0; i < model->descriptor->realisations.count && *choice < 0; ++i) {
    const gimbal_realisation *r = ListAt(model->descriptor->realisations, gimbal_realisation, i);
    PetscBool accepts;
    if (word->realisation && strcmp(word->realisation, r->name))
      continue;
    PetscCall(MethodAccepts(method, instance, (PetscInt)i, &accepts));
    if (accepts)
      *choice = (PetscInt)i;
  }
  if (*choice < 0)
    PetscCall(RefuseRealisation(method, model, word->realisation));
  return 0;
}

PetscErrorCode CommandRun(CommandLine *line) {
  Words words = *(const Words *)line->words;
  OWNED(RegistryDestroy) Registry registry = NULL;
  Experiment experiment;
  PetscInt choice = 0;
  MotionWord word;
  PetscCall(CheckWords(&words));
  PetscCall(PetscWordsCheck());
  CatchCrashes();
  PetscCall(RegistryCreate(words.plugins.count, words.plugins.at, StudyVocabulary, &registry));
  MotionWordRead(words.model, &word);
  PetscCall(ChooseRealisation(registry, &words, &word, &choice));
  const Job job = {.method = words.method,
                   .model = word.model,
                   .instance = word.instance,
                   .realisation = choice,
                   .seed = words.seed,
                   .tolerance_factor = 1};
  PetscCall(ExperimentCreate(registry, &job, words.member, &experiment));
  PetscCall(IntegrateRun(&experiment, &words, &line->status));
  return ExperimentDestroy(&experiment);
}
