#include "base/spawn.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char **SpawnEnvironment(void) {
  static const char *const marks[] = {"OMPI_", "OPAL_", "ORTE_",  "PMIX_",
                                      "PMI_",  "PRTE_", "SLURM_", "PALS_"};
  size_t count = 0, kept = 0;
  char **environment;
  while (environ[count])
    count++;
  environment = malloc((count + 1) * sizeof(*environment));
  for (size_t i = 0; environment && i < count; i++) {
    int marked = 0;
    for (size_t j = 0; j < sizeof(marks) / sizeof(marks[0]); j++)
      if (!strncmp(environ[i], marks[j], strlen(marks[j])))
        marked = 1;
    if (!marked)
      environment[kept++] = environ[i];
  }
  if (environment)
    environment[kept] = NULL;
  return environment;
}

int SpawnAlone(const char *program, char *const words[], const posix_spawn_file_actions_t *actions,
               int own_group, pid_t *process) {
  const int flags =
      POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (own_group ? POSIX_SPAWN_SETPGROUP : 0);
  char **environment = SpawnEnvironment();
  posix_spawnattr_t attributes;
  sigset_t all, none;
  int failed;
  if (!environment)
    return ENOMEM;
  (void)sigfillset(&all);
  (void)sigemptyset(&none);
  (void)posix_spawnattr_init(&attributes);
  failed = posix_spawnattr_setflags(&attributes, (short)flags) ||
           posix_spawnattr_setpgroup(&attributes, 0) ||
           posix_spawnattr_setsigdefault(&attributes, &all) ||
           posix_spawnattr_setsigmask(&attributes, &none);
  failed =
      failed ? ENOMEM : posix_spawnp(process, program, actions, &attributes, words, environment);
  (void)posix_spawnattr_destroy(&attributes);
  free(environment);
  return failed;
}
