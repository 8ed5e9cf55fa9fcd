#include "farm/serve.h"
#include "base/arena.h"
#include "base/child.h"
#include "base/kept_error.h"
#include "farm/frame.h"
#include "record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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

/* ---- Speaking ---- */

/* Whether the other side is gone; it says nothing while a job is under way. */
static PetscBool IsGone(void *unused) {
  struct pollfd socket = {.fd = SERVE_SOCKET, .events = POLLIN};
  (void)unused;
  return (PetscBool)(poll(&socket, 1, 0) > 0);
}

/* If the other side is gone, the process ends; the other side sees the end. */
static void Answer(FrameKind kind, const char *text, const WorkerResult *result) {
  if (FrameSend(SERVE_SOCKET, kind, text, result))
    _exit(SERVE_GAVE_UP);
}

static void AnswerResult(const WorkerResult *result) {
  Answer(result->done       ? FRAME_DONE
         : result->accident ? FRAME_ACCIDENT
                            : FRAME_FAILED,
         result->done ? result->measured : result->reason, result);
}

static PetscErrorCode RunRequest(const WorkerSetup *setup, const char *request) {
  WorkerResult result;
  Job job;
  Arena arena = ArenaCreate();
  PetscErrorCode error = JobFromText("a request", request, arena, &job);
  if (!error)
    error = WorkerRun(setup, &job, &result);
  ArenaDestroy(&arena);
  PetscCall(error);
  ChildSweep(NULL);
  if (result.stopped)
    _exit(0);
  AnswerResult(&result);
  free(result.measured);
  return 0;
}

/* A worker was ended with this job in hand. A copy of this one has it now: if the copy is ended, but not this
 * one, the job does that to its parent. */
static PetscErrorCode ObeyApart(const WorkerSetup *setup, const char *request) {
  const pid_t parent = getpid(), copy = fork();
  WorkerResult result = {.accident = PETSC_TRUE};
  int status = 0;
  PetscCheck(copy >= 0, PETSC_COMM_SELF, PETSC_ERR_SYS, "no process for a job: %s",
             strerror(errno));
  if (!copy) {
    ChildSeparate(parent, SERVE_GAVE_UP);
    PetscCall(RunRequest(setup, request));
    _exit(0);
  }
  while (waitpid(copy, &status, WUNTRACED) < 0 && errno == EINTR)
    ;
  ChildSweep(NULL);
  if (WIFEXITED(status) && !WEXITSTATUS(status))
    return 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) == SERVE_GAVE_UP)
    _exit(SERVE_GAVE_UP);
  WorkerTellEnd(status, result.reason, sizeof(result.reason));
  AnswerResult(&result);
  return 0;
}

PetscErrorCode Serve(const WorkerSetup *given, const char *failure) {
  WorkerSetup setup = *given;
  Frame frame = {.text = NULL};
  KeptError kept;
  const int deaf =
      FrameSend(SERVE_SOCKET, failure ? FRAME_REFUSED : FRAME_DONE, failure ? failure : "", NULL);
  UserCheck(deaf != EBADF && deaf != ENOTSOCK, "worker: this command is for gimbal's own use");
  if (deaf)
    _exit(SERVE_GAVE_UP);
  setup.wait = IsGone;
  setup.hidden = SERVE_SOCKET;
  PetscCall(KeptErrorBegin(&kept));
  for (;;) {
    while (FrameReceive(SERVE_SOCKET, &frame))
      ;
    if (frame.state != FRAME_WHOLE)
      break;
    if (frame.head.kind == FRAME_AGAIN ? ObeyApart(&setup, frame.text)
                                       : RunRequest(&setup, frame.text)) {
      ChildSweep(NULL);
      Answer(FRAME_REFUSED, kept.text, NULL);
      _exit(SERVE_GAVE_UP);
    }
    FrameFree(&frame);
  }
  /* What MPI and PETSc would finish is this process's alone and ends with it. */
  ChildSweep(NULL);
  _exit(frame.state == FRAME_CLOSED && !frame.read ? 0 : SERVE_GAVE_UP);
}
