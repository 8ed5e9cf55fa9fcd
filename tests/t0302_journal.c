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

static void AppendRecord(Record record) {
  const Timing timing = {.key = record.key, .seconds = 0.1, .cpu = 2, .rank = 3, .ended = NAN};
  Journal journal;
  REQUIRE(JournalOpen(folder, LINES_WHOLE, &journal));
  REQUIRE(JournalAppend(journal, &record, "{\"value\":0.1}", &timing));
  REQUIRE(JournalClose(&journal));
}

static void Append(const char *key, const char *fingerprint, Status status) {
  AppendRecord(RecordOf(key, fingerprint, status));
}

static Store Read(void) {
  Store store;
  REQUIRE(StoreReadUnjudged(folder, &store));
  return store;
}

#define JOB                                                                                        \
  "\"job\":{\"kind\":\"x\",\"method\":\"x\",\"model\":\"x\",\"case\":\"x\","                       \
  "\"estimate\":0.0,\"claims\":[]}"
#define RECORD(key)                                                                                \
  "{\"key\":\"" key "\",\"fingerprint\":\"1\"," JOB                                                \
  ",\"status\":\"done\",\"reason\":null,\"format\":4,\"measured\":{\"value\":0.1}}\n"
#define TIMING(key)                                                                                \
  "{\"key\":\"" key "\",\"seconds\":0.1,\"cpu\":2.0,\"rank\":3,\"ended\":null,\"format\":4}\n"

static void Appending(void) {
  Append("b", "1", STATUS_DONE);
  Append("a", "1", STATUS_DONE);
  ok(!strcmp(Unsealed("results.jsonl"), RECORD("b") RECORD("a")),
     "records are lines, what was measured as it came");
  ok(!strcmp(Unsealed("timings.jsonl"), TIMING("b") TIMING("a")),
     "timings too, with the digits that they take");
  Store store = Read();
  ok(store->records->count == 2 && !strcmp(store->records->at[0].key, "a"),
     "records are read sorted by key");
  StoreDestroy(&store);
}

enum { WRITERS = 4, LINES = 50 };

/* The records end in turns: the first of each writer, then the second of each. */
static int AppendPart(int writer, const char *reason) {
  Journal journal;
  char key[32];
  if (JournalOpen(folder, writer, &journal))
    return 1;
  for (int i = 0; i < LINES; i++) {
    (void)snprintf(key, sizeof(key), "%d-%d", writer, i);
    Record record = RecordOf(key, "1", STATUS_FAILED);
    const Timing timing = {.key = key, .rank = writer, .ended = WRITERS * i + writer};
    record.reason = reason;
    if (JournalAppend(journal, &record, NULL, &timing))
      return 1;
  }
  return JournalClose(&journal) != 0;
}

static void AppendParts(void) {
  char filler[4000];
  memset(filler, 'x', sizeof(filler) - 1);
  filler[sizeof(filler) - 1] = 0;
  for (int i = 0; i < WRITERS; i++)
    if (!fork())
      _exit(AppendPart(i, filler));
  while (wait(NULL) > 0)
    ;
}

static PetscBool IsThere(const char *name) {
  char path[256];
  (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
  return (PetscBool)!access(path, F_OK);
}

/* Whether the file's keys are a, and then those of one part after the other. */
static PetscBool InOrder(const char *name) {
  char *at = Slurp(name), key[64] = "{\"key\":\"a\"";
  for (int i = 0; i <= WRITERS * LINES; i++) {
    if (strncmp(at, key, strlen(key)))
      return PETSC_FALSE;
    at = strchr(at, '\n') + 1;
    (void)snprintf(key, sizeof(key), "{\"key\":\"%d-%d\"", i / LINES, i % LINES);
  }
  return (PetscBool) !*at;
}

/* Four processes append at once, each to its part. */
static void Together(void) {
  Write("results.jsonl", "w", "");
  Write("timings.jsonl", "w", "");
  Append("a", "1", STATUS_DONE);
  AppendParts();
  Store store = Read();
  ok(store->records->count == WRITERS * LINES + 1 && store->timings.count == WRITERS * LINES + 1,
     "what is in the parts is read");
  StoreDestroy(&store);
  REQUIRE(JournalMerge(folder));
  ok(InOrder("results.jsonl") && InOrder("timings.jsonl"),
     "merged, the records of each part are in the order in which they ended");
  ok(!IsThere("results.0.jsonl") && !IsThere("results.3.jsonl") && !IsThere("timings.3.jsonl"),
     "merged parts are removed");
}

/* What a killed run leaves in its parts. */
static void KilledParts(void) {
  Job job[4] = {JobOf("a", "1"), JobOf("b", "1"), JobOf("c", "1"), JobOf("d", "1")};
  Job *list[4] = {&job[0], &job[1], &job[2], &job[3]};
  const Jobs jobs = {4, list};
  Jobs remaining;
  Texts aside;
  Arena arena;
  arena = ArenaCreate();
  Write("results.jsonl", "w", "");
  Write("timings.jsonl", "w", "");
  Append("a", "1", STATUS_DONE);
  Write("results.2.jsonl", "w", Slurp("results.jsonl"));
  Write("timings.2.jsonl", "w", Slurp("timings.jsonl"));
  Write("results.jsonl", "w", "");
  Write("timings.jsonl", "w", "");
  Append("b", "1", STATUS_DONE);
  Write("results.7.jsonl", "w", Slurp("results.jsonl")); /* killed before it wrote the timing */
  Write("results.7.jsonl", "a", "{\"key\":\"c\",\"fing");
  char *timing = Slurp("timings.jsonl");
  timing[strlen(timing) - 4] = '!'; /* in the checksum */
  Write("timings.9.jsonl", "w", timing);
  Write("results.x.jsonl", "w", "not ours\n");
  Write("results.1.jsonl.bak", "w", "nor is this\n");
  REQUIRE(JournalPrepare(folder, PETSC_TRUE, &jobs, arena, &remaining, &aside));
  ok(remaining.count == 2 && remaining.at[0] == &job[2],
     "the whole records of a killed run's parts are kept, the torn one is not");
  ok(!strcmp(Unsealed("results.jsonl"), RECORD("b") RECORD("a")), "each once");
  ok(!IsThere("results.2.jsonl") && !IsThere("results.7.jsonl") && !IsThere("timings.9.jsonl"),
     "no part is left after a resumed run");
  ok(IsThere("results.x.jsonl") && IsThere("results.1.jsonl.bak"), "other files are");
  Write("results.2.jsonl", "w", Slurp("results.jsonl"));
  REQUIRE(JournalPrepare(folder, PETSC_TRUE, &jobs, arena, &remaining, &aside));
  ok(!strcmp(Unsealed("results.jsonl"), RECORD("b") RECORD("a")) && !IsThere("results.2.jsonl"),
     "a part that was merged before the run was killed adds nothing");
  Write("results.2.jsonl", "w", Slurp("results.jsonl"));
  REQUIRE(JournalPrepare(folder, PETSC_FALSE, &jobs, arena, &remaining, &aside));
  ok(remaining.count == 4 && !*Slurp("results.jsonl") && !IsThere("results.2.jsonl"),
     "without --resume, parts are removed");
  ArenaDestroy(&arena);
}

static void Resuming(void) {
  static const char *const keys[] = {"a", "b", "c", "d", "e"};
  Job job[5], *list[5];
  const Jobs jobs = {5, list};
  Jobs remaining;
  Texts aside;
  Arena arena;
  arena = ArenaCreate();
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
  ok(!strcmp(Unsealed("results.jsonl"), RECORD("a") RECORD("x") RECORD("d")),
     "only done ones are left, each once, as they were written");
  ok(aside.count == 1 && !strcmp(aside.at[0], "x"),
     "a record of a job outside this run is kept and reported");
  ok(!strcmp(Unsealed("timings.jsonl"), TIMING("a") TIMING("x") TIMING("a") TIMING("d")),
     "with their timings");
  ok(!*Slurp("verdicts.jsonl"), "earlier verdicts are gone");
  Store store;
  Record again = RecordOf("a", "1", STATUS_DONE);
  again.reason = "measured again";
  AppendRecord(again);
  REQUIRE(JournalPrepare(folder, PETSC_TRUE, &jobs, arena, &remaining, &aside));
  store = Read();
  ok(store->records->count == 3 && RecordsFind(store->records, "a")->reason,
     "of two different results of a job the last counts, also after a resumed run");
  StoreDestroy(&store);
  Write("results.jsonl", "w", "");
  Append("a", "1", STATUS_DONE);
  Append("x", "1", STATUS_DONE);
  Append("d", "1", STATUS_DONE);
  Write("results.jsonl", "a", "not a record\n");
  REQUIRE(JournalPrepare(folder, PETSC_TRUE, &jobs, arena, &remaining, &aside));
  ok(remaining.count == 3 &&
         !strcmp(Unsealed("results.jsonl"), RECORD("a") RECORD("x") RECORD("d")),
     "a line that is no record is dropped");
  REQUIRE(JournalPrepare(folder, PETSC_FALSE, &jobs, arena, &remaining, &aside));
  ok(remaining.count == 5 && !*Slurp("results.jsonl"), "without resume all is new");
  ArenaDestroy(&arena);
}

/* Each byte of a record changed, one at a time: it is computed again, and another record stays. Where the
 * checksum's own name is changed the rest is whole. */
static void Damage(void) {
  Job job[2] = {JobOf("a", "1"), JobOf("b", "1")}, *list[2] = {&job[0], &job[1]};
  const Jobs jobs = {2, list};
  Jobs remaining;
  Texts aside;
  Arena arena;
  int kept = 0, lost = 0;
  arena = ArenaCreate();
  Write("results.jsonl", "w", "");
  Append("a", "1", STATUS_DONE);
  char *whole = strdup(Slurp("results.jsonl"));
  const size_t length = strlen(whole);
  const int messages = dup(STDERR_FILENO); /* hundreds of them */
  if (!freopen("/dev/null", "w", stderr))
    exit(2);
  const size_t name = (size_t)(strstr(whole, "check\"") - whole);
  for (size_t i = 0; i + 1 < length; i++) {
    if (i >= name && i < name + strlen("check"))
      continue;
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
  ok(!lost, "a changed record costs no other record");
  free(whole);
  /* With a right checksum, but not what this run asks for under that key. */
  Write("results.jsonl", "w", "");
  Append("a", "1", STATUS_DONE);
  job[0].model = "y";
  REQUIRE(JournalPrepare(folder, PETSC_TRUE, &jobs, arena, &remaining, &aside));
  ok(remaining.count == 2, "nor is the result of another job under the same key and fingerprint");
  ArenaDestroy(&arena);
}

/* A limit on the size of files stands for a full disk: write fails in the same way. */
static void FullDisk(void) {
  struct rlimit limit, before;
  const Record record = RecordOf("late", "1", STATUS_DONE);
  Journal journal;
  int appended = 0;
  Write("results.jsonl", "w", "");
  REQUIRE(JournalOpen(folder, LINES_WHOLE, &journal));
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
  ok(ERROR_OF(FolderCheck(deep)) == PETSC_ERR_USER_INPUT, "a folder cannot be made under a file");
  ok(ERROR_OF(FolderCheck("/proc/nothing")) == PETSC_ERR_USER_INPUT,
     "a folder that cannot be made: %s", failure_text);
  ok(ERROR_OF(FolderCheck("")) == PETSC_ERR_USER_INPUT, "the empty name is not an output folder");
  (void)snprintf(path, sizeof(path), "%s/a/b/c", folder);
  ok(!FolderCheck(path) && !access(path, W_OK), "a deep one is made");
}

static void Fingerprints(void) {
  char one[33], other[33];
  HashTexts((const char *[]){"", NULL}, one);
  HashTexts((const char *[]){"a", NULL}, other);
  ok(strlen(one) == 32 && strcmp(one, other), "fingerprints have 32 digits and differ");
  /* From the definition, in other software: offset basis, xor 0, times the prime. */
  ok(!strcmp(one, "d228cb69101a8caf78912b704e4a147f"), "the hash is FNV-1a's of one null byte");
  HashTexts((const char *[]){"ab", "c", NULL}, one);
  HashTexts((const char *[]){"a", "bc", NULL}, other);
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
  KilledParts();
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
