/* Hostile: rk4 whose steps do, when t passes 1/2, what other jobs must not notice; more of it than in
 * steps.c. Each method does one thing, which its name says. None of it is malice that the host claims
 * to withstand, all of it are accidents that happen in somebody's code. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#define RIGHT "../../methods/rk4.c"
#include "../plugins/right.h"

static volatile int forever = 1;
static void *volatile nowhere;

static void sleep_for_ever(void) {
  while (forever)
    sleep(1000);
}

static void *spin_in_thread(void *nothing) {
  while (forever)
    ;
  return nothing;
}

static void *end_in_thread(void *nothing) {
  usleep(1000);
  exit(0);
  return nothing;
}

static void leave(void) { _exit(0); }
static void ignore_signals(void) {
  for (int i = 1; i < 65; ++i)
    (void)signal(i, SIG_IGN);
}

/* ---- Crashes ---- */
static void segfault(void) { *(volatile int *)nowhere = 1; }
static void call_nothing(void) {
  void (*volatile function)(void) = NULL;
  function();
}
static void trap(void) { __builtin_trap(); }
static void bus(void) { (void)raise(SIGBUS); }
static void divide(void) { (void)raise(SIGFPE); }
static void give_up(void) { abort(); }
static void twice_free(void) {
  void *at = malloc(100);
  void *volatile again = at;
  free(at);
  free(again);
}
static void overrun(void) {
  char *volatile at = malloc(16);
  memset(at, 0x5a, 4096);
}
__attribute__((noinline)) static int deeper(volatile int *above) {
  volatile int here[4096];
  here[0] = *above + 1;
  return forever ? deeper(here) + here[0] : here[0];
}
static void no_stack(void) {
  volatile int top = 0;
  (void)deeper(&top);
}

/* ---- Time and memory ---- */
static void spin(void) {
  while (forever)
    ;
}
static void hang(void) { sleep_for_ever(); }
static void deaf_spin(void) {
  sigset_t all;
  (void)sigfillset(&all);
  (void)sigprocmask(SIG_BLOCK, &all, NULL);
  ignore_signals();
  spin();
}
static void leak(void) {
  for (char *volatile at = nowhere; (at = malloc(1 << 20));)
    memset(at, 1, 4096);
}
static void share(void) {
  while (mmap(NULL, 1 << 28, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) !=
         MAP_FAILED)
    ;
}

/* ---- Ends ---- */
static void end_at_once(void) { _Exit(0); }
static void end_with_one(void) { exit(1); }
static void end_quickly(void) { quick_exit(0); }
static void end_at_exit(void) {
  (void)atexit(leave);
  exit(7);
}
static void terminate(void) { (void)raise(SIGTERM); }
static void interrupt(void) { (void)raise(SIGINT); }
static void hang_up(void) { (void)raise(SIGHUP); }
static void ring(void) {
  (void)alarm(1);
  sleep_for_ever();
}
static void other_program(void) { (void)execl("/bin/true", "true", (char *)0); }
static void sleeping_program(void) { (void)execl("/bin/sleep", "sleep", "1000", (char *)0); }
static void end_of_mpi(void) {
  int (*finalize)(void);
  *(void **)&finalize = dlsym(RTLD_DEFAULT, "MPI_Finalize");
  if (finalize)
    (void)finalize();
}
static void abort_of_mpi(void) {
  int (*stop)(void *, int), (*stop_of_mpich)(int, int);
  void *world = dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world");
  *(void **)&stop = dlsym(RTLD_DEFAULT, "MPI_Abort");
  *(void **)&stop_of_mpich = dlsym(RTLD_DEFAULT, "MPI_Abort");
  if (stop && world)
    (void)stop(world, 0);
  else if (stop_of_mpich)
    (void)stop_of_mpich(0x44000000, 0); /* its MPI_COMM_WORLD */
}

/* ---- Descriptors ---- */
static void open_all(void) {
  while (open("/dev/null", O_RDONLY) >= 0)
    ;
}
static void close_standard(void) {
  for (int i = 0; i < 3; ++i)
    (void)close(i);
}
static void cover_all(void) {
  const int nothing = open("/dev/null", O_RDWR);
  for (int i = 3; i < 64; ++i)
    if (i != nothing && fcntl(i, F_GETFL) >= 0)
      (void)dup2(nothing, i);
}
static void cut_all(void) {
  for (int i = 3; i < 64; ++i)
    if (ftruncate(i, 0))
      continue;
}
static void print_tap(void) {
  printf("not ok 1 - forged\n1..0\nBail out! forged\n");
  fflush(stdout);
}
/* As an answer begins (harness/farm/frame.h), but for the checksum. */
static void forge_head(void) {
  const struct {
    char mark[8];
    int kind;
    size_t length;
    char check[40];
    double seconds, cpu;
  } head = {.mark = "gimbal\n", .kind = 3, .length = 11};
  for (int i = 3; i < 64; ++i)
    if (fcntl(i, F_GETFL) >= 0 && (fcntl(i, F_GETFL) & O_ACCMODE) != O_RDONLY)
      if (write(i, &head, sizeof head) < 0 || write(i, "{\"value\":1}", 11) < 0)
        continue;
  _exit(0);
}

/* ---- Processes ---- */
static void ten_children(void) {
  for (int i = 0; i < 10; ++i)
    if (!fork())
      sleep_for_ever();
}
static void deaf_child(void) {
  if (!fork()) {
    ignore_signals();
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, 0);
    sleep_for_ever();
  }
}
static void three_daemons(void) {
  for (int i = 0; i < 3; ++i)
    if (!fork()) {
      (void)setsid();
      if (!fork())
        sleep_for_ever();
      _exit(0);
    }
}
static void shell_left(void) { (void)!system("sleep 1000 &"); }
static void piped_left(void) { (void)popen("sleep 1000", "r"); }
static void thread_left(void) {
  pthread_t thread;
  (void)pthread_create(&thread, NULL, spin_in_thread, NULL);
}
static void thread_ends(void) {
  pthread_t thread;
  (void)pthread_create(&thread, NULL, end_in_thread, NULL);
  sleep_for_ever();
}
static void child_answers(void) { /* the parent goes, and the copy goes on in its place */
  if (fork())
    _exit(0);
}

/* ---- Signals ---- */
static void end_own_group(void) { (void)kill(0, SIGTERM); }
static void stop_own_group(void) { (void)kill(0, SIGSTOP); }
static void hang_up_parent(void) { (void)kill(getppid(), SIGHUP); }
static void terminate_parent(void) { (void)kill(getppid(), SIGTERM); }
static void abort_parent(void) { (void)kill(getppid(), SIGABRT); }
static void user_parent(void) { (void)kill(getppid(), SIGUSR1); }
static void segfault_parent(void) { (void)kill(getppid(), SIGSEGV); }
static void deaf(void) { ignore_signals(); }
static void timer(void) {
  const struct itimerval soon = {{0, 1000}, {0, 1000}};
  (void)setitimer(ITIMER_REAL, &soon, NULL);
}
static void trace_me(void) { (void)ptrace(PTRACE_TRACEME, 0, NULL, NULL); }

/* ---- What a process is ---- */
static void move(void) { (void)!chdir("/"); }
static void mask(void) { (void)umask(0777); }
static void rename_cache(void) { (void)setenv("GIMBAL_CACHE", "/proc/nothing", 1); }
static void no_files(void) {
  const struct rlimit few = {3, 3};
  (void)setrlimit(RLIMIT_NOFILE, &few);
}
static void no_sizes(void) {
  const struct rlimit none = {0, 0};
  (void)setrlimit(RLIMIT_FSIZE, &none);
}
static void no_memory(void) {
  const struct rlimit none = {1, 1};
  (void)setrlimit(RLIMIT_AS, &none);
}
static void one_second(void) {
  const struct rlimit one = {1, 1};
  (void)setrlimit(RLIMIT_CPU, &one);
}

/* ---- Arithmetic ---- */
static void round_up(void) { (void)fesetround(FE_UPWARD); }
static void round_and_crash(void) {
  (void)fesetround(FE_TOWARDZERO);
  twice_free();
}
static void traps(void) { (void)feenableexcept(FE_INEXACT | FE_DIVBYZERO); }

/* Half-way, once a run: whoever comes back goes on with a right step. */
#define EACH(DO)                                                                                   \
  DO(segfault)                                                                                     \
  DO(call_nothing)                                                                                 \
  DO(trap)                                                                                         \
  DO(bus)                                                                                          \
  DO(divide) DO(give_up) DO(twice_free) DO(overrun) DO(no_stack) DO(spin) DO(hang) DO(deaf_spin)   \
      DO(leak) DO(share) DO(end_at_once) DO(end_with_one) DO(end_quickly) DO(end_at_exit)          \
          DO(terminate) DO(interrupt) DO(hang_up) DO(ring) DO(other_program) DO(sleeping_program)  \
              DO(end_of_mpi) DO(abort_of_mpi) DO(open_all) DO(close_standard) DO(cover_all)        \
                  DO(cut_all) DO(print_tap) DO(forge_head) DO(ten_children) DO(deaf_child)         \
                      DO(three_daemons) DO(shell_left) DO(piped_left) DO(thread_left)              \
                          DO(thread_ends) DO(child_answers) DO(end_own_group) DO(stop_own_group)   \
                              DO(hang_up_parent) DO(terminate_parent) DO(abort_parent)             \
                                  DO(user_parent) DO(segfault_parent) DO(deaf) DO(timer)           \
                                      DO(trace_me) DO(move) DO(mask) DO(rename_cache) DO(no_files) \
                                          DO(no_sizes) DO(no_memory) DO(one_second) DO(round_up)   \
                                              DO(round_and_crash) DO(traps)

#define HOSTILE_STEP(act)                                                                          \
  static int step_##act(gimbal *g, const gimbal_state *from, gimbal_real h, gimbal_state *to) {    \
    if (from->t <= GIMBAL_C(0.5) && from->t + h > GIMBAL_C(0.5))                                   \
      act();                                                                                       \
    return step(g, from, h, to);                                                                   \
  }
EACH(HOSTILE_STEP)

#define HOSTILE_METHOD(act)                                                                        \
  {.name = "hostile_" #act,                                                                        \
   .title = "rk4 and " #act,                                                                       \
   .citation = "none",                                                                             \
   .formulation = GIMBAL_ODE,                                                                      \
   .coefficients = GIMBAL_ARRAY(coefficients),                                                     \
   .step = step_##act,                                                                             \
   .claims = GIMBAL_ARRAY(claims)},
static const gimbal_method hostile[] = {EACH(HOSTILE_METHOD)};

GIMBAL_PLUGIN(.methods = GIMBAL_ARRAY(hostile));
