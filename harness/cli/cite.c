/* gimbal cite [DIR] */
#include "cli/command.h"
#include "reports/report.h"

const Usage UsageCite = {.operands = "DIR", .most = 1};

PetscErrorCode CommandCite(CommandLine *line) {
  return ReportCitations(line->count ? *line->operand : "out", stdout);
}
