#include "cli/version.h"
#include "commit.h"

const char *VersionNumber(void) { return "1.0.0"; }

const char *VersionCommit(void) { return GIMBAL_COMMIT; }

const char *VersionCompiler(void) {
#ifdef __clang__
  return __VERSION__;
#else
  return "gcc " __VERSION__;
#endif
}
