/* gimbal worker: a process that runs jobs of gimbal verify, one at a time. It is no command for
 * people: it speaks on a socket that it was born with (farm/serve.h). */
#include "base/kept_error.h"
#include "cli/command.h"
#include "cli/launch.h"
#include "cli/verify.h"
#include "farm/serve.h"
#include "record/record.h"
#include "registry/registry.h"
#include "solver/step_solver.h"
#include "studies/study.h"

/* ---- Outside ---- */

const char **WorkerWords(const VerifyWords *w) {
  static char seconds[32], megabytes[32];
  char *const *petsc = LaunchPetscWords();
  PetscInt count = 0, n = 0;
  while (petsc[count])
    count++;
  const char **words = MemoryZeroed(w->plugins.count + count + 6, sizeof(*words));
  (void)snprintf(seconds, sizeof(seconds), "%.17g", w->timeout);
  (void)snprintf(megabytes, sizeof(megabytes), "%d", (int)w->memory);
  words[n++] = LaunchProgram();
  words[n++] = "worker";
  words[n++] = seconds;
  words[n++] = megabytes;
  for (PetscInt i = 0; i < w->plugins.count; i++)
    words[n++] = w->plugins.at[i];
  words[n++] = "--";
  for (PetscInt i = 0; i < count; i++)
    words[n++] = petsc[i];
  return words;
}

/* ---- Inside ---- */

/* Measures, and writes that down. */
static PetscErrorCode MeasureJob(void *registry, const Job *job, char **answer) {
  OWNED(MeasuredDestroy) Measured *measured = NULL;
  PetscCall(StudyMeasure(registry, job, &measured));
  return MeasuredToText(measured, answer);
}

/* So that what the journal gets is what its readers can read. */
static PetscErrorCode CheckAnswer(const char *answer) {
  Measured *measured = NULL;
  PetscErrorCode error = PetscPushErrorHandler(PetscReturnErrorHandler, NULL);
  if (!error)
    error = MeasuredFromText("an answer", answer, &measured);
  MeasuredDestroy(&measured);
  (void)PetscPopErrorHandler();
  return error;
}

PetscErrorCode CommandWorker(CommandLine *line) {
  KeptError reason; /* which the side that has started us tells */
  WorkerSetup setup = {.work = MeasureJob, .check = CheckAnswer};
  Registry registry;
  UserCheck(line->count >= 2, "worker: this command is for gimbal's own use");
  setup.timeout = strtod(line->operand[0], NULL);
  setup.memory = (PetscInt)atol(line->operand[1]);
  PetscCall(KeptErrorBegin(&reason));
  PetscErrorCode error = RegistryCreate(line->count - 2, (const char *const *)line->operand + 2,
                                        StudyVocabulary, &registry);
  if (!error)
    error = StepSolverPrepare();
  PetscCall(KeptErrorEnd());
  setup.work_context = registry;
  return Serve(&setup, error ? reason.text : NULL);
}
