/* gimbal report DIR [--format png,pdf] [--single-file] [--table …] [--figure …] */
#include "cli/command.h"
#include "reports/report.h"
#include <stdio.h>

typedef struct {
  const char *format;
  PetscBool check;
  ReportOptions asked;
} Words;

static const Option options[] = {
    OPTION(Words, TEXT, 0, "format", "LIST", format,
           "also make the plots in these formats: png, pdf, or both as png,pdf (svg is always "
           "made)"),
    OPTION(Words, YES, 0, "single-file", NULL, asked.single,
           "also write report.html: all pages and plots in one file, to be sent"),
    OPTION(Words, LIST, 0, "table", "TABLE", asked.tables,
           "also write a table for a paper (may be given again); see below"),
    OPTION(Words, LIST, 'm', "method", "GLOB", asked.methods,
           "of the table `comparison`: methods of this name or glob (may be given again)"),
    OPTION(Words, LIST, 'M', "model", "GLOB[:CASE]", asked.models,
           "of the table `comparison`: models of this name or glob (may be given again)"),
    OPTION(Words, LIST, 0, "figure", "FIGURE", asked.figures,
           "also draw a figure for a paper (may be given again); see below"),
    OPTION(Words, TEXT, 0, "summary", "FILE", asked.summary,
           "also write what does not pass, and the whole in numbers, as Markdown for a comment "
           "on a change: no links, a few kB"),
    OPTION(
        Words, TEXT, 0, "issue", "CAUSE", asked.issue,
        "render nothing: print a report to a library's authors, on a cause of tables/libraries.md"),
    OPTION(Words, YES, 0, "check", NULL, check,
           "render nothing: check each stored file by its checksums, whether it can be read, and "
           "whether a record is missing"),
    {.kind = OPTION_END}};

const Usage UsageReport = {
    .words = "DIR [--format LIST] [--single-file] [--table TABLE]... [-m GLOB]... [-M GLOB]... "
             "[--figure FIGURE]...\n"
             "--issue CAUSE DIR\n"
             "--check DIR",
    .about = "Renders everything in the output folder DIR again, from its stored files "
             "(results.jsonl, verdicts.jsonl, manifest.json, timings.jsonl): verify.tap, "
             "junit.xml, tables/, plots/, and index.html with a page for each method and model in "
             "pages/. Nothing is computed or judged again.\n",
    .options = options,
    .size = sizeof(Words),
    .more =
        "Tables and figures stay until DIR has other results. They are:\n"
        "--table order:METHOD:MODEL[:CASE]\ttables/convergence-*.tex (.md, .csv, and .dat for "
        "pgfplots): step sizes, errors and orders of this method on this model\n"
        "--table comparison\ttables/comparison-chosen.tex (.md, .csv): the orders of the methods "
        "of "
        "-m on the models of -M; it fits a column of a document in two\n"
        "--figure order:METHOD[,METHOD]...:MODEL[:CASE]\tplots/figure-METHOD-MODEL-CASE: these "
        "errors alone, as wide as a column of a paper, without title; with --format pdf for "
        "\\includegraphics. Of several methods there is a panel for each quantity that two have "
        "(errors of all methods on one model are in plots/model-order-MODEL-CASE)\n"
        "--figure work:MODEL[:CASE][,MODEL[:CASE]]...\tplots/figure-work-MODEL-CASE*: errors of "
        "all methods against evaluations, from a study of work; several models stand side by "
        "side\n"
        "Exit status: 0 rendered, or whole; 2 DIR is no output folder, is damaged, or an option is "
        "wrong; 3 writing failed.\n",
    .operands = "DIR",
    .least = 1,
    .most = 1,
    .expected = "one output folder is expected: gimbal report DIR"};

static PetscErrorCode CheckFolder(const char *directory, int *status) {
  PetscBool whole;
  PetscCall(StoreInspect(directory, stdout, &whole));
  *status = whole ? 0 : 2;
  return 0;
}

PetscErrorCode CommandReport(CommandLine *line) {
  Words *w = line->words;
  ReportOptions *const asked = &w->asked;
  const char *directory = *line->operand;
  char formats[64];
  const int length = snprintf(formats, sizeof(formats), "svg%s%s", w->format ? "," : "",
                              w->format ? w->format : "");
  PetscCheck(length < (int)sizeof(formats), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "report: --format \"%s\": a list of png and pdf is expected", w->format);
  asked->formats = formats;
  PetscCall(w->check ? CheckFolder(directory, &line->status) : ReportFolder(directory, asked));
  if (!w->check && !asked->issue)
    fprintf(stderr, "report: %s/%s\n", directory, asked->single ? "report.html" : "index.html");
  return 0;
}
