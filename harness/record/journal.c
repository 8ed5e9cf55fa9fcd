#include "record/journal.h"
#include "base/sort.h"
#include "record/file.h"
#include "record/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct _p_Journal {
  char results_path[PETSC_MAX_PATH_LEN], timings_path[PETSC_MAX_PATH_LEN];
  int results, timings;
  time_t synchronised; /* when the results last went to the disk */
  PetscBool gone;      /* the file was removed, and it was said */
};

/* ---- One run in a folder ---- */

/* The file may have been removed by its owner between our opening and locking it. */
static PetscBool IsStill(const char *path, int file) {
  struct stat there, ours;
  return (PetscBool)(!stat(path, &there) && !fstat(file, &ours) && there.st_ino == ours.st_ino &&
                     there.st_dev == ours.st_dev);
}

PetscErrorCode JournalLock(const char *directory, int *lock) {
  char path[PETSC_MAX_PATH_LEN], holder[32] = "";
  int file = -1, locked = 0;
  *lock = -1;
  (void)snprintf(path, sizeof(path), "%s/.lock", directory);
  do {
    if (file >= 0)
      (void)close(file);
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    UserCheck(file >= 0, "%s cannot be written: %s", path, strerror(errno));
    locked = !flock(file, LOCK_EX | LOCK_NB);
  } while (locked && !IsStill(path, file));
  if (!locked) {
    const int why = errno;
    const ssize_t length = read(file, holder, sizeof(holder) - 1);
    holder[PetscMax(length, 0)] = 0;
    (void)close(file);
    UserCheck(why == EWOULDBLOCK, "%s cannot be locked: %s", path, strerror(why));
    UserError(
        "another run (process %s) writes to output folder %s: wait for it, or give another -o",
        *holder ? holder : "that does not say its number", directory);
  }
  (void)snprintf(holder, sizeof(holder), "%ld", (long)getpid());
  if (ftruncate(file, 0) || write(file, holder, strlen(holder)) < 0)
    holder[0] = 0; /* the lock counts, not what it says */
  *lock = file;
  return 0;
}

void JournalUnlock(const char *directory, int *lock) {
  char path[PETSC_MAX_PATH_LEN];
  if (*lock < 0)
    return;
  (void)snprintf(path, sizeof(path), "%s/.lock", directory);
  (void)unlink(path);
  (void)close(*lock);
  *lock = -1;
}

/* ---- Appending ---- */

/* A line that does not go in whole is taken back, so that the file stays valid. The
 * text is given away. */
static PetscErrorCode AppendLine(int file, const char *path, char *text) {
  const size_t length = strlen(text);
  struct stat before;
  text[length] = '\n'; /* in place of the null */
  int failed = fstat(file, &before);
  size_t written = 0;
  ssize_t more = 1;
  for (; !failed && written <= length && more > 0; written += (size_t)PetscMax(more, 0))
    more =
        write(file, text + written, length + 1 - written); /* what is short has its reason next */
  const int why = failed || more < 0 ? errno : ENOSPC;
  free(text);
  if (written == length + 1)
    return 0;
  if (!failed && ftruncate(file, before.st_size))
    fprintf(stderr, "gimbal: %s ends in a torn line: %s\n", path, strerror(errno));
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE,
          "%s cannot be written: %s; finished results are kept (--resume goes on)", path,
          strerror(why));
}

/* What was written survives the death of this process at once, and that of the machine from here
 * on. The disk takes milliseconds, as long as a short job: once a second has to do. */
static PetscErrorCode Synchronise(Journal journal, PetscBool now) {
  const time_t time_now = time(NULL);
  if (!now && time_now == journal->synchronised)
    return 0;
  journal->synchronised = time_now;
  /* Some files cannot be synchronised; that is no loss. */
  PetscCheck(!fdatasync(journal->results) || errno == EINVAL || errno == EROFS, PETSC_COMM_SELF,
             PETSC_ERR_FILE_WRITE,
             "%s cannot be written: %s; finished results are kept (--resume goes on)",
             journal->results_path, strerror(errno));
  if (journal->gone || IsStill(journal->results_path, journal->results))
    return 0;
  journal->gone = PETSC_TRUE;
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s was removed or replaced during the run",
          journal->results_path);
}

PetscErrorCode JournalAppend(Journal journal, const Record *record, const char *measured,
                             const Timing *timing) {
  char *line;
  PetscCall(RecordToText(record, measured, &line));
  PetscCall(AppendLine(journal->results, journal->results_path, line));
  if (timing) {
    PetscCall(TimingToText(timing, measured, &line));
    PetscCall(AppendLine(journal->timings, journal->timings_path, line));
  }
  return Synchronise(journal, PETSC_FALSE);
}

static PetscErrorCode OpenFile(const char *path, int *file) {
  *file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  PetscCheck(*file >= 0, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s cannot be written: %s", path,
             strerror(errno));
  return 0;
}

PetscErrorCode JournalOpen(const char *directory, PetscInt part, Journal *out) {
  *out = MemoryZeroed(1, sizeof(**out));
  (*out)->results = (*out)->timings = -1;
  LinesPath(directory, "results", part, (*out)->results_path);
  LinesPath(directory, "timings", part, (*out)->timings_path);
  PetscCall(OpenFile((*out)->results_path, &(*out)->results));
  return OpenFile((*out)->timings_path, &(*out)->timings);
}

PetscErrorCode JournalClose(Journal *journal) {
  if (*journal) {
    if ((*journal)->results >= 0) {
      PetscCall(Synchronise(*journal, PETSC_TRUE));
      close((*journal)->results);
    }
    if ((*journal)->timings >= 0)
      close((*journal)->timings);
    free(*journal);
    *journal = NULL;
  }
  return 0;
}

/* ---- Merging ---- */

/* Rewrites the folder's files from their content and that of their parts. */
typedef struct {
  FILE *results, *timings;
  const Jobs *jobs; /* of the run that goes on; NULL: every line stays */
  uint64_t *kept;   /* of each job: the hash of its last line that stays; 0: none does */
  Arena arena, kept_arena;
  Texts *aside; /* keys of finished results of jobs that this run does not have */
  PetscInt changed, damaged;
  Journal journal;    /* of results that are taken over from another folder */
  const char *commit; /* of that */
} Rewriting;

static PetscErrorCode CopyLine(const char *where, const char *text, size_t length, void *file) {
  (void)where;
  (void)length;
  fprintf(file, "%s\n", text);
  return 0;
}

/* The lines of a file and of its parts. */
static PetscErrorCode ReadAll(const char *directory, const char *name, LineVisitor *visitor,
                              void *context) {
  PetscBool exists, torn;
  PetscCall(LinesReadAll(directory, name, visitor, context, &exists, &torn));
  if (torn)
    fprintf(stderr, "gimbal: %s/%s.jsonl: a torn last line, passed over\n", directory, name);
  return 0;
}

/* Both files are replaced before a part is removed: killed between, a run has some lines twice. */
static PetscErrorCode Rewrite(const char *directory, Rewriting *r, LineVisitor *take_result,
                              LineVisitor *take_timing) {
  WholeFile results, timings;
  PetscCall(WholeFileOpen(directory, "results.jsonl", &results));
  r->results = results.stream;
  PetscErrorCode error = WholeFileOpen(directory, "timings.jsonl", &timings);
  r->timings = timings.stream;
  if (!error && take_result)
    error = ReadAll(directory, "results", take_result, r->jobs ? (void *)r : r->results);
  if (!error && take_timing)
    error = ReadAll(directory, "timings", take_timing, r->jobs ? (void *)r : r->timings);
  if (!error)
    error = WholeFileClose(&results);
  if (!error)
    error = WholeFileClose(&timings);
  if (error) {
    WholeFileAbandon(&results);
    WholeFileAbandon(&timings);
  }
  PetscCall(error);
  PetscCall(LinesRemoveParts(directory, "results"));
  return LinesRemoveParts(directory, "timings");
}

PetscErrorCode JournalMerge(const char *directory) {
  Rewriting all = {.jobs = NULL};
  PetscInt results, timings;
  PetscCall(LinesParts(directory, "results", &results));
  PetscCall(LinesParts(directory, "timings", &timings));
  if (results || timings)
    PetscCall(Rewrite(directory, &all, CopyLine, CopyLine));
  return 0;
}

/* ---- Resuming ---- */

/* The number of the job; -1 if not found. */
static PetscInt FindJob(const Jobs *jobs, const char *key) {
  const Job wanted = {.key = key}, *const at = &wanted;
  Job **found =
      jobs->count ? bsearch(&at, jobs->at, (size_t)jobs->count, sizeof(at), SortByKeyOf) : NULL;
  return found ? (PetscInt)(found - jobs->at) : -1;
}

/* A line whose checksum is broken, or that has none and cannot be read, is damaged. */
static PetscErrorCode ReadResult(const char *where, const char *text, size_t length, Arena arena,
                                 Record *record, PetscBool *damaged) {
  PetscErrorCode error;
  *damaged = PETSC_FALSE;
  if (SealRead(text, length) == SEAL_WHOLE) {
    PetscCall(RecordFromText(where, text, length, arena, record));
  } else {
    PetscCall(PetscPushErrorHandler(PetscReturnErrorHandler, NULL));
    error = RecordFromText(where, text, length, arena, record);
    PetscCall(PetscPopErrorHandler());
    *damaged = (PetscBool)(error == PETSC_ERR_USER_INPUT);
    PetscCheck(!error || *damaged, PETSC_COMM_SELF, error, "%s cannot be read", where);
  }
  if (!*damaged)
    MeasuredDestroy(&record->measured);
  return 0;
}

/* The fingerprint alone would do, unless it was tampered with. */
PetscBool JournalIsOf(const Record *record, const Job *job) {
  return (PetscBool)(TextIsSame(record->fingerprint, job->fingerprint) &&
                     JobsAreSame(&record->job, job));
}

/* Finished results that are not kept cost somebody's time, so their number is reported. */
static PetscErrorCode TakeRecord(const char *where, const char *text, size_t length,
                                 void *context) {
  Rewriting *r = context;
  PetscBool damaged;
  Record record;
  PetscCall(ReadResult(where, text, length, r->arena, &record, &damaged));
  r->damaged += damaged;
  if (damaged || record.status != STATUS_DONE)
    return 0;
  const PetscInt job = FindJob(r->jobs, record.key);
  const uint64_t hash = HashShort(text, length);
  if (job >= 0 && r->kept[job] == hash) /* a run that was killed while it merged has lines twice */
    return 0;
  if (job < 0) {
    TextsAdd(r->kept_arena, r->aside, record.key);
  } else if (JournalIsOf(&record, r->jobs->at[job])) {
    r->kept[job] = hash; /* of several the last counts, as to all readers */
  } else {
    r->changed++;
    return 0;
  }
  fprintf(r->results, "%s\n", text);
  return 0;
}

static PetscErrorCode TakeTiming(const char *where, const char *text, size_t length,
                                 void *context) {
  Rewriting *r = context;
  Timing timing;
  if (SealRead(text, length) == SEAL_BROKEN)
    return 0; /* how long it took is no result */
  PetscCall(TimingFromText(where, text, length, r->arena, &timing));
  const PetscInt job = FindJob(r->jobs, timing.key);
  if (job < 0 || r->kept[job])
    fprintf(r->timings, "%s\n", text);
  return 0;
}

static void ReportDropped(const char *directory, const Rewriting *r) {
  if (r->damaged)
    fprintf(stderr,
            "gimbal: %s/results.jsonl: %d damaged line%s (by checksum, or no record at all) "
            "dropped and computed again\n",
            directory, (int)r->damaged, r->damaged == 1 ? "" : "s");
  if (r->aside->count)
    fprintf(stderr,
            "gimbal: %s: %d finished result%s of jobs that this run does not have: kept in "
            "results.jsonl for a run that has them, and left out of the report\n",
            directory, (int)r->aside->count, r->aside->count == 1 ? "" : "s");
  if (r->changed)
    fprintf(stderr,
            "gimbal: %s: %d finished result%s dropped and computed again: the suite, the program, "
            "a plugin, --seed, --precision or a PETSc option has changed\n",
            directory, (int)r->changed, r->changed == 1 ? "" : "s");
}

static void RemoveStale(const char *directory) {
  static const char *const stale[] = {"verdicts.jsonl", "verify.tap", "junit.xml"};
  char path[PETSC_MAX_PATH_LEN];
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(stale); i++) {
    (void)PetscSNPrintf(path, sizeof(path), "%s/%s", directory, stale[i]);
    (void)remove(path);
  }
}

/* The jobs of which nothing is kept, in their order. */
static void FindRemaining(const Jobs *jobs, const uint64_t *kept, Arena arena, Jobs *remaining) {
  Jobs left = {.count = 0};
  for (PetscInt i = 0; i < jobs->count; i++)
    if (!kept[i])
      ArenaAppend(arena, left.count, &left.at, jobs->at[i]);
  *remaining = left;
}

PetscErrorCode JournalPrepare(const char *directory, PetscBool resume, const Jobs *jobs,
                              Arena arena, Jobs *remaining, Texts *aside) {
  Rewriting r = {.jobs = jobs, .aside = aside, .kept_arena = arena};
  *aside = (Texts){.count = 0};
  r.kept = ArenaArray(arena, jobs->count, sizeof(*r.kept));
  r.arena = ArenaCreate();
  const PetscErrorCode error =
      Rewrite(directory, &r, resume ? TakeRecord : NULL, resume ? TakeTiming : NULL);
  ArenaDestroy(&r.arena);
  PetscCall(error);
  ReportDropped(directory, &r);
  FindRemaining(jobs, r.kept, arena, remaining);
  RemoveStale(directory);
  return 0;
}

/* ---- Taking over ---- */

/* A line without a checksum was written before there were any, by another program. */
static PetscErrorCode TakeLine(const char *where, const char *text, size_t length, void *context) {
  Rewriting *t = context;
  PetscErrorCode error = 0;
  Record record;
  if (SealRead(text, length) != SEAL_WHOLE) {
    t->damaged++;
    return 0;
  }
  OWNED(ArenaDestroy) Arena arena = ArenaCreate();
  PetscCall(RecordFromText(where, text, length, arena, &record));
  const PetscInt job = FindJob(t->jobs, record.key);
  if (job >= 0 && record.status == STATUS_DONE && JournalIsOf(&record, t->jobs->at[job])) {
    if (!record.taken)
      record.taken = t->commit ? t->commit : "";
    error = JournalAppend(t->journal, &record, NULL, NULL);
    t->kept[job] = 1;
  }
  MeasuredDestroy(&record.measured);
  return error;
}

PetscErrorCode JournalTakeOver(const char *directory, const char *base, const char *commit,
                               Arena arena, Jobs *jobs) {
  Rewriting t = {.jobs = jobs, .commit = commit};
  t.kept = ArenaArray(arena, jobs->count, sizeof(*t.kept));
  PetscCall(JournalOpen(directory, LINES_WHOLE, &t.journal));
  const PetscErrorCode error = LinesReadAll(base, "results", TakeLine, &t, NULL, NULL);
  PetscCall(JournalClose(&t.journal));
  PetscCall(error);
  if (t.damaged)
    fprintf(stderr, "gimbal: %s/results.jsonl: %d line%s without a valid checksum not reused\n",
            base, (int)t.damaged, t.damaged == 1 ? "" : "s");
  FindRemaining(jobs, t.kept, arena, jobs);
  return 0;
}
