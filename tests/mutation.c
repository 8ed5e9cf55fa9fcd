/* Mutation: does the judge notice methods that are slightly wrong?
 *
 *     build/tests/mutation [-j N] [-m METHOD]... [-o DIR] [--variants DIR] [--sample N]
 *                    [--entry NAME] [--size X] > tests/mutation.md
 *     build/tests/mutation [--table FILE] --write-variants DIR
 *
 * For every method of the tree, every entry of its tableaux, coefficients and parameters is made
 * wrong, one at a time, by amounts from 1e-2 to 1e-20; and so are its solver, its initial
 * multiplier and its claims. These mutations are made where the host hands numbers to the method.
 * Lines of its source are changed too (mutants/variants.h): the second form writes the changed
 * sources, and --variants says where they are when they have been compiled. See mutants/mutant.h
 * for what is done with each mutant, mutants/table.c for what is counted.
 *
 * --sample N takes one job in N, always the same ones. --entry tableau_c/001 (or original,
 * claim/q, source/NAME) and --size 1e-9 look at one mutant again (and at that of 1e-2, which shows
 * whether the entry counts); with MUTATION_TRACE in the environment every verdict is shown, and
 * what it took. Exit status: 0, or 1 if an original does not pass or a mutant survives that must
 * not.
 *
 * The jobs run in workers (farm/remote.h), which are this program with the word `worker` before its
 * others. */
#include "base/terminal.h"
#include "cli/launch.h"
#include "farm/farm.h"
#include "farm/serve.h"
#include "mutants/mutant.h"
#include "mutants/table.h"
#include "mutants/variants.h"
#include "plan/plan.h"
#include "record/file.h"
#include "record/lines.h"
#include "studies/experiment.h"
#include "studies/study.h"
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* −1 takes the entry away. The first decides whether the entry is used at all. */
static const PetscReal sizes[] = {1e-2, -1,   1e-3,  1e-4,  1e-5,  1e-6,  1e-7,
                                  1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-20};
static const PetscReal of_solver[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10};
enum { MANY = 32, TIMEOUT = 900 };

typedef struct {
  const char *directory, *method[MANY];
  const char *table;    /* of the compiled mutants */
  const char *write;    /* only write the sources of the compiled mutants, here */
  const char *variants; /* where they are when compiled; NULL: without them */
  PetscInt workers, sample, methods;
  const char *entry; /* only this one; NULL: all */
  PetscReal size;    /* only this one; 0: all */
} Words;

/* ---- The units: what is given to a worker at once, mutants/mutant.h ---- */

typedef struct {
  const Words *words;
  const char *method;
  const Job *first; /* of the jobs of the plan for this method */
  json_t *jobs;
  const json_t *variants;
  json_t *out;
} Maker;

static const char *Text(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

/* The same entries in every sample. */
static PetscBool IsSampled(const Words *words, const char *key) {
  char digits[33], head[9];
  HashTexts((const char *[]){key, NULL}, digits);
  memcpy(head, digits, 8);
  head[8] = 0;
  return (PetscBool)(strtoul(head, NULL, 16) % (unsigned long)words->sample == 0);
}

static void Add(Maker *m, const char *name, const char *kind, const char *extra, json_t *value) {
  char key[256];
  PetscReal estimate = 0;
  const json_t *job;
  size_t i;
  (void)snprintf(key, sizeof key, "%s/%s", m->method, name);
  json_array_foreach(m->jobs, i, job) estimate +=
      json_number_value(json_object_get(job, "estimate"));
  if (value)
    estimate *= (PetscReal)PetscMax(json_array_size(value), 1);
  if (m->words->entry ? !strcmp(m->words->entry, name) : IsSampled(m->words, key))
    json_array_append_new(m->out, json_pack("{s:s,s:s,s:s,s:s,s:f,s:O,s:O*}", "key", key, "kind",
                                            kind, "method", m->method, "model",
                                            Text(json_array_get(m->jobs, 0), "model"), "estimate",
                                            (double)estimate, "jobs", m->jobs, extra, value));
  json_decref(value);
}

static void AddNumber(Maker *m, MutationKind kind, PetscInt index) {
  const PetscBool solver = (PetscBool)(kind == MUTATION_SOLVER);
  const PetscReal *size = solver ? of_solver : sizes;
  const size_t count =
      solver ? PETSC_STATIC_ARRAY_LENGTH(of_solver) : PETSC_STATIC_ARRAY_LENGTH(sizes);
  json_t *mutants = json_array();
  char name[64];
  for (size_t i = 0; i < count; i++)
    if (m->words->size == 0 || i == 0 || m->words->size == size[i])
      json_array_append_new(mutants, json_pack("{s:s,s:i,s:f}", "kind", MutationNames[kind],
                                               "index", (int)index, "size", (double)size[i]));
  (void)snprintf(name, sizeof name, "%s/%03d", MutationNames[kind], (int)index);
  Add(m, name, "number", "mutants", mutants);
}

static void AddExchange(Maker *m, MutationKind kind, PetscInt one, PetscInt other) {
  char name[64];
  (void)snprintf(name, sizeof name, "%s/%03d-%03d", MutationNames[kind], (int)one, (int)other);
  Add(m, name, "number", "mutants",
      json_pack("[{s:s,s:i,s:i}]", "kind", MutationNames[kind], "index", (int)one, "with",
                (int)other));
}

/* Matrices: a_ij with a_ji. Lists: neighbours. */
static void AddExchanges(Maker *m, MutationKind kind, PetscInt entries) {
  const PetscInt s = (PetscInt)lround(sqrt((double)entries));
  if (kind == MUTATION_TABLEAU_A || kind == MUTATION_TABLEAU_CONJUGATE ||
      kind == MUTATION_TABLEAU_GAMMA) {
    for (PetscInt i = 0; i < s; i++)
      for (PetscInt j = i + 1; j < s; j++)
        AddExchange(m, kind, i * s + j, j * s + i);
  } else if (kind != MUTATION_SOLVER && kind != MUTATION_LAMBDA) {
    for (PetscInt i = 0; i + 1 < entries; i++)
      AddExchange(m, kind, i, i + 1);
  }
}

/* How many entries of each kind the method asks for in its first step. */
static PetscErrorCode Entries(Registry registry, const Job *job, PetscInt count[]) {
  const Core *core = CoreDouble();
  StepFailure failure;
  Integration it;
  Experiment s;
  PetscFunctionBeginUser;
  PetscCall(ExperimentCreate(registry, job, 0, &s));
  PetscCall(ExperimentIntegrate(&s, IN_DOUBLE, 1, &it));
  PetscCall(core->begin(it, s.instance->step, s.y0, &failure));
  PetscCall(core->advance(it, 1, &failure));
  for (int kind = MUTATION_NONE; kind < MUTATION_KINDS; kind++)
    count[kind] = core->get_mutable(it, (MutationKind)kind);
  PetscCall(core->destroy(&it));
  PetscCall(ExperimentDestroy(&s));
  PetscFunctionReturn(0);
}

static void AddClaims(Maker *m) {
  static const char *const quantities[] = {"q", "v", "p", "lambda"};
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(quantities); i++) {
    const json_t *job, *claim;
    PetscBool claimed = PETSC_FALSE;
    char name[64];
    size_t k, l;
    json_array_foreach(m->jobs, k, job)
        json_array_foreach(json_object_get(job, "claims"), l,
                           claim) if (!strcmp(Text(claim, "study"), "order") &&
                                      !strcmp(Text(claim, "quantity"), quantities[i])) claimed =
            PETSC_TRUE;
    (void)snprintf(name, sizeof name, "claim/%s", quantities[i]);
    if (claimed)
      Add(m, name, "claim", "quantity", json_string(quantities[i]));
  }
}

/* Those of the compiled mutants that are of this method. */
static void AddVariants(Maker *m) {
  const json_t *variant, *method;
  char name[64];
  size_t i, k;
  json_array_foreach(m->variants, i, variant)
      json_array_foreach(json_object_get(variant, "methods"), k, method) {
    if (strcmp(json_string_value(method), m->method))
      continue;
    (void)snprintf(name, sizeof name, "source/%s", Text(variant, "name"));
    Add(m, name, "number", "mutants",
        json_pack("[{s:s,s:O,s:O,s:O*}]", "kind", "source", "variant",
                  json_object_get(variant, "name"), "what", json_object_get(variant, "what"),
                  "size", json_object_get(variant, "size")));
  }
}

static PetscErrorCode AddMethod(Registry registry, Maker *m) {
  PetscInt count[MUTATION_KINDS];
  PetscFunctionBeginUser;
  PetscCall(Entries(registry, m->first, count));
  Add(m, "original", "original", "original", NULL);
  AddClaims(m);
  AddVariants(m);
  for (int kind = MUTATION_NONE + 1; kind < MUTATION_KINDS; kind++) {
    for (PetscInt i = 0; i < count[kind]; i++)
      AddNumber(m, (MutationKind)kind, i);
    AddExchanges(m, (MutationKind)kind, count[kind]);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode AddJob(Maker *m, const Job *job) {
  char *text;
  PetscFunctionBeginUser;
  if (!m->first)
    m->first = job;
  PetscCall(JobToText(job, &text));
  json_array_append_new(m->jobs, json_loads(text, 0, NULL));
  free(text);
  PetscFunctionReturn(0);
}

static PetscErrorCode MakeUnits(Registry registry, const Words *words, const json_t *variants,
                                json_t *units) {
  const PlanOptions options = {.methods = {words->methods, (const char **)words->method},
                               .seed = -1};
  Records *skipped;
  Jobs planned;
  Suite suite;
  Arena arena;
  PetscFunctionBeginUser;
  arena = ArenaCreate();
  skipped = RecordsCreate();
  PetscCall(SuiteRead("tests/mutation.yaml", &suite));
  PetscCall(PlanCreate(suite, registry, &options, arena, &planned, skipped));
  for (PetscInt i = 0; i < registry->methods; i++) {
    Maker m = {.words = words,
               .method = registry->method[i]->name,
               .jobs = json_array(),
               .variants = variants,
               .out = units};
    /* In the order of the suite's models: by key a model would come first by its name. */
    for (PetscInt model = 0; model < suite->models.count; model++)
      for (PetscInt k = 0; k < planned.count; k++) {
        const Job *job = planned.at[k];
        const char *name = suite->models.at[model].text;
        const size_t length = strcspn(name, "@:");
        if (!strcmp(job->method, m.method) && !strncmp(job->model, name, length) &&
            !job->model[length])
          PetscCall(AddJob(&m, job));
      }
    if (json_array_size(m.jobs) && !strstr(m.method, "__"))
      PetscCall(AddMethod(registry, &m));
    json_decref(m.jobs);
  }
  SuiteDestroy(&suite);
  RecordsDestroy(&skipped);
  ArenaDestroy(&arena);
  PetscFunctionReturn(0);
}

/* ---- The run ---- */

/* What every rank knows. */
typedef struct {
  Registry registry;
  json_t *units;
} Undertaking;

static json_t *FindUnit(const json_t *units, const char *key) {
  json_t *unit;
  size_t i;
  json_array_foreach(units, i, unit) if (!strcmp(Text(unit, "key"), key)) return unit;
  return NULL;
}

static PetscErrorCode RunUnit(void *context, const Job *job, char **answer) {
  const Undertaking *all = context;
  json_t *measured = NULL;
  PetscFunctionBeginUser;
  PetscCall(MutantStudy(all->registry, FindUnit(all->units, job->key), &measured));
  *answer = json_dumps(measured, JSON_COMPACT | JSON_REAL_PRECISION(17));
  json_decref(measured);
  PetscFunctionReturn(0);
}

static int ByKey(const void *a, const void *b) {
  return strcmp((*(Job *const *)a)->key, (*(Job *const *)b)->key);
}

static PetscErrorCode Prepare(const Undertaking *all, const char *directory, Arena arena,
                              Jobs *remaining) {
  Jobs jobs = {0, NULL};
  Texts aside;
  const json_t *unit;
  size_t i;
  PetscFunctionBeginUser;
  json_array_foreach(all->units, i, unit) {
    Job *job;
    job = JobsAdd(arena, &jobs);
    job->key = Text(unit, "key");
    job->kind = Text(unit, "kind");
    job->method = Text(unit, "method");
    job->model = Text(unit, "model");
    job->instance = "*";
    job->estimate = json_number_value(json_object_get(unit, "estimate"));
  }
  if (jobs.count)
    qsort(jobs.at, (size_t)jobs.count, sizeof(*jobs.at), ByKey);
  PetscCall(FarmFingerprint(all->registry, "", arena, &jobs));
  PetscCall(FolderCheck(directory));
  PetscCall(JournalPrepare(directory, PETSC_FALSE, &jobs, arena, remaining, &aside));
  PetscFunctionReturn(0);
}

static PetscErrorCode TakeRecord(const char *where, const char *line, size_t length,
                                 void *context) {
  json_t *record = json_loadb(line, length, 0, NULL);
  PetscFunctionBeginUser;
  PetscCheck(record, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s: no JSON", where);
  json_object_set_new(context, Text(record, "key"), record);
  PetscFunctionReturn(0);
}

static int ByText(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The records by key, each with its unit in the place of the job. */
static PetscErrorCode ReadResults(const Undertaking *all, const char *directory, json_t **records) {
  json_t *by_key = json_object(), *record;
  char path[PETSC_MAX_PATH_LEN];
  const char **key, *each;
  size_t count = 0;
  PetscFunctionBeginUser;
  (void)snprintf(path, sizeof path, "%s/results.jsonl", directory);
  PetscCall(LinesRead(path, TakeRecord, by_key, NULL, NULL));
  PetscCall(PetscMalloc1(json_object_size(by_key) + 1, &key));
  json_object_foreach(by_key, each, record) {
    json_object_set(record, "job", FindUnit(all->units, each));
    key[count++] = each;
  }
  if (count)
    qsort(key, count, sizeof *key, ByText);
  *records = json_array();
  for (size_t i = 0; i < count; i++)
    json_array_append(*records, json_object_get(by_key, key[i]));
  PetscCall(PetscFree(key));
  json_decref(by_key);
  PetscFunctionReturn(0);
}

/* The methods of the tree and, in addition, the compiled mutants. */
static PetscErrorCode MakeRegistry(const Words *words, const json_t *variants, Registry *registry) {
  const PetscInt count = words->variants ? (PetscInt)json_array_size(variants) : 0;
  char **plugin;
  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(count + 1, &plugin));
  for (PetscInt i = 0; i < count; i++) {
    char file[PETSC_MAX_PATH_LEN];
    (void)snprintf(file, sizeof file, "%s/%s.so", words->variants,
                   Text(json_array_get(variants, (size_t)i), "name"));
    PetscCall(PetscStrallocpy(file, &plugin[i]));
  }
  PetscCall(RegistryCreate(count, (const char *const *)plugin, StudyVocabulary, registry));
  for (PetscInt i = 0; i < count; i++)
    PetscCall(PetscFree(plugin[i]));
  PetscCall(PetscFree(plugin));
  PetscFunctionReturn(0);
}

/* Registry, variants and units: of rank 0, and of the workers. */
static PetscErrorCode Load(const Words *words, Undertaking *all, json_t **variants) {
  PetscFunctionBeginUser;
  all->units = json_array();
  PetscCall(VariantsRead(words->table, variants));
  PetscCall(MakeRegistry(words, *variants, &all->registry));
  PetscCall(MakeUnits(all->registry, words, words->variants ? *variants : NULL, all->units));
  PetscFunctionReturn(0);
}

static PetscErrorCode Unload(Undertaking *all, json_t *variants) {
  PetscFunctionBeginUser;
  json_decref(all->units);
  json_decref(variants);
  RegistryDestroy(&all->registry);
  PetscFunctionReturn(0);
}

/* The inside of a worker. */
static PetscErrorCode Work(const Words *words) {
  Undertaking all;
  WorkerSetup setup = {.work = RunUnit, .work_context = &all, .timeout = TIMEOUT};
  json_t *variants;
  PetscFunctionBeginUser;
  const PetscErrorCode error = Load(words, &all, &variants);
  PetscCall(Serve(&setup, error ? "the mutants cannot be made" : NULL));
  PetscFunctionReturn(0);
}

static PetscErrorCode WorkerWords(char *const *argv, const char ***words) {
  PetscInt count = 0;
  PetscFunctionBeginUser;
  while (argv[count])
    count++;
  PetscCall(PetscCalloc1(count + 2, words));
  (*words)[0] = argv[0];
  (*words)[1] = "worker";
  for (PetscInt i = 1; i < count; i++)
    (*words)[i + 1] = argv[i];
  PetscFunctionReturn(0);
}

static PetscErrorCode Tabulate(const Words *words, const Undertaking *all, int *status) {
  json_t *records = NULL;
  PetscBool good;
  char command[64] = "make mutation";
  PetscFunctionBeginUser;
  if (words->sample > 1)
    (void)snprintf(command, sizeof command, "build/tests/mutation --sample %d", (int)words->sample);
  PetscCall(ReadResults(all, words->directory, &records));
  PetscCall(MutationTable(stdout, command, records, &good));
  *status = !good;
  json_decref(records);
  PetscFunctionReturn(0);
}

static PetscErrorCode RunMutants(const Words *words, char *const *argv, int *status) {
  Undertaking all = {.units = NULL};
  FarmOptions options = {.workers = words->workers,
                         .timeout = TIMEOUT,
                         .terminal = TerminalWidth() ? PETSC_TRUE : PETSC_FALSE};
  json_t *variants = NULL;
  PetscErrorCode error = 0;
  const char **worker;
  FarmSummary summary;
  PetscMPIInt rank;
  Arena arena;
  Jobs jobs;
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  PetscCall(WorkerWords(argv, &worker));
  options.words = worker;
  arena = ArenaCreate();
  if (!rank)
    error = Load(words, &all, &variants);
  if (!rank && !error)
    error = Prepare(&all, words->directory, arena, &jobs);
  PetscCall(FarmShare(PETSC_COMM_WORLD, error, arena, &jobs));
  PetscCall(FarmRun(PETSC_COMM_WORLD, &jobs, &options, words->directory, &summary));
  PetscCall(PetscFree(worker));
  if (!rank)
    PetscCall(Tabulate(words, &all, status));
  PetscCall(FarmWait(PETSC_COMM_WORLD));
  ArenaDestroy(&arena);
  PetscCall(Unload(&all, variants));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteVariants(const Words *words) {
  json_t *variants;
  PetscFunctionBeginUser;
  PetscCall(VariantsRead(words->table, &variants));
  PetscCall(VariantsWrite(variants, words->write));
  json_decref(variants);
  PetscFunctionReturn(0);
}

static int ReadWords(int argc, char **argv, Words *words) {
  static const struct option options[] = {
      {"method", required_argument, NULL, 'm'},         {"output", required_argument, NULL, 'o'},
      {"jobs", required_argument, NULL, 'j'},           {"sample", required_argument, NULL, 's'},
      {"entry", required_argument, NULL, 'e'},          {"size", required_argument, NULL, 'z'},
      {"write-variants", required_argument, NULL, 'w'}, {"table", required_argument, NULL, 't'},
      {"variants", required_argument, NULL, 'v'},       {NULL, 0, NULL, 0}};
  int option;
  *words =
      (Words){.directory = "out", .table = "tests/mutants/variants.txt", .workers = 1, .sample = 1};
  while ((option = getopt_long(argc, argv, "m:o:j:", options, NULL)) != -1) {
    if (option == 'm' && words->methods < MANY)
      words->method[words->methods++] = optarg;
    else if (option == 'o')
      words->directory = optarg;
    else if (option == 'j')
      words->workers = atoi(optarg);
    else if (option == 's')
      words->sample = PetscMax(1, atoi(optarg));
    else if (option == 'e')
      words->entry = optarg;
    else if (option == 'z')
      words->size = strtod(optarg, NULL);
    else if (option == 'w')
      words->write = optarg;
    else if (option == 't')
      words->table = optarg;
    else if (option == 'v')
      words->variants = optarg;
    else
      return 1;
  }
  return optind < argc;
}

static PetscErrorCode OneLine(MPI_Comm comm, int line, const char *function, const char *file,
                              PetscErrorCode code, PetscErrorType type, const char *text,
                              void *context) {
  (void)comm, (void)line, (void)function, (void)file, (void)context;
  if (type == PETSC_ERROR_INITIAL)
    fprintf(stderr, "mutation: %s\n", text && *text ? text : "error");
  return code;
}

int main(int argc, char **argv) {
  Words words;
  int status = 0, one = 1;
  PetscErrorCode error;
  LaunchPrepare(argv);
  const PetscBool worker = (PetscBool)(argc > 1 && !strcmp(argv[1], "worker"));
  if (ReadWords(argc - worker, argv + worker, &words)) {
    fprintf(stderr, "usage: mutation [-j N] [-m METHOD]... [-o DIR] [--sample N] "
                    "[--variants DIR] [--entry NAME] [--size X]\n"
                    "       mutation [--table FILE] --write-variants DIR\n");
    return 2;
  }
  char **given = argv;
  if (LaunchPetsc(&one, &given))
    return 3;
  PetscPushErrorHandler(OneLine, NULL);
  error = worker        ? Work(&words)
          : words.write ? WriteVariants(&words)
                        : RunMutants(&words, argv, &status);
  if (error)
    MPI_Abort(MPI_COMM_WORLD, 3);
  fflush(stdout);
  return PetscFinalize() ? 3 : status;
}
