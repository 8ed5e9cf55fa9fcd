#include "farm/remote.h"
#include "base/json_text.h"
#include "base/process_watch.h"
#include "base/spawn.h"
#include "farm/remote_private.h"
#include "farm/serve.h"
#include "record/journal.h"
#include "record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { START_SECONDS = 300, LONGEST_LINE = 8192 };

struct _p_Remote {
  const char **words;
  pid_t process; /* 0: there is none */
  int socket;
  PetscBool ready;   /* it has said so */
  PetscBool gave_up; /* it has ended by itself, with SERVE_GAVE_UP */
  char why[256];     /* it is not there any more */
};

static PetscReal Now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (PetscReal)now.tv_sec + 1e-9 * (PetscReal)now.tv_nsec;
}

/* ---- What is said ---- */

void RemoteCheck(const char *text, char check[33]) {
  JournalFingerprint((const char *[]){text, NULL}, check);
}

char *RemoteAnswerToText(const RemoteAnswer *a) {
  json_t *object =
      json_pack("{s:i,s:b,s:b,s:s,s:f,s:f,s:I,s:s}", "kind", (int)a->kind, "done", (int)a->done,
                "accident", (int)a->accident, "reason", a->reason, "seconds", a->seconds, "cpu",
                a->cpu, "length", (json_int_t)a->length, "check", a->check);
  char *text = JsonText(object, JSON_COMPACT), *line = text ? realloc(text, strlen(text) + 2) : 0;
  json_decref(object);
  if (line)
    strcat(line, "\n");
  else
    free(text);
  return line;
}

int RemoteAnswerFromText(const char *line, RemoteAnswer *a) {
  int no_memory;
  json_t *object = JsonRead(line, strlen(line), 0, NULL, &no_memory);
  const char *reason, *check;
  json_int_t length;
  int kind, done, accident;
  const int failed = json_unpack(object, "{s:i,s:b,s:b,s:s,s:F,s:F,s:I,s:s}", "kind", &kind, "done",
                                 &done, "accident", &accident, "reason", &reason, "seconds",
                                 &a->seconds, "cpu", &a->cpu, "length", &length, "check", &check) ||
                     kind < REMOTE_READY || kind > REMOTE_ENDED || length < 0 || length > INT_MAX;
  if (!failed) {
    a->kind = (RemoteKind)kind;
    a->done = (PetscBool)done;
    a->accident = (PetscBool)accident;
    a->length = (size_t)length;
    (void)snprintf(a->reason, sizeof(a->reason), "%s", reason);
    (void)snprintf(a->check, sizeof(a->check), "%s", check);
  }
  json_decref(object);
  return no_memory ? REMOTE_NO_MEMORY : failed;
}

/* ---- Beginning and end ---- */

/* Under valgrind the link of the process leads to valgrind, but what it reads as to the program. A
 * program that was built anew meanwhile goes on as it began. */
static void FindProgram(char path[PATH_MAX]) {
  const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
  path[PetscMax(length, 0)] = 0;
  if (length <= 0 || access(path, X_OK))
    (void)snprintf(path, PATH_MAX, "/proc/self/exe");
}

static int Spawn(const char *const *words, int socket, pid_t *process) {
  char path[PATH_MAX];
  posix_spawn_file_actions_t actions;
  int failed;
  FindProgram(path);
  (void)posix_spawn_file_actions_init(&actions);
  failed = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) ||
           posix_spawn_file_actions_adddup2(&actions, socket, SERVE_SOCKET);
  failed = failed ? ENOMEM : SpawnAlone(path, (char *const *)words, &actions, 1, process);
  (void)posix_spawn_file_actions_destroy(&actions);
  return failed;
}

static PetscErrorCode Begin(Remote remote) {
  int ends[2];
  PetscFunctionBeginUser;
  PetscCheck(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), PETSC_COMM_SELF,
             PETSC_ERR_SYS, "no socket for a worker: %s", strerror(errno));
  /* A descriptor that is itself the one to be had would be closed in the worker. */
  const int far = fcntl(ends[1], F_DUPFD_CLOEXEC, SERVE_SOCKET + 1);
  const int why = far < 0 ? errno : Spawn(remote->words, far, &remote->process);
  (void)close(ends[1]);
  if (far >= 0)
    (void)close(far);
  if (why) {
    (void)close(ends[0]);
    remote->process = 0;
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_SYS, "no process for a worker: %s", strerror(why));
  }
  remote->socket = ends[0];
  remote->ready = PETSC_FALSE;
  PetscFunctionReturn(0);
}

/* The worker first: what it has started falls to us then, and goes too. */
static void End(Remote remote) {
  int status = 0;
  if (!remote->process)
    return;
  (void)close(remote->socket);
  (void)kill(remote->process, SIGKILL); /* one that has ended already does not mind */
  while (waitpid(remote->process, &status, 0) < 0 && errno == EINTR)
    ;
  if (WIFSIGNALED(status))
    (void)snprintf(remote->why, sizeof(remote->why), "the worker was ended by signal %d (%s)",
                   WTERMSIG(status), strsignal(WTERMSIG(status)));
  else
    (void)snprintf(remote->why, sizeof(remote->why), "the worker ended with exit status %d",
                   WEXITSTATUS(status));
  remote->gave_up = (PetscBool)(WIFEXITED(status) && WEXITSTATUS(status) == SERVE_GAVE_UP);
  remote->process = 0;
  ServeSweep();
}

PetscErrorCode RemoteStart(const char *const *words, Remote *out) {
  size_t count = 0;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
  while (words[count])
    count++;
  PetscCall(PetscNew(out));
  PetscCall(PetscCalloc1(count + 1, &(*out)->words));
  for (size_t i = 0; i < count; i++)
    PetscCall(PetscStrallocpy(words[i], (char **)&(*out)->words[i]));
  error = Begin(*out);
  if (error)
    (void)RemoteStop(out);
  PetscFunctionReturn(error);
}

PetscErrorCode RemoteStop(Remote *remote) {
  PetscFunctionBeginUser;
  if (*remote) {
    End(*remote);
    for (const char **word = (*remote)->words; word && *word; word++)
      PetscCall(PetscFree(*word));
    PetscCall(PetscFree((*remote)->words));
    PetscCall(PetscFree(*remote));
  }
  PetscFunctionReturn(0);
}

/* ---- Jobs ---- */

typedef enum { HEARD, DEAD, STILL, LATE, STOPPED, REFUSED, NO_ROOM } Heard;

/* So long the worker may do nothing, and so long compute, with what it has started: farm/worker.h. */
typedef struct {
  ProcessWatch watch;
  PetscReal seconds;
} Patience;

static Patience PatienceWith(const Remote remote, PetscReal seconds) {
  Patience patience = {.seconds = seconds};
  ProcessWatchBegin(&patience.watch, remote->process);
  return patience;
}

static PetscBool IsOver(Patience *patience) {
  ProcessWatch *watch = &patience->watch;
  return (PetscBool)(ProcessWatchLook(watch, PetscMax(1, patience->seconds / 20)) &&
                     (watch->idle > patience->seconds || watch->run > patience->seconds));
}

/* Waits until there is something to be read, or patience is over. A worker that stands still (a job
 * has stopped its parent, say) is as good as dead. */
static Heard WaitForIt(Remote remote, const WorkerSetup *setup, Patience *patience) {
  struct pollfd poll_for = {.fd = remote->socket, .events = POLLIN};
  for (;;) {
    siginfo_t about = {.si_pid = 0};
    const int ready = poll(&poll_for, 1, WorkerPause(setup));
    if (setup->wait)
      setup->wait(setup->wait_context);
    if (ready > 0)
      return HEARD;
    if (setup->stop && *setup->stop)
      return STOPPED;
    if (!waitid(P_PID, (id_t)remote->process, &about, WEXITED | WSTOPPED | WNOHANG | WNOWAIT) &&
        about.si_pid == remote->process)
      return about.si_code == CLD_STOPPED ? STILL : DEAD;
    if (IsOver(patience))
      return LATE;
  }
}

static PetscBool IsThere(const Remote remote) {
  siginfo_t about = {.si_pid = 0};
  return (PetscBool)(!waitid(P_PID, (id_t)remote->process, &about,
                             WEXITED | WSTOPPED | WNOHANG | WNOWAIT) &&
                     about.si_pid != remote->process);
}

/* Exactly so many bytes. */
static Heard Receive(Remote remote, const WorkerSetup *setup, Patience *patience, size_t length,
                     char *text) {
  while (length) {
    const Heard heard = WaitForIt(remote, setup, patience);
    if (heard != HEARD)
      return heard;
    const ssize_t got = recv(remote->socket, text, length, 0);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return DEAD;
    text += got;
    length -= (size_t)got;
  }
  return HEARD;
}

/* The line of an answer, which is all there or still to come. */
static Heard ReceiveAnswer(Remote remote, const WorkerSetup *setup, Patience *patience,
                           RemoteAnswer *answer) {
  char line[LONGEST_LINE + 1];
  for (;;) {
    const Heard heard = WaitForIt(remote, setup, patience);
    if (heard != HEARD)
      return heard;
    const ssize_t got = recv(remote->socket, line, LONGEST_LINE, MSG_PEEK);
    if (got < 0 && errno == EINTR)
      continue;
    const char *end = got > 0 ? memchr(line, '\n', (size_t)got) : NULL;
    if (got <= 0 || (!end && got == LONGEST_LINE))
      return DEAD;
    if (!end) {
      (void)nanosleep(&(struct timespec){0, 1000000}, NULL);
      continue;
    }
    const size_t length = (size_t)(end - line) + 1;
    if (recv(remote->socket, line, length, 0) != (ssize_t)length)
      return DEAD;
    line[length] = 0;
    const int failed = RemoteAnswerFromText(line, answer);
    return failed == REMOTE_NO_MEMORY ? NO_ROOM : failed ? DEAD : HEARD;
  }
}

/* A worker that is ready, or *stopped. */
static PetscErrorCode Ready(Remote remote, const WorkerSetup *setup, PetscBool *stopped) {
  RemoteAnswer answer = {.reason = ""};
  Patience patience;
  Heard heard;
  PetscFunctionBeginUser;
  *stopped = PETSC_FALSE;
  if (remote->process && remote->ready && !IsThere(remote))
    End(remote);
  if (!remote->process)
    PetscCall(Begin(remote));
  if (remote->ready)
    PetscFunctionReturn(0);
  patience = PatienceWith(remote, START_SECONDS);
  heard = ReceiveAnswer(remote, setup, &patience, &answer);
  remote->ready = (PetscBool)(heard == HEARD && answer.kind == REMOTE_READY);
  *stopped = (PetscBool)(heard == STOPPED);
  if (remote->ready || *stopped)
    PetscFunctionReturn(0);
  End(remote);
  PetscCheck(heard != HEARD, PETSC_COMM_SELF, PETSC_ERR_SYS, "a worker cannot begin: %s",
             answer.reason);
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_SYS, "a worker cannot begin: %s",
          heard == LATE      ? "it says nothing"
          : heard == NO_ROOM ? "no memory for its answer"
                             : remote->why);
}

static int Ask(Remote remote, const char *text) {
  size_t length = strlen(text);
  while (length) {
    const ssize_t sent = send(remote->socket, text, length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      return 1;
    text += sent;
    length -= (size_t)sent;
  }
  return 0;
}

/* The result, or why there is none. The last two say nothing about the job: the worker could not do
 * its own part, or we ours. */
static Heard Hear(Remote remote, const WorkerSetup *setup, Patience *patience,
                  WorkerResult *result) {
  RemoteAnswer answer = {.reason = ""};
  char check[33];
  Heard heard = ReceiveAnswer(remote, setup, patience, &answer);
  if (heard != HEARD)
    return heard;
  if (answer.kind == REMOTE_FAILED)
    (void)snprintf(result->reason, sizeof(result->reason), "%s", answer.reason);
  if (answer.kind != REMOTE_ENDED)
    return answer.kind == REMOTE_FAILED ? REFUSED : DEAD;
  result->seconds = answer.seconds;
  result->cpu = answer.cpu;
  result->accident = answer.accident;
  (void)snprintf(result->reason, sizeof(result->reason), "%s", answer.reason);
  if (!answer.done)
    return HEARD;
  result->measured = malloc(answer.length + 1);
  if (!result->measured)
    return NO_ROOM;
  heard = Receive(remote, setup, patience, answer.length, result->measured);
  if (heard != HEARD)
    return heard;
  result->measured[answer.length] = 0;
  RemoteCheck(result->measured, check);
  result->done = (PetscBool)!strcmp(check, answer.check);
  return result->done ? HEARD : DEAD;
}

/* The worker may have died since it was last heard of, which is no fault of this job's; nor is it one if it
 * could not do its own part. */
static Heard AskAndHear(Remote remote, const WorkerSetup *setup, const char *line,
                        WorkerResult *result) {
  Heard heard = REFUSED;
  Patience patience = PatienceWith(remote, 2 * setup->timeout + 60);
  if (!Ask(remote, line)) /* the worker's own limits come first */
    heard = Hear(remote, setup, &patience, result);
  if (heard != REFUSED && heard != DEAD)
    return heard;
  if (*result->reason && heard == REFUSED) /* it says why */
    return REFUSED;
  End(remote);
  if (heard == DEAD && !remote->gave_up)
    return DEAD;
  free(result->measured);
  result->measured = NULL;
  (void)snprintf(result->reason, sizeof(result->reason), "%s", remote->why);
  return REFUSED;
}

/* A worker that refuses is replaced once. */
static PetscErrorCode Hand(Remote remote, const WorkerSetup *setup, const char *line,
                           WorkerResult *result, Heard *heard) {
  PetscFunctionBeginUser;
  *heard = REFUSED;
  for (int attempt = 0; attempt < 2 && *heard == REFUSED; attempt++) {
    memset(result, 0, sizeof(*result));
    PetscCall(Ready(remote, setup, &result->stopped));
    *heard = result->stopped ? STOPPED : AskAndHear(remote, setup, line, result);
    if (*heard == REFUSED)
      End(remote);
  }
  PetscCheck(*heard != REFUSED, PETSC_COMM_SELF, PETSC_ERR_SYS, "a worker cannot go on: %s",
             result->reason);
  PetscFunctionReturn(0);
}

static PetscErrorCode Request(const Job *job, char **line) {
  char *text;
  PetscFunctionBeginUser;
  PetscCall(JobToText(job, &text));
  *line = realloc(text, strlen(text) + 2);
  if (!*line)
    free(text);
  PetscCheck(*line, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a request");
  strcat(*line, "\n");
  PetscFunctionReturn(0);
}

PetscErrorCode RemoteRun(Remote remote, const WorkerSetup *setup, const Job *job,
                         WorkerResult *result) {
  const PetscReal start = Now();
  PetscErrorCode error;
  char *line = NULL;
  Heard heard;
  PetscFunctionBeginUser;
  memset(result, 0, sizeof(*result));
  PetscCall(Request(job, &line));
  error = Hand(remote, setup, line, result, &heard);
  free(line);
  PetscCall(error);
  if (result->stopped)
    PetscFunctionReturn(0);
  if (heard != HEARD) {
    free(result->measured);
    result->measured = NULL;
    result->done = PETSC_FALSE;
    result->stopped = (PetscBool)(heard == STOPPED);
    result->seconds = Now() - start;
    End(remote);
    (void)snprintf(result->reason, sizeof(result->reason), "%s",
                   heard == LATE    ? "the worker says nothing any more"
                   : heard == STILL ? "the worker stood still"
                                    : remote->why);
  } else if (result->accident)
    End(remote); /* whatever else it has done: the next job gets a new one */
  PetscCheck(heard != NO_ROOM, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a worker's answer");
  PetscFunctionReturn(0);
}
