/* Clocks, in seconds. */
#pragma once

#include <time.h>

static inline double ClockRead(clockid_t clock) {
  struct timespec now = {0, 0};
  (void)clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The one that goes on steadily, from some moment. */
static inline double ClockNow(void) { return ClockRead(CLOCK_MONOTONIC); }
