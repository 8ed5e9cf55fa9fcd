/* Processes that we start. */
#pragma once

#include <spawn.h>
#include <sys/types.h>

/* Our environment without the marks of launchers of MPI: the list, to be freed by free, with our texts. NULL: no
 * memory. */
extern char **SpawnEnvironment(void);

/* Starts a program, which is looked for in PATH where its name has no slash, with signals as a program
 * expects them: none is blocked or ignored. Its environment is SpawnEnvironment: it is to be a world of
 * its own. With `own_group` it leads a group of processes; else it stays in ours, and goes when that is ended. Returns
 * 0 or an error of the system. */
extern int SpawnAlone(const char *program, char *const words[],
                      const posix_spawn_file_actions_t *actions, int own_group, pid_t *process);
/* The same of this program. If it was rebuilt meanwhile, the old one goes on. */
extern int SpawnSelf(char *const words[], const posix_spawn_file_actions_t *actions, int own_group,
                     pid_t *process);
