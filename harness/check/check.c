#include "check/check.h"
#include "base/floating.h"
#include "check/subject.h"
#include "units/units.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TIME_LIMIT = 600 }; /* seconds for one method or model */

typedef struct {
  int points, failures;
} Tally;

static PetscErrorCode CheckModel(Model model) {
  const gimbal_list cases = model->descriptor->cases;
  PetscFunctionBeginUser;
  for (size_t i = 0; i < cases.count; i++) {
    const char *name = ListAt(cases, gimbal_case, i)->name;
    ModelCase first, instance;
    PetscCall(ModelCaseCreate(model, name, 0, &first));
    /* Of an ensemble, one in the middle; in the units in which it will be integrated. */
    PetscCall(ModelCaseCreate(model, name, first->members / 2, &instance));
    PetscCall(ModelCaseNormalise(&instance, first));
    PetscCall(ModelCaseDestroy(&first));
    for (size_t r = 0; r < model->descriptor->realisations.count; r++) {
      Subject subject;
      PetscCall(SubjectCreate(instance, (PetscInt)r, &subject));
      PetscCall(CheckDerivatives(&subject));
      PetscCall(CheckTraits(&subject));
      PetscCall(CheckInvariants(&subject));
      PetscCall(CheckSolution(&subject));
      PetscCall(SubjectDestroy(&subject));
    }
    PetscCall(ModelCaseDestroy(&instance));
  }
  PetscFunctionReturn(0);
}

/* Gives the results numbers; what else a plugin prints becomes a remark. */
static void PutNumbered(FILE *results, Tally *tally) {
  char line[2048];
  while (fgets(line, sizeof(line), results)) {
    const PetscBool good = (PetscBool)!strncmp(line, "ok - ", 5);
    line[strcspn(line, "\n")] = 0;
    if (good || !strncmp(line, "not ok - ", 9)) {
      tally->failures += !good;
      printf("%sok %d %s\n", good ? "" : "not ", ++tally->points, line + (good ? 3 : 7));
    } else
      printf("%s%s\n", line[0] == '#' ? "" : "# ", line);
    fflush(stdout);
  }
}

/* Each method and model is checked in a process of its own, so that one that crashes or hangs fails
 * alone. */
static PetscErrorCode Isolated(Registry registry, const char *kind, const char *name, Method method,
                               Model model, Tally *tally) {
  int pipes[2], status = 0;
  FILE *results;
  pid_t child;
  PetscFunctionBeginUser;
  printf("# %s %s (%s)\n", kind, name, method ? method->file : model->file);
  fflush(stdout);
  PetscCheck(!pipe(pipes), PETSC_COMM_SELF, PETSC_ERR_SYS, "no pipe can be made");
  child = fork();
  PetscCheck(child >= 0, PETSC_COMM_SELF, PETSC_ERR_SYS, "no process can be made");
  if (child == 0) {
    PetscErrorCode error;
    (void)dup2(pipes[1], STDOUT_FILENO);
    (void)close(pipes[0]);
    (void)close(pipes[1]);
    (void)signal(SIGALRM, SIG_DFL);
    (void)signal(SIGSEGV, SIG_DFL); /* PETSc's handlers would try to end MPI */
    (void)signal(SIGFPE, SIG_DFL);
    (void)signal(SIGABRT, SIG_DFL);
    (void)signal(SIGBUS, SIG_DFL);
    (void)signal(SIGILL, SIG_DFL);
    (void)alarm(TIME_LIMIT);
    error = method ? CheckMethod(registry, method) : CheckModel(model);
    const char *changed = FloatingCheck();
    if (changed)
      printf("not ok - %s %s: a function of it changed %s\n", kind, name, changed);
    fflush(stdout);
    _exit(error ? 1 : 0);
  }
  (void)close(pipes[1]);
  results = fdopen(pipes[0], "r");
  PetscCheck(results, PETSC_COMM_SELF, PETSC_ERR_SYS, "a pipe cannot be read");
  PutNumbered(results, tally);
  (void)fclose(results);
  (void)waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status)) {
    tally->failures++;
    if (WIFSIGNALED(status))
      printf("not ok %d - %s %s: its check ended by %s\n", ++tally->points, kind, name,
             WTERMSIG(status) == SIGALRM ? "its time limit" : strsignal(WTERMSIG(status)));
    else
      printf("not ok %d - %s %s: its check could not be finished\n", ++tally->points, kind, name);
    fflush(stdout);
  }
  PetscFunctionReturn(0);
}

PetscErrorCode CheckAll(Registry registry, const CheckList *list, int *failures) {
  Tally tally = {0, 0};
  PetscFunctionBeginUser;
  puts("TAP version 13");
  for (PetscInt i = 0; i < list->models; i++)
    PetscCall(Isolated(registry, "model", list->model[i]->name, NULL, list->model[i], &tally));
  for (PetscInt i = 0; i < list->methods; i++)
    PetscCall(Isolated(registry, "method", list->method[i]->name, list->method[i], NULL, &tally));
  printf("1..%d\n", tally.points);
  if (tally.failures)
    printf("# %d of %d failed\n", tally.failures, tally.points);
  *failures = tally.failures;
  PetscFunctionReturn(0);
}
