#include "farm/interrupt.h"

#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t caught, ends; /* the process */
static char line[1024];

static void NoteSignal(int number) {
  if (ends) {
    (void)!write(STDERR_FILENO, line, strlen(line));
    _exit(InterruptStatus(number));
  }
  if (caught) {
    (void)signal(number, SIG_DFL);
    (void)raise(number);
  }
  caught = number;
}

static void InstallHandlers(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    if (sigaction(signals[i], NULL, &action) ||
        (signals[i] == SIGHUP && action.sa_handler == SIG_IGN))
      continue;
    action = (struct sigaction){.sa_handler = NoteSignal, .sa_flags = SA_RESTART};
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(signals[i], &action, NULL);
  }
}

void InterruptNote(void) {
  ends = 0;
  InstallHandlers();
}

void InterruptEnd(const char *format, ...) {
  va_list arguments;
  ends = 0; /* while the line changes */
  va_start(arguments, format);
  (void)vsnprintf(line, sizeof(line), format, arguments);
  va_end(arguments);
  ends = 1;
  InstallHandlers();
  if (caught)
    NoteSignal(caught);
}

int InterruptSignal(void) { return caught; }

int InterruptStatus(int number) { return 128 + number; }
