/* gimbal bench: speed as ratios, each measured in one run. */
#include "bench/bench.h"
#include "base/json_text.h"
#include "cli/command.h"
#include "studies/study.h"
#include <stdio.h>

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

const Usage UsageBench = {
    .options = options,
    .size = sizeof(Words),
    .defaults =
        &(const Words){.bench = {.repetitions = 15, .block = 0.03, .vocabulary = StudyVocabulary}}};

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

PetscErrorCode CommandBench(CommandLine *line) {
  Words *words = line->words;
  Bench *b = &words->bench;
  b->figures = json_array();
  PetscCall(RegistryCreate(0, NULL, b->vocabulary, &b->registry));
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
  PetscCheck(json_array_size(b->figures), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "bench: no figure has a name like '%s'; see gimbal bench --help", b->only);
  if (!words->json)
    PrintTable(b->figures);
  json_decref(b->figures);
  return RegistryDestroy(&b->registry);
}
