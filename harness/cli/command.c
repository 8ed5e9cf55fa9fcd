#include "cli/command.h"
#include "base/nearest.h"
#include "cli/launch.h"
#include "cli/words.h"
#include "farm/probe.h"

const Usage UsageCompletion = {.operands = "bash|zsh|fish", .least = 1, .most = 1};

static Command Complete;

#define ENTRY(name, Name, summary) {name, Command##Name, &Usage##Name, summary},
/* clang-format off */
const CommandEntry CommandTable[] = {
    COMMANDS(ENTRY)
    {.name = "complete", .run = Complete},    /* of the shells, as `completion` writes it */
    {.name = "worker", .run = CommandWorker}, /* of verify, which starts it */
    {.name = NULL}};
/* clang-format on */

/* What may stand in place of the last of these words. */
static PetscErrorCode Complete(CommandLine *line) {
  const CommandEntry *command = line->count ? CommandFind(*line->operand) : NULL;
  const char *operands = command && command->usage ? command->usage->operands : NULL;
  const char **words = MemoryZeroed(line->count + 3, sizeof(*words));
  words[0] = LaunchProgram();
  words[1] = operands ? operands : "";
  for (int i = 0; i < line->count; i++)
    words[2 + i] = line->operand[i];
  PetscCall(WordsRunScript("complete", words, &line->status));
  free(words);
  return 0;
}

/* The script for a shell, which asks `gimbal complete WORDS`. What stands after "--" is PETSc's. */
PetscErrorCode CommandCompletion(CommandLine *line) {
  static const char *const folders[] = {"harness/cli/completion", "share/gimbal/completion", NULL};
  const char *shell = *line->operand;
  UserCheck(OptionHasWord(UsageCompletion.operands, shell),
            "completion: '%s' is not one of: bash, zsh, fish", shell);
  return WordsPutFile("completion", folders, shell);
}

PetscErrorCode CommandRunWords(const CommandEntry *entry, int argc, char **argv, int *status) {
  const Usage *usage = entry->usage;
  OWNED(MemoryFree) void *words = usage ? MemoryZeroed(1, usage->size + 1) : NULL;
  CommandLine line = {.words = words, .count = argc - 1, .operand = argv + 1};
  PetscBool done = PETSC_FALSE;
  if (usage) {
    RegistryTry = ProbePlugins;
    if (usage->defaults)
      memcpy(words, usage->defaults, usage->size);
    PetscCall(OptionsRead(usage, argc, argv, words, &done));
    line.count = argc - optind;
    line.operand = argv + optind;
  }
  const PetscErrorCode error = done ? 0 : entry->run(&line);
  *status = line.status;
  return error;
}

const CommandEntry *CommandFind(const char *name) {
  const CommandEntry *c = CommandTable;
  while (c->name && strcmp(name, c->name))
    c++;
  return c->name ? c : NULL;
}

const char *CommandNearest(const char *word) {
  const char *names[PETSC_STATIC_ARRAY_LENGTH(CommandTable)];
  PetscInt count = 0;
  for (const CommandEntry *c = CommandTable; c->name; c++)
    if (c->usage)
      names[count++] = c->name;
  names[count++] = "help";
  return NearestName(word, count, names);
}

PetscErrorCode CommandPrintHelp(FILE *file) {
  OWNED(MemoryFree) char *text = NULL;
  PetscCall(OptionsReadHelp("gimbal", &text));
  const char *const rest = strstr(text, "@\n");
  int width = 0;
  PetscCheck(rest, PETSC_COMM_SELF, PETSC_ERR_FILE_UNEXPECTED, "help/gimbal has no line \"@\"");
  for (const CommandEntry *c = CommandTable; c->name; c++)
    width = c->usage ? PetscMax(width, (int)strlen(c->name)) : width;
  fprintf(file, "%.*s", (int)(rest - text), text);
  for (const CommandEntry *c = CommandTable; c->name; c++)
    if (c->usage)
      fprintf(file, "  %-*s  %s\n", width, c->name, c->summary);
  fputs(rest + strlen("@\n"), file);
  return 0;
}
