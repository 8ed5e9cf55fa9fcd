#include "cli/words.h"
#include "base/json_text.h"
#include "cli/launch.h"
#include "farm/worker.h"
#include "solver/step_solver.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { UNKNOWNS = 8, SECONDS = 20 };

static PetscBool IsOption(const char *word) {
  return (PetscBool)(word[0] == '-' && (isalpha((unsigned char)word[1]) || word[1] == '_'));
}

/* x + x²/4 = 1, row by row. */
static int Residual(void *context, const PetscReal *x, PetscReal *r) {
  (void)context;
  for (PetscInt i = 0; i < UNKNOWNS; i++)
    r[i] = x[i] + x[i] * x[i] / 4 - 1;
  return 0;
}

static PetscErrorCode TrySolver(StepSolver solver) {
  const StepFunctions functions = {.residual = Residual};
  PetscReal x[UNKNOWNS] = {0}, norm;
  SNESConvergedReason reason;
  PetscCall(StepSolverSolve(solver, &functions, x, &reason, &norm));
  return StepSolverDestroy(&solver);
}

/* Lets the solver that gimbal has by itself solve, and then one of PETSc's types, since some options
 * are asked for only then. In a process of its own: an option may print, and PETSc remembers which ones
 * it was asked for. *stock are those that only the latter knows. */
static PetscErrorCode AskSolvers(void *context, const Job *job, char **answer) {
  const json_t *options = context;
  json_t *stock = json_array(), *word;
  StepSolver solver;
  PetscBool used;
  size_t i;
  (void)job;
  PetscCheck(freopen("/dev/null", "w", stdout), PETSC_COMM_SELF, PETSC_ERR_SYS,
             "standard output cannot be turned off");
  PetscCall(StepSolverCreate(UNKNOWNS, &solver));
  PetscCall(TrySolver(solver));
  json_array_foreach(options, i, word) {
    PetscCall(PetscOptionsUsed(NULL, json_string_value(word) + 1, &used));
    if (!used)
      json_array_append(stock, word);
  }
  PetscCall(PetscOptionsSetValue(NULL, "-step_snes_type", SNESNEWTONLS));
  PetscCall(StepSolverCreate(UNKNOWNS, &solver));
  PetscCall(TrySolver(solver));
  json_array_foreach(stock, i, word) {
    PetscCall(PetscOptionsUsed(NULL, json_string_value(word) + 1, &used));
    PetscCheck(used, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "the solver of a step has no option %s",
               json_string_value(word));
  }
  stock = json_pack("{s:o}", "stock", stock);
  *answer = JsonText(stock, JSON_COMPACT);
  json_decref(stock);
  return 0;
}

PetscErrorCode PetscWordsCheck(void) {
  WorkerSetup setup = {.work = AskSolvers, .timeout = SECONDS};
  char *const *words = LaunchPetscWords();
  char line[512] = "";
  WorkerResult result;
  PetscMPIInt rank;
  PetscBool value = PETSC_FALSE; /* whether the next word may be one */
  json_t *options, *answer, *word;
  size_t i;
  Job none;
  if (!*words)
    return 0;
  options = json_array();
  for (; *words; words++) {
    const PetscBool option = IsOption(*words);
    PetscCheck(option || value, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "after --: '%s' belongs to no PETSc option", *words);
    PetscCheck(!option || !strncmp(*words, "-step_", 6), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "after --: %s is not for the solver of a step, whose PETSc options begin with "
               "-step_, as -step_snes_rtol",
               *words);
    if (option)
      json_array_append_new(options, json_string(*words));
    value = option;
    (void)snprintf(line + strlen(line), sizeof(line) - strlen(line), " %s", *words);
  }
  JobInit(&none);
  setup.work_context = options;
  PetscCall(WorkerRun(&setup, &none, &result));
  json_decref(options);
  PetscCheck(result.done, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "after --:%s: %s", line,
             result.reason);
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  answer = JsonRead(result.measured, strlen(result.measured), 0, NULL);
  json_array_foreach(json_object_get(answer, "stock"), i, word) if (!rank)
      fprintf(stderr,
              "gimbal: %s does nothing to gimbal's own solver of a step; with -step_snes_type "
              "newtonls it is obeyed\n",
              json_string_value(word));
  json_decref(answer);
  free(result.measured);
  return 0;
}
