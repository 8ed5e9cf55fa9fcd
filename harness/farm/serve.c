#include "farm/serve.h"
#include "base/arena.h"
#include "base/child.h"
#include "base/kept_error.h"
#include "farm/frame.h"
#include "farm/remote.h"
#include "record/record.h"

#include <errno.h>
#include <fcntl.h>
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

/* Kills the children; *left: whether there were any. */
static int KillChildren(int spare(pid_t)) {
  char path[64];
  long child;
  int left = 0;
  (void)snprintf(path, sizeof(path), "/proc/self/task/%ld/children", (long)getpid());
  FILE *children = fopen(path, "re");
  while (children && fscanf(children, "%ld", &child) == 1) {
    if (spare && spare((pid_t)child))
      continue;
    (void)kill((pid_t)child, SIGKILL);
    (void)waitpid((pid_t)child, NULL, WNOHANG);
    left = 1;
  }
  if (children)
    (void)fclose(children);
  return left;
}

void ServeSweep(int spare(pid_t)) {
  for (int attempt = 0; attempt < 1000 && KillChildren(spare); attempt++)
    (void)nanosleep(&(struct timespec){0, 1000000}, NULL);
}

/* ---- Speaking ---- */

/* Whether the other side is gone; it says nothing while a job is under way. */
static void NoticeEnd(void *gone) {
  struct pollfd socket = {.fd = SERVE_SOCKET, .events = POLLIN};
  if (poll(&socket, 1, 0) > 0)
    *(PetscBool *)gone = PETSC_TRUE;
}

/* Without memory, or if nobody listens any more, the process ends, and the other side sees that. */
static void Answer(char sign, const char *text) {
  if (!text || FrameSend(SERVE_SOCKET, sign, text))
    _exit(SERVE_GAVE_UP);
}

static void AnswerResult(const WorkerResult *result) {
  char *text = RemoteResultToText(result);
  Answer(FRAME_ANSWER, text);
  free(text);
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
  ServeSweep(NULL);
  if (!result.stopped)
    AnswerResult(&result);
  free(result.measured);
  PetscFunctionReturn(0);
}

/* A worker was ended with this job in hand. A copy of this one has it now: if the copy is ended, but not this
 * one, the job does that to its parent. */
static PetscErrorCode ObeyApart(const WorkerSetup *setup, const char *line) {
  const pid_t parent = getpid(), copy = fork();
  WorkerResult result = {.accident = PETSC_TRUE};
  int status = 0;
  PetscFunctionBeginUser;
  PetscCheck(copy >= 0, PETSC_COMM_SELF, PETSC_ERR_SYS, "no process for a job: %s",
             strerror(errno));
  if (!copy) {
    ChildSeparate(parent, SERVE_GAVE_UP);
    PetscCall(Obey(setup, line));
    _exit(0);
  }
  while (waitpid(copy, &status, WUNTRACED) < 0 && errno == EINTR)
    ;
  ServeSweep(NULL);
  if (WIFEXITED(status) && !WEXITSTATUS(status))
    PetscFunctionReturn(0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == SERVE_GAVE_UP)
    _exit(SERVE_GAVE_UP);
  RemoteTellEnd(status, result.reason, sizeof(result.reason));
  AnswerResult(&result);
  PetscFunctionReturn(0);
}

static PetscErrorCode ObeyAny(const WorkerSetup *setup, const char *line) {
  const size_t length = strlen(REMOTE_AGAIN);
  PetscFunctionBeginUser;
  if (strncmp(line, REMOTE_AGAIN, length))
    PetscCall(Obey(setup, line));
  else
    PetscCall(ObeyApart(setup, line + length));
  PetscFunctionReturn(0);
}

PetscErrorCode Serve(const WorkerSetup *given, const char *failure) {
  PetscBool gone = PETSC_FALSE;
  WorkerSetup setup = *given;
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
  Answer(failure ? FRAME_ERROR : FRAME_ANSWER, failure ? failure : "");
  PetscCall(KeptErrorBegin(&kept));
  while (!gone && getline(&line, &room, requests) > 0)
    if (ObeyAny(&setup, line)) {
      ServeSweep(NULL);
      Answer(FRAME_ERROR, kept.text);
      _exit(SERVE_GAVE_UP);
    }
  /* What MPI and PETSc would finish is this process's alone and ends with it. */
  const int whole = feof(requests); /* or there was no memory for a request */
  ServeSweep(NULL);
  _exit(whole || gone ? 0 : SERVE_GAVE_UP);
}
