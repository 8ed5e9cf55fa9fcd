#include "cli/launch.h"
#include "base/memory.h"
#include "base/floating.h"
#include "base/spawn.h"
#include "cli/version.h"
#include "farm/serve.h"

#include <arpa/inet.h>
#include <ftw.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { LAUNCH_BROKEN = 3 };

static struct {
  char **words, **environment; /* kept for the environment's sake: setenv copies it */
  PetscBool launched;          /* by a launcher, together with others as far as is known */
  int processes, rank;         /* as the launcher counts; 0: unknown */
} launch;

/* With arguments or settings lost for lack of memory this would be another program. */
static void Need(int is_there) {
  if (is_there)
    return;
  fputs("gimbal: no memory to begin with\n", stderr);
  _exit(LAUNCH_BROKEN);
}

/* ---- Launchers ---- */

/* Variables that a launcher gives to each process that it starts: one that tells it from others, the number
 * of processes, and which of them this is. */
typedef struct {
  const char *mark, *processes, *rank;
} Launcher;

enum { PMIX, PMI, SLURM, PALS, LAUNCHERS };
static const Launcher launchers[LAUNCHERS] = {
    [PMIX] = {"PMIX_RANK", "OMPI_COMM_WORLD_SIZE", "PMIX_RANK"},
    [PMI] = {"PMI_FD", "PMI_SIZE", "PMI_RANK"},
    [SLURM] = {"SLURM_STEP_ID", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"},
    [PALS] = {"PALS_RANKID", "PALS_SIZE", "PALS_RANKID"},
};

static int NumberOf(const char *name) {
  const char *text = getenv(name);
  return text ? atoi(text) : 0;
}

/* Whether a server of PMIx listens at its address, NAME=WHERE;tcp4://HOST:PORT. */
static PetscBool Listens(const char *address) {
  const struct timeval patience = {.tv_sec = 2};
  struct sockaddr_in server = {.sin_family = AF_INET};
  const char *at = strstr(address, "tcp4://");
  unsigned short port;
  char host[64];
  if (!at || sscanf(at, "tcp4://%63[0-9.]:%hu", host, &port) != 2 ||
      inet_pton(AF_INET, host, &server.sin_addr) != 1)
    return PETSC_TRUE; /* as far as can be seen */
  server.sin_port = htons(port);
  const int end = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  (void)setsockopt(end, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
  const int failed = connect(end, (const struct sockaddr *)&server, sizeof(server));
  if (end >= 0)
    (void)close(end);
  return failed ? PETSC_FALSE : PETSC_TRUE;
}

static PetscBool HasServer(void) {
  for (char **entry = environ; *entry; entry++)
    if (!strncmp(*entry, "PMIX_SERVER_URI", strlen("PMIX_SERVER_URI")) && Listens(*entry))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Whether this is the process of that number, or one of those that it has started. */
static PetscBool ComesFrom(int ancestor) {
  int process = (int)getpid();
  while (process > 1 && process != ancestor) {
    char path[64];
    int parent = 0;
    (void)snprintf(path, sizeof(path), "/proc/%d/status", process);
    FILE *status = fopen(path, "re");
    while (status && fscanf(status, "PPid: %d", &parent) != 1 && fscanf(status, "%*[^\n]\n") == 0)
      ;
    if (status)
      fclose(status);
    process = parent;
  }
  return process == ancestor && process > 1 ? PETSC_TRUE : PETSC_FALSE;
}

/* Whether it is still there: whatever is started later inherits its variables too. */
static PetscBool IsThere(int i) {
  const char *spool = getenv("PALS_SPOOL_DIR");
  int type;
  socklen_t length = sizeof(type);
  if (i == PMIX)
    return HasServer();
  if (i == PMI)
    return (PetscBool)!getsockopt(NumberOf("PMI_FD"), SOL_SOCKET, SO_TYPE, &type, &length);
  if (i == SLURM)
    return ComesFrom(NumberOf("SLURM_TASK_PID"));
  return (PetscBool)(spool && !access(spool, F_OK));
}

static void FindLauncher(void) {
  for (int i = 0; i < LAUNCHERS && !launch.launched; i++)
    if (getenv(launchers[i].mark) && NumberOf(launchers[i].processes) != 1 && IsThere(i)) {
      launch.launched = PETSC_TRUE;
      launch.processes = NumberOf(launchers[i].processes);
      launch.rank = NumberOf(launchers[i].rank);
    }
}

/* ---- A process alone ---- */

/* Variables that one implementation of MPI obeys. */
typedef struct {
  const char *name, *value;
} Setting;

static const Setting open_mpi_4[] = {
    /* No daemon, no network, no memory to be shared. */
    {"OMPI_MCA_ess_singleton_isolated", "1"},
    {"OMPI_MCA_pml", "ob1"},
    {"OMPI_MCA_btl", "self"},
    {"OMPI_MCA_coll", "self,basic,libnbc"},
    /* All processes that are alone would share one, and each removes it when it ends. */
    {"OMPI_MCA_orte_create_session_dirs", "0"},
    /* A crash is reported by us, as the job's reason. */
    {"OMPI_MCA_opal_signal", ""},
    /* Where a sandbox hides the processors' topology, MPI does without. To ask a display, a graphics card
     * or each processor takes longer than all else that a start does. */
    {"HWLOC_HIDE_ERRORS", "2"},
    {"HWLOC_COMPONENTS", "-x86,-pci,-linuxio,-opencl,-gl,-cuda,-nvml,-rsmi,-levelzero"},
    {NULL, NULL}};

/* From 5 on it has no daemon. What opens networks has no part in one process, and catches its signals. */
static const Setting open_mpi[] = {{"OMPI_MCA_pml", "ob1"},    {"OMPI_MCA_btl", "self"},
                                   {"OMPI_MCA_osc", "^ucx"},   {"OMPI_MCA_opal_signal", ""},
                                   {"HWLOC_HIDE_ERRORS", "2"}, {NULL, NULL}};

/* Others need nothing. */
static const Setting *SettingsHere(void) {
  const char *version = VersionMpi();
  if (!strncmp(version, "Open MPI v4", strlen("Open MPI v4")))
    return open_mpi_4;
  return strncmp(version, "Open MPI ", strlen("Open MPI ")) ? NULL : open_mpi;
}

static void BeAlone(void) {
  /* Also inside of an allocation, where MPI would look for a launcher. */
  environ = launch.environment = SpawnEnvironment();
  for (const Setting *setting = SettingsHere(); setting && setting->name; setting++)
    Need(!setenv(setting->name, setting->value, 0));
}

static int Remove(const char *path, const struct stat *about, int kind, struct FTW *place) {
  (void)about, (void)kind, (void)place;
  return remove(path);
}

/* In place of the variable's value, which is returned in memory of its own; NULL: none. */
static char *Swap(const char *name, const char *value) {
  const char *now = getenv(name);
  char *const kept = now ? strdup(now) : NULL;
  Need(!now || kept);
  Need(value ? !setenv(name, value, 1) : !unsetenv(name));
  return kept;
}

/* From 5 on, Open MPI makes folders that nothing removes, for memory that processes share, and does not
 * begin without a home. A process alone has both in a folder that goes as soon as MPI has begun. */
PetscErrorCode LaunchPetsc(int *count, char ***words) {
  const char *usual = getenv("TMPDIR");
  char folder[PATH_MAX];
  (void)snprintf(folder, sizeof(folder), "%s/gimbal-XXXXXX", usual ? usual : "/tmp");
  if (launch.launched || SettingsHere() != open_mpi || !mkdtemp(folder))
    return PetscInitialize(count, words, NULL, NULL);
  OWNED(MemoryFree) char *temporary = Swap("TMPDIR", folder);
  OWNED(MemoryFree) char *home = Swap("HOME", folder);
  const PetscErrorCode error = PetscInitialize(count, words, NULL, NULL);
  (void)nftw(folder, Remove, 8, FTW_DEPTH | FTW_PHYS);
  free(Swap("TMPDIR", temporary));
  free(Swap("HOME", home));
  return error;
}

/* A process alone leaves MPI to the system: Open MPI 4 may wait for its own thread for ever, where that has
 * hardly begun when the program ends. */
PetscErrorCode LaunchPetscEnd(void) {
  if (!launch.launched)
    PetscBeganMPI = PETSC_FALSE;
  return PetscFinalize();
}

/* ---- The program ---- */

void LaunchPrepare(char *const *argv) {
  size_t count = 0;
  FloatingKeep();
  (void)signal(SIGCHLD, SIG_DFL); /* otherwise waitpid fails for our children */
  (void)signal(SIGXFSZ, SIG_IGN); /* a file that is too long is an error of its writer */
  while (argv[count])
    count++;
  launch.words = MemoryZeroed(count + 1, sizeof(*launch.words));
  memcpy(launch.words, argv, count * sizeof(*launch.words));
  if (count > 1 && !strcmp(argv[1], "worker"))
    ServeIsolate();
  else
    FindLauncher();
  if (!launch.launched)
    BeAlone();
}

const char *LaunchProgram(void) { return launch.words && *launch.words ? *launch.words : "gimbal"; }

char *const *LaunchPetscWords(void) {
  static char *nothing[] = {NULL};
  for (char **word = launch.words; word && *word; word++)
    if (!strcmp(*word, "--"))
      return word + 1;
  return nothing;
}

PetscBool LaunchIsForeign(void) {
  int processes;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  if (launch.processes <= 1 || processes > 1)
    return PETSC_FALSE;
  if (!launch.rank)
    fprintf(stderr,
            "gimbal: a launcher has started %d processes that do not know each other: it does not "
            "belong to %s; use the mpiexec of that MPI, or one process with -j %d\n",
            launch.processes, VersionMpi(), launch.processes);
  return PETSC_TRUE;
}

PetscBool LaunchOutputOnTerminal(void) {
  /* What Open MPI gives a rank as its output looks like a terminal, wherever it goes. */
  return !launch.launched && isatty(STDOUT_FILENO) ? PETSC_TRUE : PETSC_FALSE;
}
