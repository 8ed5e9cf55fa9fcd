/* gimbal bench: speed as ratios, each measured in one run. */
#include "bench/bench.h"
#include "base/json_text.h"
#include "cli/command.h"
#include "cli/lookup.h"
#include "studies/study.h"

typedef struct {
  Bench bench;
  PetscBool json;
} Words;

static const Option options[] = {
    OPTION(Words, TEXT, 0, "only", "GLOB", bench.only),
    OPTION(Words, YES, 0, "json", NULL, json),
    OPTION_IN(Words, WHOLE, 0, "repetitions", "N", bench.repetitions, 1, 1000),
    OPTION_IN(Words, NUMBER, 0, "block", "SECONDS", bench.block, 1e-4, 60),
    {.kind = OPTION_END}};

const Usage UsageBench =
    USAGE_WITH(options, Words, NULL, 0, 0, .bench = {.repetitions = 15, .block = 0.03});

PetscErrorCode CommandBench(CommandLine *line) {
  static const char *const columns[] = {"name", "ratio", "low", "high", "unit", "note", NULL};
  Words *words = line->words;
  Bench *b = &words->bench;
  b->figures = json_array();
  PetscCall(RegistryCreate(0, NULL, StudyVocabulary, &b->registry));
  for (int i = 0; i < BENCH_RATIOS; i++) {
    const size_t before = json_array_size(b->figures);
    PetscCall(BenchMeasure(b, i));
    if (words->json && json_array_size(b->figures) > before) {
      (void)JsonPut(json_array_get(b->figures, before), stdout,
                    JSON_COMPACT | JSON_REAL_PRECISION(6));
      putchar('\n');
    }
    fflush(stdout);
  }
  UserCheck(json_array_size(b->figures),
            "bench: no figure has a name like '%s'; see gimbal bench --help", b->only);
  if (!words->json)
    LookupTable(b->figures, PETSC_TRUE, columns);
  json_decref(b->figures);
  RegistryDestroy(&b->registry);
  return 0;
}
