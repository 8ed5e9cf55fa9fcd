/* A library to be loaded before all others (LD_PRELOAD): it counts calls of the system that may
 * fail, and lets one of them fail, or ends the process there.
 *
 *     GIMBAL_FAULT=KIND:ROLE:N[:kill]   the N-th call of this kind (fault_kinds) in this role; N = 0 only counts
 *     GIMBAL_FAULT_COUNTS=FILE          where the counts of all processes are kept (struct counts);
 *                                       it has to be there, empty
 *     GIMBAL_FAULT_PROGRAM=FILE         only in processes of this program
 *     GIMBAL_FAULT_TRACE=1              the caller is printed on standard error
 *
 * Roles: run (the process that was started), worker (the one that it starts for the jobs), child
 * (what either forks: jobs, and probes of plugins). Memory is allocated thousands of times, mostly
 * from the same places; so places are counted instead of calls: the call whose callers are new. Calls with the same callers next to them are of one class. Calls from MPI's libraries and from the loader, and those that PETSc
 * makes while it begins, are passed over: what comes of them is not ours to mend. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

enum { MEMORY, WRITE, FSYNC, FORK, PIPE, LOAD, RENAME, OPEN, KINDS };
enum { RUN, WORKER, CHILD, ROLES };
enum { PLACES = 1 << 16, DEEPEST = 40, MODULES = 64, CLASSED = 4096, CLASS_FRAMES = 2 };

static const char *const fault_kinds[] = {"memory", "write", "fsync",  "fork",
                                          "pipe",   "load",  "rename", "open"};
static const char *const fault_roles[] = {"run", "worker", "child"};

struct counts {
  unsigned long long count[ROLES][KINDS];
  unsigned long long fired;
  unsigned class[ROLES][KINDS][CLASSED];   /* of the first calls; a call that fails is in none */
  unsigned long long place[ROLES][PLACES]; /* hashes of callers; 0: free */
};

typedef struct {
  unsigned long from, to, base;
  int counts;  /* its calls do */
  int passing; /* its callers count for it: the C library's own needs */
} Module;

static struct counts *counts;
static Module module[MODULES];
static int modules;
static int role = RUN, wanted_role = -1, wanted_kind = -1, fatal;
static unsigned long long wanted;
static __thread int inside;

/* ---- Who calls ---- */

static int Describe(struct dl_phdr_info *info, size_t size, void *context) {
  static const char *const ours[] = {"libpetsc",  "libjansson", "libyaml",
                                     "/methods/", "/models/",   "/plugins/"};
  const char *name = info->dlpi_name;
  Module *m = &module[modules];
  (void)size, (void)context;
  if (modules == MODULES)
    return 1;
  *m = (Module){.base = info->dlpi_addr, .from = ~0ul};
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
      continue;
    const unsigned long from = info->dlpi_addr + p->p_vaddr;
    m->from = from < m->from ? from : m->from;
    m->to = from + p->p_memsz > m->to ? from + p->p_memsz : m->to;
  }
  m->counts = !name || !*name; /* the program itself */
  for (size_t i = 0; !m->counts && i < sizeof ours / sizeof *ours; i++)
    m->counts = strstr(name, ours[i]) != NULL;
  m->passing = name && (strstr(name, "/libc.so") || strstr(name, "fault.so"));
  modules++;
  return 0;
}

static const Module *Of(const void *address) {
  const unsigned long at = (unsigned long)address;
  for (int i = 0; i < modules; i++)
    if (at >= module[i].from && at < module[i].to)
      return &module[i];
  return NULL;
}

/* Whether the call is one of ours; *place and *class say from where, the same in each run. */
static int IsOurs(unsigned long long *place, unsigned *class) {
  void *frame[DEEPEST];
  unsigned long long hash = 0xcbf29ce484222325ULL;
  const int depth = backtrace(frame, DEEPEST);
  int known = 0;
  for (int i = 1; i < depth; i++) {
    const Module *m = Of(frame[i]);
    if (!known && m && m->passing)
      continue;
    if (!known && !(m && m->counts))
      return 0;
    if (known++ < CLASS_FRAMES)
      *class = (unsigned)(hash ^ hash >> 32);
    hash = (hash ^ ((unsigned long)frame[i] - (m ? m->base : 0))) * 0x100000001b3ULL;
  }
  *place = hash | 1;
  return known;
}

/* ---- The n-th ---- */

static int IsNew(unsigned long long place) {
  for (unsigned long long i = place % PLACES;; i = (i + 1) % PLACES) {
    unsigned long long free_place = 0;
    unsigned long long *at = &counts->place[role][i];
    if (*at == place)
      return 0;
    if (__atomic_compare_exchange_n(at, &free_place, place, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return 1;
    if (free_place == place)
      return 0;
  }
}

/* Whether this call is to fail. */
static int Fails(int kind) {
  unsigned long long place;
  unsigned class = 0;
  int fails = 0;
  if (!counts || inside)
    return 0;
  if (kind == MEMORY && (role != wanted_role || wanted_kind != MEMORY))
    return 0; /* looking who calls takes time */
  inside = 1;
  if (IsOurs(&place, &class) && (kind != MEMORY || IsNew(place))) {
    const unsigned long long n =
        __atomic_add_fetch(&counts->count[role][kind], 1, __ATOMIC_SEQ_CST);
    if (n <= CLASSED)
      counts->class[role][kind][n - 1] = class;
    fails = role == wanted_role && kind == wanted_kind && n == wanted;
  }
  if (fails) {
    __atomic_add_fetch(&counts->fired, 1, __ATOMIC_SEQ_CST);
    if (getenv("GIMBAL_FAULT_TRACE")) {
      void *frame[DEEPEST];
      backtrace_symbols_fd(frame, backtrace(frame, DEEPEST), STDERR_FILENO);
    }
    if (fatal)
      (void)kill(getpid(), SIGKILL);
  }
  inside = 0;
  return fails;
}

static void NoteFork(void) { role = CHILD; }

static int IsWord(const char *word, const char *text, size_t length) {
  return strlen(word) == length && !strncmp(word, text, length);
}

__attribute__((constructor)) static void Begin(void) {
  const char *what = getenv("GIMBAL_FAULT"), *file = getenv("GIMBAL_FAULT_COUNTS");
  const char *program = getenv("GIMBAL_FAULT_PROGRAM");
  char self[PATH_MAX] = "", words[64] = "";
  void *frame[4];
  if (!what || !file || !program || readlink("/proc/self/exe", self, sizeof self - 1) < 0 ||
      strcmp(self, program))
    return;
  const int line = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (line >= 0 && read(line, words, sizeof words - 1) > 0 && strlen(words) < sizeof words - 8 &&
      !strcmp(words + strlen(words) + 1, "worker"))
    role = WORKER;
  (void)close(line);
  const char *colon = strchr(what, ':'), *second = colon ? strchr(colon + 1, ':') : NULL;
  if (!second)
    abort();
  for (int i = 0; i < KINDS; i++)
    if (IsWord(fault_kinds[i], what, (size_t)(colon - what)))
      wanted_kind = i;
  for (int i = 0; i < ROLES; i++)
    if (IsWord(fault_roles[i], colon + 1, (size_t)(second - colon - 1)))
      wanted_role = i;
  wanted = strtoull(second + 1, NULL, 10);
  fatal = strstr(second, ":kill") != NULL;
  const int shared = open(file, O_RDWR | O_CLOEXEC);
  if (shared < 0 || ftruncate(shared, sizeof *counts))
    abort();
  (void)backtrace(frame, 4); /* which loads a library the first time */
  (void)dl_iterate_phdr(Describe, NULL);
  (void)pthread_atfork(NULL, NULL, NoteFork);
  struct counts *all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
  (void)close(shared);
  if (all == MAP_FAILED)
    abort();
  counts = all;
}

/* ---- The calls ---- */

void *malloc(size_t size) {
  if (Fails(MEMORY)) {
    errno = ENOMEM;
    return NULL;
  }
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  if (Fails(MEMORY)) {
    errno = ENOMEM;
    return NULL;
  }
  return __libc_calloc(count, size);
}

void *realloc(void *at, size_t size) {
  if (Fails(MEMORY)) {
    errno = ENOMEM;
    return NULL;
  }
  return __libc_realloc(at, size);
}

/* The real one. */
#define REAL(name)                                                                                 \
  static __typeof__(&name) real;                                                                   \
  if (!real)                                                                                       \
  *(void **)&real = dlsym(RTLD_NEXT, #name)

#define FAILS_WITH(kind, error, result)                                                            \
  if (Fails(kind)) {                                                                               \
    errno = error;                                                                                 \
    return result;                                                                                 \
  }

ssize_t write(int file, const void *text, size_t length) {
  REAL(write);
  FAILS_WITH(WRITE, ENOSPC, -1);
  return real(file, text, length);
}

ssize_t send(int socket, const void *text, size_t length, int flags) {
  REAL(send);
  FAILS_WITH(WRITE, EPIPE, -1);
  return real(socket, text, length, flags);
}

/* What streams write does not pass through write: it goes when they are flushed or closed. */
int fflush(FILE *stream) {
  REAL(fflush);
  if (stream)
    FAILS_WITH(WRITE, ENOSPC, EOF);
  return real(stream);
}

int fclose(FILE *stream) {
  REAL(fclose);
  if (__fwritable(stream) && Fails(WRITE)) {
    (void)real(stream);
    errno = ENOSPC;
    return EOF;
  }
  return real(stream);
}

int fsync(int file) {
  REAL(fsync);
  FAILS_WITH(FSYNC, EIO, -1);
  return real(file);
}

int fdatasync(int file) {
  REAL(fdatasync);
  FAILS_WITH(FSYNC, EIO, -1);
  return real(file);
}

pid_t fork(void) {
  REAL(fork);
  FAILS_WITH(FORK, EAGAIN, -1);
  return real();
}

int posix_spawnp(pid_t *process, const char *program, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const words[],
                 char *const environment[]) {
  REAL(posix_spawnp);
  if (Fails(FORK))
    return EAGAIN;
  return real(process, program, actions, attributes, words, environment);
}

int pipe2(int ends[2], int flags) {
  REAL(pipe2);
  FAILS_WITH(PIPE, EMFILE, -1);
  return real(ends, flags);
}

int socketpair(int domain, int type, int protocol, int ends[2]) {
  REAL(socketpair);
  FAILS_WITH(PIPE, EMFILE, -1);
  return real(domain, type, protocol, ends);
}

int memfd_create(const char *name, unsigned flags) {
  REAL(memfd_create);
  FAILS_WITH(PIPE, EMFILE, -1);
  return real(name, flags);
}

int rename(const char *from, const char *to) {
  REAL(rename);
  FAILS_WITH(RENAME, EIO, -1);
  return real(from, to);
}

int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  FAILS_WITH(RENAME, EIO, -1);
  return real(path, mode);
}

int unlink(const char *path) {
  REAL(unlink);
  FAILS_WITH(RENAME, EIO, -1);
  return real(path);
}

int remove(const char *path) {
  REAL(remove);
  FAILS_WITH(RENAME, EIO, -1);
  return real(path);
}

int ftruncate(int file, off_t length) {
  REAL(ftruncate);
  FAILS_WITH(RENAME, EIO, -1);
  return real(file, length);
}

int open(const char *path, int flags, ...) {
  va_list more;
  mode_t mode = 0;
  REAL(open);
  va_start(more, flags);
  if (flags & (O_CREAT | O_TMPFILE))
    mode = va_arg(more, mode_t);
  va_end(more);
  FAILS_WITH(OPEN, EMFILE, -1);
  return real(path, flags, mode);
}

FILE *fopen(const char *path, const char *mode) {
  REAL(fopen);
  FAILS_WITH(OPEN, EMFILE, NULL);
  return real(path, mode);
}

FILE *fdopen(int file, const char *mode) {
  REAL(fdopen);
  FAILS_WITH(OPEN, EMFILE, NULL);
  return real(file, mode);
}

DIR *opendir(const char *path) {
  REAL(opendir);
  FAILS_WITH(OPEN, EMFILE, NULL);
  return real(path);
}

int mkstemp(char *path) {
  REAL(mkstemp);
  FAILS_WITH(OPEN, EMFILE, -1);
  return real(path);
}

/* What PETSc and MPI need to begin, and whether they mind not getting it, is theirs. */
int PetscInitialize(int *count, char ***words, const char file[], const char help[]) {
  static int (*real)(int *, char ***, const char[], const char[]);
  *(void **)&real = dlsym(RTLD_NEXT, "PetscInitialize");
  inside = 1;
  const int error = real(count, words, file, help);
  inside = 0;
  return error;
}

/* dlopen takes the caller's own search paths, so that passing it on would change them: the requested
 * path is replaced by a missing one. */
void *dlopen(const char *path, int flags) {
  REAL(dlopen);
  return real(Fails(LOAD) ? "/nowhere/fault.so" : path, flags);
}
