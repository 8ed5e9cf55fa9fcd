/* gimbal cite [DIR] */
#include "cli/command.h"
#include "cli/words.h"
#include "reports/report.h"
#include <getopt.h>
#include <stdio.h>

const char HelpCite[] =
    "usage: gimbal cite [DIR]\n"
    "\n"
    "Writes BibTeX to standard output: an entry for everything that the results in the output\n"
    "folder DIR (out) rest on, gimbal itself, and what each method, model and library that it "
    "used\n"
    "cites. A plugin's own citation_key is the key, else one made of authors and year; the line\n"
    "above an entry names who cites it. The text of a plugin's citation stands in the field note:\n"
    "put your own entry of the same key in its place where you have one.\n"
    "\n"
    "  --help          this text\n"
    "\n"
    "Exit status: 0 written; 2 DIR is no output folder, or has no manifest.json.\n";

PetscErrorCode CommandCite(int argc, char **argv, int *status) {
  static const struct option options[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
  int option;

  PetscFunctionBeginUser;
  *status = 0;
  optind = 0; /* a new scan of a new argument vector */
  opterr = 0;
  while ((option = getopt_long(argc, argv, ":", options, NULL)) != -1) {
    if (option == 'h') {
      fputs(HelpCite, stdout);
      PetscFunctionReturn(0);
    }
    PetscCall(WordsRefuse(option, argv));
  }
  if (optind + 1 < argc)
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
            "cite: one output folder is expected; usage: gimbal cite [DIR]");
  PetscCall(ReportCitations(optind < argc ? argv[optind] : "out", stdout));
  PetscFunctionReturn(0);
}
