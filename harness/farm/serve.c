#include "farm/serve.h"
#include "base/arena.h"
#include "base/kept_error.h"
#include "farm/remote_private.h"
#include "record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- Becoming one ---- */

void ServeIsolate(void) {
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
#ifdef SYS_close_range
  if (syscall(SYS_close_range, SERVE_SOCKET + 1, ~0u, 0))
#endif
    for (int i = SERVE_SOCKET + 1; i < (int)sysconf(_SC_OPEN_MAX); i++)
      (void)close(i);
  (void)fcntl(SERVE_SOCKET, F_SETFD, FD_CLOEXEC);
  (void)dup2(STDERR_FILENO, STDOUT_FILENO);
}

void ServeSweep(void) {
  char path[64];
  (void)snprintf(path, sizeof(path), "/proc/self/task/%ld/children", (long)getpid());
  for (int attempt = 0; attempt < 1000; attempt++) {
    pid_t ended;
    long child;
    FILE *children = fopen(path, "re");
    while (children && fscanf(children, "%ld", &child) == 1)
      (void)kill((pid_t)child, SIGKILL);
    if (children)
      (void)fclose(children);
    while ((ended = waitpid(-1, NULL, WNOHANG)) > 0)
      ;
    if (ended < 0 && errno != EINTR)
      return; /* there is none */
    (void)nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
}

/* ---- Speaking ---- */

/* Whether the other side is gone; it says nothing while a job is under way. */
static void NoticeEnd(void *gone) {
  struct pollfd socket = {.fd = SERVE_SOCKET, .events = POLLIN};
  if (poll(&socket, 1, 0) > 0)
    *(PetscBool *)gone = PETSC_TRUE;
}

static void Put(const void *text, size_t length) {
  for (const char *at = text; length;) {
    const ssize_t sent = send(SERVE_SOCKET, at, length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      _exit(SERVE_GAVE_UP); /* nobody listens any more */
    at += sent;
    length -= (size_t)sent;
  }
}

/* One line and what it announces. Without memory the process ends, and the other side sees that. */
static void Answer(const RemoteAnswer *answer, const char *text) {
  char *line = RemoteAnswerToText(answer);
  if (!line)
    _exit(SERVE_GAVE_UP);
  Put(line, strlen(line));
  if (answer->length)
    Put(text, answer->length);
  free(line);
}

static PetscErrorCode Obey(const WorkerSetup *setup, const char *line) {
  WorkerResult result;
  PetscErrorCode error;
  Arena arena;
  Job job;
  PetscFunctionBeginUser;
  PetscCall(ArenaCreate(&arena));
  error = JobFromText("a request", line, arena, &job);
  if (!error)
    error = WorkerRun(setup, &job, &result);
  PetscCall(ArenaDestroy(&arena));
  PetscCall(error);
  ServeSweep();
  RemoteAnswer answer = {.kind = REMOTE_ENDED,
                         .done = result.done,
                         .accident = result.accident,
                         .seconds = result.seconds,
                         .cpu = result.cpu,
                         .length = result.done ? strlen(result.measured) : 0};
  KeptErrorCut(result.reason, answer.reason, sizeof(answer.reason));
  RemoteCheck(result.done ? result.measured : "", answer.check);
  if (!result.stopped)
    Answer(&answer, result.measured);
  free(result.measured);
  PetscFunctionReturn(0);
}

PetscErrorCode Serve(const WorkerSetup *given, const char *failure) {
  PetscBool gone = PETSC_FALSE;
  WorkerSetup setup = *given;
  RemoteAnswer first = {.kind = failure ? REMOTE_FAILED : REMOTE_READY};
  RemoteAnswer failed = {.kind = REMOTE_FAILED};
  KeptError kept;
  int type;
  socklen_t length = sizeof(type);
  char *line = NULL;
  size_t room = 0;
  PetscFunctionBeginUser;
  FILE *requests = getsockopt(SERVE_SOCKET, SOL_SOCKET, SO_TYPE, &type, &length)
                       ? NULL
                       : fdopen(dup(SERVE_SOCKET), "re");
  PetscCheck(requests, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "worker: this command is for gimbal's own use");
  setup.wait = NoticeEnd;
  setup.wait_context = &gone;
  setup.stop = &gone;
  setup.hidden[0] = SERVE_SOCKET;
  setup.hidden[1] = fileno(requests);
  KeptErrorCut(failure ? failure : "", first.reason, sizeof(first.reason));
  Answer(&first, NULL);
  PetscCall(KeptErrorBegin(&kept));
  while (!gone && getline(&line, &room, requests) > 0)
    if (Obey(&setup, line)) {
      ServeSweep();
      KeptErrorCut(kept.text, failed.reason, sizeof(failed.reason));
      Answer(&failed, NULL);
      _exit(SERVE_GAVE_UP);
    }
  /* What MPI and PETSc would finish is this process's alone and ends with it. */
  const int whole = feof(requests); /* or there was no memory for a request */
  ServeSweep();
  _exit(whole || gone ? 0 : SERVE_GAVE_UP);
}
