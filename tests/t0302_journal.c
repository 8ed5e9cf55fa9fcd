/* The journal: records are whole or not there, a torn end is dropped, resuming keeps what is done.
 */
#include "record/journal.h"
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

static json_t *Job(const char *key, const char *fingerprint) {
  return json_pack("{s:s, s:s}", "key", key, "fingerprint", fingerprint);
}

static json_t *Record(const char *key, const char *fingerprint, const char *status) {
  return json_pack("{s:s, s:s, s:s, s:f}", "key", key, "fingerprint", fingerprint, "status", status,
                   "value", 0.1);
}

static void Append(const char *key, const char *fingerprint, const char *status) {
  Journal journal;
  json_t *record = Record(key, fingerprint, status), *timing = json_pack("{s:s}", "key", key);
  REQUIRE(JournalOpen(folder, &journal));
  REQUIRE(JournalAppend(journal, record, NULL, timing));
  REQUIRE(JournalClose(&journal));
  json_decref(record);
  json_decref(timing);
}

static void Appending(void) {
  json_t *records;
  Append("b", "1", "done");
  Append("a", "1", "done");
  ok(!strcmp(Slurp("results.jsonl"), "{\"key\":\"b\",\"fingerprint\":\"1\",\"status\":\"done\","
                                     "\"value\":0.10000000000000001}\n"
                                     "{\"key\":\"a\",\"fingerprint\":\"1\",\"status\":\"done\","
                                     "\"value\":0.10000000000000001}\n"),
     "records are lines, with 17 digits and the keys as they were set");
  ok(!strcmp(Slurp("timings.jsonl"), "{\"key\":\"b\"}\n{\"key\":\"a\"}\n"), "timings too");
  REQUIRE(JournalRead(folder, &records));
  ok(json_array_size(records) == 2 &&
         !strcmp(json_string_value(json_object_get(json_array_get(records, 0), "key")), "a"),
     "they are read sorted by key");
  json_decref(records);
}

/* Four processes append at once. */
static void Together(void) {
  enum { WRITERS = 4, LINES = 50 };
  json_t *records;
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
        json_t *record = json_pack("{s:s, s:s}", "key", key, "filler", filler);
        if (JournalAppend(journal, record, NULL, NULL))
          _exit(1);
        json_decref(record);
      }
      _exit(0);
    }
  while (wait(NULL) > 0)
    ;
  REQUIRE(JournalRead(folder, &records));
  ok(json_array_size(records) == WRITERS * LINES, "lines of several writers do not mix");
  json_decref(records);
}

static void Resuming(void) {
  json_t *jobs = json_array(), *remaining;
  for (int i = 0; i < 5; i++)
    json_array_append_new(jobs, Job((char[]){(char)('a' + i), 0}, "1"));
  Write("results.jsonl", "w", "");
  Write("timings.jsonl", "w", "");
  Append("a", "1", "done");
  Append("b", "1", "failed");
  Append("c", "2", "done");
  Append("x", "1", "done");
  Append("d", "1", "done");
  Write("results.jsonl", "a", "not a record\n{\"key\":\"e\",\"fingerprint\":\"1\",\"status\":\"do");
  Write("verdicts.jsonl", "w", "{}\n");
  REQUIRE(JournalPrepare(folder, PETSC_TRUE, jobs, &remaining));
  ok(json_array_size(remaining) == 3 && json_array_get(remaining, 0) == json_array_get(jobs, 1) &&
         json_array_get(remaining, 1) == json_array_get(jobs, 2) &&
         json_array_get(remaining, 2) == json_array_get(jobs, 4),
     "failed, changed and torn ones are to be run, done ones are not");
  char *text = Slurp("results.jsonl");
  ok(strstr(text, "\"key\":\"a\"") && strstr(text, "\"key\":\"d\"") &&
         !strstr(text, "\"key\":\"b\"") && !strstr(text, "\"key\":\"x\"") &&
         !strstr(text, "not a record") && text[strlen(text) - 1] == '\n',
     "and only done ones are left");
  ok(!strcmp(Slurp("timings.jsonl"), "{\"key\":\"a\"}\n{\"key\":\"d\"}\n"), "with their timings");
  ok(!*Slurp("verdicts.jsonl"), "earlier verdicts are gone");
  json_decref(remaining);
  REQUIRE(JournalPrepare(folder, PETSC_FALSE, jobs, &remaining));
  ok(json_array_size(remaining) == 5 && !*Slurp("results.jsonl"), "without resume all is new");
  json_decref(remaining);
  json_decref(jobs);
}

/* A limit on the size of files stands for a full disk: write fails in the same way. */
static void FullDisk(void) {
  struct rlimit limit, before;
  json_t *record = Record("late", "1", "done"), *records;
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
  while (appended < 100 && !(error = ERROR_OF(JournalAppend(journal, record, NULL, NULL))))
    appended++;
  (void)setrlimit(RLIMIT_FSIZE, &before);
  ok(error == PETSC_ERR_FILE_WRITE && strstr(failure_text, "results.jsonl"),
     "a full disk is an error: %s", failure_text);
  REQUIRE(JournalRead(folder, &records));
  char *text = Slurp("results.jsonl");
  ok(appended && json_array_size(records) == (size_t)appended && text[strlen(text) - 1] == '\n',
     "which leaves the %d whole records before it", appended);
  json_decref(records);
  json_decref(record);
  REQUIRE(JournalClose(&journal));
}

static void Folders(void) {
  char path[128], deep[160];
  (void)snprintf(path, sizeof(path), "%s/file", folder);
  Write("file", "w", "x");
  ok(ERROR_OF(JournalCheckFolder(path)) == PETSC_ERR_USER_INPUT && strstr(failure_text, path),
     "a file is no output folder: %s", failure_text);
  (void)snprintf(deep, sizeof(deep), "%s/below", path);
  ok(ERROR_OF(JournalCheckFolder(deep)) == PETSC_ERR_USER_INPUT, "nor can it hold one");
  ok(ERROR_OF(JournalCheckFolder("/proc/nothing")) == PETSC_ERR_USER_INPUT,
     "a folder that cannot be made: %s", failure_text);
  ok(ERROR_OF(JournalCheckFolder("")) == PETSC_ERR_USER_INPUT, "nor is the empty name one");
  (void)snprintf(path, sizeof(path), "%s/a/b/c", folder);
  ok(!JournalCheckFolder(path) && !access(path, W_OK), "a deep one is made");
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
  FullDisk();
  Folders();
  Fingerprints();
  (void)snprintf(command, sizeof(command), "rm -rf %s", folder);
  if (system(command))
    diag("%s is left", folder);
  PetscFinalize();
  return done_testing();
}
