/* Runs a fuzz target without a fuzzer: all files of a corpus, and then mutations of them from a fixed
 * seed, in a child, so that the input at which it ends is known. It knows nothing of coverage: that is
 * for libFuzzer, or AFL, to which a single file is given (TARGET @@). */
#include "fuzz.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_INPUTS = 4096, LARGEST = 1 << 20, SLOWEST = 25 /* seconds */ };

typedef struct {
  unsigned char *at;
  size_t size;
} Input;

/* What the child is doing, seen by both. */
typedef struct {
  size_t size;
  long done;
  unsigned char bytes[2 * LARGEST];
} Shared;

static Input corpus[MOST_INPUTS];
static int inputs;
static Shared *shared;
static uint64_t state; /* xorshift64* [Vigna] */

static size_t Below(size_t n) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return n ? (size_t)((state * UINT64_C(0x2545F4914F6CDD1D)) >> 11) % n : 0;
}

static void Die(const char *what, const char *path) {
  fprintf(stderr, "fuzz: %s %s: %s\n", what, path, strerror(errno));
  exit(2);
}

static void AddFile(const char *path, size_t size) {
  FILE *file = fopen(path, "rb");
  Input *input = &corpus[inputs];
  if (inputs == MOST_INPUTS || size > LARGEST)
    return;
  input->at = malloc(size + 1);
  if (!file || !input->at)
    Die("cannot read", path);
  input->size = fread(input->at, 1, size, file);
  fclose(file);
  inputs++;
}

static int ByName(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

static int Visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static void AddPath(const char *path) {
  struct dirent **entries;
  struct stat status;
  char inside[4096];
  if (stat(path, &status))
    Die("cannot read", path);
  if (!S_ISDIR(status.st_mode)) {
    AddFile(path, (size_t)status.st_size);
    return;
  }
  const int count = scandir(path, &entries, Visible, ByName);
  for (int i = 0; i < count; i++) {
    (void)snprintf(inside, sizeof(inside), "%s/%s", path, entries[i]->d_name);
    AddPath(inside);
    free(entries[i]);
  }
  if (count >= 0)
    free(entries);
}

/* ---- Mutations ---- */

/* Words of the formats, and numbers at which readers change their minds. */
static const char *const tokens[] = {"null",
                                     "true",
                                     "false",
                                     "nan",
                                     "NaN",
                                     "inf",
                                     "-inf",
                                     "1e999",
                                     "-1",
                                     "0",
                                     "-0.0",
                                     "1e-320",
                                     "2147483647",
                                     "2147483648",
                                     "-2147483649",
                                     "9223372036854775808",
                                     "1e308",
                                     "4294967296",
                                     "{",
                                     "}",
                                     "[",
                                     "]",
                                     "[]",
                                     "{}",
                                     "\"",
                                     "\"\"",
                                     ",",
                                     ":",
                                     "\n",
                                     "\t",
                                     ";",
                                     "#",
                                     "- ",
                                     "&a ",
                                     "*a",
                                     "\\u0000",
                                     "\\ud800",
                                     "\xff",
                                     "\xc3\xa9",
                                     "%s%n",
                                     "../",
                                     "()",
                                     "((",
                                     "^",
                                     "==",
                                     "&&",
                                     "1/0",
                                     "0/0",
                                     "sqrt(-1)",
                                     "pi",
                                     "==== results.jsonl\n",
                                     "order",
                                     "long",
                                     "quad",
                                     "double",
                                     "<b>&"};
enum { TOKENS = sizeof(tokens) / sizeof(tokens[0]) };

static void Replace(size_t at, size_t length, const void *by, size_t size) {
  if (shared->size - length + size > sizeof(shared->bytes) || size > LARGEST)
    return;
  memmove(shared->bytes + at + size, shared->bytes + at + length, shared->size - at - length);
  if (size)
    memmove(shared->bytes + at, by, size);
  shared->size = shared->size - length + size;
}

/* The number or word about a place. */
static void WordAbout(size_t place, size_t *at, size_t *length) {
  static const char ends[] = " \t\n,:;[]{}()\"'/=";
  size_t first = place, last = place;
  while (first > 0 && !memchr(ends, shared->bytes[first - 1], sizeof(ends)))
    first--;
  while (last < shared->size && !memchr(ends, shared->bytes[last], sizeof(ends)))
    last++;
  *at = first;
  *length = last - first;
}

static void MutateOnce(void) {
  const size_t place = Below(shared->size + 1), left = shared->size - place;
  const size_t length = Below(left < 64 ? left + 1 : 64);
  const char *token = tokens[Below(TOKENS)];
  const Input *other = &corpus[Below((size_t)inputs)];
  unsigned char bytes[64];
  size_t at, size;
  switch (Below(9)) {
  case 0: /* a bit */
    if (left)
      shared->bytes[place] ^= (unsigned char)(1u << Below(8));
    break;
  case 1: /* a byte */
    if (left)
      shared->bytes[place] = (unsigned char)Below(256);
    break;
  case 2: /* some are gone */
    Replace(place, length, NULL, 0);
    break;
  case 3: /* some are there twice */
    memcpy(bytes, shared->bytes + place, length);
    Replace(place, 0, bytes, length);
    break;
  case 4:
    Replace(place, 0, token, strlen(token));
    break;
  case 5:
  case 6:
    WordAbout(place, &at, &size);
    Replace(at, size, token, strlen(token));
    break;
  case 7: /* a piece of another input */
    at = Below(other->size + 1);
    size = Below(other->size - at + 1);
    Replace(place, length, other->at + at, size < 4096 ? size : 4096);
    break;
  default: /* a torn end */
    if (!Below(8))
      shared->size = place;
  }
}

static void Mutate(void) {
  const Input *input = &corpus[Below((size_t)inputs)];
  const size_t changes = 1 + Below(Below(4) ? 3 : 12);
  shared->size = input->size;
  memcpy(shared->bytes, input->at, input->size);
  for (size_t i = 0; i < changes; i++)
    MutateOnce();
}

/* ---- Running ---- */

static void Run(void) {
  /* Of exactly that size, so that one byte more is seen to be outside. */
  unsigned char *copy = malloc(shared->size ? shared->size : 1);
  if (!copy)
    exit(2);
  memcpy(copy, shared->bytes, shared->size);
  alarm(SLOWEST);
  (void)LLVMFuzzerTestOneInput(copy, shared->size);
  alarm(0);
  free(copy);
  shared->done++;
}

static void RunAll(long mutations, double seconds) {
  const time_t end = time(NULL) + (time_t)seconds;
  for (int i = 0; i < inputs; i++) {
    shared->size = corpus[i].size;
    memcpy(shared->bytes, corpus[i].at, corpus[i].size);
    Run();
  }
  for (long i = 0; inputs && i < mutations && (seconds <= 0 || time(NULL) < end); i++) {
    Mutate();
    Run();
  }
}

/* The input at which the child ended. */
static void Keep(const char *program) {
  char path[4096];
  (void)snprintf(path, sizeof(path), "%s.crash", program);
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(shared->bytes, 1, shared->size, file) != shared->size || fclose(file))
    Die("cannot write", path);
  fprintf(stderr, "fuzz: the input is kept in %s\n", path);
}

static const char usage[] = "usage: %s [--mutations N] [--seconds S] [--seed K] FILE|FOLDER...\n"
                            "Runs the files, and then mutations of them. Status 1: one of them "
                            "ended the target; it is kept\n"
                            "next to the program, as PROGRAM.crash.\n";

int main(int argc, char **argv) {
  long mutations = 0;
  double seconds = 0;
  int first = 1, status = 0;
  state = 1;
  for (; first + 1 < argc && !strncmp(argv[first], "--", 2); first += 2) {
    if (!strcmp(argv[first], "--mutations"))
      mutations = atol(argv[first + 1]);
    else if (!strcmp(argv[first], "--seconds"))
      seconds = atof(argv[first + 1]);
    else if (!strcmp(argv[first], "--seed"))
      state = strtoull(argv[first + 1], NULL, 10);
    else
      break;
  }
  if (first >= argc || argv[first][0] == '-' || !state) {
    fprintf(stderr, usage, argv[0]);
    return 2;
  }
  for (int i = first; i < argc; i++)
    AddPath(argv[i]);
  shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    Die("no memory", "");
  if (inputs == 1 && !mutations && !(seconds > 0)) { /* AFL wants to see the signal itself */
    RunAll(0, 0);
    return 0;
  }
  const pid_t child = fork();
  if (!child) {
    RunAll(seconds > 0 && !mutations ? 1000000000 : mutations, seconds);
    exit(0);
  }
  if (child < 0 || waitpid(child, &status, 0) != child)
    Die("no process", argv[0]);
  printf("%s: %d inputs, %ld mutations%s\n", argv[0], inputs,
         shared->done > inputs ? shared->done - inputs : 0, status ? ", and then" : "");
  if (!status)
    return 0;
  if (WIFSIGNALED(status))
    fprintf(stderr, "fuzz: %s ended by signal %d (%s)\n", argv[0], WTERMSIG(status),
            WTERMSIG(status) == SIGALRM ? "too slow" : strsignal(WTERMSIG(status)));
  else
    fprintf(stderr, "fuzz: %s ended with status %d\n", argv[0], WEXITSTATUS(status));
  Keep(argv[0]);
  return 1;
}
