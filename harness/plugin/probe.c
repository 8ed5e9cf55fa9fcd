#include "plugin/probe.h"
#include "base/child.h"
#include "base/process_watch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* For one plugin, to compute and to do nothing: some ten thousand times what one needs. */
enum { PROBE_SECONDS = 10, WAIT_MILLISECONDS = 20 };

typedef enum { NOTHING, PRINTED, FORKED, MOVED, SPOKE } Deed;

/* What both processes see. */
typedef struct {
  volatile int at, finished, deed;
} Notes;

typedef struct {
  PetscInt count;
  const char *const *file;
  ProbeLoad *load;
  void *context;
  Notes *notes;
  int output; /* takes what is printed */
} Probe;

static Notes *own_notes; /* the child's */

static PetscBool trusted = PETSC_FALSE;

void PluginsTrust(void) { trusted = PETSC_TRUE; }

/* ---- The child ---- */

static void BecomeProbe(const Probe *probe, pid_t parent) {
  const struct rlimit none = {0, 0};
  const int nothing = open("/dev/null", O_RDONLY);
  ChildSeparate(parent, 0);
  (void)setrlimit(RLIMIT_CORE, &none);
  (void)dup2(probe->output, STDOUT_FILENO);
  if (nothing >= 0)
    (void)dup2(nothing, STDIN_FILENO);
}

/* A second process would come back from the constructor, and be a second program. (What posix_spawn
 * starts, as system and popen do, does not.) */
static void NoteFork(void) {
  if (own_notes)
    own_notes->deed = FORKED;
}

/* What the plugin did that is not seen from outside. */
static Deed LookBack(const Probe *probe, pid_t self, const char *folder) {
  struct stat status;
  char now[PATH_MAX] = "";
  const char *spoken = setlocale(LC_NUMERIC, NULL);
  if (getpid() != self)
    _exit(1); /* that second process */
  if (probe->notes->deed)
    return (Deed)probe->notes->deed;
  (void)fflush(stdout);
  if (!fstat(probe->output, &status) && status.st_size > 0)
    return PRINTED;
  if (getcwd(now, sizeof(now)) && strcmp(now, folder))
    return MOVED;
  return spoken && strcmp(spoken, "C") ? SPOKE : NOTHING;
}

/* Never returns: no handler of a plugin runs at the end. */
static void LoadAll(const Probe *probe, pid_t parent) {
  Notes *notes = probe->notes;
  char folder[PATH_MAX] = "";
  BecomeProbe(probe, parent);
  const pid_t self = getpid();
  own_notes = notes;
  (void)pthread_atfork(NoteFork, NULL, NULL);
  if (!getcwd(folder, sizeof(folder)))
    folder[0] = 0;
  (void)PetscPushErrorHandler(PetscReturnErrorHandler, NULL);
  for (PetscInt i = 0; i < probe->count; i++) {
    notes->at = (int)i;
    const PetscErrorCode error = probe->load(probe->context, i);
    const Deed deed = LookBack(probe, self, folder);
    if (deed) {
      notes->deed = deed;
      _exit(1);
    }
    if (error)
      break;
  }
  notes->finished = 1;
  _exit(0);
}

/* ---- The parent ---- */

/* Until it ends, or one plugin has taken too long. The pipe closes with the process, so that nobody
 * sleeps longer than need be. */
static PetscBool Await(const Probe *probe, pid_t child, int pipe, int *status) {
  struct pollfd poll_for = {.fd = pipe, .events = POLLIN};
  ProcessWatch watch;
  for (int at = -1;;) {
    (void)poll(&poll_for, 1, WAIT_MILLISECONDS);
    const pid_t ended = waitpid(child, status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR))
      return PETSC_TRUE;
    if (poll_for.revents) /* it is about to end, or has closed the pipe */
      (void)nanosleep(&(struct timespec){0, 200000}, NULL);
    if (probe->notes->at != at) {
      at = probe->notes->at;
      ProcessWatchBegin(&watch, child);
    }
    if (ProcessWatchLook(&watch, 1) && (watch.idle > PROBE_SECONDS || watch.run > PROBE_SECONDS)) {
      (void)kill(child, SIGKILL);
      (void)waitpid(child, status, 0);
      return PETSC_FALSE;
    }
  }
}

/* The beginning of what was printed, on one line. */
static void Quote(int output, char text[64]) {
  const ssize_t length = pread(output, text, 60, 0);
  text[length > 0 ? length : 0] = 0;
  for (char *c = text; *c; c++)
    if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
      *c = ' ';
}

static void Describe(const Probe *probe, PetscBool ended, int status, char what[256]) {
  const size_t room = 256;
  char printed[64];
  if (!ended)
    (void)snprintf(what, room, "does not come back within %d s", PROBE_SECONDS);
  else if (WIFSIGNALED(status))
    (void)snprintf(what, room, "ends the program by signal %d (%s)", WTERMSIG(status),
                   strsignal(WTERMSIG(status)));
  else if (probe->notes->deed == PRINTED) {
    Quote(probe->output, printed);
    (void)snprintf(what, room, "prints to standard output (\"%s\"), which carries results",
                   printed);
  } else if (probe->notes->deed == FORKED)
    (void)snprintf(what, room, "starts a second process (fork)");
  else if (probe->notes->deed == MOVED)
    (void)snprintf(what, room, "changes the working folder");
  else if (probe->notes->deed == SPOKE)
    (void)snprintf(what, room, "changes the locale, by which numbers are read");
  else
    (void)snprintf(what, room, "ends the program, with exit status %d", WEXITSTATUS(status));
}

/* Both ends of the pipe are the caller's; the child keeps the one that is for writing. */
static PetscErrorCode Run(const Probe *probe, int pipe[2]) {
  char what[256];
  int status = 0;
  probe->notes->at = 0;
  (void)fflush(NULL); /* or the child would write what waits in our buffers once more */
  const pid_t parent = getpid(), child = fork();
  PetscCheck(child >= 0, PETSC_COMM_SELF, PETSC_ERR_SYS, "no process to load plugins: %s",
             strerror(errno));
  if (!child) {
    (void)close(pipe[0]);
    LoadAll(probe, parent);
  }
  (void)close(pipe[1]);
  pipe[1] = -1;
  const PetscBool ended = Await(probe, child, pipe[0], &status);
  (void)kill(-child, SIGKILL); /* whatever it has left behind */
  if (ended && WIFEXITED(status) && !WEXITSTATUS(status) && probe->notes->finished)
    return 0;
  Describe(probe, ended, status, what);
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
          "%s: when it is loaded it %s; a plugin must do nothing but be there",
          probe->file[probe->notes->at], what);
}

PetscErrorCode PluginsProbe(PetscInt count, const char *const file[], ProbeLoad *load,
                            void *context) {
  Probe probe = {count, file, load, context, NULL, -1};
  int ends[2] = {-1, -1};
  PetscErrorCode error = PETSC_ERR_SYS;
  if (trusted || !count)
    return 0;
  probe.notes =
      mmap(NULL, sizeof(*probe.notes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  probe.output = memfd_create("gimbal", MFD_CLOEXEC);
  const PetscBool ready =
      (PetscBool)(probe.notes != MAP_FAILED && probe.output >= 0 && !pipe2(ends, O_CLOEXEC));
  const int why = errno;
  if (ready)
    error = Run(&probe, ends);
  for (int i = 0; i < 2; i++)
    if (ends[i] >= 0)
      (void)close(ends[i]);
  if (probe.output >= 0)
    (void)close(probe.output);
  if (probe.notes != MAP_FAILED)
    (void)munmap(probe.notes, sizeof(*probe.notes));
  PetscCheck(ready, PETSC_COMM_SELF, PETSC_ERR_SYS, "plugins cannot be probed: %s", strerror(why));
  return error;
}
