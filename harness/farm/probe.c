#include "farm/probe.h"
#include "farm/worker.h"

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* For each plugin, to compute and to do nothing: some ten thousand times what one needs. */
enum { PROBE_SECONDS = 10 };

typedef enum { NOTHING, PRINTED, FORKED, MOVED, SPOKE } Deed;

/* What both processes see. */
typedef struct {
  volatile int at, deed;
} Notes;

typedef struct {
  PetscInt count;
  RegistryLoad *load;
  void *context;
  Notes *notes;
  int output; /* takes what is printed */
} Probe;

static Notes *own_notes; /* the child's */

/* ---- The child ---- */

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

static PetscErrorCode LoadAll(void *context, const Job *none, char **answer) {
  const Probe *probe = context;
  const pid_t self = getpid();
  char folder[PATH_MAX] = "";
  PetscErrorCode error = 0; /* which who loads it afterwards will meet again */
  (void)none;
  own_notes = probe->notes;
  (void)dup2(probe->output, STDOUT_FILENO);
  (void)pthread_atfork(NoteFork, NULL, NULL);
  if (!getcwd(folder, sizeof(folder)))
    folder[0] = 0;
  for (PetscInt i = 0; i < probe->count && !error; i++) {
    probe->notes->at = (int)i;
    error = probe->load(probe->context, i);
    const Deed deed = LookBack(probe, self, folder);
    if (deed) {
      probe->notes->deed = deed;
      _exit(1);
    }
  }
  *answer = MemoryText("");
  return 0;
}

/* ---- The parent ---- */

/* The beginning of what was printed, on one line. */
static void Quote(int output, char text[64]) {
  const ssize_t length = pread(output, text, 60, 0);
  text[length > 0 ? length : 0] = 0;
  for (char *c = text; *c; c++)
    if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
      *c = ' ';
}

static void Describe(const Probe *probe, const WorkerResult *result, char what[256]) {
  static const char *const deeds[] = {[FORKED] = "starts a second process (fork)",
                                      [MOVED] = "changes the working folder",
                                      [SPOKE] = "changes the locale, by which numbers are read"};
  const size_t room = 256;
  const int status = result->status, deed = probe->notes->deed;
  char printed[64];
  if (result->late)
    (void)snprintf(what, room, "does not come back within %d s", PROBE_SECONDS * (int)probe->count);
  else if (WIFSIGNALED(status))
    (void)snprintf(what, room, "ends the program by signal %d (%s)", WTERMSIG(status),
                   strsignal(WTERMSIG(status)));
  else if (deed == PRINTED) {
    Quote(probe->output, printed);
    (void)snprintf(what, room, "prints to standard output (\"%s\"), which carries results",
                   printed);
  } else if (deed)
    (void)snprintf(what, room, "%s", deeds[deed]);
  else
    (void)snprintf(what, room, "ends the program, with exit status %d", WEXITSTATUS(status));
}

PetscErrorCode ProbePlugins(PetscInt count, const char *const file[], RegistryLoad *load,
                            void *context) {
  Probe probe = {count, load, context, NULL, memfd_create("gimbal", MFD_CLOEXEC)};
  const WorkerSetup setup = {
      .work = LoadAll, .work_context = &probe, .timeout = PROBE_SECONDS * (PetscReal)count};
  WorkerResult result = {.done = PETSC_FALSE};
  PetscErrorCode error = PETSC_ERR_SYS;
  char what[256] = "";
  int at = 0;
  probe.notes =
      mmap(NULL, sizeof(*probe.notes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  const PetscBool ready = (PetscBool)(probe.notes != MAP_FAILED && probe.output >= 0);
  const int why = errno;
  if (ready)
    error = WorkerRun(&setup, NULL, &result);
  if (!error && !result.done) {
    Describe(&probe, &result, what);
    at = probe.notes->at;
  }
  free(result.measured);
  if (probe.output >= 0)
    (void)close(probe.output);
  if (probe.notes != MAP_FAILED)
    (void)munmap(probe.notes, sizeof(*probe.notes));
  PetscCheck(ready, PETSC_COMM_SELF, PETSC_ERR_SYS, "plugins cannot be probed: %s", strerror(why));
  UserCheck(!*what, "%s: loading it %s; loading a plugin must have no side effects", file[at],
            what);
  return error;
}
