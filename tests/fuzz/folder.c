/* Fuzz target: an output folder as `report`, `compare` and `--resume` read it. The input is the files
 * one after the other, each after a line "==== NAME". */
#include "cli/command.h"
#include "reports/difference.h"
#include "reports/fragment.h"
#include "fuzz.h"
#include "record/journal.h"
#include "reports/report.h"
#include "reports/writers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const names[] = {"results.jsonl", "verdicts.jsonl", "timings.jsonl",
                                    "manifest.json"};
static FILE *nowhere;

static void Begin(void) {
  static const char *const folders[] = {"out", "out/tables", "out/plots", "out/pages"};
  FuzzStart();
  for (size_t i = 0; !nowhere && i < PETSC_STATIC_ARRAY_LENGTH(folders); i++)
    if (mkdir(FuzzPath(folders[i]), 0777))
      FuzzFail("no folder %s", folders[i]);
  if (!nowhere && !(nowhere = fopen("/dev/null", "w")))
    FuzzFail("no /dev/null");
}

/* The file of the name at the beginning of a text, or NULL. */
static const char *NamedBy(const char *text, size_t length) {
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(names); i++)
    if (strlen(names[i]) == length && !memcmp(text, names[i], length))
      return names[i];
  return NULL;
}

static void WriteFiles(const char *data, size_t size) {
  static const char mark[] = "==== ";
  const char *end = data + size, *name = NULL, *from = data;
  char path[64];
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(names); i++) {
    (void)snprintf(path, sizeof(path), "out/%s", names[i]);
    (void)unlink(FuzzPath(path));
  }
  for (const char *line = data, *next; line <= end; line = next) {
    const char *newline = line < end ? memchr(line, '\n', (size_t)(end - line)) : NULL;
    next = newline ? newline + 1 : end + 1;
    const PetscBool marked = (PetscBool)(newline && (size_t)(newline - line) >= sizeof(mark) &&
                                         !memcmp(line, mark, sizeof(mark) - 1));
    if (!marked && next <= end)
      continue;
    if (name) {
      (void)snprintf(path, sizeof(path), "out/%s", name);
      FuzzWrite(path, from, (size_t)((marked ? line : end) - from));
    }
    if (marked) {
      name = NamedBy(line + sizeof(mark) - 1, (size_t)(newline - line) - (sizeof(mark) - 1));
      from = next;
    }
  }
}

/* The first of all verdicts, in words and as JSON; the table of its method and model. */
static void Explain(const Contents *contents, const char *folder) {
  const Verdicts *verdicts = contents->store->verdicts;
  char request[1024], *words[] = {"explain", NULL, (char *)(uintptr_t)folder, "--json"};
  const char *name;
  Request found;
  int status;
  if (!verdicts->count)
    return;
  name = VerdictName(&verdicts->at[0], contents->arena);
  words[1] = (char *)(uintptr_t)name;
  for (int count = 3; count <= 4; count++)
    (void)FuzzGood(CommandRunWords(CommandFind("explain"), count, words, &status));
  (void)snprintf(request, sizeof(request), "order:%s:%s", verdicts->at[0].job->method,
                 verdicts->at[0].job->model);
  if (FuzzGood(RequestRead(contents, "--table", request, &found)))
    (void)FuzzGood(WriteConvergence(contents, &found));
}

/* The folder against itself, in every form. */
static void Compare(Store store) {
  Baseline *baseline;
  Differences all;
  if (!FuzzGood(BaselineRead(store->directory, &baseline)))
    return;
  DifferencesFind(baseline, baseline, 2, &all);
  DifferencesText(&all, nowhere);
  DifferencesMarkdown(&all, nowhere);
  DifferencesJson(&all, nowhere);
  ArenaDestroy(&all.arena);
  BaselineDestroy(&baseline);
}

/* All but the plots, which another process draws. */
static void Report(Store store, const char *folder) {
  Compare(store);
  ReportSummary(store, nowhere, PETSC_FALSE);
  for (PetscInt i = 0; i < store->records->count; i++)
    if (store->records->at[i].measured)
      MeasuredToModel(store->records->at[i].measured);
  if (!FuzzGood(FragmentsRead()))
    return;
  Contents *contents = ContentsCreate(store);
  WriteTap(contents, nowhere, PETSC_FALSE);
  WriteJunit(contents, nowhere, PETSC_FALSE);
  (void)FuzzGood(WriteTables(contents));
  (void)FuzzGood(WritePages(contents));
  (void)FuzzGood(WriteIndex(contents, nowhere, PETSC_FALSE));
  (void)FuzzGood(WriteIndex(contents, nowhere, PETSC_TRUE));
  WriteCitations(&store->manifest, nowhere);
  Explain(contents, folder);
  ContentsDestroy(&contents);
}

/* The jobs of all records are planned again: each is kept or remains, and what is left can be read. */
static void Resume(const char *folder, Store store, Arena arena) {
  Jobs jobs = {.count = 0}, remaining;
  Texts aside;
  Store after = NULL;
  PetscInt kept = 0;
  for (PetscInt i = 0; store && i < store->records->count; i++) {
    Job *job = &store->records->at[i].job;
    job->key = store->records->at[i].key;
    if (!job->fingerprint)
      continue;
    ArenaRoom(arena, jobs.count, &jobs.at);
    jobs.at[jobs.count++] = job;
  }
  if (!FuzzGood(JournalPrepare(folder, PETSC_TRUE, &jobs, arena, &remaining, &aside)))
    return;
  if (store && FuzzGood(StoreReadUnjudged(folder, &after))) {
    for (PetscInt i = 0; i < after->records->count; i++)
      for (PetscInt k = 0; k < jobs.count; k++)
        kept += !strcmp(jobs.at[k]->key, after->records->at[i].key);
    if (kept + remaining.count != jobs.count)
      FuzzFail("%d jobs, of which %d are kept and %d remain", (int)jobs.count, (int)kept,
               (int)remaining.count);
    StoreDestroy(&after);
  } else if (store)
    FuzzFail("what --resume has left cannot be read");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Store store = NULL;
  Arena arena;
  Begin();
  WriteFiles((const char *)data, size);
  const char *folder = FuzzPath("out");
  char path[256];
  (void)snprintf(path, sizeof(path), "%s", folder);
  if (FuzzGood(StoreRead(path, &store)))
    Report(store, path);
  arena = ArenaCreate();
  Resume(path, store, arena);
  StoreDestroy(&store);
  ArenaDestroy(&arena);
  return 0;
}
