#include "cli/launch.h"
#include "base/floating.h"
#include "farm/serve.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static const Setting alone[] = {
    /* No daemon, no network. */
    {"OMPI_MCA_ess_singleton_isolated", "1"},
    {"OMPI_MCA_btl", "self"},
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

/* A copy of a list that ends in NULL, of the texts too. */
static char **Copy(char *const *list) {
  size_t n = 0;
  char **copy;

  while (list[n])
    n++;
  copy = calloc(n + 1, sizeof *copy);
  for (size_t i = 0; copy && i < n; i++)
    copy[i] = strdup(list[i]);
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
  launch.words = Copy(argv);
  launch.environment = Copy(environ);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(always); i++)
    setenv(always[i].name, always[i].value, 0);
  if (!UnderMPI())
    for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(alone); i++)
      setenv(alone[i].name, alone[i].value, 0);
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

PetscErrorCode LaunchRanks(PetscInt ranks) {
  char path[PATH_MAX], self[PATH_MAX], number[16];
  char **word;
  ssize_t length;
  int n = 0;

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

  /* MPI has left its mark on our environment; the ranks get the one that we were given. */
  PetscCall(PetscFinalize());
  environ = launch.environment;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(always); i++)
    setenv(always[i].name, always[i].value, 0);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(started); i++)
    setenv(started[i].name, started[i].value, 0);
  if (isatty(STDERR_FILENO))
    setenv("GIMBAL_TERMINAL", "1", 1);
  fflush(NULL);
  execv(path, word);
  fprintf(stderr, "gimbal: %s cannot be started: %s\n", path, strerror(errno));
  _exit(3);
}

PetscBool LaunchOnTerminal(void) {
  const char *term = getenv("TERM");
  if (term && strcmp(term, "dumb") == 0) /* it cannot write a line anew */
    return PETSC_FALSE;
  return isatty(STDERR_FILENO) || getenv("GIMBAL_TERMINAL") ? PETSC_TRUE : PETSC_FALSE;
}
