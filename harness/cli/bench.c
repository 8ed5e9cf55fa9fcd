/* gimbal bench: speed as ratios, each measured in one run. */
#include "bench/bench.h"
#include "base/json_text.h"
#include "cli/command.h"
#include "cli/words.h"
#include "plan/suite.h"
#include "studies/study.h"
#include <getopt.h>
#include <stdio.h>

const char HelpBench[] =
    "usage: gimbal bench [--only GLOB] [--json] [--repetitions N] [--block SECONDS]\n"
    "                    [--runs N] [--suite SUITE] [--timings FILE [--copies N] [--costs "
    "LIST]]\n\n"
    "Measures what a step costs, as ratios of two things timed in turns in one run: median, "
    "lowest\n"
    "and highest of the repetitions. The figures:\n\n"
    "  newton:n=N         a step of N unknowns by the step solver, over the same Newton by hand\n"
    "  newton_kept:n=N    with factors kept from step to step, as in a run, over the same by hand\n"
    "  peer:NAME          a step of another library over a step of gimbal: same map, problem, "
    "step\n"
    "                     and tolerance, end states that agree to 1e-11\n"
    "  farm:R             CPU time of jobs over R ranks times wall time\n"
    "  farm_simulated:R   of R ranks, 64 to 4096, the work of a run's jobs over ranks times wall "
    "time,\n"
    "                     simulated: the same on every machine; where --timings is given\n"
    "  lattice:N          cost of a step and site at N sites, over that at 100\n"
    "  lattice_explicit:N the same of a method that solves no equations\n"
    "  lattice_implicit:N cost of a step at N sites, over that of one that solves no equations\n"
    "  chain:N            cost of a step and rod of a chain of N rods, over that at 2\n"
    "  memory:N           memory of an energy study of N steps over that of 1e5\n"
    "  external:LANGUAGE  a step of the example in python or perl over that of the same method in "
    "C, "
    "on\n"
    "                     the clock, with what it takes in milliseconds\n"
    "  start:list         gimbal list methods, over a command that only starts PETSc and MPI\n\n"
    "      --only GLOB        only figures whose name matches, as 'newton:*'\n"
    "      --json             objects with name, ratio, low, high, unit, note; one a line\n"
    "      --repetitions N    pairs of blocks                                        [15]\n"
    "      --block SECONDS    CPU time of a block                                    [0.03]\n"
    "      --runs N           runs of whole programs, for farm: and memory:          [1]\n"
    "      --suite SUITE      what the farm's figure verifies                        [default]\n"
    "      --timings FILE     timings.jsonl of a run whose jobs are simulated on many ranks\n"
    "      --copies N         so many of each of its jobs                            [1]\n"
    "      --costs LIST       latency of a message and its answer, time of a fetch-and-add, from "
    "one\n"
    "                         look of rank 0 at its messages to the next (0: its network card "
    "does\n"
    "                         it), of a record's append, of a rank from one job to the next; us\n"
    "                         [measured on this machine: a counter in shared memory, records of\n"
    "                         the size of those beside FILE from 8 processes at once, pauses of\n"
    "                         the ranks in FILE]\n"
    "      --help             this text\n";

static void PrintTable(const json_t *figures) {
  size_t i;
  const json_t *f;
  printf("%-24s %9s %9s %9s  %s\n", "figure", "ratio", "low", "high", "unit");
  json_array_foreach(figures, i, f) {
    printf("%-24s %9.4g %9.4g %9.4g  %s\n", json_string_value(json_object_get(f, "name")),
           json_number_value(json_object_get(f, "ratio")),
           json_number_value(json_object_get(f, "low")),
           json_number_value(json_object_get(f, "high")),
           json_string_value(json_object_get(f, "unit")));
    printf("%26s%s\n", "", json_string_value(json_object_get(f, "note")));
  }
}

static PetscErrorCode ReadCount(const char *option, const char *text, PetscInt most,
                                PetscInt *value) {
  PetscFunctionBeginUser;
  PetscCheck(WordsCount(text, 1, most, value), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "bench: %s needs a whole number from 1 to %d, not '%s'", option, (int)most, text);
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadBlock(const char *text, PetscReal *value) {
  char *end;
  PetscFunctionBeginUser;
  *value = strtod(text, &end);
  PetscCheck(end != text && !*end && *value >= 1e-4 && *value <= 60, PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT, "bench: --block needs a number from 0.0001 to 60, not '%s'",
             text);
  PetscFunctionReturn(0);
}

/* What is wrong with the suite is said now, not after the minutes that the other figures take; where
 * its figure is not asked for, it need not be there. */
static PetscErrorCode CheckSuite(const Bench *b) {
  char path[PETSC_MAX_PATH_LEN];
  Suite suite;
  PetscFunctionBeginUser;
  if (!BenchWants(b, BENCH_FARM))
    PetscFunctionReturn(0);
  PetscCall(SuiteFind(b->suite, path, sizeof(path)));
  PetscCall(SuiteRead(path, &suite));
  PetscCall(SuiteDestroy(&suite));
  PetscFunctionReturn(0);
}

/* Five numbers of microseconds. */
static PetscErrorCode ReadCosts(const char *text, FarmCosts *costs) {
  PetscReal *const into[] = {&costs->latency, &costs->service, &costs->look, &costs->append,
                             &costs->turn};
  const char *at = text;
  PetscFunctionBeginUser;
  for (int i = 0; i < 5; i++) {
    char *end;
    const PetscReal value = strtod(at, &end);
    PetscCheck(
        end != at && *end == (i < 4 ? ',' : 0) && value >= 0 && value <= 1e8, PETSC_COMM_SELF,
        PETSC_ERR_USER_INPUT,
        "bench: --costs needs five numbers of microseconds from 0 to 1e8, as 5,25,1000,200,500, "
        "not '%s'",
        text);
    *into[i] = 1e-6 * value;
    at = end + 1;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadWords(int argc, char **argv, Bench *b, FarmCosts *costs, PetscBool *json,
                                PetscBool *done) {
  enum { HELP = 256, ONLY, JSON, REPETITIONS, BLOCK, RUNS, SUITE, TIMINGS, COPIES, COSTS };
  static const struct option options[] = {{"only", required_argument, NULL, ONLY},
                                          {"json", no_argument, NULL, JSON},
                                          {"repetitions", required_argument, NULL, REPETITIONS},
                                          {"block", required_argument, NULL, BLOCK},
                                          {"runs", required_argument, NULL, RUNS},
                                          {"suite", required_argument, NULL, SUITE},
                                          {"timings", required_argument, NULL, TIMINGS},
                                          {"copies", required_argument, NULL, COPIES},
                                          {"costs", required_argument, NULL, COSTS},
                                          {"help", no_argument, NULL, HELP},
                                          {NULL, 0, NULL, 0}};
  int option;
  PetscFunctionBeginUser;
  *done = PETSC_FALSE;
  optind = 1, opterr = 0;
  while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
    switch (option) {
    case ONLY:
      b->only = optarg;
      break;
    case JSON:
      *json = PETSC_TRUE;
      break;
    case REPETITIONS:
      PetscCall(ReadCount("--repetitions", optarg, 1000, &b->repetitions));
      break;
    case BLOCK:
      PetscCall(ReadBlock(optarg, &b->block));
      break;
    case RUNS:
      PetscCall(ReadCount("--runs", optarg, 100, &b->runs));
      break;
    case SUITE:
      b->suite = optarg;
      break;
    case TIMINGS:
      b->timings = optarg;
      break;
    case COPIES:
      PetscCall(ReadCount("--copies", optarg, 10000, &b->copies));
      break;
    case COSTS:
      PetscCall(ReadCosts(optarg, costs));
      b->costs = costs;
      break;
    case HELP:
      fputs(HelpBench, stdout);
      *done = PETSC_TRUE;
      PetscFunctionReturn(0);
    default:
      PetscCall(WordsRefuse(option, argv));
    }
  }
  PetscCheck(optind == argc, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "bench: a word too many, '%s'; see gimbal bench --help", argv[optind]);
  PetscFunctionReturn(0);
}

PetscErrorCode CommandBench(int argc, char **argv, int *status) {
  /* Memory before the large lattices: the peak that Linux reports of a child is never below what
   * its parent held when it was forked. */
  static PetscErrorCode (*const parts[])(Bench *) = {
      BenchNewton,  BenchPeersPETSc, BenchPeersSUNDIALS, BenchPeersGSL, BenchMemory,
      BenchLattice, BenchExternal,   BenchStart,         BenchRanks,    BenchFarm};
  Bench b = {.repetitions = 15,
             .block = 0.03,
             .runs = 1,
             .suite = "default",
             .vocabulary = StudyVocabulary,
             .copies = 1};
  FarmCosts costs;
  PetscBool json = PETSC_FALSE, done;
  PetscFunctionBeginUser;
  *status = 0;
  PetscCall(ReadWords(argc, argv, &b, &costs, &json, &done));
  if (done)
    PetscFunctionReturn(0);
  PetscCall(CheckSuite(&b));
  b.figures = json_array();
  PetscCall(RegistryCreate(0, NULL, b.vocabulary, &b.registry));
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(parts); i++) {
    const size_t before = json_array_size(b.figures);
    PetscCall(parts[i](&b));
    if (json)
      for (size_t k = before; k < json_array_size(b.figures); k++) {
        const int failed =
            JsonPut(json_array_get(b.figures, k), stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
        PetscCheck(!failed, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a figure");
        putchar('\n');
      }
    fflush(stdout);
  }
  PetscCheck(json_array_size(b.figures), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "bench: no figure has a name like '%s'; see gimbal bench --help", b.only);
  if (!json)
    PrintTable(b.figures);
  json_decref(b.figures);
  PetscCall(RegistryDestroy(&b.registry));
  PetscFunctionReturn(0);
}
