/* Hostile: rk4 whose steps do, once t exceeds 1/2, what other jobs must not notice. Each method does
 * one thing, which its name says; none of them is malice that the host claims to withstand, all are
 * accidents that have happened. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define RIGHT "../../methods/rk4.c"
#include "../plugins/right.h"

static void sleep_for_ever(void) {
  for (;;)
    sleep(1000);
}

/* A communicator in each step, as PETSc's objects make them: in a copy of an MPI rank this hangs. */
static void communicator(void) {
  int (*duplicate)(void *, void **), (*release)(void **);
  void *self = dlsym(RTLD_DEFAULT, "ompi_mpi_comm_self"), *copy;
  *(void **)&duplicate = dlsym(RTLD_DEFAULT, "MPI_Comm_dup");
  *(void **)&release = dlsym(RTLD_DEFAULT, "MPI_Comm_free");
  if (!duplicate || !release || !self) /* another MPI */
    return;
  if (duplicate(self, &copy) || release(&copy))
    abort();
}

static void twins(void) { (void)!fork(); }

static void child(void) {
  if (!fork())
    sleep_for_ever();
}

/* Out of its group and of its parent's sight. */
static void daemon_left(void) {
  if (fork())
    return;
  (void)setsid();
  if (fork())
    _exit(0);
  sleep_for_ever();
}

static void scribble(void) {
  static const char line[] = "\n{\"key\":\"order/rk4/forged\",\"status\":\"done\"}\n";
  (void)signal(SIGPIPE, SIG_IGN);
  for (int i = 3; i < 1024; ++i) {
    const int flags = fcntl(i, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && fcntl(i, F_SETFL, flags | O_NONBLOCK) >= 0)
      (void)!write(i, line, sizeof line - 1);
  }
}

static void shut(void) {
  for (int i = 0; i < 1024; ++i)
    close(i);
}

static void forge(void) {
  scribble();
  _exit(0);
}

static void leave(void) { exit(0); }
static void end_group(void) { (void)kill(0, SIGKILL); }
static void end_parent(void) { (void)kill(getppid(), SIGKILL); }
static void stop_parent(void) { (void)kill(getppid(), SIGSTOP); }
static void interrupt_parent(void) { (void)kill(getppid(), SIGINT); }
static void stop_self(void) { (void)raise(SIGSTOP); }

/* Once in a process: whoever comes back goes on with right steps. In each run, forks would double
 * hundreds of times. A signal to the parent would be repeated while that parent ends, and so reach the
 * next parent, which is gimbal; no program is safe from a child that goes on until everything above it
 * has ended. */
#define HOSTILE_STEP(act, always)                                                                  \
  static int step_##act(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {    \
    static int done;                                                                               \
    if (always || (from->t > GIMBAL_C(0.5) && !done++))                                            \
      act();                                                                                       \
    return step(g, from, h, to);                                                                   \
  }
#define HOSTILE_METHOD(act)                                                                        \
  {                                                                                                \
    .name = "hostile_" #act, .title = "rk4 and " #act, .citation = "none",                         \
    .formulation = GIMBAL_ODE, .coefficients = GIMBAL_ARRAY(coefficients), .step = step_##act,     \
    .claims = GIMBAL_ARRAY(claims)                                                                 \
  }

HOSTILE_STEP(communicator, 1)
HOSTILE_STEP(twins, 0)
HOSTILE_STEP(child, 0)
HOSTILE_STEP(daemon_left, 0)
HOSTILE_STEP(scribble, 0)
HOSTILE_STEP(shut, 0)
HOSTILE_STEP(forge, 0)
HOSTILE_STEP(leave, 0)
HOSTILE_STEP(end_group, 0)
HOSTILE_STEP(end_parent, 0)
HOSTILE_STEP(stop_parent, 0)
HOSTILE_STEP(interrupt_parent, 0)
HOSTILE_STEP(stop_self, 0)

static const gimbal_method hostile[] = {
    HOSTILE_METHOD(communicator), HOSTILE_METHOD(twins),       HOSTILE_METHOD(child),
    HOSTILE_METHOD(daemon_left),  HOSTILE_METHOD(scribble),    HOSTILE_METHOD(shut),
    HOSTILE_METHOD(forge),        HOSTILE_METHOD(leave),       HOSTILE_METHOD(end_group),
    HOSTILE_METHOD(end_parent),   HOSTILE_METHOD(stop_parent), HOSTILE_METHOD(interrupt_parent),
    HOSTILE_METHOD(stop_self)};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(hostile));
