#include "cli/version.h"
#include "base/version.h"
#include "solver/step_solver.h"
#include "commit.h"

#include <string.h>

const char *VersionNumber(void) { return GIMBAL_VERSION; }

const char *VersionCommit(void) { return GIMBAL_COMMIT; }

const char *VersionCompiler(void) {
#ifdef __clang__
  return __VERSION__;
#else
  return "gcc " __VERSION__;
#endif
}

const char *VersionSolver(void) {
  const char *type = StepSolverDefaultType();
  return strcmp(type, SNESNEWTONLS) ? type : SNESNEWTONLS ": built with stock SNES types only";
}
