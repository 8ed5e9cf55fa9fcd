#include "record/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct _p_Journal {
  int results, timings;
  time_t synchronised; /* when the results last went to the disk */
};

char *JournalLine(const json_t *value) {
  return json_dumps(value,
                    JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(17) | JSON_ENCODE_ANY);
}

void JournalFingerprint(const char *const texts[], char fingerprint[33]) {
  __extension__ typedef unsigned __int128 Wide;
  const Wide prime = ((Wide)1 << 88) + 0x13b;
  Wide hash = ((Wide)0x6c62272e07bb0142ULL << 64) + 0x62b821756295c58dULL;
  for (; *texts; texts++) {
    const unsigned char *at = (const unsigned char *)*texts;
    do /* the null at the end as well, so that ("ab", "c") is not ("a", "bc") */
      hash = (hash ^ *at) * prime;
    while (*at++);
  }
  (void)snprintf(fingerprint, 33, "%016llx%016llx", (unsigned long long)(hash >> 64),
                 (unsigned long long)hash);
}

/* ---- Appending ---- */

static PetscErrorCode Lock(int file, short type) {
  struct flock lock = {.l_type = type, .l_whence = SEEK_SET};
  PetscFunctionBeginUser;
  while (fcntl(file, F_SETLKW, &lock) == -1)
    PetscCheck(errno == EINTR, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE,
               "the journal cannot be locked: %s", strerror(errno));
  PetscFunctionReturn(0);
}

/* Under the lock. A line that does not go in whole is taken back, so that the file stays valid. */
static PetscErrorCode AppendLine(int file, const char *name, const json_t *value,
                                 const char *measured) {
  struct stat before;
  char *line = JournalLine(value);
  PetscFunctionBeginUser;
  PetscCheck(line, PETSC_COMM_SELF, PETSC_ERR_PLIB, "%s: a record cannot be written as JSON", name);
  size_t length = strlen(line);
  if (measured) { /* the last member, which takes the place of the brace */
    static const char key[] = ",\"measured\":";
    const size_t room = length + sizeof(key) + strlen(measured) + 2;
    char *longer = realloc(line, room);
    if (!longer)
      free(line);
    PetscCheck(longer, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for a record");
    line = longer;
    length += (size_t)snprintf(line + length - 1, room - length, "%s%s}", key, measured) - 1;
  }
  line[length] = '\n'; /* in place of the null */
  int failed = fstat(file, &before);
  ssize_t written = failed ? -1 : write(file, line, length + 1);
  int why = errno;
  free(line);
  if (written == (ssize_t)length + 1)
    PetscFunctionReturn(0);
  if (written >= 0)
    why = ENOSPC;
  if (!failed && ftruncate(file, before.st_size))
    fprintf(stderr, "gimbal: %s ends in a torn line: %s\n", name, strerror(errno));
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE,
          "%s cannot be written: %s; finished results are kept (--resume goes on)", name,
          strerror(why));
}

/* What was written survives the death of this process at once, and that of the machine from here
 * on. The disk takes milliseconds, as long as a short job: once a second has to do. */
static PetscErrorCode Synchronise(Journal journal, PetscBool now) {
  const time_t time_now = time(NULL);
  PetscFunctionBeginUser;
  if (!now && time_now == journal->synchronised)
    PetscFunctionReturn(0);
  journal->synchronised = time_now;
  /* Some files cannot be synchronised; that is no loss. */
  PetscCheck(!fdatasync(journal->results) || errno == EINVAL || errno == EROFS, PETSC_COMM_SELF,
             PETSC_ERR_FILE_WRITE,
             "results.jsonl cannot be written: %s; finished results are kept (--resume goes on)",
             strerror(errno));
  PetscFunctionReturn(0);
}

PetscErrorCode JournalAppend(Journal journal, const json_t *record, const char *measured,
                             const json_t *timing) {
  PetscErrorCode error;
  PetscFunctionBeginUser;
  PetscCall(Lock(journal->results, F_WRLCK));
  error = AppendLine(journal->results, "results.jsonl", record, measured);
  if (!error && timing)
    error = AppendLine(journal->timings, "timings.jsonl", timing, NULL);
  PetscCall(Lock(journal->results, F_UNLCK));
  PetscCall(error);
  PetscCall(Synchronise(journal, PETSC_FALSE));
  PetscFunctionReturn(0);
}

static PetscErrorCode OpenFile(const char *directory, const char *name, int *file) {
  char path[PETSC_MAX_PATH_LEN];
  PetscFunctionBeginUser;
  (void)snprintf(path, sizeof(path), "%s/%s", directory, name);
  *file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  PetscCheck(*file >= 0, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s cannot be written: %s", path,
             strerror(errno));
  PetscFunctionReturn(0);
}

PetscErrorCode JournalOpen(const char *directory, Journal *out) {
  PetscFunctionBeginUser;
  PetscCall(PetscNew(out));
  (*out)->results = (*out)->timings = -1;
  PetscCall(OpenFile(directory, "results.jsonl", &(*out)->results));
  PetscCall(OpenFile(directory, "timings.jsonl", &(*out)->timings));
  PetscFunctionReturn(0);
}

PetscErrorCode JournalClose(Journal *journal) {
  PetscFunctionBeginUser;
  if (*journal) {
    if ((*journal)->results >= 0) {
      PetscCall(Synchronise(*journal, PETSC_TRUE));
      close((*journal)->results);
    }
    if ((*journal)->timings >= 0)
      close((*journal)->timings);
    PetscCall(PetscFree(*journal));
  }
  PetscFunctionReturn(0);
}

/* ---- Whole files ---- */

PetscErrorCode JournalWriteFile(const char *directory, const char *name, const char *text) {
  char path[PETSC_MAX_PATH_LEN], fresh[PETSC_MAX_PATH_LEN];
  PetscFunctionBeginUser;
  (void)snprintf(path, sizeof(path), "%s/%s", directory, name);
  (void)snprintf(fresh, sizeof(fresh), "%s/.%s.new", directory, name);
  FILE *file = fopen(fresh, "w");
  PetscCheck(file, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s cannot be written: %s", fresh,
             strerror(errno));
  int failed = fputs(text, file) < 0 || fflush(file) || fsync(fileno(file));
  int why = errno;
  if (fclose(file) && !failed) {
    failed = 1;
    why = errno;
  }
  if (!failed && rename(fresh, path)) {
    failed = 1;
    why = errno;
  }
  if (failed)
    (void)remove(fresh);
  PetscCheck(!failed, PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s cannot be written: %s", path,
             strerror(why));
  PetscFunctionReturn(0);
}

PetscErrorCode JournalCheckFolder(const char *directory) {
  char path[PETSC_MAX_PATH_LEN];
  PetscFunctionBeginUser;
  PetscCheck(*directory && strlen(directory) < sizeof(path) - 64, PETSC_COMM_SELF,
             PETSC_ERR_USER_INPUT, "option -o: '%s' is not the name of a folder", directory);
  PetscCall(PetscStrncpy(path, directory, sizeof(path)));
  for (char *at = path + 1;; at++) {
    char was = *at;
    if (was && was != '/')
      continue;
    *at = 0;
    PetscCheck(!mkdir(path, 0777) || errno == EEXIST, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
               "output folder %s cannot be made: %s", path, strerror(errno));
    *at = was;
    if (!was)
      break;
  }
  (void)snprintf(path, sizeof(path), "%s/.gimbal-XXXXXX", directory);
  int file = mkstemp(path);
  PetscCheck(file >= 0, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "output folder %s cannot be written: %s", directory, strerror(errno));
  close(file);
  (void)remove(path);
  PetscFunctionReturn(0);
}

/* ---- Reading ---- */

static int ByKey(const void *a, const void *b) {
  return strcmp(json_string_value(json_object_get(*(json_t *const *)a, "key")),
                json_string_value(json_object_get(*(json_t *const *)b, "key")));
}

static json_t *SortedByKey(const json_t *array) {
  size_t count = json_array_size(array);
  json_t **items = malloc((count + 1) * sizeof(*items)), *sorted = items ? json_array() : NULL;
  for (size_t i = 0; sorted && i < count; i++)
    items[i] = json_array_get(array, i);
  if (sorted && count)
    qsort(items, count, sizeof(*items), ByKey);
  for (size_t i = 0; sorted && i < count; i++)
    json_array_append(sorted, items[i]);
  free(items);
  return sorted;
}

/* The lines of a file that are objects with a key. A last line without its end is what a killed run
 * leaves; one that is no record cannot be trusted either and is passed over, with a word. */
static PetscErrorCode ReadLines(const char *directory, const char *name, json_t *records) {
  char path[PETSC_MAX_PATH_LEN], *line = NULL;
  size_t room = 0;
  ssize_t length;
  PetscFunctionBeginUser;
  (void)snprintf(path, sizeof(path), "%s/%s", directory, name);
  FILE *file = fopen(path, "r");
  if (!file && errno == ENOENT)
    PetscFunctionReturn(0);
  PetscCheck(file, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s cannot be read: %s", path,
             strerror(errno));
  for (long number = 1; (length = getline(&line, &room, file)) > 0; number++) {
    json_t *record = line[length - 1] == '\n' ? json_loadb(line, (size_t)length, 0, NULL) : NULL;
    if (json_is_string(json_object_get(record, "key"))) {
      json_array_append_new(records, record);
      continue;
    }
    json_decref(record);
    fprintf(stderr, "gimbal: %s:%ld: %s, passed over\n", path, number,
            line[length - 1] == '\n' ? "not a record" : "a torn last line");
  }
  free(line);
  fclose(file);
  PetscFunctionReturn(0);
}

PetscErrorCode JournalRead(const char *directory, json_t **records) {
  json_t *read = json_array();
  PetscErrorCode error;
  PetscFunctionBeginUser;
  error = ReadLines(directory, "results.jsonl", read);
  *records = error ? NULL : SortedByKey(read);
  json_decref(read);
  PetscFunctionReturn(error);
}

/* ---- Resuming ---- */

/* The records to keep, by key. Finished ones that are not kept cost somebody's time, so their
 * number is told. */
static json_t *Kept(const char *directory, const json_t *jobs, const json_t *records) {
  json_t *wanted = json_object(), *kept = json_object(), *item;
  size_t i, foreign = 0, changed = 0;
  json_array_foreach(jobs, i, item)
      json_object_set(wanted, json_string_value(json_object_get(item, "key")),
                      json_object_get(item, "fingerprint"));
  json_array_foreach(records, i, item) {
    const char *key = json_string_value(json_object_get(item, "key"));
    const char *status = json_string_value(json_object_get(item, "status"));
    json_t *fingerprint = json_object_get(wanted, key);
    if (!status || strcmp(status, "done"))
      continue;
    if (!fingerprint)
      foreign++;
    else if (json_equal(fingerprint, json_object_get(item, "fingerprint")))
      json_object_set(kept, key, item);
    else
      changed++;
  }
  if (foreign)
    fprintf(stderr,
            "gimbal: %s: %zu finished result%s of jobs that this run does not have: dropped (to "
            "keep what another selection found, give each its own -o)\n",
            directory, foreign, foreign == 1 ? "" : "s");
  if (changed)
    fprintf(stderr,
            "gimbal: %s: %zu finished result%s dropped and computed again: the suite, the program, "
            "a plugin, "
            "--seed, --precision or a PETSc option has changed\n",
            directory, changed, changed == 1 ? "" : "s");
  json_decref(wanted);
  return kept;
}

static PetscErrorCode WriteLines(const char *directory, const char *name, const json_t *lines,
                                 const json_t *kept) {
  char *text = NULL;
  size_t length = 0, i;
  json_t *item;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  FILE *stream = open_memstream(&text, &length);
  PetscCheck(stream, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory");
  json_array_foreach(lines, i, item) {
    const char *key = json_string_value(json_object_get(item, "key"));
    json_t *same = json_object_get(kept, key);
    /* Of a record that was written twice, the one that is kept. */
    if (!same || (json_object_get(item, "status") && same != item))
      continue;
    char *line = JournalLine(item);
    if (line)
      fprintf(stream, "%s\n", line);
    free(line);
  }
  fclose(stream);
  error = JournalWriteFile(directory, name, text);
  free(text);
  PetscFunctionReturn(error);
}

PetscErrorCode JournalPrepare(const char *directory, PetscBool resume, const json_t *jobs,
                              json_t **remaining) {
  static const char *const stale[] = {"verdicts.jsonl", "verify.tap", "junit.xml"};
  json_t *records = json_array(), *timings = json_array(), *kept, *job;
  char path[PETSC_MAX_PATH_LEN];
  size_t i;
  PetscFunctionBeginUser;
  if (resume) {
    PetscCall(ReadLines(directory, "results.jsonl", records));
    PetscCall(ReadLines(directory, "timings.jsonl", timings));
  }
  kept = Kept(directory, jobs, records);
  PetscCall(WriteLines(directory, "results.jsonl", records, kept));
  PetscCall(WriteLines(directory, "timings.jsonl", timings, kept));
  for (i = 0; i < sizeof(stale) / sizeof(stale[0]); i++) {
    (void)snprintf(path, sizeof(path), "%s/%s", directory, stale[i]);
    (void)remove(path);
  }
  *remaining = json_array();
  json_array_foreach(
      jobs, i, job) if (!json_object_get(kept, json_string_value(json_object_get(job, "key"))))
      json_array_append(*remaining, job);
  json_decref(kept);
  json_decref(records);
  json_decref(timings);
  PetscFunctionReturn(0);
}
