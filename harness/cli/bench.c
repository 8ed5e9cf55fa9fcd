/* gimbal bench: speed as ratios, each measured in one run. */
#include "bench/bench.h"
#include "base/json_text.h"
#include "cli/command.h"
#include "plan/suite.h"
#include "studies/study.h"
#include <stdio.h>

typedef struct {
  Bench bench;
  const char *costs;
  PetscBool json;
} Words;

static const Option options[] = {
    OPTION(Words, TEXT, 0, "only", "GLOB", bench.only,
           "only figures whose name matches, as 'newton:*'"),
    OPTION(Words, YES, 0, "json", NULL, json,
           "objects with name, ratio, low, high, unit, note; one a line"),
    OPTION_IN(Words, WHOLE, 0, "repetitions", "N", bench.repetitions, 1, 1000,
              "pairs of blocks (15)"),
    OPTION_IN(Words, NUMBER, 0, "block", "SECONDS", bench.block, 1e-4, 60,
              "CPU time of a block (0.03)"),
    OPTION_IN(Words, WHOLE, 0, "runs", "N", bench.runs, 1, 100,
              "runs of whole programs, for farm: and memory: (1)"),
    OPTION(Words, TEXT, 0, "suite", "SUITE", bench.suite,
           "what the farm's figure verifies (default)"),
    OPTION(Words, TEXT, 0, "timings", "FILE", bench.timings,
           "timings.jsonl of a run whose jobs are simulated on many ranks"),
    OPTION_IN(Words, WHOLE, 0, "copies", "N", bench.copies, 1, 10000,
              "so many of each of its jobs (1)"),
    OPTION(Words, TEXT, 0, "costs", "LIST", costs,
           "five times in microseconds, for the simulation: latency of a message and its answer, "
           "a fetch-and-add, from one look of rank 0 at its messages to the next (0: its network "
           "card does it), a record's append, from one job of a rank to the next (measured on "
           "this machine: a counter in shared memory, records of the size of those next to FILE "
           "from 8 processes at once, pauses of the ranks in FILE)"),
    {.kind = OPTION_END}};

const Usage UsageBench = {
    .words = "[OPTIONS]",
    .about =
        "Measures what a step costs, as ratios of two things timed in turns in one run: median, "
        "lowest and highest of the repetitions. The figures:\n"
        "newton:n=N\ta step of N unknowns by the step solver, over the same Newton by hand\n"
        "newton_kept:n=N\twith factors kept from step to step, as in a run, over the same by hand\n"
        "farm:R\tCPU time of jobs over R ranks times wall time\n"
        "farm_simulated:R\tof R ranks, 64 to 4096, the work of a run's jobs over ranks times wall "
        "time, simulated: the same on every machine; where --timings is given\n"
        "lattice:N\tcost of a step and site at N sites, over that at 100\n"
        "lattice_explicit:N\tthe same of a method that solves no equations\n"
        "lattice_implicit:N\tcost of a step at N sites, over that of one that solves no equations\n"
        "chain:N\tcost of a step and rod of a chain of N rods, over that at 2\n"
        "memory:N\tmemory of an energy study of N steps over that of 1e5\n"
        "external:LANGUAGE\ta step of the example in python or perl over that of the same method "
        "in C, on the clock, with what it takes in milliseconds\n"
        "start:list\tgimbal list methods, over a command that only starts PETSc and MPI\n",
    .options = options};

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

/* What is wrong with the suite is said now, not after the minutes that the other figures take; where
 * its figure is not asked for, it need not be there. */
static PetscErrorCode CheckSuite(const Bench *b) {
  char path[PETSC_MAX_PATH_LEN];
  Suite suite;
  if (!BenchWants(b, BENCH_FARM))
    return 0;
  PetscCall(SuiteFind(b->suite, path, sizeof(path)));
  PetscCall(SuiteRead(path, &suite));
  return SuiteDestroy(&suite);
}

/* Five numbers of microseconds. */
static PetscErrorCode ReadCosts(const char *text, FarmCosts *costs) {
  PetscReal *const into[] = {&costs->latency, &costs->service, &costs->look, &costs->append,
                             &costs->turn};
  const char *at = text;
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
  return 0;
}

PetscErrorCode CommandBench(int argc, char **argv, int *status) {
  /* Memory before the large lattices: the peak that Linux reports of a child is never below what
   * its parent held when it was forked. */
  static PetscErrorCode (*const parts[])(Bench *) = {
      BenchNewton, BenchMemory, BenchLattice, BenchExternal, BenchStart, BenchRanks, BenchFarm};
  Words words = {.bench = {.repetitions = 15,
                           .block = 0.03,
                           .runs = 1,
                           .suite = "default",
                           .vocabulary = StudyVocabulary,
                           .copies = 1}};
  Bench *b = &words.bench;
  FarmCosts costs;
  PetscBool done;
  *status = 0;
  PetscCall(OptionsRead(&UsageBench, argc, argv, &words, &done));
  if (done)
    return 0;
  if (words.costs) {
    PetscCall(ReadCosts(words.costs, &costs));
    b->costs = &costs;
  }
  PetscCall(CheckSuite(b));
  b->figures = json_array();
  PetscCall(RegistryCreate(0, NULL, b->vocabulary, &b->registry));
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(parts); i++) {
    const size_t before = json_array_size(b->figures);
    PetscCall(parts[i](b));
    if (words.json)
      for (size_t k = before; k < json_array_size(b->figures); k++) {
        (void)JsonPut(json_array_get(b->figures, k), stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
        putchar('\n');
      }
    fflush(stdout);
  }
  PetscCheck(json_array_size(b->figures), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "bench: no figure has a name like '%s'; see gimbal bench --help", b->only);
  if (!words.json)
    PrintTable(b->figures);
  json_decref(b->figures);
  return RegistryDestroy(&b->registry);
}
