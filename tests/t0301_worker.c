/* A job in a process of its own: whatever a study does ends in one record, and costs nothing else.
 */
#include "base/arena.h"
#include "farm/frame.h"
#include "petsc_tap.h"
#include "record/record.h"

#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int waits;
static int held[2]; /* a pipe that stays open as long as somebody lives */

/* Keeps one processor busy until it is killed; the caller stays there, and yields to it. */
static pid_t CrowdOut(void) {
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(sched_getcpu(), &here);
  (void)sched_setaffinity(0, sizeof(here), &here);
  const pid_t other = fork();
  for (volatile int forever = 1; !other && forever;)
    ;
  if (setpriority(PRIO_PROCESS, 0, 19))
    _exit(97);
  return other;
}

/* A thirtieth of a second of work. */
static void Compute(void) {
  const clock_t began = clock();
  while (clock() - began < CLOCKS_PER_SEC / 30)
    ;
}

/* Stops the job and who waits for it, four times as long as the job may idle. */
static void StandStill(void) {
  const pid_t job = getpid(), parent = getppid(), helper = fork();
  if (!helper) {
    (void)kill(parent, SIGSTOP);
    (void)kill(job, SIGSTOP);
    (void)sleep(2);
    (void)kill(job, SIGCONT);
    (void)kill(parent, SIGCONT);
    _exit(0);
  }
  (void)waitpid(helper, NULL, 0);
  (void)usleep(150000); /* while it is looked at */
}

/* Children that compute until their own limit ends them, one after the other. */
static void RaiseChildren(void) {
  for (volatile int forever = 1; forever;) {
    const pid_t child = fork();
    for (; !child && forever;)
      ;
    (void)waitpid(child, NULL, 0);
  }
}

static PetscBool CountWaits(void *context) {
  ++*(int *)context;
  return PETSC_FALSE;
}

static PetscBool GiveUp(void *context) {
  (void)context;
  return PETSC_TRUE;
}

/* What is to hurt others than the job itself. */
static void Hurt(const char *what) {
  static const char forged[] = "+{\"value\":1}";
  (void)signal(SIGPIPE, SIG_IGN);
  if (!strcmp(what, "twins")) {
    (void)fork(); /* both return */
  } else if (!strcmp(what, "left behind")) {
    if (!fork())
      for (;;)
        sleep(100); /* with the pipe in its hands */
  } else if (!strcmp(what, "left alone")) {
    if (fork())
      _exit(0);
    for (;;)
      sleep(100);
  } else if (!strcmp(what, "scribble")) {
    for (int i = 3; i < 64; i++)
      if (write(i, forged, sizeof(forged) - 1) < 0)
        continue;
  } else if (!strcmp(what, "forge")) {
    for (int i = 3; i < 64; i++)
      if (write(i, forged, sizeof(forged) - 1) < 0)
        continue;
    _exit(0);
  } else if (!strcmp(what, "head")) { /* as an answer begins, but for the checksum */
    FrameHead head = {.mark = "gimbal\n", .kind = FRAME_DONE, .length = 11};
    for (int i = 3; i < 64; i++)
      if (write(i, &head, sizeof(head)) < 0 || write(i, "{\"value\":1}", 11) < 0)
        continue;
    _exit(0);
  } else if (!strcmp(what, "crowded")) {
    const pid_t other = CrowdOut();
    Compute();
    (void)kill(other, SIGKILL);
    (void)waitpid(other, NULL, 0);
  } else if (!strcmp(what, "still")) {
    StandStill();
  } else if (!strcmp(what, "children")) {
    RaiseChildren();
  } else if (!strcmp(what, "deaf")) {
    (void)signal(SIGXCPU, SIG_IGN);
    for (volatile int forever = 1; forever;)
      ;
  } else if (!strcmp(what, "soon")) {
    (void)setrlimit(RLIMIT_CPU, &(struct rlimit){1, 1});
    for (volatile int forever = 1; forever;)
      ;
  } else if (!strcmp(what, "group")) {
    (void)kill(0, SIGTERM);
  }
}

/* What the job's method says; its seed is a number for it. */
static PetscErrorCode Misbehave(void *context, const Job *job, char **answer) {
  const char *what = job->method;
  volatile int *nowhere = NULL;
  int shared = 0;
  volatile PetscBool forever = PETSC_TRUE;
  size_t length;
  FILE *out;
  PetscFunctionBeginUser;
  if (context != &waits)
    _exit(99);
  if (!strcmp(what, "crash"))
    *nowhere = 1;
  else if (!strcmp(what, "abort"))
    abort();
  else if (!strcmp(what, "signal"))
    raise((int)job->seed);
  else if (!strcmp(what, "spin"))
    while (forever)
      ;
  else if (!strcmp(what, "sleep"))
    for (;;)
      sleep(100);
  else if (!strcmp(what, "poll")) /* a fortieth of the processor: more than one that only waits, and
                                     little enough if each burst is charged for a whole tick */
    while (forever) {
      const clock_t began = clock();
      while (clock() - began < CLOCKS_PER_SEC / 200)
        ;
      usleep(195000);
    }
  else if (!strcmp(what, "share")) { /* memory that is shared is no data of the process */
    for (size_t size = 1 << 28;;) {
      if (mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
        SETERRQ(PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory left to share");
      if (++shared > 100)
        _exit(98);
    }
  } else if (!strcmp(what, "leak")) {
    for (char *volatile lost = NULL;;)
      if (!(lost = malloc(1 << 20)))
        SETERRQ(PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory left");
  } else if (!strcmp(what, "exit"))
    _exit((int)job->seed);
  else if (!strcmp(what, "error"))
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "a reason\nof two lines");
  else if (!strcmp(what, "nothing"))
    PetscFunctionReturn(0);
  else if (!strcmp(what, "print"))
    printf("not ok - this must not reach standard output\n");
  else if (!strcmp(what, "close"))
    for (int i = 3; i < 64; i++)
      close(i); /* the pipe too */
  else
    Hurt(what);
  out = open_memstream(answer, &length);
  if (!strcmp(what, "array"))
    fputs("[]", out);
  else
    fprintf(out, "{\"value\":%.17g,\"word\":\"λ\"", 1.0 / 3);
  for (int i = 0; !strcmp(what, "large") && i < 200000; i++)
    fprintf(out, ",\"key %d\":%.17g", i, i / 7.0);
  if (strcmp(what, "array"))
    fputs("}", out);
  fclose(out);
  PetscFunctionReturn(0);
}

static PetscErrorCode IsMeasurement(const char *answer) {
  Measured *measured = NULL;
  const PetscErrorCode error = ERROR_OF(MeasuredFromText("an answer", answer, &measured));
  MeasuredDestroy(&measured);
  return error;
}

static WorkerResult Run(const char *what, int number) {
  WorkerSetup setup = {.work = Misbehave,
                       .work_context = &waits,
                       .timeout = 60,
                       .check = IsMeasurement,
                       .wait = CountWaits,
                       .wait_context = &waits};
  Job job;
  WorkerResult result;
  if (!strcmp(what, "spin") || !strcmp(what, "sleep") || !strcmp(what, "poll") ||
      !strcmp(what, "children") || !strcmp(what, "deaf") || !strcmp(what, "still"))
    setup.timeout = 0.5;
  if (!strcmp(what, "crowded"))
    setup.timeout = 0.2;
  if (!strcmp(what, "leak") || !strcmp(what, "share"))
    setup.memory = 100;
  JobInit(&job);
  job.method = what;
  job.seed = number;
  REQUIRE(WorkerRun(&setup, &job, &result));
  ok(waitpid(-1, NULL, WNOHANG) < 0, "%s: no process is left", what);
  return result;
}

static void Fails(const char *what, int number, const char *reason) {
  WorkerResult result = Run(what, number);
  ok(!result.done && !result.measured && strstr(result.reason, reason), "  it failed: %s",
     result.reason);
}

static PetscErrorCode Refuse(const char *answer) {
  return strstr(answer, "word") ? PETSC_ERR_USER_INPUT : 0;
}

static void Checked(void) {
  WorkerSetup setup = {.work = Misbehave, .work_context = &waits, .timeout = 60, .check = Refuse};
  WorkerResult result;
  Job job;
  JobInit(&job);
  job.method = "well";
  REQUIRE(WorkerRun(&setup, &job, &result));
  ok(!result.done && strstr(result.reason, "can be read again"),
     "an answer that its readers refuse is a failure: %s", result.reason);
  setup.check = NULL;
  setup.wait = GiveUp;
  job.method = "sleep";
  REQUIRE(WorkerRun(&setup, &job, &result));
  ok(!result.done && result.stopped, "a job stops when requested: %s", result.reason);
}

int main(void) {
  WorkerResult result;
  PetscInitializeNoArguments();

  result = Run("well", 0);
  ok(result.done && !strcmp(result.measured, "{\"value\":0.33333333333333331,\"word\":\"λ\"}"),
     "  a measurement arrives to the last bit");
  free(result.measured);
  result = Run("large", 0);
  const char *end = result.done ? strstr(result.measured, ",\"key 199999\":") : NULL;
  ok(end && end - result.measured > 4000000 && result.measured[strlen(result.measured) - 1] == '}',
     "  one of some megabytes too");
  free(result.measured);
  result = Run("print", 0);
  ok(result.done, "  what a plugin prints does not matter");
  free(result.measured);

  result = Run("twins", 0);
  ok(result.done && !strcmp(result.measured, "{\"value\":0.33333333333333331,\"word\":\"λ\"}"),
     "  one that returns twice answers once");
  free(result.measured);
  if (pipe(held))
    return 2;
  result = Run("left behind", 0);
  (void)close(held[1]);
  struct pollfd alive = {.fd = held[0], .events = POLLIN};
  ok(poll(&alive, 1, 10000) > 0 && alive.revents == POLLHUP,
     "  what is left in its group is ended");
  ok(result.done && result.seconds < 20, "  nobody waits for what a job leaves behind");
  free(result.measured);
  Fails("left alone", 0, "without an answer");
  Fails("scribble", 0, "the worker's answer is damaged");
  Fails("forge", 0, "the worker's answer is damaged");
  Fails("head", 0, "the worker's answer is damaged");
  Fails("group", 0, "signal 15");
  Checked();

  Fails("crash", 0, "signal 11 (Segmentation fault)");
  Fails("abort", 0, "signal 6 (Aborted)");
  Fails("signal", SIGFPE, "signal 8 (Floating point exception)");
  Fails("signal", SIGKILL, "signal 9 (Killed)");
  Fails("signal", SIGTERM, "signal 15 (Terminated)");
  Fails("spin", 0, "timed out after 0.5 s of processor time");
  Fails("deaf", 0, "timed out after 0.5 s of processor time");
  Fails("children", 0, "timed out after 0.5 s of processor time");
  Fails("soon", 0, "signal 9 (Killed)"); /* at a limit of its own, which is not ours */
  waits = 0;
  Fails("sleep", 0, "timed out after 0.5 s (--timeout)");
  ok(waits >= 3, "  while the parent was called back every now and then");
  Fails("poll", 0, "timed out after 0.5 s (--timeout)");
  /* A hundredth of the processor, for which it waits ten times its limit, on the clock. Little work, for
   * whoever else is there makes it longer. */
  result = Run("crowded", 0);
  ok(result.done, "  one that waits for a processor is waited for, %.1f times its limit: %s",
     (double)(result.seconds / 0.2), result.reason);
  free(result.measured);
  result = Run("still", 0);
  ok(result.done && result.seconds > 1.9,
     "  a machine that stands still for a while, %.1f s, says nothing: %s", (double)result.seconds,
     result.reason);
  free(result.measured);
#ifndef __SANITIZE_ADDRESS__ /* whose maps leave nothing to limit */
  Fails("share", 0, "no memory left to share");
  Fails("leak", 0, "no memory left");
#endif
  Fails("exit", 0, "without an answer");
  Fails("exit", 3, "exit status 3");
  Fails("error", 0, "a reason of two lines");
  Fails("nothing", 0, "measured nothing");
  Fails("array", 0, "no measurement");
  Fails("close", 0, "exit status 70");

  PetscFinalize();
  return done_testing();
}
