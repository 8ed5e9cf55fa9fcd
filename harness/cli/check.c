/* gimbal check [PLUGIN.so|NAME]...: what a plugin's author should know before
 * anything is judged. */
#include "check/subject.h"
#include "cli/command.h"
#include "cli/lookup.h"

#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char help[] =
    "usage: gimbal check [PLUGIN.so|NAME]... [--plugin FILE]...\n"
    "\n"
    "Checks methods and models by name, all those of a plugin by its file, or everything. Prints\n"
    "TAP; the exit status is 1 if anything failed.\n"
    "\n"
    "Of a model, for each case and realisation: derivatives against differences, initial data,\n"
    "the closed form against the equations and against integration, invariants and momentum maps,\n"
    "traits, and the realisations against one another. Of a method: that a step depends on "
    "nothing\n"
    "but the state, and leaks no memory. That it loads at all says that it keeps the contract.\n"
    "\n"
    "  --plugin FILE  load this plugin too; may be given again\n"
    "  --help         this text\n";

enum { TIME_LIMIT = 600 }; /* seconds for one method or model */

typedef struct {
  int points, failures;
} Tally;

PetscErrorCode CheckModel(Model model) {
  const gimbal_list cases = model->descriptor->cases;
  PetscFunctionBeginUser;
  for (size_t i = 0; i < cases.count; i++) {
    const char *name = ListAt(cases, gimbal_case, i)->name;
    ModelCase instance;
    PetscInt member;
    PetscCall(ModelCaseCreate(model, name, 0, &instance));
    member = instance->members / 2; /* of an ensemble, one in the middle */
    PetscCall(ModelCaseDestroy(&instance));
    PetscCall(ModelCaseCreate(model, name, member, &instance));
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
static void Number(FILE *results, Tally *tally) {
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
    fflush(stdout);
    _exit(error ? 1 : 0);
  }
  (void)close(pipes[1]);
  results = fdopen(pipes[0], "r");
  PetscCheck(results, PETSC_COMM_SELF, PETSC_ERR_SYS, "a pipe cannot be read");
  Number(results, tally);
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

/* The slash in "dla:tau=1/3" is one of a number. */
static PetscBool IsFile(const char *word) {
  const size_t length = strlen(word);
  return (PetscBool)(word[strcspn(word, ":/")] == '/' ||
                     (length > 3 && !strcmp(word + length - 3, ".so")));
}

/* Whether a word asks for something of this name (or family) from this file. */
static PetscBool Asked(const char *word, const char *name, const char *family, const char *file) {
  PetscBool same = PETSC_FALSE;
  if (IsFile(word)) {
    char *one = realpath(word, NULL), *two = realpath(file, NULL);
    same = (PetscBool)(one && two && !strcmp(one, two));
    free(one);
    free(two);
  } else
    same = (PetscBool)(!strcmp(word, name) || (family && !strcmp(word, family)));
  return same;
}

/* A word that is the name of nothing: a variant of a method, "dla:tau=1/3", or a slip. */
static PetscErrorCode FindVariant(Registry registry, const char *word, Method *variant) {
  const size_t length = strcspn(word, ":");
  const char *nearest;
  const Model *model;
  PetscInt models;
  PetscFunctionBeginUser;
  PetscCall(RegistryGetModels(registry, &models, &model));
  for (PetscInt i = 0; i < models; i++)
    PetscCheck(strncmp(model[i]->name, word, length) || model[i]->name[length], PETSC_COMM_SELF,
               PETSC_ERR_USER_INPUT,
               "check: a model is checked in all its cases: \"%s\" instead of \"%s\"",
               model[i]->name, word);
  if (word[length]) {
    PetscCall(RegistryFindMethod(registry, word, variant));
    PetscFunctionReturn(0);
  }
  PetscCall(LookupNearest(registry, word, &nearest));
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
          "check: \"%s\" is no method, no model and no plugin (a file *.so)%s%s%s; see gimbal list",
          word, nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
}

/* All words have a meaning before the first check begins. */
static PetscErrorCode Check(Registry registry, int words, char **word, Tally *tally) {
  const Method *method;
  const Model *model;
  Method *variant; /* NULL for a word that names what is in the registry */
  PetscInt methods, models;
  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(words + 1, &variant));
  PetscCall(RegistryGetMethods(registry, &methods, &method));
  PetscCall(RegistryGetModels(registry, &models, &model));
  for (int w = 0; w < words; w++) {
    PetscBool known = PETSC_FALSE;
    for (PetscInt i = 0; i < models && !known; i++)
      known = Asked(word[w], model[i]->name, NULL, model[i]->file);
    for (PetscInt i = 0; i < methods && !known; i++)
      known = Asked(word[w], method[i]->name, method[i]->family->name, method[i]->file);
    if (!known)
      PetscCall(FindVariant(registry, word[w], &variant[w]));
  }
  puts("TAP version 13");
  for (PetscInt i = 0; i < models; i++) {
    PetscBool asked = (PetscBool)(words == 0);
    for (int w = 0; w < words && !asked; w++)
      asked = Asked(word[w], model[i]->name, NULL, model[i]->file);
    if (asked)
      PetscCall(Isolated(registry, "model", model[i]->name, NULL, model[i], tally));
  }
  for (PetscInt i = 0; i < methods; i++) {
    PetscBool asked = (PetscBool)(words == 0);
    for (int w = 0; w < words && !asked; w++)
      asked = Asked(word[w], method[i]->name, method[i]->family->name, method[i]->file);
    if (asked)
      PetscCall(Isolated(registry, "method", method[i]->name, method[i], NULL, tally));
  }
  for (int w = 0; w < words; w++)
    if (variant[w])
      PetscCall(Isolated(registry, "method", variant[w]->name, variant[w], NULL, tally));
  PetscCall(PetscFree(variant));
  PetscFunctionReturn(0);
}

PetscErrorCode CommandCheck(int argc, char **argv, int *status) {
  LookupOptions options;
  Registry registry;
  Tally tally = {0, 0};
  PetscInt plugins;
  const char **plugin;
  PetscFunctionBeginUser;
  *status = 0;
  PetscCall(LookupParse(argc, argv, &options));
  PetscCheck(!options.json, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "check: it prints TAP and knows no --json; see gimbal check --help");
  if (options.help) {
    fputs(help, stdout);
    PetscCall(PetscFree(options.plugin));
    PetscFunctionReturn(0);
  }
  /* Words that are files are plugins to load. */
  PetscCall(PetscMalloc1(argc + options.plugins, &plugin));
  for (plugins = 0; plugins < options.plugins; plugins++)
    plugin[plugins] = options.plugin[plugins];
  for (int i = optind; i < argc; i++)
    if (IsFile(argv[i]))
      plugin[plugins++] = argv[i];
  PetscCall(RegistryCreate(plugins, plugin, &registry));
  PetscCall(Check(registry, argc - optind, argv + optind, &tally));
  printf("1..%d\n", tally.points);
  if (tally.failures)
    printf("# %d of %d failed\n", tally.failures, tally.points);
  *status = tally.failures > 0;
  PetscCall(RegistryDestroy(&registry));
  PetscCall(PetscFree(plugin));
  PetscCall(PetscFree(options.plugin));
  PetscFunctionReturn(0);
}
