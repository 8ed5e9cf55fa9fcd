/* gimbal verify: suite, plan, farm, judge, report. */
#include "base/terminal.h"
#include "cli/command.h"
#include "cli/launch.h"
#include "cli/verify.h"
#include "cli/petsc_words.h"
#include "cli/words.h"
#include "farm/farm.h"
#include "farm/interrupt.h"
#include "judge/judge.h"
#include "plan/plan.h"
#include "reports/report.h"
#include "record/file.h"
#include "record/store.h"
#include "studies/study.h"

#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

const char HelpVerify[] =
    "usage: gimbal verify [SUITE] [OPTIONS] [-- PETSC OPTIONS]\n"
    "\n"
    "Judges methods against what they claim. SUITE is a file, or the name of a suite that comes\n"
    "with gimbal (gimbal list suites; default: default).\n"
    "\n"
    "  -m, --method GLOB        only these methods; with NAME:PARAMETER=VALUE under these "
    "settings\n"
    "  -M, --model GLOB[:CASE]  only these models and cases; also GLOB@COORDINATES:CASE\n"
    "                           (both may be given again)\n"
    "  -o, --output DIR         where the report goes (out)\n"
    "  -j, --jobs N             N jobs at a time, of each process under an mpiexec of your own "
    "(1)\n"
    "      --resume             keep the finished results of a run that was killed\n"
    "      --since BASE         take over from the output folder BASE what nothing has changed "
    "for:\n"
    "                           results whose plugin, model, program and job are the same; they "
    "are\n"
    "                           judged anew, and told from those that were computed now\n"
    "      --seed N             consistent initial data near each case's own, drawn from N\n"
    "      --precision WORD     auto, double or quad (the suite's)\n"
    "      --plugin FILE        load this plugin too (may be given again)\n"
    "      --external COMMAND   also the methods of this program, which speaks JSON on its "
    "standard\n"
    "                           input and output (may be given again); where neither a suite nor "
    "a\n"
    "                           method is named, --only-plugins goes without saying. See gimbal "
    "new\n"
    "      --only-plugins       only the methods of these plugins, on all models, and all methods\n"
    "                           on the models of these plugins\n"
    "      --undecided WORD     pass or fail: what the status makes of what stayed undecided "
    "(fail)\n"
    "      --unjudged WORD      the same of claims that were skipped for want of digits, since a\n"
    "                           plugin is there in double precision only (pass)\n"
    "      --timeout SECONDS    per job, of processor time, and of doing nothing (600)\n"
    "      --memory MEGABYTES   per job (4096)\n"
    "      --tap, --no-tap      print TAP, or none (TAP, unless standard output is a terminal)\n"
    "      --summary FILE.md    also write what does not pass, and the whole in numbers, as "
    "Markdown\n"
    "                           for a comment on a change: no links, a few kB\n"
    "      --help               this text\n"
    "\n"
    "Standard output carries TAP version 13 and nothing else; what is for people goes to standard\n"
    "error and to DIR/index.html. On a terminal there is no TAP unless it is asked for, and a\n"
    "summary of a screenful. PETSc options for the solver of a step begin with -step_: those "
    "of\n"
    "SNES, as -step_snes_rtol 0 or -step_snes_max_it 20, and, where the system is banded or with\n"
    "-step_snes_type newtonls, also those of KSP and PC. In quadruple precision gimbal iterates "
    "by\n"
    "itself and they have no effect.\n"
    "\n"
    "Exit status: 0 all passed; 1 something was refuted or failed, or is not refuted or undecided\n"
    "where the suite expects it to be; 4 something stayed undecided; 2 usage, suite or plugin "
    "error;\n"
    "3 the run itself broke, or a result is missing, with all finished results kept; 130, 143, "
    "129\n"
    "interrupted (SIGINT, SIGTERM, SIGHUP), with all finished results kept: go on with --resume.\n";

enum { MANY_OPTIONS = 64, STATUS_USAGE = 2, STATUS_BROKEN = 3 };

typedef struct {
  const char *suite, *directory, *precision, *summary, *since;
  const char *method[MANY_OPTIONS], *model[MANY_OPTIONS], *plugin[MANY_OPTIONS];
  PetscInt methods, models, plugins, workers, seed, memory;
  PetscReal timeout;
  PetscBool resume, help, only_plugins;
  PetscBool externals;           /* some of the plugins are programs */
  PetscBool undecided, unjudged; /* these pass */
  PetscBool tap, no_tap;
} Words;

/* ---- Words ---- */

static PetscErrorCode WholeNumber(const char *option, const char *text, PetscInt least,
                                  PetscInt *value) {
  PetscFunctionBeginUser;
  PetscCheck(WordsCount(text, least, INT_MAX, value), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "option %s: '%s' is not a whole number from %d on", option, text, (int)least);
  PetscFunctionReturn(0);
}

static PetscErrorCode Append(const char *option, const char *text, PetscInt *count,
                             const char **list) {
  PetscFunctionBeginUser;
  PetscCheck(*count < MANY_OPTIONS, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "option %s is given more than %d times", option, MANY_OPTIONS);
  PetscCheck(*text, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "option %s needs a name", option);
  list[(*count)++] = text;
  PetscFunctionReturn(0);
}

static PetscErrorCode PassOrFail(const char *option, const char *text, PetscBool *passes) {
  PetscFunctionBeginUser;
  *passes = (PetscBool)!strcmp(text, "pass");
  PetscCheck(*passes || !strcmp(text, "fail"), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "option %s: '%s' is not one of: pass fail", option, text);
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadPrecision(Words *words) {
  PetscFunctionBeginUser;
  words->precision = optarg;
  PetscCheck(!strcmp(optarg, "auto") || !strcmp(optarg, "double") || !strcmp(optarg, "quad"),
             PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "option --precision: '%s' is not one of: auto double quad", optarg);
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadOption(int option, Words *words) {
  const char *external;
  PetscFunctionBeginUser;
  switch (option) {
  case 'm':
    PetscCall(Append("-m", optarg, &words->methods, words->method));
    break;
  case 'M':
    PetscCall(Append("-M", optarg, &words->models, words->model));
    break;
  case 'p':
    PetscCall(Append("--plugin", optarg, &words->plugins, words->plugin));
    break;
  case 'e':
    PetscCall(WordsExternal(optarg, &external));
    PetscCall(Append("--external", external, &words->plugins, words->plugin));
    words->externals = PETSC_TRUE;
    break;
  case 'O':
    words->only_plugins = PETSC_TRUE;
    break;
  case 'u':
    PetscCall(PassOrFail("--undecided", optarg, &words->undecided));
    break;
  case 'U':
    PetscCall(PassOrFail("--unjudged", optarg, &words->unjudged));
    break;
  case 'o':
    words->directory = optarg;
    break;
  case 'j':
    PetscCall(WholeNumber("-j", optarg, 1, &words->workers));
    break;
  case 'r':
    words->resume = PETSC_TRUE;
    break;
  case 's':
    PetscCall(WholeNumber("--seed", optarg, 0, &words->seed));
    break;
  case 'P':
    PetscCall(ReadPrecision(words));
    break;
  case 't':
    PetscCall(WordsTimeout(optarg, &words->timeout));
    break;
  case 'T':
  case 'N':
    words->tap = (PetscBool)(option == 'T');
    words->no_tap = (PetscBool)(option == 'N');
    break;
  case 'S':
    PetscCheck(*optarg, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "option --summary needs a file");
    words->summary = optarg;
    break;
  case 'B':
    PetscCheck(*optarg, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "option --since needs a folder");
    words->since = optarg;
    break;
  case 'g':
    PetscCall(WholeNumber("--memory", optarg, 1, &words->memory));
    break;
  default:
    words->help = PETSC_TRUE;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadWords(int argc, char **argv, Words *words) {
  static const struct option options[] = {{"method", required_argument, NULL, 'm'},
                                          {"model", required_argument, NULL, 'M'},
                                          {"output", required_argument, NULL, 'o'},
                                          {"jobs", required_argument, NULL, 'j'},
                                          {"resume", no_argument, NULL, 'r'},
                                          {"seed", required_argument, NULL, 's'},
                                          {"precision", required_argument, NULL, 'P'},
                                          {"plugin", required_argument, NULL, 'p'},
                                          {"external", required_argument, NULL, 'e'},
                                          {"only-plugins", no_argument, NULL, 'O'},
                                          {"undecided", required_argument, NULL, 'u'},
                                          {"unjudged", required_argument, NULL, 'U'},
                                          {"timeout", required_argument, NULL, 't'},
                                          {"memory", required_argument, NULL, 'g'},
                                          {"since", required_argument, NULL, 'B'},
                                          {"tap", no_argument, NULL, 'T'},
                                          {"no-tap", no_argument, NULL, 'N'},
                                          {"summary", required_argument, NULL, 'S'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  int option;
  PetscFunctionBeginUser;
  *words = (Words){.directory = "out",
                   .unjudged = PETSC_TRUE,
                   .workers = 1,
                   .seed = -1,
                   .timeout = TIMEOUT_DEFAULT,
                   .memory = MEMORY_DEFAULT};
  optind = 0; /* a new scan of a new argument vector */
  opterr = 0;
  while ((option = getopt_long(argc, argv, ":m:M:o:j:h", options, NULL)) != -1) {
    if (option == ':' || option == '?')
      PetscCall(WordsRefuse(option, argv));
    PetscCall(ReadOption(option, words));
  }
  PetscCheck(argc - optind <= 1, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "verify: one suite is expected, not also '%s'", argv[optind + 1]);
  words->suite = argc > optind ? argv[optind] : NULL;
  const char *const ending = words->suite ? strrchr(words->suite, '.') : NULL;
  PetscCheck(!ending || strcmp(ending, ".so"), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "verify: '%s' is a plugin, where a suite is expected; give it as --plugin %s",
             words->suite, words->suite);
  PetscCheck(words->plugins || !words->only_plugins, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "verify: --only-plugins needs the option --plugin or --external");
  if (words->externals && !words->suite && !words->methods)
    words->only_plugins = PETSC_TRUE;
  PetscFunctionReturn(0);
}

/* ---- Before the run, on rank 0 ---- */

typedef struct {
  const Words *words;
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
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < jobs->count; i++) {
    const Job *job = jobs->at[i];
    Method method;
    Model model;
    if (!job->precision || strcmp(job->precision, "quad"))
      continue;
    PetscCall(RegistryFindMethod(registry, job->method, &method));
    PetscCall(RegistryFindModel(registry, job->model, &model));
    PetscCheck(HAVE_QUAD, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "quadruple precision is asked for, and this gimbal was built without it "
               "(./configure --without-quad)");
    PetscCheck(method->family_quad && model->descriptor_quad, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "quadruple precision is asked for, and %s was built in double precision only; "
               "`gimbal build` makes both",
               method->family_quad ? model->name : method->name);
  }
  PetscFunctionReturn(0);
}

/* Adapters that this build has not: their methods are missing in a suite of libraries. */
static PetscBool OfLibraries(Suite suite) {
  PetscBool libraries = suite->libraries;
  for (PetscInt i = 0; i < suite->include.count; i++)
    libraries = (PetscBool)(libraries || OfLibraries(suite->included[i]));
  return libraries;
}

static PetscErrorCode Prepare(Verification *v) {
  char path[PETSC_MAX_PATH_LEN], why[1024], *petsc;
  Earlier earlier = {.since = {.folder = NULL}};
  PetscFunctionBeginUser;
  PetscCall(RegistryCreate(v->words->plugins, v->words->plugin, StudyVocabulary, &v->registry));
  PetscCall(SuiteFind(v->words->suite ? v->words->suite : "default", path, sizeof(path)));
  PetscCall(SuiteRead(path, &v->suite));
  PetscCall(WordsLeftOut(v->registry, v->left_out, sizeof(v->left_out)));
  v->options.left_out = v->left_out;
  PetscCall(PlanCreate(v->suite, v->registry, &v->options, v->arena, &v->jobs, v->skipped));
  if (*v->left_out && OfLibraries(v->suite))
    fprintf(stderr, "verify: left out, since they are not here (make libraries): %s\n",
            v->left_out);
  if (!v->jobs.count) {
    PetscCall(PlanTellEmpty(v->suite, v->registry, &v->options, v->skipped, why, sizeof(why)));
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: nothing to run: %s", path, why);
  }
  PetscCall(CheckPrecision(v->registry, &v->jobs));
  PetscCall(PetscOptionsGetAll(NULL, &petsc));
  PetscCall(FarmFingerprint(v->registry, petsc, v->arena, &v->jobs));
  PetscCall(PetscFree(petsc));
  if (v->words->since)
    PetscCall(SinceCheck(v->words->since, v->words->directory));
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
    PetscCall(SinceTakeOver(v->words->since, v->words->directory, v->registry, v->arena,
                            &v->remaining, &earlier.since));
  PetscCall(
      ManifestWrite(v->words->directory, v->suite, &v->options, v->registry, &v->jobs, &earlier));
  PetscFunctionReturn(0);
}

/* ---- After the run, on rank 0 ---- */

static PetscErrorCode Judge(Registry registry, const Words *w, Store store) {
  const CommandLine line = {w->suite, w->directory, w->precision, w->plugins,
                            w->seed,  w->memory,    w->plugin,    w->timeout};
  Verdicts *verdicts;
  PetscFunctionBeginUser;
  PetscCall(JudgeRecords(store->records, &verdicts));
  JudgeAllow(verdicts, w->undecided, w->unjudged);
  PetscCall(ReproduceCommands(registry, &line, verdicts));
  PetscCall(StoreSetVerdicts(store, verdicts));
  PetscFunctionReturn(0);
}

/* The results of the plan, and no others: what is missing is recorded as such and counted. */
static PetscErrorCode ReadPlanned(const Verification *v, Store *store, PetscInt *missing) {
  const char *directory = v->words->directory;
  PetscFunctionBeginUser;
  PetscCall(StoreReadUnjudged(directory, store));
  PetscCall(StoreComplete(store, &v->jobs, v->skipped, missing));
  if (*missing)
    fprintf(stderr,
            "gimbal: %d of %d planned results are missing from %s/results.jsonl: they count as "
            "failed; go on with --resume\n",
            (int)*missing, (int)(v->jobs.count + v->skipped->count), directory);
  PetscCall(StoreCheckPlanned(*store, &v->jobs, v->skipped));
  PetscFunctionReturn(0);
}

/* TAP for programs, a screenful for people at a terminal, and what the comment on a change says. */
static PetscErrorCode Tell(const Words *w, Store store) {
  const PetscBool screen = LaunchOutputOnTerminal();
  PetscFunctionBeginUser;
  if (w->tap || (!screen && !w->no_tap))
    PetscCall(ReportTap(store, stdout));
  fflush(stdout);
  if (screen && !w->tap)
    PetscCall(ReportScreenful(store, stderr));
  else
    PetscCall(ReportSummary(store, stderr));
  if (w->summary)
    PetscCall(ReportComment(store, w->summary));
  fprintf(stderr, "report: %s/index.html\n", w->directory);
  PetscFunctionReturn(0);
}

static PetscErrorCode Finish(const Verification *v, int *status) {
  const Words *w = v->words;
  PetscInt missing;
  Store store;
  PetscFunctionBeginUser;
  PetscCall(ReadPlanned(v, &store, &missing));
  PetscCheck(store->manifest.format, PETSC_COMM_SELF, PETSC_ERR_FILE_READ,
             "%s/manifest.json was removed during the run; --resume writes it again", w->directory);
  PetscCall(Judge(v->registry, w, store));
  *status = missing ? STATUS_BROKEN : VerdictsStatus(store->verdicts);
  PetscCall(ReportWrite(store, "svg"));
  PetscCall(Tell(w, store));
  PetscCall(StoreDestroy(&store));
  PetscFunctionReturn(0);
}

static const char interrupted[] =
    "gimbal: interrupted; %d result%s kept in %s; go on with --resume\n";

static int Kept(const Verification *v) {
  return (int)(v->jobs.count - v->remaining.count + v->summary.done);
}

/* ---- The run, on all ranks ---- */

static PetscErrorCode AppendSkipped(const Records *skipped, const char *directory) {
  Journal journal;
  PetscFunctionBeginUser;
  PetscCall(JournalOpen(directory, LINES_WHOLE, &journal));
  for (PetscInt i = 0; i < skipped->count; i++)
    PetscCall(JournalAppend(journal, &skipped->at[i], NULL, NULL));
  PetscCall(JournalClose(&journal));
  PetscFunctionReturn(0);
}

static PetscErrorCode Run(Verification *v, PetscMPIInt rank) {
  const Words *words = v->words;
  FarmOptions farm = {.workers = words->workers,
                      .timeout = words->timeout,
                      .progress = PETSC_TRUE,
                      .terminal = TerminalWidth() ? PETSC_TRUE : PETSC_FALSE};
  const char **worker;
  PetscErrorCode error = 0;
  PetscFunctionBeginUser;
  if (!rank)
    error = Prepare(v);
  PetscCall(FarmShare(PETSC_COMM_WORLD, error, v->arena, &v->remaining));
  PetscCall(WorkerWords(words->plugins, words->plugin, words->timeout, words->memory, &worker));
  farm.words = worker;
  if (!rank)
    PetscCall(AppendSkipped(v->skipped, words->directory));
  InterruptNote();
  error = FarmRun(PETSC_COMM_WORLD, &v->remaining, &farm, words->directory, &v->summary);
  PetscCall(PetscFree(worker));
  PetscFunctionReturn(error);
}

PetscErrorCode CommandVerify(int argc, char **argv, int *status) {
  Words words;
  Verification v = {.words = &words, .lock = -1};
  PetscMPIInt rank;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  *status = 0;
  PetscCall(ReadWords(argc, argv, &words));
  if (words.help) {
    fputs(HelpVerify, stdout);
    PetscFunctionReturn(0);
  }
  if (LaunchIsForeign()) {
    *status = STATUS_USAGE;
    PetscFunctionReturn(0);
  }
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  InterruptEnd("%s", rank ? "" : "gimbal: interrupted before the first job\n");
  (void)signal(SIGPIPE, SIG_IGN); /* who reads no further gets status 3, and the folder its end */
  PetscCall(PetscWordsCheck());
  v.options =
      (PlanOptions){words.methods, words.models, words.method,       words.model, words.precision,
                    words.suite,   words.seed,   words.only_plugins, NULL};
  PetscCall(ArenaCreate(&v.arena));
  PetscCall(RecordsCreate(&v.skipped));
  error = Run(&v, rank);
  if (!error && v.summary.interrupted) {
    *status = InterruptStatus(v.summary.interrupted);
    if (!rank)
      fprintf(stderr, interrupted, Kept(&v), Kept(&v) == 1 ? "" : "s", words.directory);
  } else if (!error) {
    if (rank)
      InterruptEnd("%s", "");
    else
      InterruptEnd(interrupted, Kept(&v), Kept(&v) == 1 ? "" : "s", words.directory);
    if (!rank)
      error = Finish(&v, status);
    if (error == PETSC_ERR_USER_INPUT) /* all words were right: what was there is gone */
      error = PETSC_ERR_FILE_READ;
    PetscCall(FarmWait(PETSC_COMM_WORLD)); /* politely, for the processors are rank 0's */
  }
  JournalUnlock(words.directory, &v.lock);
  PetscCall(RecordsDestroy(&v.skipped));
  PetscCall(ArenaDestroy(&v.arena));
  PetscCall(SuiteDestroy(&v.suite));
  PetscCall(RegistryDestroy(&v.registry));
  PetscFunctionReturn(error);
}
