#include "check/check.h"
#include "base/child.h"
#include "base/floating.h"
#include "base/kept_error.h"
#include "base/process_watch.h"
#include "check/subject.h"
#include "units/units.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  PAUSE = 50,   /* milliseconds between two polls of a silent check */
  FINISHED = 42 /* the status of a check that was not ended by exit in a plugin */
};

typedef struct {
  int points, failures;
  char line[2048]; /* begun, of so many characters */
  size_t length;
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
  PetscBool plain;
  if (first_case)
    PetscCall(CheckFunctions(s));
  if (CheckFailures() == before)
    PetscCall(CheckDerivatives(s));
  if (CheckFailures() > before) {
    CheckSkip("a function of its equations is wrong", "%s: its words, invariants and motion",
              s->name);
    return 0;
  }
  PetscCall(CheckSeparable(s));
  plain = (PetscBool)(CheckFailures() == before);
  PetscCall(CheckTraits(s));
  PetscCall(CheckContraction(s));
  PetscCall(CheckContact(s));
  PetscCall(CheckInvariants(s));
  if (plain) {
    PetscCall(CheckSolution(s));
    PetscCall(CheckEquilibria(s));
  } else /* terms are left out where a model is separable: that would be another one's motion */
    CheckSkip("it is not separable", "%s: its motion", s->name);
  RemarkOnUnchecked(s);
  return 0;
}

/* Only what studies rely on. */
static PetscErrorCode CheckEquations(Subject *s, PetscBool first_case) {
  const PetscInt before = CheckFailures();
  if (first_case)
    PetscCall(CheckFunctions(s));
  PetscCall(CheckDerivatives(s));
  if (CheckFailures() == before)
    PetscCall(CheckConservationBriefly(s));
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
    PetscCall(ModelCaseDestroy(&first));
    for (size_t r = 0; r < model->descriptor->realisations.count; r++) {
      Subject subject;
      PetscCall(SubjectCreate(instance, (PetscInt)r, &subject));
      PetscCall((equations ? CheckEquations : CheckRealisation)(&subject, (PetscBool)(i == 0)));
      PetscCall(SubjectDestroy(&subject));
    }
    PetscCall(ModelCaseDestroy(&instance));
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

/* A line of the check; what else a plugin prints becomes a remark. */
static void PutLine(Tally *tally) {
  const char *line = tally->line;
  const PetscBool good = (PetscBool)!strncmp(line, "ok - ", 5);
  tally->line[tally->length] = 0;
  tally->length = 0;
  if (good || !strncmp(line, "not ok - ", 9))
    PutResult(tally, good, line + (good ? 5 : 9));
  else if (!tally->first)
    printf("%s%s\n", line[0] == '#' ? "" : "# ", line);
  fflush(stdout);
}

static void FailCheck(Tally *tally, const char *kind, const char *name, const char *how) {
  char text[2048]; /* a name, and little more */
  (void)snprintf(text, sizeof(text), "%s %s: its check %s", kind, name, how);
  PutResult(tally, PETSC_FALSE, text);
  fflush(stdout);
}

/* False at the end. */
static PetscBool ReceiveLines(int results, Tally *tally) {
  char text[4096];
  const ssize_t got = read(results, text, sizeof(text));
  for (ssize_t i = 0; i < got; i++) {
    if (text[i] != '\n')
      tally->line[tally->length++] = text[i];
    if (text[i] == '\n' || tally->length + 1 == sizeof(tally->line))
      PutLine(tally);
  }
  return (PetscBool)(got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN)));
}

/* Until the child has ended and its output is read, whoever else holds its pipe. True if it ran out
 * of time first, computing or idle. */
static PetscBool ListenToChild(pid_t child, int results, PetscReal timeout, Tally *tally) {
  struct pollfd from = {.fd = results, .events = POLLIN};
  ProcessWatch watch;
  ProcessWatchBegin(&watch, child);
  for (;;) {
    const int ended = ChildHasEnded(child);
    const int ready = poll(&from, 1, ended ? 0 : PAUSE);
    if (ready > 0 && !ReceiveLines(results, tally)) {
      if (ended)
        return PETSC_FALSE;
      from.fd = -1; /* it has closed its output; its end is still to come */
    }
    if (ready <= 0 && ended)
      return PETSC_FALSE;
    if (ProcessWatchLook(&watch, PetscMax(0.05, timeout / 20)) &&
        (watch.idle > timeout || watch.run > timeout))
      return PETSC_TRUE;
  }
}

/* Each method and model is checked in a process of its own, so that one that crashes or hangs fails
 * alone. */
static PetscErrorCode CheckInChild(Registry registry, PetscReal timeout, Method method, Model model,
                                   Tally *tally) {
  const char *kind = method ? "method" : "model", *name = method ? method->name : model->name;
  const pid_t parent = getpid();
  int pipes[2], status = 0;
  char how[80];
  pid_t child;
  if (!tally->first)
    printf("# %s %s (%s)\n", kind, name, method ? method->file : model->file);
  fflush(stdout);
  PetscCheck(!pipe(pipes), PETSC_COMM_SELF, PETSC_ERR_SYS, "no pipe can be made");
  child = fork();
  PetscCheck(child >= 0, PETSC_COMM_SELF, PETSC_ERR_SYS, "no process can be made");
  if (child == 0) {
    PetscErrorCode error;
    ChildSeparate(parent, 1);
    (void)dup2(pipes[1], STDOUT_FILENO);
    (void)close(pipes[0]);
    (void)close(pipes[1]);
    KeptError kept;
    error = KeptErrorBegin(&kept);
    if (!error)
      error = method ? CheckMethod(registry, method)
                     : CheckModel(model, (PetscBool)(tally->first != NULL));
    (void)KeptErrorEnd();
    if (!error && ErrorCause())
      CheckResult(PETSC_FALSE, "%s %s: %s", kind, name, ErrorCause());
    if (error)
      CheckResult(PETSC_FALSE, "%s %s: %s", kind, name, kept.text);
    const char *changed = FloatingCheck();
    if (changed)
      printf("not ok - %s %s: a function of it changed %s\n", kind, name, changed);
    fflush(stdout);
    _exit(FINISHED);
  }
  (void)setpgid(child, child); /* the child does so too: whoever is first */
  (void)close(pipes[1]);
  const PetscBool late = ListenToChild(child, pipes[0], timeout, tally);
  (void)close(pipes[0]);
  if (late)
    (void)kill(child, SIGKILL);
  while (!ChildHasEnded(child)) /* the number of its group stays its own until it is waited for */
    (void)poll(NULL, 0, 1);
  (void)kill(-child, SIGKILL);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (tally->length)
    PutLine(tally);
  if (late) {
    (void)snprintf(how, sizeof(how), "timed out after %g s (--timeout)", (double)timeout);
    if (!tally->first) /* a costly model is not a wrong one */
      FailCheck(tally, kind, name, how);
  } else if (WIFSIGNALED(status)) {
    (void)snprintf(how, sizeof(how), "ended by %s", strsignal(WTERMSIG(status)));
    FailCheck(tally, kind, name, how);
  } else if (WEXITSTATUS(status) != FINISHED) {
    (void)snprintf(how, sizeof(how), "was ended by the plugin, with status %d",
                   WEXITSTATUS(status));
    FailCheck(tally, kind, name, how);
  }
  return 0;
}

PetscErrorCode CheckAll(Registry registry, const CheckList *list, int *failures) {
  Tally tally = {.points = 0};
  puts("TAP version 13");
  for (PetscInt i = 0; i < list->models; i++)
    PetscCall(CheckInChild(registry, list->timeout, NULL, list->model[i], &tally));
  for (PetscInt i = 0; i < list->methods; i++)
    PetscCall(CheckInChild(registry, list->timeout, list->method[i], NULL, &tally));
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
  return CheckInChild(NULL, TIMEOUT, NULL, model, &tally);
}
