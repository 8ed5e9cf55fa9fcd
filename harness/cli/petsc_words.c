#include "cli/words.h"
#include "base/text_stream.h"
#include "cli/launch.h"
#include "farm/worker.h"
#include "solver/step_solver.h"

#include <ctype.h>

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

/* Solves, and lists the options that no solver has looked up so far. */
static PetscErrorCode TrySolver(TextStream *unused) {
  const StepFunctions functions = {.residual = Residual};
  PetscReal x[UNKNOWNS] = {0}, norm;
  StepSolver solver;
  SNESConvergedReason reason;
  PetscBool used;
  PetscCall(StepSolverCreate(UNKNOWNS, &solver));
  PetscCall(StepSolverSolve(solver, &functions, x, &reason, &norm));
  PetscCall(StepSolverDestroy(&solver));
  TextStreamOpen(unused);
  for (char *const *words = LaunchPetscWords(); *words; words++) {
    PetscCall(IsOption(*words) ? PetscOptionsUsed(NULL, *words + 1, &used) : 0);
    if (IsOption(*words) && !used)
      fprintf(unused->file, "%s ", *words);
  }
  TextStreamClose(unused);
  return 0;
}

/* Solves with gimbal's own solver, and then with one of PETSc's types, since PETSc looks up some
 * options only then. In a process of its own: an option may print, and PETSc remembers those that it
 * has looked up. The answer lists those that only the latter knows. */
static PetscErrorCode AskSolvers(void *context, const Job *job, char **answer) {
  TextStream own, stock;
  (void)context, (void)job;
  PetscCheck(freopen("/dev/null", "w", stdout), PETSC_COMM_SELF, PETSC_ERR_SYS,
             "standard output cannot be turned off");
  PetscCall(TrySolver(&own));
  PetscCall(PetscOptionsSetValue(NULL, "-step_snes_type", SNESNEWTONLS));
  PetscCall(TrySolver(&stock));
  UserCheck(!*stock.text, "the solver of a step has no option %.*s", (int)strcspn(stock.text, " "),
            stock.text);
  free(stock.text);
  *answer = own.text;
  return 0;
}

PetscErrorCode PetscWordsCheck(void) {
  WorkerSetup setup = {.work = AskSolvers, .timeout = SECONDS};
  char *const *words = LaunchPetscWords();
  char line[512] = "";
  WorkerResult result;
  PetscMPIInt rank;
  PetscBool value = PETSC_FALSE; /* whether the next word may be one */
  Job none;
  if (!*words)
    return 0;
  for (; *words; words++) {
    const PetscBool option = IsOption(*words);
    UserCheck(option || value, "after --: '%s' belongs to no PETSc option", *words);
    UserCheck(!option || !strncmp(*words, "-step_", 6),
              "after --: %s is not for the solver of a step, whose PETSc options begin with "
              "-step_, as -step_snes_rtol",
              *words);
    value = option;
    (void)snprintf(line + strlen(line), sizeof(line) - strlen(line), " %s", *words);
  }
  JobInit(&none);
  PetscCall(WorkerRun(&setup, &none, &result));
  UserCheck(result.done, "after --:%s: %s", line, result.reason);
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  char *rest = result.measured;
  for (const char *word; !rank && (word = strtok_r(rest, " ", &rest));)
    fprintf(stderr,
            "gimbal: %s does nothing to gimbal's own solver of a step; with -step_snes_type "
            "newtonls it is obeyed\n",
            word);
  free(result.measured);
  return 0;
}
