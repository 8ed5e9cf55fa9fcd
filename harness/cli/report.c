/* gimbal report DIR [--format png,pdf] [--single-file] [--table …] [--figure …] */
#include "cli/command.h"
#include "cli/words.h"
#include "record/inspect.h"
#include "reports/report.h"
#include <getopt.h>
#include <stdio.h>
#include <string.h>

const char HelpReport[] =
    "usage: gimbal report DIR [--format LIST] [--single-file] [--table order:METHOD:MODEL]...\n"
    "       gimbal report --check DIR\n"
    "\n"
    "Renders everything in the output folder DIR again, from its stored files (results.jsonl,\n"
    "verdicts.jsonl, manifest.json, timings.jsonl): verify.tap, junit.xml, tables/, plots/, and\n"
    "index.html with a page for each method and model in pages/. Nothing is computed or judged\n"
    "again.\n"
    "\n"
    "  --format LIST   also make the plots in these formats: png, pdf, or both as png,pdf\n"
    "                  (svg is always made)\n"
    "  --single-file   also write report.html: all pages and plots in one file, to be sent\n"
    "  --table order:METHOD:MODEL[:CASE]\n"
    "                  also write tables/convergence-….tex (.md, .csv, and .dat for pgfplots): "
    "step\n"
    "                  sizes, errors and orders of this method on this model; may be repeated\n"
    "  --figure order:METHOD[,METHOD]...:MODEL[:CASE] [--size column]\n"
    "                  also draw plots/figure-METHOD-MODEL-CASE: these errors alone, as wide as a\n"
    "                  column of a paper, without title; with --format pdf for \\includegraphics.\n"
    "                  Of several methods there is a panel for each quantity that two have\n"
    "                  (errors of all methods on one model are in plots/model-order-MODEL-CASE)\n"
    "  --figure work:MODEL[:CASE][,MODEL[:CASE]]...\n"
    "                  also draw plots/figure-work-MODEL-CASE…: errors of all methods against\n"
    "                  evaluations, from a study of work; several models stand side by side\n"
    "                  Tables and figures that were asked for stay until DIR has other results.\n"
    "  --summary FILE  also write what does not pass, and the whole in numbers, as Markdown for a\n"
    "                  comment on a change: no links, a few kB\n"
    "  --check         render nothing: say of each stored file whether it is what was written, by\n"
    "                  its checksums, whether it can be read, and whether a record is missing\n"
    "  --help          this text\n"
    "\n"
    "Exit status: 0 rendered, or whole; 2 DIR is no output folder, is damaged, or an option is "
    "wrong;\n"
    "3 writing failed.\n";

static PetscErrorCode Check(const char *directory, int *status) {
  PetscBool whole;
  PetscFunctionBeginUser;
  PetscCall(StoreInspect(directory, stdout, &whole));
  *status = whole ? 0 : 2;
  PetscFunctionReturn(0);
}

PetscErrorCode CommandReport(int argc, char **argv, int *status) {
  static const struct option options[] = {{"format", required_argument, NULL, 'f'},
                                          {"single-file", no_argument, NULL, 's'},
                                          {"table", required_argument, NULL, 't'},
                                          {"figure", required_argument, NULL, 'g'},
                                          {"summary", required_argument, NULL, 'S'},
                                          {"size", required_argument, NULL, 'z'},
                                          {"check", no_argument, NULL, 'c'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  ReportOptions asked = {0};
  PetscBool check = PETSC_FALSE;
  const char **tables, **figures;
  char formats[64] = "svg";
  int option;

  PetscFunctionBeginUser;
  *status = 0;
  PetscCall(PetscMalloc2(argc, &tables, argc, &figures));
  optind = 0; /* a new scan of a new argument vector */
  opterr = 0;
  while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
    switch (option) {
    case 'f':
      if (strlen(optarg) + 5 > sizeof(formats))
        SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
                "report: --format \"%s\": a list of png and pdf is expected", optarg);
      PetscCall(PetscSNPrintf(formats, sizeof(formats), "svg,%s", optarg));
      break;
    case 's':
      asked.single = PETSC_TRUE;
      break;
    case 't':
      tables[asked.tables++] = optarg;
      break;
    case 'S':
      PetscCheck(*optarg, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT, "report: --summary needs a file");
      asked.summary = optarg;
      break;
    case 'c':
      check = PETSC_TRUE;
      break;
    case 'g':
      figures[asked.figures++] = optarg;
      break;
    case 'z':
      PetscCheck(!strcmp(optarg, "column"), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
                 "report: --size \"%s\": only column is known", optarg);
      break;
    case 'h':
      fputs(HelpReport, stdout);
      PetscCall(PetscFree2(tables, figures));
      PetscFunctionReturn(0);
    default:
      PetscCall(WordsRefuse(option, argv));
    }
  }
  if (optind + 1 != argc)
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
            "report: %s; usage: gimbal report DIR [--format png,pdf]",
            optind == argc ? "the output folder is missing" : "one output folder is expected");
  asked.formats = formats;
  asked.table = tables;
  asked.figure = figures;
  PetscCall(check ? Check(argv[optind], status) : ReportFolder(argv[optind], &asked));
  PetscCall(PetscFree2(tables, figures));
  if (!check)
    fprintf(stderr, "report: %s/%s\n", argv[optind], asked.single ? "report.html" : "index.html");
  PetscFunctionReturn(0);
}
