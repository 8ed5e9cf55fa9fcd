#include "base/child.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

void ChildSeparate(pid_t parent, int status) {
  static const int signals[] = {SIGSEGV, SIGBUS,  SIGFPE,  SIGILL,  SIGABRT, SIGTRAP,
                                SIGSYS,  SIGTERM, SIGINT,  SIGHUP,  SIGQUIT, SIGPIPE,
                                SIGALRM, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2};
  for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
    (void)signal(signals[i], SIG_DFL);
  (void)setpgid(0, 0);
#ifdef __linux__
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != parent)
    _exit(status);
}

int ChildHasEnded(pid_t child) {
  siginfo_t about = {.si_pid = 0};
  if (waitid(P_PID, (id_t)child, &about, WEXITED | WNOHANG | WNOWAIT))
    return errno != EINTR;
  return about.si_pid == child;
}

/* Kills the children; *left: whether there were any. */
static int KillChildren(int spare(pid_t)) {
  char path[64];
  long child;
  int left = 0;
  (void)snprintf(path, sizeof(path), "/proc/self/task/%ld/children", (long)getpid());
  FILE *children = fopen(path, "re");
  while (children && fscanf(children, "%ld", &child) == 1) {
    if (spare && spare((pid_t)child))
      continue;
    (void)kill((pid_t)child, SIGKILL);
    (void)waitpid((pid_t)child, NULL, WNOHANG);
    left = 1;
  }
  if (children)
    (void)fclose(children);
  return left;
}

void ChildSweep(int spare(pid_t)) {
  for (int attempt = 0; attempt < 1000 && KillChildren(spare); attempt++)
    (void)nanosleep(&(struct timespec){0, 1000000}, NULL);
}
