/* Fuzz target: a suite is read, and planned with a few methods and models. The input is the file. A
 * suite in its folder, other.yaml, can be included. */
#include "fuzz.h"
#include "plan/plan.h"
#include "studies/study.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char other[] = "methods: rk4\nmodels: pendulum\nstudies: [{study: order}]\n";

/* Plugins of the build whose target this is. */
static Registry Plugins(void) {
  static const char *const files[] = {FUZZ_BUILD "/methods/rk4.so", FUZZ_BUILD "/methods/gauss.so",
                                      FUZZ_BUILD "/models/pendulum.so",
                                      FUZZ_BUILD "/models/kepler.so",
                                      FUZZ_BUILD "/models/chaotic.so"};
  static Registry registry;
  if (registry)
    return registry;
  if (!FuzzGood(
          RegistryCreate(PETSC_STATIC_ARRAY_LENGTH(files), files, StudyVocabulary, &registry)))
    FuzzFail("there are no plugins in " FUZZ_BUILD);
  return registry;
}

/* Jobs go to other processes as a text. */
static void SendJobs(const Jobs *jobs, Arena arena) {
  char *text, *again;
  Jobs read;
  if (!FuzzGood(JobsToText(jobs, &text)) || !FuzzGood(JobsFromText(text, arena, &read)) ||
      !FuzzGood(JobsToText(&read, &again)) || strcmp(text, again))
    FuzzFail("planned jobs cannot be sent to another process");
  free(text);
  free(again);
}

static void Plan(Suite suite) {
  const PlanOptions options = {.seed = -1};
  char reason[1024];
  Records *skipped;
  Arena arena;
  Jobs jobs;
  arena = ArenaCreate();
  skipped = RecordsCreate();
  if (FuzzGood(PlanCreate(suite, Plugins(), &options, arena, &jobs, skipped))) {
    SendJobs(&jobs, arena);
    if (!jobs.count)
      (void)FuzzGood(PlanTellEmpty(suite, Plugins(), &options, skipped, reason, sizeof(reason)));
  }
  RecordsDestroy(&skipped);
  ArenaDestroy(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Suite suite;
  FuzzStart();
  FuzzWrite("other.yaml", other, sizeof(other) - 1);
  FuzzWrite("suite.yaml", data, size);
  if (FuzzGood(SuiteRead(FuzzPath("suite.yaml"), &suite))) {
    Plan(suite);
    SuiteDestroy(&suite);
  }
  return 0;
}
