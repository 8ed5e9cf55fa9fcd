/* The journal: records are whole or not there, a torn end is dropped, resuming keeps what is done.
 */
#include "record/file.h"
#include "record/journal.h"
#include "record/seal.h"
#include "record/store.h"
#include "petsc_tap.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];

static char *Slurp(const char *name) {
  static char text[1 << 20];
  char path[256];
  (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
  FILE *file = fopen(path, "r");
  size_t length = file ? fread(text, 1, sizeof(text) - 1, file) : 0;
  text[length] = 0;
  if (file)
    fclose(file);
  return text;
}

static void Write(const char *name, const char *mode, const char *text) {
  char path[256];
  (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
  FILE *file = fopen(path, mode);
  if (!file || fputs(text, file) < 0 || fclose(file))
    exit(2);
}

/* The same without the checksums at the ends of lines, which are tested by themselves. */
static char *Unsealed(const char *name) {
  char *text = Slurp(name), *to = text;
  for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1) {
    const size_t length = (size_t)(end - line);
    const size_t kept = SealRead(line, length) == SEAL_WHOLE ? length - 28 : length;
    memmove(to, line, kept);
    to += kept;
    if (kept < length)
      *to++ = '}';
    *to++ = '\n';
  }
  *to = 0;
  return text;
}

/* A job, or of a record. */
static Job JobOf(const char *key, const char *fingerprint) {
  Job job;
  JobInit(&job);
  job.key = key;
  job.kind = job.method = job.model = job.instance = "x";
  job.fingerprint = fingerprint;
  return job;
}

static Record RecordOf(const char *key, const char *fingerprint, Status status) {
  return (Record){
      .key = key, .fingerprint = fingerprint, .job = JobOf(key, fingerprint), .status = status};
}

static void Append(const char *key, const char *fingerprint, Status status) {
  const Record record = RecordOf(key, fingerprint, status);
  const Timing timing = {.key = key, .seconds = 0.1, .cpu = 2, .rank = 3, .ended = NAN};
  Journal journal;
  REQUIRE(JournalOpen(folder, &journal));
  REQUIRE(JournalAppend(journal, &record, "{\"value\":0.1}", &timing));
  REQUIRE(JournalClose(&journal));
}

static Store Read(void) {
  Store store;
  REQUIRE(StoreReadUnjudged(folder, &store));
  return store;
}

#define JOB(key)                                                                                   \
  "\"job\":{\"key\":\"" key "\",\"kind\":\"x\",\"method\":\"x\",\"model\":\"x\",\"case\":\"x\","   \
  "\"seed\":0,\"estimate\":0.0,\"degenerate\":false,\"symmetric\":false,\"claims\":[]}"
#define RECORD(key)                                                                                \
  "{\"key\":\"" key "\",\"fingerprint\":\"1\"," JOB(                                               \
      key) ",\"status\":\"done\",\"reason\":null,\"format\":2,\"measured\":{\"value\":0.1}}\n"
#define TIMING(key)                                                                                \
  "{\"key\":\"" key                                                                                \
  "\",\"seconds\":0.10000000000000001,\"cpu\":2.0,\"rank\":3,\"ended\":null,\"format\":2}\n"

static void Appending(void) {
  Append("b", "1", STATUS_DONE);
  Append("a", "1", STATUS_DONE);
  ok(!strcmp(Unsealed("results.jsonl"), RECORD("b") RECORD("a")),
     "records are lines, what was measured as it came");
  ok(!strcmp(Unsealed("timings.jsonl"), TIMING("b") TIMING("a")), "timings too, with 17 digits");
  Store store = Read();
  ok(store->records->count == 2 && !strcmp(store->records->at[0].key, "a"),
     "they are read sorted by key");
  REQUIRE(StoreDestroy(&store));
}

/* Four processes append at once. */
static void Together(void) {
  enum { WRITERS = 4, LINES = 50 };
  Write("results.jsonl", "w", "");
  for (int i = 0; i < WRITERS; i++)
    if (!fork()) {
      Journal journal;
      char key[32], filler[5000];
      memset(filler, 'x', sizeof(filler) - 1);
      filler[sizeof(filler) - 1] = 0;
      if (JournalOpen(folder, &journal))
        _exit(1);
      for (int j = 0; j < LINES; j++) {
        (void)snprintf(key, sizeof(key), "%d-%d", i, j);
        Record record = RecordOf(key, "1", STATUS_FAILED);
        record.reason = filler;
        if (JournalAppend(journal, &record, NULL, NULL))
          _exit(1);
      }
      _exit(0);
    }
  while (wait(NULL) > 0)
    ;
  Store store = Read();
  ok(store->records->count == WRITERS * LINES, "lines of several writers do not mix");
  REQUIRE(StoreDestroy(&store));
}

static void Resuming(void) {
  static const char *const keys[] = {"a", "b", "c", "d", "e"};
  Job job[5], *list[5];
  const Jobs jobs = {5, 5, list};
  Jobs remaining;
  Texts aside;
  Arena arena;
  REQUIRE(ArenaCreate(&arena));
  for (int i = 0; i < 5; i++) {
    job[i] = JobOf(keys[i], "1");
    list[i] = &job[i];
  }
  Write("results.jsonl", "w", "");
  Write("timings.jsonl", "w", "");
  Append("a", "1", STATUS_DONE);
  Append("b", "1", STATUS_FAILED);
  Append("c", "2", STATUS_DONE);
  Append("x", "1", STATUS_DONE);
  Append("a", "1", STATUS_DONE);
  Append("d", "1", STATUS_DONE);
  Write("results.jsonl", "a", "{\"key\":\"e\",\"fingerprint\":\"1\",\"status\":\"do");
  Write("verdicts.jsonl", "w", "{}\n");
  REQUIRE(JournalPrepare(folder, PETSC_TRUE, &jobs, arena, &remaining, &aside));
  ok(remaining.count == 3 && remaining.at[0] == &job[1] && remaining.at[1] == &job[2] &&
         remaining.at[2] == &job[4],
     "failed, changed and torn ones are to be run, done ones are not");
  ok(!strcmp(Unsealed("results.jsonl"), RECORD("x") RECORD("a") RECORD("d")),
     "only done ones are left, each once, as they were written");
  ok(aside.count == 1 && !strcmp(aside.at[0], "x"),
     "one of a job that this run does not have too, which is told");
  ok(!strcmp(Unsealed("timings.jsonl"), TIMING("a") TIMING("x") TIMING("a") TIMING("d")),
     "with their timings");
  ok(!*Slurp("verdicts.jsonl"), "earlier verdicts are gone");
  Write("results.jsonl", "a", "not a record\n");
  REQUIRE(JournalPrepare(folder, PETSC_TRUE, &jobs, arena, &remaining, &aside));
  ok(remaining.count == 3 &&
         !strcmp(Unsealed("results.jsonl"), RECORD("x") RECORD("a") RECORD("d")),
     "a line that is no record is dropped");
  REQUIRE(JournalPrepare(folder, PETSC_FALSE, &jobs, arena, &remaining, &aside));
  ok(remaining.count == 5 && !*Slurp("results.jsonl"), "without resume all is new");
  REQUIRE(ArenaDestroy(&arena));
}

/* Each byte of a record changed, one at a time: it is computed again, and another record stays. */
static void Damage(void) {
  Job job[2] = {JobOf("a", "1"), JobOf("b", "1")}, *list[2] = {&job[0], &job[1]};
  const Jobs jobs = {2, 2, list};
  Jobs remaining;
  Texts aside;
  Arena arena;
  int kept = 0, lost = 0;
  REQUIRE(ArenaCreate(&arena));
  Write("results.jsonl", "w", "");
  Append("a", "1", STATUS_DONE);
  char *whole = strdup(Slurp("results.jsonl"));
  const size_t length = strlen(whole);
  const int messages = dup(STDERR_FILENO); /* hundreds of them */
  if (!freopen("/dev/null", "w", stderr))
    exit(2);
  for (size_t i = 0; i + 1 < length; i++) {
    char *text = strdup(whole);
    text[i] = (char)(text[i] ^ 1);
    Write("results.jsonl", "w", text);
    Append("b", "1", STATUS_DONE);
    REQUIRE(JournalPrepare(folder, PETSC_TRUE, &jobs, arena, &remaining, &aside));
    if (remaining.count < 1 || remaining.at[0] != &job[0])
      diag("a changed byte is kept: %s", text), kept++;
    lost += remaining.count != 1 || strcmp(Unsealed("results.jsonl"), RECORD("b"));
    free(text);
  }
  if (dup2(messages, STDERR_FILENO) < 0)
    exit(2);
  ok(length > 200 && !kept, "a record with any byte changed is not kept");
  ok(!lost, "and costs no other");
  free(whole);
  /* With a right checksum, but not what this run asks for under that key. */
  Write("results.jsonl", "w", "");
  Append("a", "1", STATUS_DONE);
  job[0].model = "y";
  REQUIRE(JournalPrepare(folder, PETSC_TRUE, &jobs, arena, &remaining, &aside));
  ok(remaining.count == 2, "nor is the result of another job under the same key and fingerprint");
  REQUIRE(ArenaDestroy(&arena));
}

/* A limit on the size of files stands for a full disk: write fails in the same way. */
static void FullDisk(void) {
  struct rlimit limit, before;
  const Record record = RecordOf("late", "1", STATUS_DONE);
  Journal journal;
  int appended = 0;
  Write("results.jsonl", "w", "");
  REQUIRE(JournalOpen(folder, &journal));
  (void)signal(SIGXFSZ, SIG_IGN);
  (void)getrlimit(RLIMIT_FSIZE, &before);
  limit = before;
  limit.rlim_cur = 1000;
  (void)setrlimit(RLIMIT_FSIZE, &limit);
  PetscErrorCode error = 0;
  while (appended < 100 && !(error = ERROR_OF(JournalAppend(journal, &record, NULL, NULL))))
    appended++;
  (void)setrlimit(RLIMIT_FSIZE, &before);
  ok(error == PETSC_ERR_FILE_WRITE && strstr(failure_text, "results.jsonl"),
     "a full disk is an error: %s", failure_text);
  char *text = Slurp("results.jsonl");
  int lines = 0;
  for (const char *at = text; (at = strstr(at, "\"key\":\"late\",\"fing")) != NULL; at++)
    lines++;
  ok(appended && lines == appended && text[strlen(text) - 1] == '\n',
     "which leaves the %d whole records before it", appended);
  REQUIRE(JournalClose(&journal));
}

static void Folders(void) {
  char path[128], deep[160];
  (void)snprintf(path, sizeof(path), "%s/file", folder);
  Write("file", "w", "x");
  ok(ERROR_OF(FolderCheck(path)) == PETSC_ERR_USER_INPUT && strstr(failure_text, path),
     "a file is no output folder: %s", failure_text);
  (void)snprintf(deep, sizeof(deep), "%s/below", path);
  ok(ERROR_OF(FolderCheck(deep)) == PETSC_ERR_USER_INPUT, "nor can it hold one");
  ok(ERROR_OF(FolderCheck("/proc/nothing")) == PETSC_ERR_USER_INPUT,
     "a folder that cannot be made: %s", failure_text);
  ok(ERROR_OF(FolderCheck("")) == PETSC_ERR_USER_INPUT, "nor is the empty name one");
  (void)snprintf(path, sizeof(path), "%s/a/b/c", folder);
  ok(!FolderCheck(path) && !access(path, W_OK), "a deep one is made");
}

static void Fingerprints(void) {
  char one[33], other[33];
  JournalFingerprint((const char *[]){"", NULL}, one);
  JournalFingerprint((const char *[]){"a", NULL}, other);
  ok(strlen(one) == 32 && strcmp(one, other), "fingerprints have 32 digits and differ");
  /* From the definition, in other software: offset basis, xor 0, times the prime. */
  ok(!strcmp(one, "d228cb69101a8caf78912b704e4a147f"), "the hash is FNV-1a's of one null byte");
  JournalFingerprint((const char *[]){"ab", "c", NULL}, one);
  JournalFingerprint((const char *[]){"a", "bc", NULL}, other);
  ok(strcmp(one, other), "where one text ends matters");
}

int main(void) {
  char command[128];
  PetscInitializeNoArguments();
  (void)snprintf(folder, sizeof(folder), "/tmp/t0302-XXXXXX");
  if (!mkdtemp(folder))
    return 2;
  Appending();
  Together();
  Resuming();
  Damage();
  FullDisk();
  Folders();
  Fingerprints();
  (void)snprintf(command, sizeof(command), "rm -rf %s", folder);
  if (system(command))
    diag("%s is left", folder);
  PetscFinalize();
  return done_testing();
}
