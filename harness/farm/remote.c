#include "farm/remote.h"
#include "base/json_text.h"
#include "base/kept_error.h"
#include "base/process_watch.h"
#include "base/spawn.h"
#include "farm/frame.h"
#include "farm/serve.h"
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
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { START_SECONDS = 300, ATTEMPTS = 2 };

struct _p_Remote {
  Remote next; /* all of this process */
  const char *const *words;
  pid_t process; /* 0: there is none */
  int socket;
  PetscBool ready; /* its first answer has come */
  Frame frame;     /* what has come of the next */
  ProcessWatch watch;
  PetscReal patience;  /* seconds that it may do nothing, and compute, with what it has started */
  char *key, *request; /* of the job in hand; NULL: none */
  int attempts;
  PetscReal timeout, begun;
  char why[256]; /* the process ended */
};

static Remote remotes; /* as children are a process's */

static PetscReal Now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (PetscReal)now.tv_sec + 1e-9 * (PetscReal)now.tv_nsec;
}

/* ---- What is said ---- */

char *RemoteResultToText(const WorkerResult *result) {
  const char *measured = result->done ? result->measured : "";
  json_t *object = json_pack("{s:b,s:b,s:s,s:f,s:f}", "done", (int)result->done, "accident",
                             (int)result->accident, "reason", result->reason, "seconds",
                             result->seconds, "cpu", result->cpu);
  char *text = JsonText(object, JSON_COMPACT);
  char *whole = text ? realloc(text, strlen(text) + strlen(measured) + 2) : NULL;
  json_decref(object);
  if (!whole) {
    free(text);
    return NULL;
  }
  strcat(whole, "\n");
  strcat(whole, measured);
  return whole;
}

typedef enum { HEARD, NOTHING, DEAD, STILL, LATE, REFUSED, NO_ROOM } Heard;

/* Takes what was measured out of the frame. */
static Heard ResultFromText(Frame *frame, char *text, WorkerResult *result) {
  char *end = strchr(text, '\n');
  int no_memory, done, accident;
  const char *reason;
  if (!end)
    return DEAD;
  json_t *object = JsonRead(text, (size_t)(end - text), 0, NULL, &no_memory);
  const int failed =
      json_unpack(object, "{s:b,s:b,s:s,s:F,s:F}", "done", &done, "accident", &accident, "reason",
                  &reason, "seconds", &result->seconds, "cpu", &result->cpu);
  if (!failed) {
    result->done = (PetscBool)done;
    result->accident = (PetscBool)accident;
    (void)snprintf(result->reason, sizeof(result->reason), "%s", reason);
    result->measured = done ? FrameTake(frame, end + 1) : NULL;
  }
  json_decref(object);
  return no_memory ? NO_ROOM : failed ? DEAD : HEARD;
}

void RemoteTellEnd(int status, char *why, size_t room) {
  if (WIFSTOPPED(status))
    (void)snprintf(why, room, "the worker stood still");
  else if (WIFSIGNALED(status))
    (void)snprintf(why, room, "the worker was ended by signal %d (%s)", WTERMSIG(status),
                   strsignal(WTERMSIG(status)));
  else
    (void)snprintf(why, room, "the worker ended with exit status %d", WEXITSTATUS(status));
}

/* ---- Beginning and end ---- */

static int Spawn(const char *const *words, int socket, pid_t *process) {
  posix_spawn_file_actions_t actions;
  int failed;
  (void)posix_spawn_file_actions_init(&actions);
  failed = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) ||
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
  BePatient(remote, START_SECONDS);
  PetscFunctionReturn(0);
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
  RemoteTellEnd(status, remote->why, sizeof(remote->why));
  remote->process = 0;
  FrameFree(&remote->frame);
  remote->frame = (Frame){.text = NULL};
  ServeSweep(IsWorker);
}

PetscErrorCode RemoteStart(const char *const *words, Remote *out) {
  PetscErrorCode error;
  PetscFunctionBeginUser;
  (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
  PetscCall(PetscNew(out));
  (*out)->words = words;
  (*out)->next = remotes;
  remotes = *out;
  error = Begin(*out);
  if (error)
    (void)RemoteStop(out);
  PetscFunctionReturn(error);
}

static void Forget(Remote remote) {
  free(remote->request);
  remote->request = NULL;
  free(remote->key);
  remote->key = NULL;
}

PetscErrorCode RemoteStop(Remote *remote) {
  PetscFunctionBeginUser;
  if (*remote) {
    Remote *link = &remotes;
    End(*remote);
    Forget(*remote);
    while (*link != *remote)
      link = &(*link)->next;
    *link = (*remote)->next;
    PetscCall(PetscFree(*remote));
  }
  PetscFunctionReturn(0);
}

/* ---- Jobs ---- */

static PetscBool IsThere(const Remote remote) {
  siginfo_t about = {.si_pid = 0};
  return (PetscBool)(!waitid(P_PID, (id_t)remote->process, &about,
                             WEXITED | WSTOPPED | WNOHANG | WNOWAIT) &&
                     about.si_pid != remote->process);
}

/* What cannot be sent, to a worker that has just died, is noticed when its answer is waited for. */
static void Ask(Remote remote) {
  const char *parts[] = {remote->attempts > 1 ? REMOTE_AGAIN : "", remote->request};
  for (int i = 0; i < 2; i++)
    for (size_t length = strlen(parts[i]); length;) {
      const ssize_t sent = send(remote->socket, parts[i], length, MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR)
        continue;
      if (sent <= 0)
        return;
      parts[i] += sent;
      length -= (size_t)sent;
    }
  BePatient(remote, 2 * remote->timeout + 60); /* the worker's own limits come first */
}

PetscErrorCode RemoteGive(Remote remote, const Job *job, PetscReal timeout) {
  char *text;
  PetscFunctionBeginUser;
  PetscCall(JobToText(job, &text));
  remote->request = realloc(text, strlen(text) + 2);
  if (!remote->request)
    free(text);
  remote->key = strdup(job->key);
  PetscCheck(remote->request && remote->key, PETSC_COMM_SELF, PETSC_ERR_MEM,
             "no memory for a request");
  strcat(remote->request, "\n");
  remote->timeout = timeout;
  remote->attempts = 1;
  remote->begun = Now();
  if (remote->process && remote->ready && !IsThere(remote))
    End(remote);
  if (!remote->process)
    PetscCall(Begin(remote));
  else if (remote->ready)
    Ask(remote);
  PetscFunctionReturn(0);
}

void RemoteWait(PetscInt count, const Remote *remote, int milliseconds) {
  struct pollfd *poll_for = calloc((size_t)count + 1, sizeof(*poll_for));
  for (PetscInt i = 0; poll_for && i < count; i++)
    poll_for[i] = (struct pollfd){
        .fd = remote[i] && remote[i]->request && remote[i]->process ? remote[i]->socket : -1,
        .events = POLLIN};
  (void)poll(poll_for, poll_for ? (nfds_t)count : 0, milliseconds);
  free(poll_for);
}

static PetscBool IsOver(Remote remote) {
  ProcessWatch *watch = &remote->watch;
  return (PetscBool)(ProcessWatchLook(watch, PetscMax(1, remote->patience / 20)) &&
                     (watch->idle > remote->patience || watch->run > remote->patience));
}

/* Reads what is there. A worker that stands still (a job has stopped its parent, say) is as good as
 * dead. */
static Heard Listen(Remote remote) {
  struct pollfd poll_for = {.fd = remote->socket, .events = POLLIN};
  siginfo_t about = {.si_pid = 0};
  while (poll(&poll_for, 1, 0) > 0)
    if (!FrameReceive(remote->socket, &remote->frame)) {
      const Frame *frame = &remote->frame;
      const PetscBool whole = (PetscBool)(frame->expected && frame->length >= frame->expected);
      return whole ? HEARD : frame->no_room ? NO_ROOM : DEAD;
    }
  if (!waitid(P_PID, (id_t)remote->process, &about, WEXITED | WSTOPPED | WNOHANG | WNOWAIT) &&
      about.si_pid == remote->process)
    return about.si_code == CLD_STOPPED ? STILL : DEAD;
  return IsOver(remote) ? LATE : NOTHING;
}

/* The same of an answer to the job, or to our start of it, if it is not ready. */
static Heard Hear(Remote remote, WorkerResult *result) {
  Heard heard = Listen(remote);
  char sign, *text;
  if (heard != HEARD)
    return heard;
  if (!FrameOpen(&remote->frame, &sign, &text))
    heard = DEAD;
  else if (sign == FRAME_ERROR) {
    Utf8Cut(text, result->reason, sizeof(result->reason));
    heard = REFUSED;
  } else if (remote->ready)
    heard = ResultFromText(&remote->frame, text, result);
  FrameFree(&remote->frame);
  remote->frame = (Frame){.text = NULL};
  return heard;
}

/* A worker has ended, or could not do its own part, which is no fault of the job's: another one gets it. */
static PetscErrorCode Again(Remote remote, Heard heard, const char *reason) {
  PetscFunctionBeginUser;
  End(remote);
  if (heard == STILL)
    (void)snprintf(remote->why, sizeof(remote->why), "the worker stood still");
  PetscCheck(remote->attempts++ < ATTEMPTS, PETSC_COMM_SELF, PETSC_ERR_SYS,
             "no worker lasts for %s: %s; something else than the job does it (a want of memory?); "
             "go on with --resume",
             remote->key, *reason ? reason : remote->why);
  PetscCall(Begin(remote));
  PetscFunctionReturn(0);
}

static PetscErrorCode Started(Remote remote, Heard heard, const char *reason) {
  PetscFunctionBeginUser;
  if (heard == HEARD) {
    remote->ready = PETSC_TRUE;
    Ask(remote);
    PetscFunctionReturn(0);
  }
  if (heard == DEAD || heard == STILL) {
    PetscCall(Again(remote, heard, ""));
    PetscFunctionReturn(0);
  }
  End(remote);
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_SYS, "a worker cannot begin: %s",
          heard == REFUSED ? reason
          : heard == LATE  ? "it says nothing"
                           : "no memory for its answer");
}

PetscErrorCode RemoteLook(Remote remote, PetscBool *ended, WorkerResult *result) {
  Heard heard;
  PetscFunctionBeginUser;
  memset(result, 0, sizeof(*result));
  *ended = PETSC_FALSE;
  heard = Hear(remote, result);
  if (heard == NOTHING)
    PetscFunctionReturn(0);
  PetscCheck(heard != NO_ROOM, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a worker's answer");
  if (!remote->ready) {
    PetscCall(Started(remote, heard, result->reason));
    PetscFunctionReturn(0);
  }
  if (heard == DEAD || heard == STILL || heard == REFUSED) {
    PetscCall(Again(remote, heard, result->reason));
    PetscFunctionReturn(0);
  }
  if (heard == LATE) {
    result->seconds = Now() - remote->begun;
    result->accident = PETSC_TRUE;
    (void)snprintf(result->reason, sizeof(result->reason), "the worker says nothing any more");
  }
  if (result->accident) /* whatever else it has done: the next job gets a new one */
    End(remote);
  Forget(remote);
  *ended = PETSC_TRUE;
  PetscFunctionReturn(0);
}
