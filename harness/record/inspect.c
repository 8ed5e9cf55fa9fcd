#include "record/inspect.h"
#include "base/kept_error.h"
#include "record/file.h"
#include "record/lines.h"
#include "record/record.h"
#include "record/seal.h"
#include "record/store.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  FILE *out;
  Arena arena;
  Records *records; /* keys and jobs only */
  Verdicts *verdicts;
  Timing timing;
  Manifest manifest;
  PetscBool manifested, whole;
  KeptError complaint;          /* of the last thing that could not be read */
  PetscInt lines, bare, broken; /* of the file that is looked at; bare: without a checksum */
} Inspection;

/* An error of the file is told, and no error of ours. */
static PetscErrorCode Tell(Inspection *i, PetscErrorCode error) {
  PetscFunctionBeginUser;
  if (error && error != PETSC_ERR_USER_INPUT)
    PetscFunctionReturn(error);
  if (error) {
    fprintf(i->out, "%s\n", i->complaint.text);
    i->broken++;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode Count(Inspection *i, const char *line, size_t length, PetscErrorCode error) {
  PetscFunctionBeginUser;
  i->lines++;
  i->bare += SealRead(line, length) == SEAL_NONE;
  PetscCall(Tell(i, error));
  PetscFunctionReturn(0);
}

static PetscErrorCode SeeRecord(const char *where, const char *line, size_t length, void *context) {
  Inspection *i = context;
  Record *record;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  PetscCall(RecordsAdd(i->records, &record));
  error = RecordFromText(where, line, length, i->records->arena, record);
  if (error)
    i->records->count--;
  else
    PetscCall(MeasuredDestroy(&record->measured));
  PetscCall(Count(i, line, length, error));
  PetscFunctionReturn(0);
}

static PetscErrorCode SeeVerdict(const char *where, const char *line, size_t length,
                                 void *context) {
  Inspection *i = context;
  Verdict *verdict;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  PetscCall(VerdictsNew(i->verdicts, &verdict));
  error = VerdictFromText(where, line, length, i->verdicts->arena, verdict);
  if (error)
    i->verdicts->count--;
  PetscCall(Count(i, line, length, error));
  PetscFunctionReturn(0);
}

static PetscErrorCode SeeTiming(const char *where, const char *line, size_t length, void *context) {
  Inspection *i = context;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  error = TimingFromText(where, line, length, i->arena, &i->timing);
  PetscCall(Count(i, line, length, error));
  PetscFunctionReturn(0);
}

/* Of a file of so many lines, or of one that is read at once (visitor NULL). */
static void Summarise(Inspection *i, const char *path, PetscBool exists, PetscBool torn) {
  if (!exists)
    fprintf(i->out, "%s: missing\n", path);
  if (torn)
    fprintf(i->out, "%s: its last line is not whole\n", path);
  if (exists && !torn && !i->broken)
    fprintf(i->out, "%s: whole, %d line%s%s\n", path, (int)i->lines, i->lines == 1 ? "" : "s",
            i->bare ? ", some without a checksum" : "");
  if (!exists || torn || i->broken)
    i->whole = PETSC_FALSE;
}

static PetscErrorCode InspectLines(Inspection *i, const char *directory, const char *name,
                                   LineVisitor *visitor) {
  char path[PETSC_MAX_PATH_LEN];
  PetscBool exists = PETSC_FALSE, torn = PETSC_FALSE;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  i->lines = i->bare = i->broken = 0;
  LinesPath(directory, name, LINES_WHOLE, path);
  PetscCall(KeptErrorBegin(&i->complaint));
  error = LinesReadAll(directory, name, visitor, i, &exists, &torn);
  PetscCall(KeptErrorEnd());
  exists = (PetscBool)(exists || error);
  PetscCall(Tell(i, error));
  Summarise(i, path, exists, torn);
  PetscFunctionReturn(0);
}

static PetscErrorCode InspectManifest(Inspection *i, const char *directory) {
  char path[PETSC_MAX_PATH_LEN], *text = NULL;
  size_t length = 0;
  PetscErrorCode error;
  PetscFunctionBeginUser;
  i->lines = i->bare = i->broken = 0;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/manifest.json", directory));
  PetscCall(KeptErrorBegin(&i->complaint));
  error = WholeFileRead(path, &text, &length);
  if (!error && text)
    error = ManifestFromText(path, text, length, i->arena, &i->manifest);
  PetscCall(KeptErrorEnd());
  i->manifested = (PetscBool)(text && !error);
  if (text) {
    i->bare = SealRead(text, length) == SEAL_NONE;
    for (size_t at = 0; at < length; at++)
      i->lines += text[at] == '\n' || at + 1 == length;
  }
  const PetscBool exists = (PetscBool)(text || error);
  free(text);
  PetscCall(Tell(i, error));
  Summarise(i, path, exists, PETSC_FALSE);
  PetscFunctionReturn(0);
}

/* ---- The files with one another ---- */

/* Records of other runs may be there too; none of this run may be missing. */
static void CompareFiles(Inspection *i) {
  PetscInt64 planned = 0, recorded = 0;
  const Records *records = i->records;
  for (PetscInt k = 0; i->manifested && k < i->manifest.kinds; k++)
    planned += i->manifest.kind[k].count;
  for (PetscInt k = 0; k < records->count; k++)
    recorded += records->at[k].status != STATUS_SKIPPED;
  if (recorded < planned) {
    fprintf(i->out, "%d of %d planned jobs have no record\n", (int)(planned - recorded),
            (int)planned);
    i->whole = PETSC_FALSE;
  }
  if (i->manifested && i->manifest.verdicts >= 0 && i->verdicts->count != i->manifest.verdicts) {
    fprintf(i->out, "%d verdicts where the run had %d\n", (int)i->verdicts->count,
            (int)i->manifest.verdicts);
    i->whole = PETSC_FALSE;
  }
  for (PetscInt k = 0; k < i->verdicts->count; k++) {
    const char *key = i->verdicts->at[k].job->key;
    if (RecordsFind(records, key))
      continue;
    fprintf(i->out, "the verdict on %s has no record\n", key);
    i->whole = PETSC_FALSE;
  }
}

PetscErrorCode StoreInspect(const char *directory, FILE *out, PetscBool *whole) {
  Inspection i = {.out = out, .whole = PETSC_TRUE};
  PetscErrorCode error;
  PetscFunctionBeginUser;
  PetscCall(StoreCheckFolder(directory));
  PetscCall(ArenaCreate(&i.arena));
  PetscCall(RecordsCreate(&i.records));
  PetscCall(VerdictsCreate(&i.verdicts));
  error = InspectLines(&i, directory, "results", SeeRecord);
  if (!error)
    error = InspectLines(&i, directory, "verdicts", SeeVerdict);
  if (!error)
    error = InspectLines(&i, directory, "timings", SeeTiming);
  if (!error)
    error = InspectManifest(&i, directory);
  if (!error)
    error = RecordsSort(i.records);
  if (!error)
    CompareFiles(&i);
  *whole = i.whole;
  PetscCall(RecordsDestroy(&i.records));
  PetscCall(VerdictsDestroy(&i.verdicts));
  PetscCall(ArenaDestroy(&i.arena));
  PetscFunctionReturn(error);
}
