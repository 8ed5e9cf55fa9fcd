#include "farm/worker.h"
#include "base/child.h"
#include "base/clock.h"
#include "base/complaints.h"
#include "base/json_text.h"
#include "base/kept_error.h"
#include "base/memory.h"
#include "base/process_watch.h"
#include "base/sanitized.h"
#include "base/utf8.h"
#include "farm/frame.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WAIT_MILLISECONDS = 50 };

/* ---- The child ---- */

static void Limit(int resource, rlim_t value) {
  struct rlimit limit;
  if (getrlimit(resource, &limit))
    return;
  limit.rlim_cur = value < limit.rlim_max ? value : limit.rlim_max;
  (void)setrlimit(resource, &limit);
}

/* So that a plugin that leaks runs out of memory before the machine does. What it
 * shares with other processes, and files that it maps, count in the address space only, of which
 * threads reserve more than they use: there the limit is that and ADDRESSES. */
static void LimitMemory(PetscInt megabytes) {
  enum { ADDRESSES = 1 << 30 };
  const rlim_t page = (rlim_t)sysconf(_SC_PAGESIZE), more = (rlim_t)megabytes * 1048576;
  unsigned long long held = 0, mapped = 0; /* pages: of data and stack; of all */
  FILE *counts = fopen("/proc/self/statm", "r");
  PetscBool known =
      (PetscBool)(counts && fscanf(counts, "%llu %*s %*s %*s %*s %llu", &mapped, &held) == 2);
  if (counts)
    fclose(counts);
  if (!known)
    return;
  Limit(RLIMIT_DATA, (rlim_t)held * page + more);
  Limit(RLIMIT_AS, (rlim_t)mapped * page + more + ADDRESSES);
}

static void RaiseLimit(int resource, size_t by) {
  struct rlimit limit;
  if (!getrlimit(resource, &limit) && limit.rlim_cur < limit.rlim_max)
    Limit(resource, limit.rlim_cur + by);
}

/* For what was measured, and the answer that is made of it: a leak that stops a run is a fact about
 * the method, which would be lost if there were no room to note it. So what was lost to a leak is
 * made up for, and where that does not help the job dies. */
static void *AnswerMemory(size_t size) {
  enum { ALLOWANCE = 67108864 };
  void *at = malloc(size);
  if (!at) {
    RaiseLimit(RLIMIT_DATA, ALLOWANCE + size);
    RaiseLimit(RLIMIT_AS, ALLOWANCE + size);
    at = malloc(size);
  }
  if (!at)
    abort();
  return at;
}

/* Of MPI's descriptors those of this process's own world stay open. */
static void CloseDescriptors(const WorkerSetup *setup, int complaints) {
  if (setup->hidden)
    (void)close(setup->hidden);
  const int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0 && nothing != STDIN_FILENO) {
    (void)dup2(nothing, STDIN_FILENO);
    (void)close(nothing);
  }
  (void)dup2(complaints, STDERR_FILENO);
  /* Standard output carries TAP and nothing else. */
  (void)dup2(STDERR_FILENO, STDOUT_FILENO);
}

static void BecomeWorker(const WorkerSetup *setup, pid_t parent, int complaints) {
  struct rlimit none = {0, 0}, cpu;
  ChildSeparate(parent, 70);
#ifdef __linux__
  /* If memory runs out, the one that took it shall go. */
  FILE *adjust = fopen("/proc/self/oom_score_adj", "w");
  if (adjust) {
    fputs("1000", adjust);
    fclose(adjust);
  }
#endif
  (void)setrlimit(RLIMIT_CORE, &none);
  cpu.rlim_cur = (rlim_t)ceil(setup->timeout);
  cpu.rlim_max = cpu.rlim_cur + 5;
  (void)setrlimit(RLIMIT_CPU, &cpu);
  if (!SANITIZED && setup->memory) /* a sanitizer's own maps take terabytes */
    LimitMemory(setup->memory);
  JsonNeedMemory();
  MemorySetSource(AnswerMemory);
  CloseDescriptors(setup, complaints);
}

/* Never returns. _exit, so that neither MPI nor buffers of the parent are finished twice. */
static void Work(const WorkerSetup *setup, const Job *job, pid_t parent, int socket,
                 int complaints) {
  KeptError complaint;
  const pid_t self = getpid();
  char *text = NULL;
  BecomeWorker(setup, parent, complaints);
  PetscErrorCode error = KeptErrorBegin(&complaint);
  if (!error)
    error = setup->work(setup->work_context, job, &text);
  /* A plugin that forks may return twice; the copy must not answer. */
  if (getpid() != self)
    _exit(70);
  if (!error && !text)
    (void)snprintf(complaint.text, sizeof(complaint.text), "the study measured nothing");
  if (error && !complaint.text[0])
    (void)snprintf(complaint.text, sizeof(complaint.text), "error %d", (int)error);
  fflush(NULL);
  const int lost = error || !text ? FrameSend(socket, FRAME_FAILED, complaint.text, NULL)
                                  : FrameSend(socket, FRAME_DONE, text, NULL);
  free(text);
  _exit(lost ? 70 : 0);
}

/* ---- The parent ---- */

typedef struct {
  Frame frame;
  PetscBool late, stopped;
} Answer;

/* Whether its time is up: it did nothing for as long as it may compute, or it and what it has started,
 * each of which has a limit of its own by the system, computed longer together. A busy machine it may
 * wait for: a verdict is not to depend on who else is there. */
static PetscBool IsHanging(const WorkerSetup *setup, ProcessWatch *watch) {
  return (PetscBool)(ProcessWatchLook(watch, PetscMax(0.05, setup->timeout / 20)) &&
                     (watch->idle > setup->timeout || watch->run > ceil(setup->timeout) + 1));
}

static PetscBool IsGivenUp(const WorkerSetup *setup) {
  return (PetscBool)(setup->wait && setup->wait(setup->wait_context));
}

/* Reads what a non-blocking pipe has now, up to a limit. False once it is closed. */
static PetscBool PassComplaints(int complaints) {
  enum { MOST_READS = 16 };
  char text[4096];
  ssize_t got = 1;
  for (int i = 0; i < MOST_READS && got > 0; i++)
    got = ComplaintsPass(complaints, text, sizeof(text));
  return (PetscBool)(got != 0);
}

/* Until the answer is whole, the worker is dead (whoever else holds its socket), or time is up. */
static void ReceiveAnswer(const WorkerSetup *setup, int socket, int complaints, ProcessWatch *watch,
                          Answer *answer) {
  struct pollfd poll_for[] = {{.fd = socket, .events = POLLIN},
                              {.fd = complaints, .events = POLLIN}};
  for (;;) {
    const int ended = ChildHasEnded(watch->process);
    const int ready = poll(poll_for, 2, ended ? 0 : WAIT_MILLISECONDS);
    answer->stopped = IsGivenUp(setup);
    if (poll_for[1].revents && !PassComplaints(complaints))
      poll_for[1].fd = -1;
    if (poll_for[0].revents ? !FrameReceive(socket, &answer->frame) : ready <= 0 && ended)
      return;
    answer->late = IsHanging(setup, watch);
    if (answer->late || answer->stopped)
      return;
  }
}

/* Waits for the end of a worker that has answered; one that lingers is killed when time is up. What
 * it has started and left in its group goes with it: the number of the group is not free for others
 * before the worker is waited for. */
static void WaitForProcess(const WorkerSetup *setup, int complaints, ProcessWatch *watch,
                           Answer *answer, int *status, struct rusage *usage) {
  const FrameState state = answer->frame.state;
  const pid_t child = watch->process;
  long pause = 100000;
  while (!ChildHasEnded(child)) {
    (void)PassComplaints(complaints); /* or a write would wait for room */
    if (!answer->late)
      answer->late = IsHanging(setup, watch);
    if (answer->late || answer->stopped || state == FRAME_TOO_LONG)
      (void)kill(child, SIGKILL);
    (void)nanosleep(&(struct timespec){0, pause}, NULL);
    pause = PetscMin(2 * pause, 50000000);
    if (pause == 50000000)
      answer->stopped = (PetscBool)(IsGivenUp(setup) || answer->stopped);
  }
  (void)kill(-child, SIGKILL);
  (void)PassComplaints(complaints);
  while (wait4(child, status, 0, usage) < 0 && errno == EINTR)
    ;
}

static const char *SignalName(int number) {
  const char *name = strsignal(number);
  return name ? name : "unknown";
}

void WorkerTellEnd(int status, char *why, size_t room) {
  if (WIFSTOPPED(status))
    (void)snprintf(why, room, "the worker stood still");
  else if (WIFSIGNALED(status))
    (void)snprintf(why, room, "the worker was ended by signal %d (%s)", WTERMSIG(status),
                   SignalName(WTERMSIG(status)));
  else
    (void)snprintf(why, room, "the worker ended with exit status %d", WEXITSTATUS(status));
}

/* What came back after an end without an accident. */
static void InterpretAnswer(const WorkerSetup *setup, Frame *frame, WorkerResult *result) {
  char *reason = result->reason;
  const size_t room = sizeof(result->reason);
  if (!frame->read) {
    (void)snprintf(reason, room, "the worker ended without an answer, as after exit() in a plugin");
  } else if (frame->state != FRAME_WHOLE) {
    (void)snprintf(reason, room,
                   "the worker's answer is damaged: something else was written into it");
  } else if (frame->head.kind == FRAME_FAILED) {
    Utf8Cut(frame->text[Utf8Valid(frame->text)] ? "an error with a text that is not UTF-8"
                                                : frame->text,
            reason, room);
  } else {
    if (setup->check && setup->check(frame->text)) {
      (void)snprintf(reason, room, "the worker's answer is no measurement that can be read again");
    } else {
      result->measured = frame->text;
      frame->text = NULL;
      result->done = PETSC_TRUE;
    }
  }
}

static void Interpret(const WorkerSetup *setup, Answer *answer, int status, PetscBool used_up,
                      WorkerResult *result) {
  char *reason = result->reason;
  const size_t room = sizeof(result->reason);
  const PetscBool whole = (PetscBool)(answer->frame.state == FRAME_WHOLE);
  result->stopped = answer->stopped;
  result->late = (PetscBool)(answer->late || used_up);
  result->status = status;
  if (used_up) {
    (void)snprintf(reason, room, "timed out after %g s of processor time (--timeout)",
                   (double)setup->timeout);
  } else if (answer->late) {
    (void)snprintf(reason, room, "timed out after %g s (--timeout)", (double)setup->timeout);
  } else if (answer->stopped) {
    (void)snprintf(reason, room, "the run was interrupted");
  } else if (answer->frame.state == FRAME_TOO_LONG) {
    (void)snprintf(reason, room, "the answer is longer than %d bytes", FRAME_LONGEST);
  } else if (WIFSIGNALED(status)) {
    (void)snprintf(reason, room, "signal %d (%s)%s%s", WTERMSIG(status),
                   SignalName(WTERMSIG(status)), *CrashCause ? " after: " : "", CrashCause);
  } else if (WEXITSTATUS(status)) {
    WorkerTellEnd(status, reason, room);
  } else {
    InterpretAnswer(setup, &answer->frame, result);
  }
  result->accident = (PetscBool)(answer->late || answer->stopped || status || !whole);
}

/* Whether the end was that of the processor time. The system sends SIGXCPU, and to who is deaf to it
 * SIGKILL later; both may come from elsewhere, but hardly just then. Its own count is one of ticks, of
 * which a process that shares its processor with others gets more than its part. */
static PetscBool IsUsedUp(const WorkerSetup *setup, const ProcessWatch *watch, const Answer *answer,
                          int status, PetscReal cpu) {
  if (answer->late)
    return (PetscBool)(watch->idle <= setup->timeout);
  return (PetscBool)(WIFSIGNALED(status) && cpu >= 0.5 * setup->timeout &&
                     (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL) &&
                     !answer->stopped && answer->frame.state != FRAME_TOO_LONG);
}

/* One page, for one child after the other. */
static PetscErrorCode ShareCrashCause(void) {
  if (!CrashCause) {
    void *page = mmap(NULL, CRASH_CAUSE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    PetscCheck(page != MAP_FAILED, PETSC_COMM_SELF, PETSC_ERR_MEM,
               "no memory to share with a worker: %s", strerror(errno));
    CrashCause = page;
  }
  *CrashCause = 0;
  return 0;
}

PetscErrorCode WorkerRun(const WorkerSetup *setup, const Job *job, WorkerResult *result) {
  const double start = ClockNow();
  ProcessWatch watch;
  Answer answer = {.late = PETSC_FALSE};
  struct rusage usage = {0};
  int ends[2], complaints[2], status = 0;
  pid_t child, parent = getpid();
  memset(result, 0, sizeof(*result));
  PetscCall(ShareCrashCause());
  PetscCheck(!socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), PETSC_COMM_SELF,
             PETSC_ERR_SYS, "no socket for a worker: %s", strerror(errno));
  if (pipe2(complaints, O_CLOEXEC)) {
    const int why = errno;
    (void)close(ends[0]);
    (void)close(ends[1]);
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_SYS, "no pipe for a worker: %s", strerror(why));
  }
  fflush(NULL); /* or the child would write what waits in our buffers once more */
  child = fork();
  if (child < 0) {
    const int why = errno;
    for (int i = 0; i < 2; i++) {
      (void)close(ends[i]);
      (void)close(complaints[i]);
    }
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_SYS, "no process for a worker: %s", strerror(why));
  }
  if (!child) {
    (void)close(ends[0]);
    Work(setup, job, parent, ends[1], complaints[1]);
  }
  (void)setpgid(child, child); /* the child does so too: whoever is first */
  (void)close(ends[1]);
  (void)close(complaints[1]);
  (void)fcntl(complaints[0], F_SETFL, O_NONBLOCK);
  ProcessWatchBegin(&watch, child);
  ReceiveAnswer(setup, ends[0], complaints[0], &watch, &answer);
  (void)close(ends[0]);
  WaitForProcess(setup, complaints[0], &watch, &answer, &status, &usage);
  (void)close(complaints[0]);
  result->cpu = (PetscReal)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                1e-6 * (PetscReal)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  Interpret(setup, &answer, status, IsUsedUp(setup, &watch, &answer, status, result->cpu), result);
  FrameFree(&answer.frame);
  result->seconds = ClockNow() - start;
  return 0;
}
