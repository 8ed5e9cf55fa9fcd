#include "cli/command.h"
#include "base/nearest.h"
#include "cli/launch.h"
#include "cli/words.h"
#include "farm/probe.h"

const Usage UsageCompletion = {.operands = "bash|zsh|fish", .least = 1, .most = 1};

static Command Complete;

const CommandEntry CommandTable[] = {
    {"list", CommandList, &UsageList},
    {"describe", CommandDescribe, &UsageDescribe},
    {"run", CommandRun, &UsageRun},
    {"verify", CommandVerify, &UsageVerify},
    {"explain", CommandExplain, &UsageExplain},
    {"new", CommandNew, &UsageNew},
    {"build", CommandBuild, &UsageBuild},
    {"check", CommandCheck, &UsageCheck},
    {"report", CommandReport, &UsageReport},
    {"cite", CommandCite, &UsageCite},
    {"compare", CommandCompare, &UsageCompare},
    {"judge", CommandJudge, &UsageJudge},
    {"judge-trajectory", CommandJudgeTrajectory, &UsageJudgeTrajectory},
    {"reference", CommandReference, &UsageReference},
    {"export", CommandExport, &UsageExport},
    {"algebra", CommandAlgebra, &UsageAlgebra},
    {"bench", CommandBench, &UsageBench},
    {"completion", CommandCompletion, &UsageCompletion},
    {"version", CommandVersion, &UsageVersion},
    {"complete", Complete, NULL},    /* of the shells, as `completion` tells them */
    {"worker", CommandWorker, NULL}, /* of verify, which starts it */
    {NULL, NULL, NULL}};

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
  fputs(text, file);
  return 0;
}
