/* Fuzz target: one stored record. The input's first letter says of which kind: r(ecord), v(erdict),
 * t(iming), m(anifest), j(obs), M(easured); the rest is the text. What is read is written and read
 * again, and must then be the same; records are judged as well. */
#include "fuzz.h"
#include "judge/judge.h"
#include "record/record.h"
#include "record/seal.h"

#include <stdlib.h>
#include <string.h>

static Arena arena;

/* Reads a text and writes what was read: NULL if it was refused. */
typedef char *Again(const char *text);

static char *Written(PetscErrorCode code, char *text) {
  if (!FuzzGood(code))
    FuzzFail("what was read cannot be written");
  return text;
}

static char *RecordAgain(const char *text) {
  Record record = {0};
  char *out = NULL;
  if (FuzzGood(RecordFromText("input", text, strlen(text), arena, &record))) {
    const PetscErrorCode code = RecordToText(&record, NULL, &out);
    (void)Written(code, out);
  }
  MeasuredDestroy(&record.measured);
  return out;
}

static char *VerdictAgain(const char *text) {
  Verdict verdict;
  char *out;
  if (!FuzzGood(VerdictFromText("input", text, strlen(text), arena, &verdict)))
    return NULL;
  const PetscErrorCode code = VerdictToText(&verdict, &out);
  return Written(code, out);
}

static char *TimingAgain(const char *text) {
  Timing timing;
  char *out;
  if (!FuzzGood(TimingFromText("input", text, strlen(text), arena, &timing)))
    return NULL;
  const PetscErrorCode code = TimingToText(&timing, NULL, &out);
  return Written(code, out);
}

static char *ManifestAgain(const char *text) {
  Manifest manifest;
  char *out;
  if (!FuzzGood(ManifestFromText("input", text, strlen(text), arena, &manifest)))
    return NULL;
  const PetscErrorCode code = ManifestToText(&manifest, &out);
  return Written(code, out);
}

static char *JobsAgain(const char *text) {
  Jobs jobs;
  char *out;
  if (!FuzzGood(JobsFromText(text, arena, &jobs)))
    return NULL;
  const PetscErrorCode code = JobsToText(&jobs, &out);
  return Written(code, out);
}

static char *MeasuredAgain(const char *text) {
  Measured *measured = NULL;
  char *out = NULL;
  if (FuzzGood(MeasuredFromText("input", text, &measured))) {
    const PetscErrorCode code = MeasuredToText(measured, &out);
    (void)Written(code, out);
  }
  MeasuredDestroy(&measured);
  return out;
}

/* What a run that is resumed would judge, and what a report would show. */
static void Judge(const char *text) {
  Verdicts *verdicts;
  Records *records;
  Record *record;
  records = RecordsCreate();
  record = RecordsAdd(records);
  if (FuzzGood(RecordFromText("input", text, strlen(text), records->arena, record))) {
    if (FuzzGood(JudgeRecords(records, &verdicts))) {
      if (verdicts->count != record->job.claims.count)
        FuzzFail("%d verdicts on %d claims", (int)verdicts->count, (int)record->job.claims.count);
      for (PetscInt i = 0; i < verdicts->count; i++) {
        char *line;
        if (!FuzzGood(VerdictToText(&verdicts->at[i], &line)))
          FuzzFail("a verdict cannot be written");
        free(line);
      }
      VerdictsDestroy(&verdicts);
    }
    if (record->measured)
      MeasuredToModel(record->measured);
  }
  RecordsDestroy(&records);
}

static Again *AgainOf(char letter) {
  switch (letter) {
  case 'v':
    return VerdictAgain;
  case 't':
    return TimingAgain;
  case 'm':
    return ManifestAgain;
  case 'j':
    return JobsAgain;
  case 'M':
    return MeasuredAgain;
  default:
    return RecordAgain;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  FuzzStart();
  if (!size)
    return 0;
  Again *const again = AgainOf((char)data[0]);
  char *text = FuzzText(data + 1, size - 1);
  arena = ArenaCreate();
  char *once = again(text), *twice = once ? again(once) : NULL;
  if (once && !twice)
    FuzzFail("what was written is refused");
  if (once && strcmp(once, twice))
    FuzzFail("it changes when it is read again:\n%s\n%s", once, twice);
  if (once && again == RecordAgain)
    Judge(once);
  free(once);
  free(twice);
  free(text);
  ArenaDestroy(&arena);
  return 0;
}
