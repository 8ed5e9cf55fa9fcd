/* gimbal build FILE.c: a plugin outside the source tree, in both precisions. build.sh has the recipe. */
#include "base/program_files.h"
#include "cli/command.h"
#include "cli/words.h"
#include "numerics/quad.h"
#include "studies/study.h"

#include <errno.h>
#include <unistd.h>

typedef struct {
  const char *output;
  PetscBool double_only;
} Words;

static const Option options[] = {OPTION(Words, TEXT, 'o', "output", "FILE.so", output),
                                 OPTION(Words, YES, 0, "double-only", NULL, double_only),
                                 {.kind = OPTION_END}};

const Usage UsageBuild =
    USAGE_WITH(options, Words, "FILE.c", 1, 1, .double_only = (PetscBool)!HAVE_QUAD);

/* The source must exist; the output is next to it, unless another is named. */
static PetscErrorCode CheckSource(const char *source, const char *named, char output[PATH_MAX]) {
  const char *ending = strrchr(source, '.');
  UserCheck(ending && OptionHasWord(".c|.cpp|.cc|.cxx", ending),
            "build: \"%s\" is not a source file; *.c or *.cpp is expected", source);
  UserCheck(!access(source, R_OK), "build: %s: %s", source, strerror(errno));
  if (named)
    (void)snprintf(output, PATH_MAX, "%s", named);
  else
    (void)snprintf(output, PATH_MAX, "%s%.*s.so", strchr(source, '/') ? "" : "./",
                   (int)(ending - source), source);
  return 0;
}

PetscErrorCode CommandBuild(CommandLine *line) {
  static const char *const folders[] = {"include", NULL};
  const Words *w = line->words;
  char header[PATH_MAX], output[PATH_MAX];
  const char *plugin = output, *source = *line->operand;
  OWNED(RegistryDestroy) Registry registry = NULL;
  PetscCall(CheckSource(source, w->output, output));
  PetscCall(ProgramFileNeeded("build", folders, "gimbal.h", header));
  *strrchr(header, '/') = 0;
  const char *const words[] = {source,
                               output,
                               header,
                               w->double_only ? "no" : "yes",
                               w->double_only ? "-lm" : QUAD_LIBRARIES,
                               NULL};
  PetscCall(WordsRunScript("build", words, &line->status));
  if (line->status)
    return 0;
  /* As verify --plugin loads it: what that refuses shall not be found out later. */
  return RegistryCreate(1, &plugin, StudyVocabulary, &registry);
}
