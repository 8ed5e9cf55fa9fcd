/* gimbal report DIR [--format png,pdf] [--single-file] [--table …] [--figure …] */
#include "cli/command.h"
#include "reports/report.h"

typedef struct {
  const char *format;
  ReportOptions asked;
} Words;

static const Option options[] = {OPTION(Words, TEXT, 0, "format", "LIST", format),
                                 OPTION(Words, YES, 0, "single-file", NULL, asked.single),
                                 OPTION(Words, LIST, 0, "table", "TABLE", asked.tables),
                                 OPTION(Words, LIST, 'm', "method", "GLOB", asked.methods),
                                 OPTION(Words, LIST, 'M', "model", "GLOB[:CASE]", asked.models),
                                 OPTION(Words, LIST, 0, "figure", "FIGURE", asked.figures),
                                 OPTION(Words, TEXT, 0, "summary", "FILE", asked.summary),
                                 OPTION(Words, TEXT, 0, "issue", "CAUSE", asked.issue),
                                 {.kind = OPTION_END}};

const Usage UsageReport = USAGE(options, Words, "DIR", 1, 1);

PetscErrorCode CommandReport(CommandLine *line) {
  Words *w = line->words;
  ReportOptions *const asked = &w->asked;
  const char *directory = *line->operand;
  char formats[64];
  const int length = snprintf(formats, sizeof(formats), "svg%s%s", w->format ? "," : "",
                              w->format ? w->format : "");
  UserCheck(length < (int)sizeof(formats),
            "report: --format \"%s\": a list of png and pdf is expected", w->format);
  PetscBool comparison = PETSC_FALSE;
  for (PetscInt i = 0; i < asked->tables.count; i++)
    comparison = (PetscBool)(comparison || !strcmp(asked->tables.at[i], "comparison"));
  UserCheck(comparison || !(asked->methods.count + asked->models.count),
            "report: -m and -M choose for the table `comparison` (--table comparison)");
  asked->formats = formats;
  PetscCall(ReportFolder(directory, asked));
  if (!asked->issue)
    fprintf(stderr, "report: %s/%s\n", directory, asked->single ? "report.html" : "index.html");
  return 0;
}
