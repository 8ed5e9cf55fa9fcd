/* How long a process computes, and how long it does nothing at all: what limits of time are about. The
 * time that it waits for a processor, which others have, is neither: a limit must not depend on who else
 * is there. */
#pragma once

#include <sys/types.h>

enum { WATCHED_THREADS = 64 };

/* Of a thread, when it was looked at last: seconds that it ran, and that it waited for a processor. */
typedef struct {
  long id;
  double run, wait;
} WatchedThread;

/* Seconds, of the process with all that it has started and that is still there, since the watch began. */
typedef struct {
  double elapsed; /* on the clock, but for what both missed: below */
  double run;     /* of processors, all threads together */
  double idle;    /* in which no thread ran or waited for a processor; below zero: not known now */

  pid_t process;
  const char *table; /* of the system's processes: /proc */
  double looked;
  double wanted; /* in which some thread ran or waited, as far as is known */
  int threads;   /* the first of them; others are not looked at */
  WatchedThread thread[WATCHED_THREADS];
} ProcessWatch;

/* Begins now. */
extern void ProcessWatchBegin(ProcessWatch *, pid_t);

/* Looks, if the last time is so many seconds ago (0: at once), and tells if it did. To be called more often
 * than that: a look that comes much later shows that who watches was not served either, or that the machine
 * stood still, and only so much of the time counts. What begins and ends between two looks counts as
 * idle. Without Linux's records of waiting (/proc/PID/schedstat) `run` is that of
 * the process alone, and `idle` a tenth of the time, or all of it if the process ran for less than a
 * hundredth. */
extern int ProcessWatchLook(ProcessWatch *, double interval);
