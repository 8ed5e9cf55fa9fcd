/* Processes that we start. */
#ifndef GIMBAL_HARNESS_BASE_SPAWN_H
#define GIMBAL_HARNESS_BASE_SPAWN_H

#include <spawn.h>
#include <sys/types.h>

/* Starts a program, which is looked for in PATH where its name has no slash, with signals as a program
 * expects them: none is blocked or ignored. Its environment is ours without the marks of an MPI that has
 * started us: it is to be a world of its own; nor is it a rank that would note a signal and go on. With
 * `own_group` it leads a group of processes; else it stays in ours, and goes when that is ended. Returns
 * 0 or an error of the system. */
extern int SpawnAlone(const char *program, char *const words[],
                      const posix_spawn_file_actions_t *actions, int own_group, pid_t *process);

#endif
