#include "bench/child.h"
#include "base/clock.h"
#include "base/spawn.h"
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

PetscErrorCode ChildRun(const char *const words[], ChildUsage *usage) {
  char *argv[32] = {(char *)"gimbal"};
  posix_spawn_file_actions_t actions;
  struct rusage used;
  pid_t pid;
  int status, error;

  PetscFunctionBeginUser;
  for (int n = 0; words[n] && n < 30; n++)
    argv[n + 1] = (char *)words[n];
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const PetscReal start = ClockNow();
  error = SpawnSelf(argv, &actions, 0, &pid);
  posix_spawn_file_actions_destroy(&actions);
  PetscCheck(!error, PETSC_COMM_SELF, PETSC_ERR_SYS, "gimbal cannot be started again: %s",
             strerror(error));
  while (wait4(pid, &status, 0, &used) < 0)
    PetscCheck(errno == EINTR, PETSC_COMM_SELF, PETSC_ERR_SYS, "wait4: %s", strerror(errno));
  usage->wall = ClockNow() - start;
  usage->cpu = (PetscReal)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
               1e-6 * (PetscReal)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
  usage->memory = (PetscReal)used.ru_maxrss / 1024;
  usage->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  PetscFunctionReturn(0);
}

PetscErrorCode ChildFolderCreate(char folder[PETSC_MAX_PATH_LEN]) {
  const char *where = getenv("TMPDIR");
  PetscFunctionBeginUser;
  snprintf(folder, PETSC_MAX_PATH_LEN, "%s/gimbal-bench-XXXXXX", where && *where ? where : "/tmp");
  PetscCheck(mkdtemp(folder), PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s: %s", folder,
             strerror(errno));
  PetscFunctionReturn(0);
}

static int Remove(const char *path, const struct stat *info, int kind, struct FTW *where) {
  (void)info, (void)kind, (void)where;
  return remove(path);
}
PetscErrorCode ChildFolderRemove(const char *folder) {
  PetscFunctionBeginUser;
  PetscCheck(!nftw(folder, Remove, 16, FTW_DEPTH | FTW_PHYS), PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN,
             "%s cannot be removed: %s", folder, strerror(errno));
  PetscFunctionReturn(0);
}
