#include "base/process_watch.h"
#include "base/clock.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Whoever starts others so deep is not followed. */
enum { DEEPEST = 16 };

/* One look: what was added since the last one. */
typedef struct {
  const ProcessWatch *before;
  int threads;
  WatchedThread thread[WATCHED_THREADS];
  double run, wait;
  int seen, runnable; /* processes; whether a thread runs or waits at this moment */
} Look;

/* The beginning of a file of the system, which is made as it is read; non-zero if absent. */
static int ReadWholeFile(const char *path, char *text, size_t room) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t got = file < 0 ? -1 : read(file, text, room - 1);
  text[got > 0 ? got : 0] = 0;
  if (file >= 0)
    (void)close(file);
  return got <= 0;
}

/* The line of a thread in which its state comes after its name, which may hold anything. */
static int IsRunnable(const char *folder, const char *thread) {
  char path[512], text[512];
  (void)snprintf(path, sizeof(path), "%s/%s/stat", folder, thread);
  const char *name_ends = ReadWholeFile(path, text, sizeof(text)) ? NULL : strrchr(text, ')');
  return name_ends && name_ends[1] == ' ' && name_ends[2] == 'R';
}

/* Each thread by itself: of one that has ended, what it took is gone with it. */
static void Count(Look *look, WatchedThread now) {
  const ProcessWatch *before = look->before;
  int i = 0;
  while (i < before->threads && before->thread[i].id != now.id)
    i++;
  WatchedThread then = i < before->threads ? before->thread[i] : (WatchedThread){.id = now.id};
  if (now.run < then.run) /* another one of its number */
    then = (WatchedThread){.id = now.id};
  look->run += now.run - then.run;
  look->wait += now.wait > then.wait ? now.wait - then.wait : 0;
  look->thread[look->threads++] = now;
}

static void AddProcess(Look *look, long process, int depth);

static void AddThread(Look *look, const char *folder, const char *thread, int depth) {
  char path[512], text[4096];
  unsigned long long run, wait;
  (void)snprintf(path, sizeof(path), "%s/%s/schedstat", folder, thread);
  if (look->threads == WATCHED_THREADS || ReadWholeFile(path, text, sizeof(text)) ||
      sscanf(text, "%llu %llu", &run, &wait) != 2)
    return;
  Count(look, (WatchedThread){strtol(thread, NULL, 10), 1e-9 * (double)run, 1e-9 * (double)wait});
  look->runnable |= IsRunnable(folder, thread);
  (void)snprintf(path, sizeof(path), "%s/%s/children", folder, thread);
  if (ReadWholeFile(path, text, sizeof(text)))
    return;
  for (char *at = text, *end; *at; at = end) {
    const long child = strtol(at, &end, 10);
    if (end == at || !isspace((unsigned char)*end)) /* or cut in two */
      break;
    AddProcess(look, child, depth + 1);
  }
}

static void AddProcess(Look *look, long process, int depth) {
  char folder[256];
  struct dirent *thread;
  (void)snprintf(folder, sizeof(folder), "%s/%ld/task", look->before->table, process);
  DIR *threads = depth > DEEPEST ? NULL : opendir(folder);
  if (!threads)
    return;
  look->seen++;
  while ((thread = readdir(threads)))
    if (isdigit((unsigned char)thread->d_name[0]))
      AddThread(look, folder, thread->d_name, depth);
  (void)closedir(threads);
}

static double ProcessorTime(pid_t process) {
  clockid_t clock;
  return clock_getcpuclockid(process, &clock) ? 0 : ClockRead(clock);
}

/* A system that keeps no records shows zeros, also of how often one has run. */
static int HasRecords(const char *table) {
  unsigned long long turns = 0;
  char path[256], text[128];
  (void)snprintf(path, sizeof(path), "%s/self/schedstat", table);
  return !ReadWholeFile(path, text, sizeof(text)) && sscanf(text, "%*u %*u %llu", &turns) == 1 &&
         turns > 0;
}

static void Keep(ProcessWatch *watch, const Look *look) {
  watch->threads = look->threads;
  memcpy(watch->thread, look->thread, (size_t)look->threads * sizeof(*look->thread));
}

void ProcessWatchBegin(ProcessWatch *watch, pid_t process) {
  Look look = {.before = watch};
  *watch = (ProcessWatch){.process = process, .table = "/proc"};
  watch->looked = ClockNow();
  AddProcess(&look, (long)process, 0);
  Keep(watch, &look);
}

int ProcessWatchLook(ProcessWatch *watch, double interval) {
  const double now = ClockNow();
  Look look = {.before = watch};
  if (now - watch->looked < interval)
    return 0;
  const double late = 4 * interval;
  watch->elapsed += interval > 0 && now - watch->looked > late ? late : now - watch->looked;
  watch->looked = now;
  if (!HasRecords(watch->table)) {
    watch->run = ProcessorTime(watch->process);
    watch->idle = watch->run < watch->elapsed / 100 ? watch->elapsed : watch->elapsed / 10;
    return 1;
  }
  AddProcess(&look, (long)watch->process, 0);
  watch->idle = -1;
  if (!look.seen)
    return 1;
  Keep(watch, &look);
  watch->run += look.run;
  watch->wanted += look.run + look.wait;
  if (watch->wanted > watch->elapsed) /* by several threads, which is no credit for later */
    watch->wanted = watch->elapsed;
  /* How long a thread has been waiting is only noted when it runs. */
  if (!look.runnable)
    watch->idle = watch->elapsed - watch->wanted;
  return 1;
}
