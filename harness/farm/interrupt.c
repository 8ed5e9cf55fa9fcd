#include "farm/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t caught;

static void Note(int number) {
  if (caught) {
    (void)signal(number, SIG_DFL);
    (void)raise(number);
  }
  caught = number;
}

void InterruptCatch(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    if (sigaction(signals[i], NULL, &action) ||
        (signals[i] == SIGHUP && action.sa_handler == SIG_IGN))
      continue;
    action = (struct sigaction){.sa_handler = Note, .sa_flags = SA_RESTART};
    (void)sigemptyset(&action.sa_mask);
    (void)sigaction(signals[i], &action, NULL);
  }
}

int InterruptSignal(void) { return caught; }

int InterruptStatus(int number) { return 128 + number; }
