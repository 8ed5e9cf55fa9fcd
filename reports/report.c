#include "reports/report.h"
#include "base/terminal.h"
#include "reports/fragment.h"
#include "reports/made.h"
#include "record/file.h"
#include "reports/writers.h"

static PetscErrorCode CheckFormats(const char *formats) {
  const char *word = formats;
  size_t n;

  for (;; word += n + 1) {
    n = strcspn(word, ",");
    if (n != 3 || (strncmp(word, "svg", 3) && strncmp(word, "png", 3) && strncmp(word, "pdf", 3)))
      UserError("unknown format \"%.*s\" of plots: svg, png and pdf are known", (int)n, word);
    if (!word[n])
      return 0;
  }
}

static PetscErrorCode WriteFile(const Contents *contents, const char *name, Writer *write,
                                PetscBool whole) {
  WholeFile file;

  PetscCall(WholeFileOpen(contents->store->directory, name, &file));
  write(contents, file.stream, whole);
  return WholeFileClose(&file);
}

static PetscErrorCode WritePage(const Contents *contents, const char *name, PetscBool whole) {
  WholeFile file;

  PetscCall(WholeFileOpen(contents->store->directory, name, &file));
  return WholeFileEnd(&file, WriteIndex(contents, file.stream, whole));
}

static PetscErrorCode Render(Store store, const char *formats) {
  /* What was measured in other units than the model's is shown in the model's. */
  for (PetscInt i = 0; i < store->records->count; i++)
    if (store->records->at[i].measured)
      MeasuredToModel(store->records->at[i].measured);
  PetscCall(MadeFolders(store->directory));
  PetscCall(MadeRemove(store->directory, formats));
  OWNED(ContentsDestroy) Contents *contents = ContentsCreate(store);
  PetscCall(WriteFile(contents, "verify.tap", WriteTap, PETSC_FALSE));
  PetscCall(WriteFile(contents, "junit.xml", WriteJunit, PETSC_FALSE));
  TerminalNote("report: tables");
  PetscCall(WriteTables(contents));
  PetscCall(WritePlots(contents, formats, NULL));
  TerminalNote("report: pages");
  PetscCall(WritePages(contents));
  PetscCall(WritePage(contents, "index.html", PETSC_FALSE));
  TerminalClear();
  return 0;
}

PetscErrorCode ReportWrite(Store store) {
  PetscCall(FragmentsRead()); /* before anything of an older report goes */
  PetscCall(MadeRemove(store->directory, NULL));
  return Render(store, "svg");
}

/* One writer's part of the report, to a stream. */
static void Show(Store store, FILE *file, Writer *write, PetscBool whole) {
  OWNED(ContentsDestroy) Contents *contents = ContentsCreate(store);

  write(contents, file, whole);
}

void ReportTap(Store store, FILE *file, PetscBool details) { Show(store, file, WriteTap, details); }

void ReportSummary(Store store, FILE *file, PetscBool screenful) {
  Show(store, file, WriteSummary, (PetscBool)!screenful);
}

PetscErrorCode ReportComment(Store store, const char *path) {
  WholeFile file;

  PetscCall(WholeFileOpenAt(path, &file));
  Show(store, file.stream, WriteComment, PETSC_FALSE);
  return WholeFileClose(&file);
}

/* tables/comparison-chosen */
static PetscErrorCode WriteChosen(Store store, const ReportOptions *options) {
  const Texts *methods = &options->methods, *models = &options->models;
  OWNED(ContentsDestroy) Contents *contents = ContentsChosen(store, methods, models);

  UserCheck(contents->store->verdicts->count, "%s has no verdict of methods %s on models %s",
            store->directory, methods->count ? methods->at[0] : "*",
            models->count ? models->at[0] : "*");
  PetscCall(WriteComparison(contents, "comparison-chosen"));
  fprintf(stderr, "report: %s/tables/comparison-chosen.tex (.md, .csv)\n", store->directory);
  return 0;
}

/* What was requested beyond what is always made. */
static PetscErrorCode WriteAsked(Store store, const ReportOptions *options) {
  OWNED(ContentsDestroy) Contents *contents = ContentsCreate(store);
  Request request;

  if (options->summary)
    PetscCall(ReportComment(store, options->summary));
  if (options->issue)
    PetscCall(CardIssue(contents, options->issue, stdout));
  if (options->single)
    PetscCall(WritePage(contents, "report.html", PETSC_TRUE));
  for (PetscInt i = 0; i < options->figures.count; i++) {
    PetscCall(RequestRead(contents, "--figure", options->figures.at[i], &request));
    PetscCall(WritePlots(contents, options->formats, &request));
  }
  for (PetscInt i = 0; i < options->tables.count; i++) {
    if (!strcmp(options->tables.at[i], "comparison")) {
      PetscCall(WriteChosen(store, options));
      continue;
    }
    PetscCall(RequestRead(contents, "--table", options->tables.at[i], &request));
    PetscCall(WriteConvergence(contents, &request));
  }
  return 0;
}

PetscErrorCode ReportFolder(const char *directory, const ReportOptions *options) {
  OWNED(StoreDestroy) Store store = NULL;

  PetscCall(CheckFormats(options->formats));
  PetscCall(FragmentsRead());
  PetscCall(StoreRead(directory, &store));
  if (!options->issue)
    PetscCall(Render(store, options->formats));
  return WriteAsked(store, options);
}

PetscErrorCode ReportCitations(const char *directory, FILE *file) {
  OWNED(StoreDestroy) Store store = NULL;

  PetscCall(FragmentsRead());
  PetscCall(StoreRead(directory, &store));
  UserCheck(store->manifest.format, "%s has no manifest.json: what was used is not known",
            directory);
  WriteCitations(&store->manifest, file);
  return 0;
}
