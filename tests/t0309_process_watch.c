/* What a process and its children run, wait and idle. All bounds are on one side: a machine that has
 * others to serve makes everything longer. */
#include "tap.h"
#include "base/process_watch.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef void Deed(void);

static void Sleep(void) { (void)sleep(100); }

static void Spin(void) {
  for (volatile int forever = 1; forever;)
    ;
}

static void LetSpin(void) {
  if (!fork())
    Spin();
  (void)sleep(100);
}

static void Pause(double seconds) {
  (void)nanosleep(&(struct timespec){0, (long)(1e9 * seconds)}, NULL);
}

/* Looks until so many seconds are run or idle. */
static ProcessWatch Watch(Deed *deed, const char *table, double run, double idle) {
  ProcessWatch watch;
  const pid_t child = fork();
  if (!child) {
    (void)setpgid(0, 0);
    deed();
    _exit(0);
  }
  (void)setpgid(child, child);
  ProcessWatchBegin(&watch, child);
  watch.table = table;
  do {
    Pause(0.02);
    (void)ProcessWatchLook(&watch, 0);
  } while (watch.run < run && watch.idle < idle && watch.elapsed < 100);
  (void)kill(-child, SIGKILL);
  (void)waitpid(child, NULL, 0);
  return watch;
}

int main(void) {
  ProcessWatch watch = Watch(Sleep, "/proc", 1, 0.5);
  ok(watch.idle >= 0.5 && watch.run < 0.1, "who sleeps is idle: %g s of %g, ran %g", watch.idle,
     watch.elapsed, watch.run);
  ok(!ProcessWatchLook(&watch, 1000), "a look is not made before its time");
  watch = Watch(Spin, "/proc", 0.3, 5);
  ok(watch.run >= 0.3 && watch.idle < 0.2 * watch.elapsed,
     "who computes is not: %g s of %g idle, ran %g", watch.idle, watch.elapsed, watch.run);
  watch = Watch(LetSpin, "/proc", 0.3, 5);
  ok(watch.run >= 0.3 && watch.idle < 0.2 * watch.elapsed,
     "nor who has a child that does: %g s of %g idle, ran %g", watch.idle, watch.elapsed,
     watch.run);

  const pid_t child = fork();
  if (!child)
    Sleep();
  ProcessWatchBegin(&watch, child);
  Pause(0.9);
  const int looked = ProcessWatchLook(&watch, 0.1);
  ok(looked && watch.idle <= 0.4, "a look that comes too late says little: %g s of 0.9 idle",
     watch.idle);
  Pause(0.1);
  const int again = ProcessWatchLook(&watch, 0.1);
  ok(again && watch.idle > 0.05, "  and the next one more: %g s", watch.idle);
  (void)kill(child, SIGKILL);
  (void)waitpid(child, NULL, 0);

  watch = Watch(Sleep, "/nowhere", 1, 0.5);
  ok(watch.idle == watch.elapsed, "without the system's records: who does nothing is idle");
  watch = Watch(Spin, "/nowhere", 0.3, 50);
  ok(watch.run >= 0.3, "  what one runs is known, %g s", watch.run);
  ok(watch.idle == watch.elapsed / 10 || watch.run < watch.elapsed / 100,
     "  and whether it waits is not: a tenth counts as idle");
  return done_testing();
}
