#include "farm/remote.h"
#include "base/child.h"
#include "base/clock.h"
#include "base/process_watch.h"
#include "base/spawn.h"
#include "base/utf8.h"
#include "farm/frame.h"
#include "farm/serve.h"
#include "record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { START_SECONDS = 300, ATTEMPTS = 2 };

struct _p_Remote {
  Remote next; /* all of this process */
  const char *const *words;
  pid_t process; /* 0: not started */
  int socket;
  PetscBool ready; /* its first answer has come */
  Frame frame;     /* what has come of the next one */
  ProcessWatch watch;
  PetscReal patience; /* seconds that it may do nothing, and compute, with what it has started */
  const Job *job;     /* in hand */
  char *request;      /* its text; NULL: no job is in hand */
  int attempts;
  PetscReal timeout;
  double begun;
  char why[2048]; /* it is lost, or refused to go on */
};

static Remote remotes; /* as children are a process's */

/* ---- Beginning and end ---- */

static int Spawn(const char *const *words, int socket, pid_t *process) {
  posix_spawn_file_actions_t actions;
  (void)posix_spawn_file_actions_init(&actions);
  int failed = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) ||
               posix_spawn_file_actions_adddup2(&actions, socket, SERVE_SOCKET);
  failed = failed ? ENOMEM : SpawnSelf((char *const *)words, &actions, 1, process);
  (void)posix_spawn_file_actions_destroy(&actions);
  return failed;
}

static void BePatient(Remote remote, PetscReal seconds) {
  remote->patience = seconds;
  ProcessWatchBegin(&remote->watch, remote->process);
}

static PetscErrorCode Begin(Remote remote) {
  int ends[2];
  PetscCheck(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), PETSC_COMM_SELF,
             PETSC_ERR_SYS, "no socket for a worker: %s", strerror(errno));
  /* A descriptor that already has the target number would be closed in the worker. */
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
  remote->why[0] = 0;
  BePatient(remote, START_SECONDS);
  return 0;
}

static int IsWorker(pid_t process) {
  Remote remote = remotes;
  while (remote && remote->process != process)
    remote = remote->next;
  return remote != NULL;
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
  if (!*remote->why)
    WorkerTellEnd(status, remote->why, sizeof(remote->why));
  remote->process = 0;
  FrameFree(&remote->frame);
  ChildSweep(IsWorker);
}

PetscErrorCode RemoteStart(const char *const *words, Remote *out) {
  (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
  *out = MemoryZeroed(1, sizeof(**out));
  (*out)->words = words;
  (*out)->next = remotes;
  remotes = *out;
  const PetscErrorCode error = Begin(*out);
  if (error)
    RemoteStop(out);
  return error;
}

void RemoteStop(Remote *remote) {
  if (*remote) {
    Remote *link = &remotes;
    End(*remote);
    free((*remote)->request);
    while (*link != *remote)
      link = &(*link)->next;
    *link = (*remote)->next;
    free(*remote);
    *remote = NULL;
  }
}

/* ---- Jobs ---- */

/* What waitpid would say of a worker that has ended, or stands still (a job has stopped its parent, say).
 * PETSC_FALSE: it is there and does something. */
static PetscBool IsLost(const Remote remote, siginfo_t *about) {
  *about = (siginfo_t){.si_pid = 0};
  return (PetscBool)(!waitid(P_PID, (id_t)remote->process, about,
                             WEXITED | WSTOPPED | WNOHANG | WNOWAIT) &&
                     about->si_pid == remote->process);
}

/* A worker that cannot be sent its job, because it has just died or the system refuses, is lost: both
 * sides see the socket closed, and another worker gets the job. */
static void SendRequest(Remote remote) {
  const FrameKind kind = remote->attempts > 1 ? FRAME_AGAIN : FRAME_JOB;
  if (FrameSend(remote->socket, kind, remote->request, NULL))
    (void)shutdown(remote->socket, SHUT_RDWR);
  BePatient(remote, 2 * remote->timeout + 60); /* the worker's own limits come first */
}

PetscErrorCode RemoteGive(Remote remote, const Job *job, PetscReal timeout) {
  siginfo_t about;
  PetscCall(JobToText(job, &remote->request));
  remote->job = job;
  remote->timeout = timeout;
  remote->attempts = 1;
  remote->begun = ClockNow();
  if (remote->process && remote->ready && IsLost(remote, &about))
    End(remote);
  if (!remote->process)
    PetscCall(Begin(remote));
  else if (remote->ready)
    SendRequest(remote);
  return 0;
}

void RemoteWait(PetscInt count, const Remote *remote, int milliseconds) {
  OWNED(MemoryFree) struct pollfd *poll_for = MemoryZeroed(count, sizeof(*poll_for));
  for (PetscInt i = 0; i < count; i++)
    poll_for[i] = (struct pollfd){
        .fd = remote[i] && remote[i]->request && remote[i]->process ? remote[i]->socket : -1,
        .events = POLLIN};
  (void)poll(poll_for, (nfds_t)count, milliseconds);
}

static PetscBool IsOver(Remote remote) {
  ProcessWatch *watch = &remote->watch;
  return (PetscBool)(ProcessWatchLook(watch, PetscMax(1, remote->patience / 20)) &&
                     (watch->idle > remote->patience || watch->run > remote->patience));
}

typedef enum { NO_REPLY, REPLY, WORKER_LOST, REPLY_LATE } Reply;

static Reply ReadReply(Remote remote) {
  struct pollfd poll_for = {.fd = remote->socket, .events = POLLIN};
  Frame *frame = &remote->frame;
  siginfo_t about;
  while (poll(&poll_for, 1, 0) > 0 && FrameReceive(remote->socket, frame))
    ;
  if (frame->state != FRAME_COMES)
    return frame->state == FRAME_WHOLE ? REPLY : WORKER_LOST;
  if (!IsLost(remote, &about))
    return IsOver(remote) ? REPLY_LATE : NO_REPLY;
  if (about.si_code == CLD_STOPPED)
    (void)snprintf(remote->why, sizeof(remote->why), "the worker stood still");
  return WORKER_LOST;
}

/* A worker has ended, or could not do its own part, which is no fault of the job's: another one gets it. */
static PetscErrorCode RestartWorker(Remote remote) {
  End(remote);
  PetscCheck(remote->attempts++ < ATTEMPTS, PETSC_COMM_SELF, PETSC_ERR_SYS,
             "the worker of %s ended repeatedly: %s; the job is not the cause (too little "
             "memory?); continue with --resume",
             remote->job->key, remote->why);
  return Begin(remote);
}

/* What a worker says before its first job. */
static PetscErrorCode Started(Remote remote, Reply reply, PetscBool refused) {
  if (reply == REPLY_LATE)
    (void)snprintf(remote->why, sizeof(remote->why), "it says nothing");
  if (reply == REPLY_LATE || refused)
    End(remote);
  PetscCheck(reply != REPLY_LATE && !refused, PETSC_COMM_SELF, PETSC_ERR_SYS,
             "a worker cannot begin: %s", remote->why);
  if (reply == WORKER_LOST)
    PetscCall(RestartWorker(remote));
  else {
    remote->ready = PETSC_TRUE;
    SendRequest(remote);
  }
  return 0;
}

static void TakeResult(Frame *frame, WorkerResult *result) {
  result->done = (PetscBool)(frame->head.kind == FRAME_DONE);
  result->accident = (PetscBool)(frame->head.kind == FRAME_ACCIDENT);
  result->seconds = frame->head.seconds;
  result->cpu = frame->head.cpu;
  if (result->done) {
    result->measured = frame->text;
    frame->text = NULL;
  } else
    (void)snprintf(result->reason, sizeof(result->reason), "%s", frame->text);
}

PetscErrorCode RemoteLook(Remote remote, PetscBool *ended, WorkerResult *result) {
  const Reply reply = ReadReply(remote);
  memset(result, 0, sizeof(*result));
  *ended = PETSC_FALSE;
  if (reply == NO_REPLY)
    return 0;
  const PetscBool refused = (PetscBool)(reply == REPLY && remote->frame.head.kind == FRAME_REFUSED);
  if (refused)
    Utf8Cut(remote->frame.text, remote->why, sizeof(remote->why));
  else if (reply == REPLY && remote->ready)
    TakeResult(&remote->frame, result);
  FrameFree(&remote->frame);
  if (!remote->ready) {
    PetscCall(Started(remote, reply, refused));
    return 0;
  }
  if (reply == WORKER_LOST || refused) {
    PetscCall(RestartWorker(remote));
    return 0;
  }
  if (reply == REPLY_LATE) {
    result->seconds = ClockNow() - remote->begun;
    result->accident = PETSC_TRUE;
    (void)snprintf(result->reason, sizeof(result->reason), "the worker says nothing any more");
  }
  if (result->accident) /* whatever else it has done: the next job gets a new one */
    End(remote);
  free(remote->request);
  remote->request = NULL;
  *ended = PETSC_TRUE;
  return 0;
}
