/* gimbal report DIR [--format png,pdf] [--single-file] */
#include "cli/command.h"
#include "cli/words.h"
#include "reports/report.h"
#include <getopt.h>
#include <stdio.h>
#include <string.h>

static const char help[] =
    "usage: gimbal report DIR [--format LIST] [--single-file]\n"
    "\n"
    "Renders everything in the output folder DIR again, from its stored files (results.jsonl,\n"
    "verdicts.jsonl, manifest.json, timings.jsonl): verify.tap, junit.xml, tables/, plots/, and\n"
    "index.html with a page for each method and model in pages/. Nothing is computed or judged\n"
    "again.\n"
    "\n"
    "  --format LIST   also make the plots in these formats: png, pdf, or both as png,pdf\n"
    "                  (svg is always made)\n"
    "  --single-file   also write report.html: all pages and plots in one file, to be sent\n"
    "  --help          this text\n"
    "\n"
    "Exit status: 0 rendered; 2 DIR is no output folder, or an option is wrong; 3 writing "
    "failed.\n";

PetscErrorCode CommandReport(int argc, char **argv, int *status) {
  static const struct option options[] = {{"format", required_argument, NULL, 'f'},
                                          {"single-file", no_argument, NULL, 's'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  PetscBool single = PETSC_FALSE;
  char formats[64] = "svg";
  int option;

  PetscFunctionBeginUser;
  *status = 0;
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
      single = PETSC_TRUE;
      break;
    case 'h':
      fputs(help, stdout);
      PetscFunctionReturn(0);
    default:
      PetscCall(WordsRefuse(option, argv));
    }
  }
  if (optind + 1 != argc)
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
            "report: %s; usage: gimbal report DIR [--format png,pdf]",
            optind == argc ? "the output folder is missing" : "one output folder is expected");
  PetscCall(ReportFolder(argv[optind], formats, single));
  fprintf(stderr, "report: %s/%s\n", argv[optind], single ? "report.html" : "index.html");
  PetscFunctionReturn(0);
}
