#include "record/store.h"
#include "base/kept_error.h"
#include "record/file.h"
#include "record/seal.h"

#include <stdlib.h>

typedef struct {
  FILE *out;
  Store store;      /* of records it has keys and jobs only */
  LineVisitor *add; /* to it, a line of the file that is read */
  PetscBool whole;
  KeptError complaint;          /* of the last thing that could not be read */
  PetscInt lines, bare, broken; /* of the file that is looked at; bare: without a checksum */
} Inspection;

/* An error of the file is reported, and the inspection goes on. */
static PetscErrorCode Tell(Inspection *i, PetscErrorCode error) {
  if (error && error != PETSC_ERR_USER_INPUT)
    return error;
  if (error) {
    fprintf(i->out, "%s\n", i->complaint.text);
    i->broken++;
  }
  return 0;
}

static PetscErrorCode See(const char *where, const char *line, size_t length, void *context) {
  Inspection *i = context;
  const Records *records = i->store->records;
  const PetscErrorCode error = i->add(where, line, length, i->store);
  if (!error && i->add == StoreAddRecord)
    PetscCall(MeasuredDestroy(&records->at[records->count - 1].measured));
  i->lines++;
  i->bare += SealRead(line, length) == SEAL_NONE;
  return Tell(i, error);
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

static PetscErrorCode InspectLines(Inspection *i, const char *name, LineVisitor *add) {
  const char *directory = i->store->directory;
  char path[PETSC_MAX_PATH_LEN];
  PetscBool exists = PETSC_FALSE, torn = PETSC_FALSE;
  i->lines = i->bare = i->broken = 0;
  i->add = add;
  LinesPath(directory, name, LINES_WHOLE, path);
  PetscCall(KeptErrorBegin(&i->complaint));
  const PetscErrorCode error = LinesReadAll(directory, name, See, i, &exists, &torn);
  PetscCall(KeptErrorEnd());
  exists = (PetscBool)(exists || error);
  PetscCall(Tell(i, error));
  Summarise(i, path, exists, torn);
  return 0;
}

static PetscErrorCode InspectManifest(Inspection *i) {
  char path[PETSC_MAX_PATH_LEN], *text = NULL;
  size_t length = 0;
  i->lines = i->bare = i->broken = 0;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/manifest.json", i->store->directory));
  PetscCall(KeptErrorBegin(&i->complaint));
  PetscErrorCode error = WholeFileRead(path, &text, &length);
  if (!error && text)
    error = ManifestFromText(path, text, length, i->store->arena, &i->store->manifest);
  PetscCall(KeptErrorEnd());
  if (text) {
    i->bare = SealRead(text, length) == SEAL_NONE;
    for (size_t at = 0; at < length; at++)
      i->lines += text[at] == '\n' || at + 1 == length;
  }
  const PetscBool exists = (PetscBool)(text || error);
  free(text);
  PetscCall(Tell(i, error));
  Summarise(i, path, exists, PETSC_FALSE);
  return 0;
}

/* ---- The files with one another ---- */

/* Records of other runs may be there too; none of this run may be missing. */
static void CompareFiles(Inspection *i) {
  PetscInt64 planned = 0, recorded = 0;
  const Manifest *manifest = &i->store->manifest; /* empty where it could not be read */
  const Records *records = i->store->records;
  const Verdicts *verdicts = i->store->verdicts;
  for (PetscInt k = 0; manifest->format && k < manifest->kinds; k++)
    planned += manifest->kind[k].count;
  for (PetscInt k = 0; k < records->count; k++)
    recorded += records->at[k].status != STATUS_SKIPPED;
  if (recorded < planned) {
    fprintf(i->out, "%d of %d planned jobs have no record\n", (int)(planned - recorded),
            (int)planned);
    i->whole = PETSC_FALSE;
  }
  if (manifest->format && manifest->verdicts >= 0 && verdicts->count != manifest->verdicts) {
    fprintf(i->out, "%d verdicts where the run had %d\n", (int)verdicts->count,
            (int)manifest->verdicts);
    i->whole = PETSC_FALSE;
  }
  for (PetscInt k = 0; k < verdicts->count; k++) {
    const char *key = verdicts->at[k].job->key;
    if (RecordsFind(records, key))
      continue;
    fprintf(i->out, "the verdict on %s has no record\n", key);
    i->whole = PETSC_FALSE;
  }
}

PetscErrorCode StoreInspect(const char *directory, FILE *out, PetscBool *whole) {
  Inspection i = {.out = out, .whole = PETSC_TRUE};
  PetscCall(StoreCreate(directory, &i.store));
  PetscErrorCode error = InspectLines(&i, "results", StoreAddRecord);
  if (!error)
    error = InspectLines(&i, "verdicts", StoreAddVerdict);
  if (!error)
    error = InspectLines(&i, "timings", StoreAddTiming);
  if (!error)
    error = InspectManifest(&i);
  if (!error)
    error = RecordsSort(i.store->records);
  if (!error)
    CompareFiles(&i);
  *whole = i.whole;
  PetscCall(StoreDestroy(&i.store));
  return error;
}
