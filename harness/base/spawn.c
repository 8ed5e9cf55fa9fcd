#include "base/spawn.h"
#include "base/memory.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Settings of Open MPI are its user's, unless a launcher of its own is there, which adds some. */
static int IsMark(const char *entry, int of_launcher) {
  static const char *const marks[] = {"OMPI_", "OPAL_", "ORTE_",  "PMIX_",
                                      "PMI_",  "PRTE_", "SLURM_", "PALS_"};
  if (!of_launcher && !strncmp(entry, "OMPI_MCA_", strlen("OMPI_MCA_")))
    return 0;
  for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
    if (!strncmp(entry, marks[i], strlen(marks[i])))
      return 1;
  return 0;
}

char **SpawnEnvironment(void) {
  const int launcher = getenv("PMIX_RANK") || getenv("OMPI_COMM_WORLD_SIZE");
  size_t count = 0, kept = 0;
  while (environ[count])
    count++;
  char **environment = MemoryZeroed(count + 1, sizeof(*environment));
  for (size_t i = 0; i < count; i++)
    if (!IsMark(environ[i], launcher))
      environment[kept++] = environ[i];
  return environment;
}

int SpawnAlone(const char *program, char *const words[], const posix_spawn_file_actions_t *actions,
               int own_group, pid_t *process) {
  const int flags =
      POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (own_group ? POSIX_SPAWN_SETPGROUP : 0);
  OWNED(MemoryFree) char **environment = SpawnEnvironment();
  posix_spawnattr_t attributes;
  sigset_t all, none;
  (void)sigfillset(&all);
  (void)sigemptyset(&none);
  (void)posix_spawnattr_init(&attributes);
  int failed = posix_spawnattr_setflags(&attributes, (short)flags) ||
               posix_spawnattr_setpgroup(&attributes, 0) ||
               posix_spawnattr_setsigdefault(&attributes, &all) ||
               posix_spawnattr_setsigmask(&attributes, &none);
  failed =
      failed ? ENOMEM : posix_spawnp(process, program, actions, &attributes, words, environment);
  (void)posix_spawnattr_destroy(&attributes);
  return failed;
}

int SpawnSelf(char *const words[], const posix_spawn_file_actions_t *actions, int own_group,
              pid_t *process) {
  char path[PATH_MAX];
  /* Under valgrind the link itself leads to valgrind, but what it reads as to the program. */
  const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
  path[length > 0 ? length : 0] = 0;
  if (length <= 0 || access(path, X_OK))
    (void)snprintf(path, sizeof(path), "/proc/self/exe");
  return SpawnAlone(path, words, actions, own_group, process);
}
