#include "record/journal.h"
#include "record/file.h"
#include "record/seal.h"
#include "record/shapes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
  PetscFunctionBeginUser;
  *lock = -1;
  (void)snprintf(path, sizeof(path), "%s/.lock", directory);
  do {
    if (file >= 0)
      (void)close(file);
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    PetscCheck(file >= 0, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s cannot be written: %s", path,
               strerror(errno));
    locked = !flock(file, LOCK_EX | LOCK_NB);
  } while (locked && !IsStill(path, file));
  if (!locked) {
    const int why = errno;
    const ssize_t length = read(file, holder, sizeof(holder) - 1);
    holder[PetscMax(length, 0)] = 0;
    (void)close(file);
    PetscCheck(why == EWOULDBLOCK, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "%s cannot be locked: %s",
               path, strerror(why));
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
            "another run (process %s) writes to output folder %s: wait for it, or give another -o",
            *holder ? holder : "that does not say its number", directory);
  }
  (void)snprintf(holder, sizeof(holder), "%ld", (long)getpid());
  if (ftruncate(file, 0) || write(file, holder, strlen(holder)) < 0)
    holder[0] = 0; /* the lock counts, not what it says */
  *lock = file;
  PetscFunctionReturn(0);
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
  PetscFunctionBeginUser;
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
    PetscFunctionReturn(0);
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
  PetscFunctionBeginUser;
  if (!now && time_now == journal->synchronised)
    PetscFunctionReturn(0);
  journal->synchronised = time_now;
  /* Some files cannot be synchronised; that is no loss. */
  PetscCheck(!fdatasync(journal->results) || errno == EINVAL || errno == EROFS, PETSC_COMM_SELF,
             PETSC_ERR_FILE_WRITE,
             "%s cannot be written: %s; finished results are kept (--resume goes on)",
             journal->results_path, strerror(errno));
  if (journal->gone || IsStill(journal->results_path, journal->results))
    PetscFunctionReturn(0);
  journal->gone = PETSC_TRUE;
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_FILE_WRITE, "%s was removed or replaced during the run",
          journal->results_path);
}

PetscErrorCode JournalAppend(Journal journal, const Record *record, const char *measured,
                             const Timing *timing) {
  char *result, *time_taken = NULL;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  if (timing)
    PetscCall(TimingToText(timing, measured, &time_taken));
  error = RecordToText(record, measured, &result);
  if (error)
    free(time_taken);
  PetscCall(error);
  error = AppendLine(journal->results, journal->results_path, result);
  if (!error && timing)
    error = AppendLine(journal->timings, journal->timings_path, time_taken);
  else
    free(time_taken);
  PetscCall(error);
  PetscCall(Synchronise(journal, PETSC_FALSE));
  PetscFunctionReturn(0);
}

static PetscErrorCode OpenFile(const char *path, int *file) {
  PetscFunctionBeginUser;
  *file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  PetscCheck(*file >= 0, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "%s cannot be written: %s", path,
             strerror(errno));
  PetscFunctionReturn(0);
}

PetscErrorCode JournalOpen(const char *directory, PetscInt part, Journal *out) {
  PetscFunctionBeginUser;
  PetscCall(PetscNew(out));
  (*out)->results = (*out)->timings = -1;
  LinesPath(directory, "results", part, (*out)->results_path);
  LinesPath(directory, "timings", part, (*out)->timings_path);
  PetscCall(OpenFile((*out)->results_path, &(*out)->results));
  PetscCall(OpenFile((*out)->timings_path, &(*out)->timings));
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

/* ---- Merging ---- */

/* That is to be written again. */
typedef struct {
  const char *text;
  PetscInt job;    /* whose result it is; −1: one that this run does not have */
  PetscReal ended; /* of those to be merged */
} Line;

typedef struct {
  PetscInt count;
  Line *at;
} Lines;

typedef struct {
  Arena arena;
  Lines results, timings;
  PetscInt part, first; /* the part that is read; the timing of its next record */
} Merger;

static PetscErrorCode AddLine(Arena arena, Lines *lines, Line line) {
  PetscFunctionBeginUser;
  PetscCall(ArenaRoom(arena, lines->count, &lines->at));
  PetscCall(ArenaText(arena, line.text, &line.text));
  lines->at[lines->count++] = line;
  PetscFunctionReturn(0);
}

/* All, or of each job the last one, and those of no job. */
static PetscErrorCode WriteLines(const char *directory, const char *name, const Lines *lines,
                                 const PetscInt *last) {
  WholeFile file;
  FILE *stream;
  PetscFunctionBeginUser;
  PetscCall(WholeFileOpen(directory, name, &file, &stream));
  for (PetscInt i = 0; i < lines->count; i++)
    if (!last || lines->at[i].job < 0 || last[lines->at[i].job] == i)
      fprintf(stream, "%s\n", lines->at[i].text);
  PetscCall(WholeFileClose(&file));
  PetscFunctionReturn(0);
}

/* What is in the files themselves comes first; what a damaged line has timed, last. */
static PetscErrorCode MergeTiming(const char *where, const char *text, size_t length,
                                  void *context) {
  Merger *m = context;
  Timing timing = {.ended = -1};
  PetscFunctionBeginUser;
  if (m->part != LINES_WHOLE) {
    (void)PetscPushErrorHandler(PetscReturnErrorHandler, NULL);
    if (SealRead(text, length) != SEAL_WHOLE ||
        TimingFromText(where, text, length, m->arena, &timing) || PetscIsNanReal(timing.ended))
      timing.ended = PETSC_INFINITY;
    (void)PetscPopErrorHandler();
  }
  PetscCall(AddLine(m->arena, &m->timings, (Line){text, -1, timing.ended}));
  PetscFunctionReturn(0);
}

/* The k-th record of a part has its k-th timing. */
static PetscErrorCode MergeRecord(const char *where, const char *text, size_t length,
                                  void *context) {
  Merger *m = context;
  Line line = {text, -1, -1};
  PetscFunctionBeginUser;
  (void)where;
  (void)length;
  if (m->part != LINES_WHOLE)
    line.ended = m->first < m->timings.count ? m->timings.at[m->first++].ended : PETSC_INFINITY;
  PetscCall(AddLine(m->arena, &m->results, line));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadPart(const char *directory, const char *name, PetscInt part,
                               LineVisitor *visitor, void *context) {
  char path[PETSC_MAX_PATH_LEN];
  PetscBool exists, torn;
  PetscFunctionBeginUser;
  LinesPath(directory, name, part, path);
  PetscCall(LinesRead(path, visitor, context, &exists, &torn));
  if (torn)
    fprintf(stderr, "gimbal: %s: a torn last line, passed over\n", path);
  PetscFunctionReturn(0);
}

/* Of those that ended at one time, as they were read. */
static int ByEnd(const void *a, const void *b) {
  const Line *one = a, *other = b;
  return one->ended != other->ended ? (one->ended > other->ended) - (one->ended < other->ended)
                                    : (one->job > other->job) - (one->job < other->job);
}

static PetscErrorCode WriteMerged(const char *directory, const char *name, Lines *lines) {
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < lines->count; i++)
    lines->at[i].job = i;
  if (lines->count)
    qsort(lines->at, (size_t)lines->count, sizeof(*lines->at), ByEnd);
  PetscCall(WriteLines(directory, name, lines, NULL));
  PetscFunctionReturn(0);
}

static PetscErrorCode Merge(const char *directory, PetscInt parts, Merger *m) {
  PetscFunctionBeginUser;
  for (m->part = LINES_WHOLE; m->part < parts; m->part++) {
    m->first = m->timings.count;
    PetscCall(ReadPart(directory, "timings", m->part, MergeTiming, m));
    PetscCall(ReadPart(directory, "results", m->part, MergeRecord, m));
  }
  PetscCall(WriteMerged(directory, "results.jsonl", &m->results));
  PetscCall(WriteMerged(directory, "timings.jsonl", &m->timings));
  PetscFunctionReturn(0);
}

static PetscErrorCode RemoveParts(const char *directory, PetscInt parts) {
  PetscFunctionBeginUser;
  PetscCall(LinesRemoveParts(directory, "results", parts));
  PetscCall(LinesRemoveParts(directory, "timings", parts));
  PetscFunctionReturn(0);
}

PetscErrorCode JournalMerge(const char *directory, PetscInt parts) {
  Merger m = {.arena = NULL};
  PetscInt results, timings;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  PetscCall(LinesParts(directory, "results", &results));
  PetscCall(LinesParts(directory, "timings", &timings));
  parts = PetscMax(parts, PetscMax(results, timings));
  if (!parts)
    PetscFunctionReturn(0);
  PetscCall(ArenaCreate(&m.arena));
  error = Merge(directory, parts, &m);
  PetscCall(ArenaDestroy(&m.arena));
  PetscCall(error);
  PetscCall(RemoveParts(directory, parts));
  PetscFunctionReturn(0);
}

/* ---- Resuming ---- */

typedef struct {
  const Jobs *jobs;
  Arena arena;
  Lines results, timings;
  Texts *aside; /* keys of finished results of jobs that this run does not have */
  Arena kept_arena;
  PetscInt *kept; /* of each job its line, the last that is good; -1: none */
  PetscInt foreign, changed, damaged;
} Resumption;

static int ByKey(const void *key, const void *job) {
  return strcmp(key, (*(Job *const *)job)->key);
}

/* The number of the job; -1: there is none. */
static PetscInt FindJob(const Jobs *jobs, const char *key) {
  Job **found =
      jobs->count ? bsearch(key, jobs->at, (size_t)jobs->count, sizeof(*jobs->at), ByKey) : NULL;
  return found ? (PetscInt)(found - jobs->at) : -1;
}

/* Whether the line's checksum is broken, or it has none and cannot be read: what a disk has changed
 * is lost, and computed again. */
static PetscBool IsDamaged(const char *where, const char *text, size_t length, Arena arena) {
  const Seal seal = SealRead(text, length);
  PetscErrorCode error;
  Record record;
  if (seal != SEAL_NONE)
    return (PetscBool)(seal == SEAL_BROKEN);
  (void)PetscPushErrorHandler(PetscReturnErrorHandler, NULL);
  error = RecordFromText(where, text, length, arena, &record);
  (void)PetscPopErrorHandler();
  if (!error)
    (void)MeasuredDestroy(&record.measured);
  return (PetscBool)(error == PETSC_ERR_USER_INPUT);
}

/* The fingerprint alone would do, unless it was tampered with. */
PetscBool JournalIsOf(const Record *record, const Job *job) {
  return (PetscBool)(TextIsSame(record->fingerprint, job->fingerprint) &&
                     ShapeIsSame(&JobShape, &record->job, job));
}

/* Finished results that are not kept cost somebody's time, so their number is told. */
static PetscErrorCode TakeRecord(const char *where, const char *text, size_t length,
                                 void *context) {
  Resumption *r = context;
  PetscInt job;
  Record record;
  PetscFunctionBeginUser;
  if (IsDamaged(where, text, length, r->arena)) {
    r->damaged++;
    PetscFunctionReturn(0);
  }
  PetscCall(RecordFromText(where, text, length, r->arena, &record));
  PetscCall(MeasuredDestroy(&record.measured));
  job = FindJob(r->jobs, record.key);
  if (record.status != STATUS_DONE)
    PetscFunctionReturn(0);
  if (job < 0) {
    const char *key;
    r->foreign++;
    PetscCall(ArenaText(r->kept_arena, record.key, &key));
    PetscCall(ArenaRoom(r->kept_arena, r->aside->count, &r->aside->at));
    r->aside->at[r->aside->count++] = key;
  } else if (JournalIsOf(&record, r->jobs->at[job]))
    r->kept[job] = r->results.count;
  else {
    r->changed++;
    PetscFunctionReturn(0);
  }
  PetscCall(AddLine(r->arena, &r->results, (Line){.text = text, .job = job}));
  PetscFunctionReturn(0);
}

static PetscErrorCode TakeTiming(const char *where, const char *text, size_t length,
                                 void *context) {
  Resumption *r = context;
  Timing timing;
  PetscFunctionBeginUser;
  if (SealRead(text, length) == SEAL_BROKEN)
    PetscFunctionReturn(0); /* how long it took is no result */
  PetscCall(TimingFromText(where, text, length, r->arena, &timing));
  const PetscInt job = FindJob(r->jobs, timing.key);
  if (job < 0 || r->kept[job] >= 0)
    PetscCall(AddLine(r->arena, &r->timings, (Line){.text = text, .job = job}));
  PetscFunctionReturn(0);
}

static void Tell(const char *directory, const Resumption *r) {
  if (r->damaged)
    fprintf(
        stderr,
        "gimbal: %s/results.jsonl: %d damaged line%s (by checksum, or no record at all) dropped "
        "and computed again\n",
        directory, (int)r->damaged, r->damaged == 1 ? "" : "s");
  if (r->foreign)
    fprintf(stderr,
            "gimbal: %s: %d finished result%s of jobs that this run does not have: kept in "
            "results.jsonl for a run that has them, and left out of the report\n",
            directory, (int)r->foreign, r->foreign == 1 ? "" : "s");
  if (r->changed)
    fprintf(stderr,
            "gimbal: %s: %d finished result%s dropped and computed again: the suite, the program, "
            "a plugin, "
            "--seed, --precision or a PETSc option has changed\n",
            directory, (int)r->changed, r->changed == 1 ? "" : "s");
}

static PetscErrorCode Resume(const char *directory, PetscBool resume, Resumption *r) {
  PetscFunctionBeginUser;
  PetscCall(ArenaArray(r->arena, r->jobs->count, &r->kept));
  for (PetscInt i = 0; i < r->jobs->count; i++)
    r->kept[i] = -1;
  if (resume) {
    PetscCall(JournalMerge(directory, 0));
    PetscCall(ReadPart(directory, "results", LINES_WHOLE, TakeRecord, r));
    PetscCall(ReadPart(directory, "timings", LINES_WHOLE, TakeTiming, r));
    Tell(directory, r);
  }
  PetscCall(WriteLines(directory, "results.jsonl", &r->results, r->kept));
  PetscCall(WriteLines(directory, "timings.jsonl", &r->timings, NULL));
  PetscCall(RemoveParts(directory, 0));
  PetscFunctionReturn(0);
}

PetscErrorCode JournalPrepare(const char *directory, PetscBool resume, const Jobs *jobs,
                              Arena arena, Jobs *remaining, Texts *aside) {
  static const char *const stale[] = {"verdicts.jsonl", "verify.tap", "junit.xml"};
  Resumption r = {.jobs = jobs, .aside = aside, .kept_arena = arena};
  char path[PETSC_MAX_PATH_LEN];
  PetscErrorCode error;
  PetscFunctionBeginUser;
  *remaining = (Jobs){.count = 0};
  *aside = (Texts){.count = 0};
  PetscCall(ArenaCreate(&r.arena));
  error = Resume(directory, resume, &r);
  for (PetscInt i = 0; !error && i < jobs->count; i++) {
    if (r.kept[i] >= 0)
      continue;
    error = ArenaRoom(arena, remaining->count, &remaining->at);
    if (!error)
      remaining->at[remaining->count++] = jobs->at[i];
  }
  PetscCall(ArenaDestroy(&r.arena));
  PetscCall(error);
  for (size_t i = 0; i < sizeof(stale) / sizeof(stale[0]); i++) {
    (void)snprintf(path, sizeof(path), "%s/%s", directory, stale[i]);
    (void)remove(path);
  }
  PetscFunctionReturn(0);
}

/* ---- Taking over ---- */

typedef struct {
  const Jobs *jobs;
  const char *commit;
  PetscBool *taken;
  PetscInt damaged;
  Journal journal;
} Takeover;

/* A line without a checksum was written before there were any, by another program. */
static PetscErrorCode TakeLine(const char *where, const char *text, size_t length, void *context) {
  Takeover *t = context;
  PetscErrorCode error = 0;
  Record record;
  Arena arena;
  PetscFunctionBeginUser;
  if (SealRead(text, length) != SEAL_WHOLE) {
    t->damaged++;
    PetscFunctionReturn(0);
  }
  PetscCall(ArenaCreate(&arena));
  PetscCall(RecordFromText(where, text, length, arena, &record));
  const PetscInt job = FindJob(t->jobs, record.key);
  if (job >= 0 && !t->taken[job] && record.status == STATUS_DONE &&
      JournalIsOf(&record, t->jobs->at[job])) {
    if (!record.taken)
      record.taken = t->commit ? t->commit : "";
    error = JournalAppend(t->journal, &record, NULL, NULL);
    t->taken[job] = PETSC_TRUE;
  }
  PetscCall(MeasuredDestroy(&record.measured));
  PetscCall(ArenaDestroy(&arena));
  PetscFunctionReturn(error);
}

PetscErrorCode JournalTakeOver(const char *directory, const char *base, const char *commit,
                               const Jobs *jobs, PetscBool *taken) {
  Takeover t = {.jobs = jobs, .commit = commit, .taken = taken};
  PetscErrorCode error;
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < jobs->count; i++)
    taken[i] = PETSC_FALSE;
  PetscCall(JournalOpen(directory, LINES_WHOLE, &t.journal));
  error = LinesReadAll(base, "results", TakeLine, &t, NULL, NULL);
  PetscCall(JournalClose(&t.journal));
  PetscCall(error);
  if (t.damaged)
    fprintf(stderr, "gimbal: %s/results.jsonl: %d line%s without a whole checksum not taken over\n",
            base, (int)t.damaged, t.damaged == 1 ? "" : "s");
  PetscFunctionReturn(0);
}
