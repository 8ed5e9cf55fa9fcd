#include "record/store.h"
#include "base/sort.h"
#include "record/file.h"
#include "record/journal.h"

#include <errno.h>
#include <sys/stat.h>

PetscErrorCode StoreCheckFolder(const char *directory) {
  struct stat status;
  const int missing = stat(directory, &status);
  UserCheck(!missing && S_ISDIR(status.st_mode),
            "%s is not an output folder: %s; give the folder of `gimbal verify -o`", directory,
            missing ? strerror(errno) : "it is not a folder");
  return 0;
}

PetscErrorCode StoreAddVerdict(const char *where, const char *line, size_t length, void *context) {
  Verdicts *verdicts = ((Store)context)->verdicts;
  Verdict *verdict = VerdictsNew(verdicts);
  const PetscErrorCode error = VerdictFromText(where, line, length, verdicts->arena, verdict);
  verdicts->count -= error != 0;
  return error;
}

PetscErrorCode StoreAddRecord(const char *where, const char *line, size_t length, void *context) {
  Records *records = ((Store)context)->records;
  Record *record = RecordsAdd(records);
  const PetscErrorCode error = RecordFromText(where, line, length, records->arena, record);
  records->count -= error != 0;
  return error;
}

PetscErrorCode StoreAddTiming(const char *where, const char *line, size_t length, void *context) {
  Store store = context;
  Timings *timings = &store->timings;
  Timing *timing = ArenaNext(store->arena, timings->count, &timings->at);
  const PetscErrorCode error = TimingFromText(where, line, length, store->arena, timing);
  timings->count -= error != 0;
  return error;
}

static PetscErrorCode ReadVerdicts(Store store) {
  char path[PETSC_MAX_PATH_LEN];
  PetscBool exists;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/verdicts.jsonl", store->directory));
  PetscCall(LinesRead(path, StoreAddVerdict, store, &exists, NULL));
  UserCheck(
      exists,
      "%s is not the output folder of a finished run: it has no verdicts.jsonl; give the folder "
      "of `gimbal verify -o`, or finish the run with --resume",
      store->directory);
  return 0;
}

/* What other runs have left in the folder for later is no part of this one. */
static void DropAside(Store store) {
  const Texts *aside = &store->manifest.aside;
  Records *records = store->records;
  PetscInt kept = 0;
  if (!aside->count)
    return;
  qsort((void *)aside->at, (size_t)aside->count, sizeof(*aside->at), SortByKey);
  for (PetscInt i = 0; i < records->count; i++) {
    Record *record = &records->at[i];
    if (SortFindKey(record->key, aside->count, aside->at, sizeof(*aside->at)))
      MeasuredDestroy(&record->measured);
    else
      records->at[kept++] = *record;
  }
  records->count = kept;
}

static PetscErrorCode ReadOthers(Store store) {
  char path[PETSC_MAX_PATH_LEN], *text;
  PetscBool exists;
  size_t length;
  PetscCall(LinesReadAll(store->directory, "results", StoreAddRecord, store, &exists, NULL));
  UserCheck(
      exists,
      "%s is not an output folder: it has no results.jsonl; give the folder of `gimbal verify "
      "-o`",
      store->directory);
  RecordsSort(store->records);
  PetscCall(LinesReadAll(store->directory, "timings", StoreAddTiming, store, &exists, NULL));
  TimingsSort(&store->timings);
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/manifest.json", store->directory));
  PetscCall(WholeFileRead(path, &text, &length));
  const PetscErrorCode error =
      text ? ManifestFromText(path, text, length, store->arena, &store->manifest) : 0;
  free(text);
  PetscCall(error);
  DropAside(store);
  return 0;
}

/* The manifest says how many results and verdicts there were when the run had ended. */
static PetscErrorCode CheckComplete(Store store) {
  const Manifest *manifest = &store->manifest;
  const Records *records = store->records;
  PetscInt64 planned = 0, recorded = 0;
  if (manifest->verdicts < 0 || !manifest->format)
    return 0;
  for (PetscInt i = 0; i < manifest->kinds; i++)
    planned += manifest->kind[i].count;
  for (PetscInt i = 0; i < records->count; i++)
    recorded += records->at[i].status != STATUS_SKIPPED;
  UserCheck(store->verdicts->count == manifest->verdicts,
            "%s: verdicts.jsonl has %d verdicts where the run had %d; `gimbal verify --resume` "
            "judges again",
            store->directory, (int)store->verdicts->count, (int)manifest->verdicts);
  UserCheck(recorded >= planned,
            "%s: results.jsonl has %d records of the run's %d jobs; `gimbal verify --resume` "
            "computes the others again",
            store->directory, (int)recorded, (int)planned);
  return 0;
}

PetscErrorCode StoreCreate(const char *directory, Store *out) {
  *out = NULL;
  PetscCall(StoreCheckFolder(directory));
  Store store = MemoryZeroed(1, sizeof(*store));
  store->arena = ArenaCreate();
  store->directory = ArenaText(store->arena, directory);
  store->records = RecordsCreate();
  store->verdicts = VerdictsCreate();
  *out = store;
  return 0;
}

static PetscErrorCode Read(const char *directory, PetscBool judged, Store *out) {
  Store store;
  PetscCall(StoreCreate(directory, &store));
  PetscErrorCode error = judged ? ReadVerdicts(store) : 0;
  if (!error)
    error = ReadOthers(store);
  if (!error && judged)
    error = CheckComplete(store);
  if (error)
    StoreDestroy(&store);
  *out = store;
  return error;
}

PetscErrorCode StoreRead(const char *directory, Store *store) {
  return Read(directory, PETSC_TRUE, store);
}

PetscErrorCode StoreReadUnjudged(const char *directory, Store *store) {
  return Read(directory, PETSC_FALSE, store);
}

/* How many there are, so that one that is gone is missed. */
static PetscErrorCode TellManifest(Store store) {
  OWNED(MemoryFree) char *text = NULL;
  if (!store->manifest.format)
    return 0;
  store->manifest.verdicts = store->verdicts->count;
  PetscCall(ManifestToText(&store->manifest, &text));
  return WholeFileWrite(store->directory, "manifest.json", text);
}

PetscErrorCode StoreSetVerdicts(Store store, Verdicts *verdicts) {
  WholeFile file;
  VerdictsDestroy(&store->verdicts);
  store->verdicts = verdicts;
  PetscCall(WholeFileOpen(store->directory, "verdicts.jsonl", &file));
  PetscCall(WholeFileEnd(&file, VerdictsPut(verdicts, file.stream)));
  return TellManifest(store);
}

void StoreDestroy(Store *store) {
  if (*store) {
    RecordsDestroy(&(*store)->records);
    VerdictsDestroy(&(*store)->verdicts);
    ArenaDestroy(&(*store)->arena);
    free(*store);
    *store = NULL;
  }
}

/* ---- Against the plan ---- */

/* Unless the store has a record of this job, and of no other under its key, the journal gets this one. */
static PetscErrorCode Replace(Store store, Journal journal, const Record *lost, PetscInt *missing) {
  const Record *record = RecordsFind(store->records, lost->job.key);
  if (record && JournalIsOf(record, &lost->job))
    return 0;
  (*missing)++;
  return JournalAppend(journal, lost, NULL, NULL);
}

/* Unless the records of a complete store are those of the plan: both are sorted by key. */
static PetscErrorCode CheckPlanned(Store store, const Jobs *jobs, const Records *skipped) {
  const Records *records = store->records;
  for (PetscInt i = 0, job = 0, other = 0; i < records->count; i++) {
    const char *key = records->at[i].key;
    if (job < jobs->count && !strcmp(key, jobs->at[job]->key))
      job++;
    else if (other < skipped->count && !strcmp(key, skipped->at[other].key))
      other++;
    else
      SETERRQ(PETSC_COMM_SELF, PETSC_ERR_FILE_UNEXPECTED,
              "%s/results.jsonl has %" PetscInt_FMT " results where %" PetscInt_FMT
              " were planned: %s is not in the plan. Another process wrote to it during the run; "
              "nothing is judged, go on with --resume",
              store->directory, records->count, jobs->count + skipped->count, key);
  }
  return 0;
}

PetscErrorCode StoreComplete(Store *store, const Jobs *jobs, const Records *skipped,
                             PetscInt *missing) {
  Journal journal;
  Store again;
  *missing = 0;
  PetscCall(JournalOpen((*store)->directory, LINES_WHOLE, &journal));
  for (PetscInt i = 0; i < jobs->count; i++) {
    const Job *job = jobs->at[i];
    const Record lost = {.key = job->key,
                         .fingerprint = job->fingerprint,
                         .job = *job,
                         .status = STATUS_FAILED,
                         .reason = "its record is missing: something has removed it from "
                                   "results.jsonl while the run went on"};
    PetscCall(Replace(*store, journal, &lost, missing));
  }
  for (PetscInt i = 0; i < skipped->count; i++)
    PetscCall(Replace(*store, journal, &skipped->at[i], missing));
  PetscCall(JournalClose(&journal));
  if (*missing) {
    PetscCall(StoreReadUnjudged((*store)->directory, &again));
    StoreDestroy(store);
    *store = again;
  }
  return CheckPlanned(*store, jobs, skipped);
}

/* ---- Dimensions ---- */

const char *StoreDimensions(Store store, const Verdict *claim) {
  const Verdicts *verdicts = store->verdicts;
  const char *text = "";
  PetscInt count = 0, *unknowns = ArenaArray(store->arena, verdicts->count, sizeof(*unknowns));
  for (PetscInt i = 0; i < verdicts->count; i++) {
    const Verdict *v = &verdicts->at[i];
    const Record *record = RecordsFind(store->records, v->job->key);
    if (v->verdict != SKIPPED && v->verdict != FAILED && VerdictsShareClaim(v, claim) && record &&
        record->job.unknowns)
      unknowns[count++] = record->job.unknowns;
  }
  (void)PetscSortRemoveDupsInt(&count, unknowns); /* fails for a count below zero alone */
  for (PetscInt i = 0; i < count; i++)
    text = ArenaPrint(store->arena, "%s%s%" PetscInt_FMT, text, i ? ", " : "", unknowns[i]);
  return text;
}
