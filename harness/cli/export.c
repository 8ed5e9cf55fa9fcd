/* gimbal export: a model in another language, or the whole test set, by python/gimbal/export. */
#include "base/memory.h"
#include "base/program_files.h"
#include "cli/command.h"

#include <errno.h>
#include <unistd.h>

typedef struct {
  const char *language, *all;
  PetscBool list;
} Words;

static const Option options[] = {
    OPTION(Words, TEXT, 'l', "language", "python|julia|matlab|c|fortran|latex|json", language),
    OPTION(Words, TEXT, 'a', "all", "DIR", all),
    OPTION(Words, YES, 0, "list", NULL, list),
    {.kind = OPTION_END}};

const Usage UsageExport = USAGE(options, Words, "MODEL", 0, 1);

PetscErrorCode CommandExport(CommandLine *line) {
  static const char *const folders[] = {"python/gimbal/export", "share/gimbal/python/gimbal/export",
                                        NULL};
  char script[PATH_MAX], **words;
  PetscCall(ProgramFileNeeded("export", folders, "__main__.py", script));
  /* Its words as getopt_long has left them: options, then operands. Python reads them again. */
  words = MemoryZeroed(optind + line->count + 3, sizeof(*words));
  memcpy(words + 2, line->operand - optind, (size_t)(optind + line->count) * sizeof(*words));
  words[0] = "python3", words[1] = "-B", words[2] = script; /* -B: the installation is left alone */
  (void)execvp(words[0], words);
  UserError("export: python3 cannot be started: %s", strerror(errno));
}
