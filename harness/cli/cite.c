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
    "cites; the lines above an entry name who cites it, and where in it. Entries come from\n"
    "ci/references.bib by the plugin's citation_key (several with commas between them). A key "
    "that\n"
    "is not there, or one made of authors and year where a plugin has none, gets the text of the\n"
    "plugin's citation in the field note: put your own entry of the same key in its place.\n"
    "\n"
    "  --help          this text\n"
    "\n"
    "Exit status: 0 written; 2 DIR is no output folder, or has no manifest.json.\n";

PetscErrorCode CommandCite(int argc, char **argv, int *status) {
  PetscBool printed;
  PetscFunctionBeginUser;
  *status = 0;
  PetscCall(WordsHelp(argc, argv, HelpCite, &printed));
  if (printed)
    PetscFunctionReturn(0);
  if (optind + 1 < argc)
    SETERRQ(PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
            "cite: one output folder is expected; usage: gimbal cite [DIR]");
  PetscCall(ReportCitations(optind < argc ? argv[optind] : "out", stdout));
  PetscFunctionReturn(0);
}
