#include "check/check.h"
#include "base/floating.h"
#include "check/subject.h"
#include "farm/worker.h"
#include "units/units.h"

#include <unistd.h>

typedef struct {
  int points, failures;
  char *first; /* for the first failure, with `room`, and nothing is printed; NULL: all is */
  size_t room;
} Tally;

/* Properties of a realisation that are declared and not checked. */
static void RemarkOnUnchecked(const Subject *s) {
  static const char *const words[] = {"integrable", "attracting", "degenerate",
                                      "chaotic",    "nonsmooth",  "damped"};
  const gimbal_realisation *r = s->descriptor;
  char text[128] = "";
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
    if (SubjectHasTrait(s, words[i]))
      (void)snprintf(text + strlen(text), sizeof(text) - strlen(text), ", %s", words[i]);
  if (r->apsides.count)
    (void)snprintf(text + strlen(text), sizeof(text) - strlen(text), ", apsides");
  if (r->size_of_q || r->size_of_v || r->size_of_p || r->size_of_t)
    (void)snprintf(text + strlen(text), sizeof(text) - strlen(text), ", sizes");
  if (r->pictures.count)
    (void)snprintf(text + strlen(text), sizeof(text) - strlen(text), ", pictures");
  if (text[0])
    CheckRemark("%s: believed, and not checked: %s", s->name, text + 2);
}

/* No motion is computed where a function of the equations is wrong: failing to find one may take
 * minutes. */
static PetscErrorCode CheckRealisation(Subject *s, PetscBool first_case) {
  const PetscInt before = CheckFailures();
  if (first_case)
    PetscCall(CheckFunctions(s));
  if (CheckFailures() == before)
    PetscCall(CheckDerivatives(s));
  if (CheckFailures() == before)
    CheckInitialData(s, s->epsilon);
  if (CheckFailures() > before) {
    CheckSkip("its equations or its initial data are wrong", "%s: its words, invariants and motion",
              s->name);
    return 0;
  }
  CheckSeparable(s);
  const PetscBool plain = (PetscBool)(CheckFailures() == before);
  CheckTraits(s);
  CheckContraction(s);
  CheckContact(s);
  PetscCall(CheckInvariants(s));
  if (plain) {
    PetscCall(CheckSolution(s));
    CheckEquilibria(s);
  } else /* terms are left out where a model is separable: that would be another one's motion */
    CheckSkip("it is not separable", "%s: its motion", s->name);
  RemarkOnUnchecked(s);
  return 0;
}

/* Only what studies rely on; for them, constraints hold if they do to double precision. */
static PetscErrorCode CheckEquations(Subject *s, PetscBool first_case) {
  const PetscInt before = CheckFailures();
  if (first_case)
    PetscCall(CheckFunctions(s));
  PetscCall(CheckDerivatives(s));
  if (CheckFailures() == before) {
    CheckInitialData(s, WorseOf(s->epsilon, (Quad)CoreDouble()->epsilon));
    CheckTraitsBriefly(s);
    PetscCall(CheckInvariants(s));
    PetscCall(CheckConservationBriefly(s));
  }
  return 0;
}

static PetscErrorCode CheckModel(Model model, PetscBool equations) {
  const gimbal_list cases = model->descriptor->cases;
  for (size_t i = 0; i < cases.count; i++) {
    const char *name = ListAt(cases, gimbal_case, i)->name;
    ModelCase first, instance;
    PetscCall(ModelCaseCreate(model, name, 0, &first));
    /* Of an ensemble, one in the middle; in the units in which it will be integrated. */
    PetscCall(ModelCaseCreate(model, name, first->members / 2, &instance));
    PetscCall(ModelCaseNormalise(instance, first));
    ModelCaseDestroy(&first);
    for (size_t r = 0; r < model->descriptor->realisations.count; r++) {
      Subject subject;
      PetscCall(SubjectCreate(instance, (PetscInt)r, &subject));
      PetscCall((equations ? CheckEquations : CheckRealisation)(&subject, (PetscBool)(i == 0)));
      PetscCall(SubjectDestroy(&subject));
    }
    ModelCaseDestroy(&instance);
  }
  return 0;
}

/* Prints a result with its number, or keeps the first failure. */
static void PutResult(Tally *tally, PetscBool good, const char *text) {
  tally->failures += !good;
  if (!tally->first)
    printf("%sok %d - %s\n", good ? "" : "not ", ++tally->points, text);
  else if (!good && tally->failures == 1)
    (void)snprintf(tally->first, tally->room, "%s", text);
}

/* Lines of the check; what else a plugin prints becomes a remark. */
static void PutLines(FILE *lines, Tally *tally) {
  char *line = NULL;
  size_t room = 0;
  rewind(lines);
  while (getline(&line, &room, lines) > 0) {
    const PetscBool good = (PetscBool)!strncmp(line, "ok - ", 5);
    line[strcspn(line, "\n")] = 0;
    if (good || !strncmp(line, "not ok - ", 9))
      PutResult(tally, good, line + (good ? 5 : 9));
    else if (!tally->first)
      printf("%s%s\n", line[0] == '#' ? "" : "# ", line);
  }
  free(line);
}

/* A method or a model, the words that name it, and the file that takes what its check prints. */
typedef struct {
  Registry registry;
  Method method;
  Model model;
  PetscBool equations; /* these alone */
  char name[128];
  FILE *lines;
} Task;

/* In a process of its own. */
static PetscErrorCode CheckTask(void *context, const Job *none, char **answer) {
  const Task *task = context;
  (void)none;
  PetscCheck(dup2(fileno(task->lines), STDOUT_FILENO) >= 0, PETSC_COMM_SELF, PETSC_ERR_SYS,
             "standard output cannot be redirected");
  PetscCall(task->method ? CheckMethod(task->registry, task->method)
                         : CheckModel(task->model, task->equations));
  if (ErrorCause())
    CheckResult(PETSC_FALSE, "%s: %s", task->name, ErrorCause());
  const char *changed = FloatingCheck();
  if (changed)
    CheckResult(PETSC_FALSE, "%s: a function of it changed %s", task->name, changed);
  *answer = strdup("");
  return 0;
}

/* Each method and model is checked in a process of its own, so that one that crashes or hangs fails
 * alone. */
static PetscErrorCode CheckInChild(Task *task, PetscReal timeout, Tally *tally) {
  const WorkerSetup setup = {.work = CheckTask, .work_context = task, .timeout = timeout};
  char text[2560]; /* a name, and a reason */
  WorkerResult result;
  (void)snprintf(task->name, sizeof(task->name), "%s %s", task->method ? "method" : "model",
                 task->method ? task->method->name : task->model->name);
  if (!tally->first)
    printf("# %s (%s)\n", task->name, task->method ? task->method->file : task->model->file);
  task->lines = tmpfile();
  PetscCheck(task->lines, PETSC_COMM_SELF, PETSC_ERR_SYS, "no file for the lines of a check");
  const PetscErrorCode error = WorkerRun(&setup, NULL, &result);
  if (!error)
    PutLines(task->lines, tally);
  (void)fclose(task->lines);
  PetscCall(error);
  (void)snprintf(text, sizeof(text), "%s: %s%s", task->name, result.accident ? "its check: " : "",
                 result.reason);
  if (!result.done && !(result.late && tally->first)) /* a costly model is not a wrong one */
    PutResult(tally, PETSC_FALSE, text);
  free(result.measured);
  fflush(stdout);
  return 0;
}

PetscErrorCode CheckAll(Registry registry, const CheckList *list, int *failures) {
  Tally tally = {.points = 0};
  puts("TAP version 13");
  for (PetscInt i = 0; i < list->models; i++)
    PetscCall(CheckInChild(&(Task){.model = list->model[i]}, list->timeout, &tally));
  for (PetscInt i = 0; i < list->methods; i++)
    PetscCall(CheckInChild(&(Task){registry, .method = list->method[i]}, list->timeout, &tally));
  printf("1..%d\n", tally.points);
  if (tally.failures)
    printf("# %d of %d failed\n", tally.failures, tally.points);
  *failures = tally.failures;
  return 0;
}

PetscErrorCode CheckModelEquations(Model model, size_t room, char *why) {
  enum { TIMEOUT = 60 };
  Tally tally = {.first = why, .room = room};
  *why = 0;
  return CheckInChild(&(Task){.model = model, .equations = PETSC_TRUE}, TIMEOUT, &tally);
}
