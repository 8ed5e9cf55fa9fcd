/* An output folder that was changed after it was written: `report`, `compare` and `verify --resume`
 * report the change, or reach the right result; they never crash, and never end with status 0 and
 * another verdict. `t0350_mutated_folders 2500 [SEED]` tries as many. */
#include "tap.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FILES = 4, LARGEST = 1 << 20, SAMPLE = 24, USAGE = 2 };
static const char *const names[FILES] = {"results.jsonl", "verdicts.jsonl", "timings.jsonl",
                                         "manifest.json"};
static const char suite[] =
    "methods: [rk4]\nmodels: [\"pendulum:oscillation\", \"chaotic:J\"]\nprecision: double\n"
    "studies: [{study: order, sizes: [16, 24, 32, 48, 64, 96, 128]}, "
    "{study: long, h: 1/10, steps: 300}]\n";

static char scratch[64];
static uint64_t state = 1; /* xorshift64* [Vigna] */

static size_t Below(size_t n) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return n ? (size_t)((state * UINT64_C(0x2545F4914F6CDD1D)) >> 11) % n : 0;
}

/* ---- Files ---- */

typedef struct {
  char *at;
  size_t size;
} Text;

static const char *Path(const char *folder, const char *name) {
  static char paths[4][256];
  static int next;
  char *path = paths[next++ % 4];
  (void)snprintf(path, sizeof(paths[0]), "%s/%s/%s", scratch, folder, name);
  return path;
}

static Text Read(const char *path) {
  Text text = {calloc(1, 2 * LARGEST), 0};
  FILE *file = fopen(path, "rb");
  if (!text.at)
    exit(2);
  if (file) {
    text.size = fread(text.at, 1, LARGEST, file);
    fclose(file);
  }
  return text;
}

static void Write(const char *path, const Text *text) {
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(text->at, 1, text->size, file) != text->size || fclose(file))
    exit(2);
}

static int Remove(const char *path, const struct stat *status, int type, struct FTW *place) {
  (void)status, (void)type, (void)place;
  return remove(path);
}

static void RemoveTree(const char *path) { (void)nftw(path, Remove, 8, FTW_DEPTH | FTW_PHYS); }

/* ---- Mutations ---- */

static void Replace(Text *text, size_t at, size_t length, const char *by, size_t size) {
  if (text->size - length + size > LARGEST)
    return;
  memmove(text->at + at + size, text->at + at + length, text->size - at - length);
  memmove(text->at + at, by, size);
  text->size += size - length;
}

/* A line, with its end. */
static void LineAt(const Text *text, size_t place, size_t *at, size_t *length) {
  size_t first = place, last = place;
  while (first > 0 && text->at[first - 1] != '\n')
    first--;
  while (last < text->size && text->at[last] != '\n')
    last++;
  *at = first;
  *length = last + (last < text->size) - first;
}

static void Mutate(Text *text, const Text *other) {
  static const char *const words[] = {"null", "0", "-1", "1e999", "\"\"", "{}", "[]", "confirmed"};
  const size_t place = Below(text->size), most = text->size - place;
  char line[4096];
  const char *word;
  size_t at, length, from, more;
  LineAt(text, place, &at, &length);
  LineAt(other, Below(other->size), &from, &more);
  switch (Below(10)) {
  case 0:
    text->at[place] ^= (char)(1 << Below(8));
    break;
  case 1:
  case 2: /* a digit */
    for (size_t i = place; i < text->size; i++)
      if (text->at[i] >= '0' && text->at[i] <= '9') {
        text->at[i] = (char)('0' + (text->at[i] - '0' + 1 + (int)Below(9)) % 10);
        break;
      }
    break;
  case 3:
    Replace(text, place, Below(most < 32 ? most : 32), "", 0);
    break;
  case 4:
    text->size = place; /* a torn end */
    break;
  case 5: /* a line is gone */
    Replace(text, at, length, "", 0);
    break;
  case 6: /* or there twice */
    length = length < sizeof(line) ? length : sizeof(line);
    memcpy(line, text->at + at, length);
    Replace(text, at, 0, line, length);
    break;
  case 7:
    more = more < sizeof(line) ? more : sizeof(line);
    memcpy(line, other->at + from, more);
    Replace(text, at, Below(2) ? length : 0, line, more);
    break;
  case 8:
    word = words[Below(8)];
    Replace(text, place, Below(most < 8 ? most : 8), word, strlen(word));
    break;
  default: /* a block of zeros, as some file systems leave after a crash */
    memset(text->at + place, 0, most < 512 ? most : 512);
  }
}

/* ---- Running ---- */

/* Standard output goes to `out`, standard error to the file "errors". A signal is 128 and its number. */
static int Run(const char *out, const char *const argv[]) {
  int status;
  const pid_t child = fork();
  if (!child) {
    const int output = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    const int errors = open(Path(".", "errors"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (dup2(output, 1) >= 0 && dup2(errors, 2) >= 0)
      execv(argv[0], (char *const *)(uintptr_t)argv);
    _exit(127);
  }
  if (child < 0 || waitpid(child, &status, 0) != child)
    exit(2);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static int Gimbal(const char *out, ...) {
  const char *argv[16] = {getenv("GIMBAL")};
  va_list words;
  int count = 1;
  va_start(words, out);
  while (count < 15 && (argv[count] = va_arg(words, const char *)))
    count++;
  va_end(words);
  return Run(out, argv);
}

static int Same(const char *a, const char *b) {
  Text one = Read(a), other = Read(b);
  const int same = one.size == other.size && !memcmp(one.at, other.at, one.size);
  free(one.at);
  free(other.at);
  return same;
}

/* ---- One mutation ---- */

static void Copy(const Text files[FILES], int skipped) {
  RemoveTree(Path(".", "new"));
  if (mkdir(Path(".", "new"), 0777))
    exit(2);
  for (int i = 0; i < FILES; i++)
    if (i != skipped)
      Write(Path("new", names[i]), &files[i]);
}

static int wrong;

static void Blame(const char *command, int status, const char *what, int number) {
  Text errors = Read(Path(".", "errors"));
  errors.at[errors.size < 300 ? errors.size : 300] = 0;
  diag("mutation %d: %s: status %d, %s: %s", number, command, status, what, errors.at);
  free(errors.at);
  wrong++;
}

/* What ends with 2 has said why. */
static int Refused(const char *command, int status, int number) {
  Text errors = Read(Path(".", "errors"));
  if (status == USAGE && !errors.size)
    Blame(command, status, "not a word", number);
  free(errors.at);
  return status == USAGE;
}

static void Ask(int number, int was) {
  char fresh[256], base[256], tap[256];
  (void)snprintf(fresh, sizeof(fresh), "%s", Path(".", "new"));
  (void)snprintf(base, sizeof(base), "%s", Path(".", "base"));
  (void)snprintf(tap, sizeof(tap), "%s", Path(".", "tap"));
  int status = Gimbal(tap, "report", fresh, NULL);
  const int whole = status == 0;
  if (whole) {
    if (!Same(Path("new", "verify.tap"), Path("base", "verify.tap")))
      Blame("report", status, "other verdicts", number);
  } else if (!Refused("report", status, number))
    Blame("report", status, "no such status", number);
  status = Gimbal(tap, "compare", base, fresh, NULL);
  if (status != 0 && status != 1 && !Refused("compare", status, number))
    Blame("compare", status, "no such status", number);
  if (status == 1 && whole)
    Blame("compare", status, "worse, though the folder is whole", number);
  status = Gimbal(tap, "verify", Path(".", "suite.yaml"), "-o", fresh, "--resume", NULL);
  if (status == was) {
    if (!Same(Path("new", "verdicts.jsonl"), Path("base", "verdicts.jsonl")))
      Blame("verify --resume", status, "other verdicts", number);
  } else if (!Refused("verify --resume", status, number))
    Blame("verify --resume", status, "another status than that of the run", number);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? atoi(argv[1]) : SAMPLE;
  const Text text = {(char *)(uintptr_t)suite, sizeof(suite) - 1};
  Text files[FILES];
  if (argc > 2)
    state = strtoull(argv[2], NULL, 10) | 1;
  (void)snprintf(scratch, sizeof(scratch), "/tmp/gimbal-t0350-XXXXXX");
  if (!getenv("GIMBAL") || !mkdtemp(scratch))
    return 2;
  Write(Path(".", "suite.yaml"), &text);
  const int status =
      Gimbal(Path(".", "tap"), "verify", Path(".", "suite.yaml"), "-o", Path(".", "base"), NULL);
  ok(status == 0, "there is a folder to change");
  for (int i = 0; i < FILES; i++)
    files[i] = Read(Path("base", names[i]));
  for (int number = 1; number <= count && status == 0; number++) {
    const int which = (int)Below(FILES), other = (int)Below(FILES);
    Text was = files[which], changed = {malloc(2 * LARGEST), was.size};
    if (!changed.at)
      return 2;
    memcpy(changed.at, was.at, was.size);
    const size_t times = 1 + Below(3);
    for (size_t i = 0; i < times && changed.size; i++)
      Mutate(&changed, &files[other]);
    files[which] = changed;
    Copy(files, Below(40) ? -1 : which);
    files[which] = was;
    Ask(number, status);
    free(changed.at);
  }
  ok(!wrong, "%d changed folders: a clear error or the right result", count);
  for (int i = 0; i < FILES; i++)
    free(files[i].at);
  RemoveTree(scratch);
  return done_testing();
}
