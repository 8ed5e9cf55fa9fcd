#include "cli/launch.h"
#include "base/floating.h"
#include "base/terminal.h"
#include "farm/interrupt.h"
#include "farm/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How long ranks may take to end after a signal, and mpiexec, in seconds. */
enum { PATIENCE = 15, PATIENCE_MPIEXEC = 5, LAUNCH_BROKEN = 3 };

extern char **environ;

static struct {
  char **words;
  char **environment; /* as it was before MPI added to it */
} launch;

/* Variables of Open MPI and its hwloc; other implementations do not know them. */
typedef struct {
  const char *name, *value;
} Setting;

static const Setting always[] = {
    /* Containers often forbid a process to read another's memory, and each try is a warning. */
    {"OMPI_MCA_btl_vader_single_copy_mechanism", "none"},
    /* A crash is reported by us, as the job's reason. */
    {"OMPI_MCA_opal_signal", ""},
    /* Where a sandbox hides the processors' topology, MPI does without. */
    {"HWLOC_HIDE_ERRORS", "2"},
};

/* One machine, whose processors are all that matters: drivers of networks that open when they are
 * looked for take longer than all else that a start does, and there is no need to ask a display or a
 * graphics card, nor each processor by itself. */
static const Setting one_machine[] = {
    {"OMPI_MCA_pml", "ob1"},
    {"HWLOC_COMPONENTS", "-x86,-pci,-linuxio,-opencl,-gl,-cuda,-nvml,-rsmi,-levelzero"},
};

static const Setting alone[] = {
    /* No daemon, no network. */
    {"OMPI_MCA_ess_singleton_isolated", "1"},
    {"OMPI_MCA_btl", "self"},
    {"OMPI_MCA_coll", "self,basic,libnbc"},
    /* All processes that are alone would share one, and each removes it when it ends. */
    {"OMPI_MCA_orte_create_session_dirs", "0"},
};

static const Setting started[] = {
    /* mpiexec refuses root, who is the usual user in a container. */
    {"OMPI_ALLOW_RUN_AS_ROOT", "1"},
    {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
    /* Ranks start workers, so binding would put both on one core; -j may exceed the cores. */
    {"OMPI_MCA_hwloc_base_binding_policy", "none"},
    {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
    {"OMPI_MCA_mpi_yield_when_idle", "1"},
    /* One machine: shared memory is enough, and no remote shell is looked for. */
    {"OMPI_MCA_btl", "self,vader"},
    {"OMPI_MCA_plm", "isolated"},
    {"PMIX_MCA_gds", "hash"},
    /* Our exit status says what happened; no lecture about it. */
    {"OMPI_MCA_orte_execute_quiet", "1"},
};

/* A program whose words or settings are not all there is another one. */
static void Need(int is_there) {
  if (is_there)
    return;
  fputs("gimbal: no memory to begin with\n", stderr);
  _exit(LAUNCH_BROKEN);
}

static void Set(const Setting *setting, size_t count) {
  for (size_t i = 0; i < count; i++)
    Need(!setenv(setting[i].name, setting[i].value, 0));
}

/* A copy of a list that ends in NULL, of the texts too. */
static char **Copy(char *const *list) {
  size_t n = 0;
  char **copy;

  while (list[n])
    n++;
  copy = calloc(n + 1, sizeof *copy);
  Need(copy != NULL);
  for (size_t i = 0; i < n; i++) {
    copy[i] = strdup(list[i]);
    Need(copy[i] != NULL);
  }
  return copy;
}

static PetscBool UnderMPI(void) {
  return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_SIZE") || getenv("PMIX_RANK") ? PETSC_TRUE
                                                                                     : PETSC_FALSE;
}

void LaunchPrepare(char *const *argv) {
  FloatingKeep();
  if (argv[0] && argv[1] && strcmp(argv[1], "worker") == 0)
    ServeIsolate();
  if (getenv("GIMBAL_LAUNCHED")) /* whose signal may come before this run knows what it is to do */
    InterruptCatch();
  launch.words = Copy(argv);
  launch.environment = Copy(environ);
  Set(always, PETSC_STATIC_ARRAY_LENGTH(always));
  if (UnderMPI())
    return;
  Set(one_machine, PETSC_STATIC_ARRAY_LENGTH(one_machine));
  Set(alone, PETSC_STATIC_ARRAY_LENGTH(alone));
}

const char *LaunchProgram(void) { return launch.words && *launch.words ? *launch.words : "gimbal"; }

char *const *LaunchPetscWords(void) {
  static char *nothing[] = {NULL};
  for (char **word = launch.words; word && *word; word++)
    if (!strcmp(*word, "--"))
      return word + 1;
  return nothing;
}

/* The mpiexec that configure found, or the first in PATH. */
static PetscBool FindLauncher(char path[PATH_MAX]) {
  const char *folders = getenv("PATH");

  snprintf(path, PATH_MAX, "%s", GIMBAL_MPIEXEC);
  if (*path && access(path, X_OK) == 0)
    return PETSC_TRUE;
  while (folders && *folders) {
    size_t length = strcspn(folders, ":");
    snprintf(path, PATH_MAX, "%.*s/mpiexec", (int)length, folders);
    if (access(path, X_OK) == 0)
      return PETSC_TRUE;
    folders += length + (folders[length] == ':');
  }
  return PETSC_FALSE;
}

/* mpiexec, in a process group of its own: signals from a terminal come to us, and are passed on in an
 * order that lets the ranks keep what they have. Its output comes through us too, since it does not
 * tell whether it could be written. */
static pid_t StartLauncher(const char *path, char **word, int ends[2]) {
  const pid_t parent = getpid();
  fflush(NULL);
  const pid_t child = fork();
  if (child)
    return child;
  (void)setpgid(0, 0);
  (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent)
    _exit(LAUNCH_BROKEN);
  const int nothing = open("/dev/null", O_RDONLY);
  (void)dup2(nothing, STDIN_FILENO);
  (void)dup2(ends[1], STDOUT_FILENO);
  execv(path, word);
  fprintf(stderr, "gimbal: %s cannot be started: %s\n", path, strerror(errno));
  _exit(LAUNCH_BROKEN);
}

/* PETSC_FALSE once it cannot be written. */
static PetscBool PassOn(const char *text, ssize_t length) {
  while (length > 0) {
    const ssize_t written = write(STDOUT_FILENO, text, (size_t)length);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return PETSC_FALSE;
    text += written;
    length -= written;
  }
  return PETSC_TRUE;
}

/* First the ranks are asked to end, by the signal that mpiexec passes on; then it is. */
static void Urge(pid_t child, time_t since, int *urged) {
  static const int signals[] = {SIGUSR1, SIGTERM, SIGKILL};
  static const int after[] = {0, PATIENCE, PATIENCE + PATIENCE_MPIEXEC};
  while (*urged < 3 && time(NULL) - since >= after[*urged])
    (void)kill(child, signals[(*urged)++]);
}

/* Until it has ended and all that it printed is passed on. Returns the exit status. */
static int Attend(pid_t child, int output) {
  struct pollfd poll_for = {.fd = output, .events = POLLIN};
  PetscBool open = PETSC_TRUE, whole = PETSC_TRUE, ended = PETSC_FALSE;
  int status = 0, urged = 0;
  time_t since = 0;
  char text[65536];
  while (open || !ended) {
    const int ready = open ? poll(&poll_for, 1, ended ? 1000 : 50) : poll(NULL, 0, 10);
    if (ready > 0) {
      const ssize_t got = read(output, text, sizeof(text));
      if (got > 0)
        whole = (PetscBool)(PassOn(text, got) && whole);
      open = (PetscBool)(got > 0 || (got < 0 && errno == EINTR));
    } else if (ended)
      open = PETSC_FALSE; /* somebody else holds it */
    if (!ended)
      ended = (PetscBool)(waitpid(child, &status, WNOHANG) == child);
    if (!InterruptSignal() || ended)
      continue;
    since = since ? since : time(NULL);
    Urge(child, since, &urged);
  }
  if (InterruptSignal())
    return InterruptStatus(InterruptSignal());
  if (!whole)
    fprintf(stderr, "gimbal: standard output could not be written\n");
  status = WIFEXITED(status) ? WEXITSTATUS(status) : LAUNCH_BROKEN;
  return whole || status == 2 ? status : LAUNCH_BROKEN;
}

/* Replaces our environment: MPI has left its mark on it; the ranks get the one that we were given. */
static void SetEnvironment(void) {
  const int width = TerminalWidth();
  char text[16];
  environ = launch.environment;
  Set(always, PETSC_STATIC_ARRAY_LENGTH(always));
  Set(one_machine, PETSC_STATIC_ARRAY_LENGTH(one_machine));
  Set(started, PETSC_STATIC_ARRAY_LENGTH(started));
  Need(!setenv("GIMBAL_LAUNCHED", "1", 1));
  if (width) {
    (void)snprintf(text, sizeof(text), "%d", width);
    setenv("GIMBAL_TERMINAL", text, 1);
  }
  if (isatty(STDOUT_FILENO))
    setenv("GIMBAL_OUTPUT_TERMINAL", "1", 1);
}

PetscErrorCode LaunchRanks(PetscInt ranks) {
  char path[PATH_MAX], self[PATH_MAX], number[16];
  int n = 0, ends[2];
  ssize_t length;
  char **word;

  PetscFunctionBeginUser;
  PetscCheck(ranks >= 1, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "-j %" PetscInt_FMT ": the number of processes is 1 or more", ranks);
  if (ranks == 1 || UnderMPI())
    PetscFunctionReturn(0);
  if (!FindLauncher(path)) {
    fprintf(stderr,
            "gimbal: there is no mpiexec (package openmpi-bin): one process instead of %d\n",
            (int)ranks);
    PetscFunctionReturn(0);
  }
  length = readlink("/proc/self/exe", self, sizeof self - 1);
  PetscCheck(length > 0 && launch.words && launch.environment, PETSC_COMM_SELF, PETSC_ERR_SYS,
             "the program cannot find its own file: %s", strerror(errno));
  self[length] = '\0';
  while (launch.words[n])
    n++;
  word = malloc((size_t)(n + 4) * sizeof *word);
  PetscCheck(word, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  snprintf(number, sizeof number, "%d", (int)ranks);
  word[0] = path;
  word[1] = (char[]){"-n"};
  word[2] = number;
  word[3] = self;
  for (int i = 1; i <= n; i++)
    word[3 + i] = launch.words[i];
  PetscCheck(!pipe2(ends, O_CLOEXEC), PETSC_COMM_SELF, PETSC_ERR_SYS, "no pipe for mpiexec: %s",
             strerror(errno));
  PetscCall(PetscFinalize());
  SetEnvironment();
  InterruptCatch();
  const pid_t child = StartLauncher(path, word, ends);
  if (child < 0) {
    fprintf(stderr, "gimbal: no process for mpiexec: %s\n", strerror(errno));
    _exit(LAUNCH_BROKEN);
  }
  (void)setpgid(child, child);
  (void)close(ends[1]);
  const int status = Attend(child, ends[0]);
  fflush(NULL);
  _exit(status); /* MPI is finished, and what else ends with the process was the ranks' */
}

PetscBool LaunchOnTerminal(void) { return TerminalWidth() ? PETSC_TRUE : PETSC_FALSE; }

PetscBool LaunchOutputOnTerminal(void) {
  /* What Open MPI gives a rank as its output looks like a terminal, wherever it goes. */
  return getenv("GIMBAL_OUTPUT_TERMINAL") || (!UnderMPI() && isatty(STDOUT_FILENO)) ? PETSC_TRUE
                                                                                    : PETSC_FALSE;
}
