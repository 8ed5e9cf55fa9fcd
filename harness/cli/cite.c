/* gimbal cite [DIR] */
#include "cli/command.h"
#include "reports/report.h"
#include <stdio.h>

const Usage UsageCite = {
    .words = "[DIR]",
    .about =
        "Writes BibTeX to standard output: an entry for everything that the results in the output "
        "folder DIR (out) rest on: gimbal itself, and what each method, model and library used "
        "there cites. The lines above an entry name who cites it, and where in it. Entries come "
        "from ci/references.bib by the plugin's citation_key (several are separated by commas). A "
        "key that is missing there, or one made of authors and year where a plugin has none, gets "
        "the text of the plugin's citation in the field note: put your own entry of the same key "
        "in its place.\n",
    .more = "Exit status: 0 written; 2 DIR is no output folder, or has no manifest.json.\n",
    .operands = "DIR",
    .most = 1,
    .expected = "one output folder is expected"};

PetscErrorCode CommandCite(CommandLine *line) {
  return ReportCitations(line->count ? *line->operand : "out", stdout);
}
