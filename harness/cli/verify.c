/* gimbal verify: suite, plan, farm, judge, report. */
#include "base/terminal.h"
#include "check/check.h"
#include "cli/command.h"
#include "cli/launch.h"
#include "cli/verify.h"
#include "cli/words.h"
#include "farm/farm.h"
#include "farm/interrupt.h"
#include "judge/judge.h"
#include "plugin/plugin.h"
#include "reports/report.h"
#include "record/file.h"
#include "record/store.h"
#include "studies/study.h"

#include <signal.h>

enum { STATUS_USAGE = 2, STATUS_BROKEN = 3 };

static const Option options[] = {
    OPTION(VerifyWords, LIST, 'm', "method", "GLOB", methods),
    OPTION(VerifyWords, LIST, 'M', "model", "GLOB[:CASE]", models),
    OPTION(VerifyWords, TEXT, 'o', "output", "DIR", directory),
    OPTION_IN(VerifyWords, WHOLE, 'j', "jobs", "N", workers, 1, 0),
    OPTION(VerifyWords, YES, 0, "resume", NULL, resume),
    OPTION(VerifyWords, TEXT, 0, "since", "BASE", since),
    OPTION(VerifyWords, WHOLE, 0, "seed", "N", seed),
    OPTION(VerifyWords, TEXT, 0, "precision", "auto|double|quad", precision),
    OPTION_PLUGINS(VerifyWords, plugins),
    OPTION(VerifyWords, YES, 0, "only-plugins", NULL, only_plugins),
    OPTION(VerifyWords, TEXT, 0, "undecided", "pass|fail", undecided),
    OPTION(VerifyWords, TEXT, 0, "unjudged", "pass|fail", unjudged),
    OPTION_IN(VerifyWords, NUMBER, 0, "timeout", "SECONDS", timeout, 0, TIMEOUT_MOST),
    OPTION_IN(VerifyWords, WHOLE, 0, "memory", "MEGABYTES", memory, 1, 0),
    OPTION(VerifyWords, YES, 0, "tap", NULL, tap),
    OPTION(VerifyWords, YES, 0, "tap-details", NULL, tap_details),
    OPTION(VerifyWords, YES, 0, "no-tap", NULL, no_tap),
    OPTION(VerifyWords, TEXT, 0, "summary", "FILE.md", summary),
    {.kind = OPTION_END}};

const Usage UsageVerify =
    USAGE_WITH(options, VerifyWords, "SUITE", 0, 1, .directory = "out", .undecided = "fail",
               .unjudged = "pass", .workers = 1, .seed = -1, .timeout = TIMEOUT_DEFAULT,
               .memory = MEMORY_DEFAULT);

static PetscErrorCode CheckWords(const CommandLine *line, VerifyWords *words) {
  words->suite = line->count ? *line->operand : NULL;
  words->tap = (PetscBool)(words->tap || (!words->no_tap && !LaunchOutputOnTerminal()));
  const char *const ending = words->suite ? strrchr(words->suite, '.') : NULL;
  UserCheck(!ending || !OptionHasWord("so|c|cpp|py", ending + 1),
            "verify: '%s' is not a suite; give a plugin as --plugin FILE.so (gimbal build makes "
            "it), a program as --external COMMAND",
            words->suite);
  UserCheck(words->plugins.count || !words->only_plugins,
            "verify: --only-plugins needs the option --plugin or --external");
  for (PetscInt i = 0; i < words->plugins.count && !words->suite && !words->methods.count; i++)
    if (PluginCommand(words->plugins.at[i]))
      words->only_plugins = PETSC_TRUE;
  return 0;
}

/* ---- Before the run, on rank 0 ---- */

typedef struct {
  const VerifyWords *words;
  PlanOptions options;
  Registry registry;
  Suite suite;
  Arena arena; /* of the jobs */
  Jobs jobs, remaining;
  Records *skipped;
  FarmSummary summary;
  int lock;           /* of the output folder */
  char left_out[256]; /* libraries */
} Verification;

/* Who asks for quadruple precision shall not get double. */
static PetscErrorCode CheckPrecision(Registry registry, const Jobs *jobs) {
  for (PetscInt i = 0; i < jobs->count; i++) {
    const Job *job = jobs->at[i];
    Method method;
    Model model;
    if (!job->precision || strcmp(job->precision, "quad"))
      continue;
    PetscCall(RegistryFindMethod(registry, job->method, &method));
    PetscCall(RegistryFindModel(registry, job->model, &model));
    UserCheck(HAVE_QUAD, "quadruple precision is requested, and this gimbal was built without it "
                         "(./configure --without-quad)");
    UserCheck(method->family_quad && model->descriptor_quad,
              "quadruple precision is requested, and %s was built in double precision only; "
              "`gimbal build` makes both",
              method->family_quad ? model->name : method->name);
  }
  return 0;
}

/* A name of -m may be that of another method than the plugin's. */
static PetscErrorCode TellUnusedPlugins(const Verification *v) {
  if (!v->words->plugins.count)
    return 0;
  for (PetscInt i = 0; i < v->jobs.count; i++) {
    Method method;
    Model model;
    PetscCall(RegistryFindMethod(v->registry, v->jobs.at[i]->method, &method));
    PetscCall(RegistryFindModel(v->registry, v->jobs.at[i]->model, &model));
    if (method->named || model->named)
      return 0;
  }
  fprintf(stderr,
          "verify: no method or model of %s is judged; `gimbal list methods --plugin FILE` has "
          "their names\n",
          v->words->plugins.at[0]);
  return 0;
}

/* Adapters that this build has not: their methods are missing in a suite of libraries. */
static PetscBool OfLibraries(Suite suite) {
  PetscBool libraries = suite->libraries;
  for (PetscInt i = 0; i < suite->include.count; i++)
    libraries = (PetscBool)(libraries || OfLibraries(suite->included[i]));
  return libraries;
}

/* Their claims fail, with what is wrong in the model: no method is refuted for it. */
static void FailOn(Verification *v, Model model, const char *why) {
  PetscInt left = 0;
  for (PetscInt i = 0; i < v->jobs.count; i++) {
    Job *const job = v->jobs.at[i];
    Record *record;
    if (strcmp(job->model, model->name)) {
      v->jobs.at[left++] = job;
      continue;
    }
    record = RecordsAdd(v->skipped);
    record->key = job->key;
    record->job = *job;
    record->status = STATUS_FAILED;
    record->reason = ArenaPrint(
        v->arena, "the model is wrong: its check fails: %s. gimbal check %s%s%s shows more", why,
        model->program ? "--external \"" : "", model->file, model->program ? "\"" : "");
  }
  v->jobs.count = left;
  RecordsSort(v->skipped);
}

/* The equations and invariants of models that are not gimbal's own. */
static PetscErrorCode CheckModels(Verification *v) {
  char why[512];
  for (PetscInt i = 0; i < v->registry->models; i++) {
    PetscBool used = PETSC_FALSE;
    for (PetscInt j = 0; j < v->jobs.count && v->registry->model[i]->named; j++)
      used = (PetscBool)(used || !strcmp(v->jobs.at[j]->model, v->registry->model[i]->name));
    if (!used)
      continue;
    PetscCall(CheckModelEquations(v->registry->model[i], sizeof(why), why));
    if (why[0])
      FailOn(v, v->registry->model[i], why);
  }
  return 0;
}

static PetscErrorCode PrepareRun(Verification *v) {
  char path[PETSC_MAX_PATH_LEN], why[1024], *petsc;
  Earlier earlier = {.since = {.folder = NULL}};
  Manifest base = {.format = 0}; /* of the option --since */
  PetscCall(
      RegistryCreate(v->words->plugins.count, v->words->plugins.at, StudyVocabulary, &v->registry));
  PetscCall(SuiteFind(v->words->suite ? v->words->suite : "default", path, sizeof(path)));
  PetscCall(SuiteRead(path, &v->suite));
  WordsLeftOut(v->registry, v->left_out, sizeof(v->left_out));
  v->options.left_out = v->left_out;
  PetscCall(PlanCreate(v->suite, v->registry, &v->options, v->arena, &v->jobs, v->skipped));
  if (*v->left_out && OfLibraries(v->suite))
    fprintf(stderr, "verify: left out, since they are not here (make libraries): %s\n",
            v->left_out);
  if (!v->jobs.count) {
    PetscCall(PlanTellEmpty(v->suite, v->registry, &v->options, v->skipped, why, sizeof(why)));
    UserError("%s: nothing to run: %s", path, why);
  }
  PetscCall(TellUnusedPlugins(v));
  PetscCall(CheckPrecision(v->registry, &v->jobs));
  PetscCall(CheckModels(v));
  PetscCall(PetscOptionsGetAll(NULL, &petsc));
  PetscCall(FarmFingerprint(v->registry, petsc, v->arena, &v->jobs));
  PetscCall(PetscFree(petsc));
  if (v->words->since)
    PetscCall(SinceCheck(v->words->since, v->words->directory, v->arena, &base));
  /* From here on earlier results in the folder may go. */
  PetscCall(FolderCheck(v->words->directory));
  PetscCall(ReportCheckFolder(v->words->directory));
  PetscCall(JournalLock(v->words->directory, &v->lock));
  PetscCall(JournalPrepare(v->words->directory, v->words->resume, &v->jobs, v->arena, &v->remaining,
                           &earlier.aside));
  if (v->remaining.count < v->jobs.count)
    fprintf(stderr, "verify: %d of %d jobs are done already\n",
            (int)(v->jobs.count - v->remaining.count), (int)v->jobs.count);
  if (v->words->since)
    PetscCall(SinceTakeOver(v->words->since, &base, v->words->directory, v->arena, &v->remaining,
                            &earlier.since));
  return ManifestWrite(v->words->directory, v->suite, &v->options, v->registry, &v->jobs, &earlier);
}

/* ---- After the run, on rank 0 ---- */

static PetscErrorCode JudgeRun(const VerifyWords *w, Store store) {
  Verdicts *verdicts;
  PetscCall(JudgeRecords(store->records, &verdicts));
  JudgeAllow(verdicts, (PetscBool)!strcmp(w->undecided, "pass"),
             (PetscBool)!strcmp(w->unjudged, "pass"));
  ReproduceCommands(w, verdicts);
  return StoreSetVerdicts(store, verdicts);
}

/* The results of the plan, and no others: what is missing is recorded as such and counted. */
static PetscErrorCode ReadPlanned(const Verification *v, Store *store, PetscInt *missing) {
  const char *directory = v->words->directory;
  PetscCall(StoreReadUnjudged(directory, store));
  const PetscErrorCode error = StoreComplete(store, &v->jobs, v->skipped, missing);
  if (*missing)
    fprintf(stderr,
            "gimbal: %d of %d planned results are missing from %s/results.jsonl: they count as "
            "failed; go on with --resume\n",
            (int)*missing, (int)(v->jobs.count + v->skipped->count), directory);
  return error;
}

/* TAP for programs, a screenful for people at a terminal, and what the comment on a change says. */
static PetscErrorCode PrintResults(const VerifyWords *w, Store store) {
  const PetscBool tap = (PetscBool)(w->tap || w->tap_details);
  if (tap)
    ReportTap(store, stdout, w->tap_details);
  fflush(stdout);
  ReportSummary(store, stderr, (PetscBool)(!tap && LaunchOutputOnTerminal()));
  if (w->summary)
    PetscCall(ReportComment(store, w->summary));
  fprintf(stderr, "report: %s/index.html\n", w->directory);
  return 0;
}

static PetscErrorCode FinishRun(const Verification *v, int *status) {
  const VerifyWords *w = v->words;
  PetscInt missing;
  OWNED(StoreDestroy) Store store = NULL;
  PetscCall(ReadPlanned(v, &store, &missing));
  PetscCheck(store->manifest.format, PETSC_COMM_SELF, PETSC_ERR_FILE_READ,
             "%s/manifest.json was removed during the run; --resume writes it again", w->directory);
  PetscCall(JudgeRun(w, store));
  *status = missing ? STATUS_BROKEN : VerdictsStatus(store->verdicts);
  PetscCall(ReportWrite(store));
  return PrintResults(w, store);
}

static const char interrupted[] =
    "gimbal: interrupted; %d result%s kept in %s; go on with --resume\n";

static int CountKept(const Verification *v) {
  return (int)(v->jobs.count - v->remaining.count + v->summary.done);
}

/* ---- The run, on all ranks ---- */

static PetscErrorCode AppendSkipped(const Records *skipped, const char *directory) {
  Journal journal;
  PetscCall(JournalOpen(directory, LINES_WHOLE, &journal));
  for (PetscInt i = 0; i < skipped->count; i++)
    PetscCall(JournalAppend(journal, &skipped->at[i], NULL, NULL));
  return JournalClose(&journal);
}

static PetscErrorCode RunJobs(Verification *v, PetscMPIInt rank) {
  const VerifyWords *words = v->words;
  FarmOptions farm = {.workers = words->workers,
                      .timeout = words->timeout,
                      .terminal = TerminalWidth() ? PETSC_TRUE : PETSC_FALSE};
  PetscErrorCode error = 0;
  if (!rank)
    error = PrepareRun(v);
  PetscCall(FarmShare(PETSC_COMM_WORLD, error, v->arena, &v->remaining));
  const char **worker = WorkerWords(words);
  farm.words = worker;
  if (!rank)
    PetscCall(AppendSkipped(v->skipped, words->directory));
  InterruptNote();
  error = FarmRun(PETSC_COMM_WORLD, &v->remaining, &farm, words->directory, &v->summary);
  free(worker);
  return error;
}

PetscErrorCode CommandVerify(CommandLine *line) {
  VerifyWords *const words = line->words;
  Verification v = {.words = words, .lock = -1};
  PetscMPIInt rank;
  PetscCall(CheckWords(line, words));
  if (LaunchIsForeign()) {
    line->status = STATUS_USAGE;
    return 0;
  }
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  InterruptEnd("%s", rank ? "" : "gimbal: interrupted before the first job\n");
  (void)signal(SIGPIPE, SIG_IGN); /* who reads no further gets status 3, and the folder its end */
  PetscCall(PetscWordsCheck());
  v.options = (PlanOptions){.methods = words->methods,
                            .models = words->models,
                            .precision = words->precision,
                            .suite = words->suite,
                            .seed = words->seed,
                            .named = words->only_plugins};
  v.arena = ArenaCreate();
  v.skipped = RecordsCreate();
  PetscErrorCode error = RunJobs(&v, rank);
  if (!error && v.summary.interrupted) {
    line->status = InterruptStatus(v.summary.interrupted);
    if (!rank)
      fprintf(stderr, interrupted, CountKept(&v), CountKept(&v) == 1 ? "" : "s", words->directory);
  } else if (!error) {
    if (rank)
      InterruptEnd("%s", "");
    else
      InterruptEnd(interrupted, CountKept(&v), CountKept(&v) == 1 ? "" : "s", words->directory);
    if (!rank)
      error = FinishRun(&v, &line->status);
    if (error == PETSC_ERR_USER_INPUT) /* all words were right: a file is gone */
      error = PETSC_ERR_FILE_READ;
    PetscCall(FarmWait(PETSC_COMM_WORLD)); /* politely, for the processors are rank 0's */
  }
  JournalUnlock(words->directory, &v.lock);
  RecordsDestroy(&v.skipped);
  ArenaDestroy(&v.arena);
  SuiteDestroy(&v.suite);
  RegistryDestroy(&v.registry);
  return error;
}
