#include "cli/run.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/* Made beforehand: a handler may do next to nothing. */
static char line[PETSC_STATIC_ARRAY_LENGTH(signals)][128];

static void ReportCrash(int number) {
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(signals); i++)
    if (signals[i] == number && write(STDERR_FILENO, line[i], strlen(line[i])) < 0)
      break;
  _exit(1);
}

void RunCatchCrashes(void) {
  static char stack[65536]; /* a plugin may have used up the other one */
  const stack_t other = {.ss_sp = stack, .ss_size = sizeof(stack)};
  struct sigaction action = {.sa_handler = ReportCrash, .sa_flags = SA_ONSTACK};

  (void)sigaltstack(&other, NULL);
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(signals); i++) {
    (void)snprintf(line[i], sizeof(line[i]), "gimbal: the run ended by signal %d (%s)\n",
                   signals[i], strsignal(signals[i]));
    (void)sigaction(signals[i], &action, NULL);
  }
}
