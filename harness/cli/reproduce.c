#include "cli/verify.h"
#include "base/text_stream.h"
#include "base/shell.h"
#include "cli/launch.h"
#include "plugin/plugin.h"

#include <libgen.h>

/* A relative folder that is not the report's, wherever the command is started. */
static const char *OtherFolder(const char *directory) {
  OWNED(MemoryFree) char *copy = strdup(directory);
  const char *other =
      copy && !strcmp(basename(copy), "reproduced") ? "reproduced_again" : "reproduced";
  return other;
}

static void PutOption(FILE *out, const char *option, const char *value) {
  fprintf(out, " %s ", option);
  ShellPut(out, value);
}

/* What is run, as the job has it. */
static void PutSelection(const Job *job, FILE *out) {
  char place[JOB_PLACE];
  if (job->suite && *job->suite && strcmp(job->suite, "default")) {
    fputc(' ', out);
    ShellPut(out, job->suite);
  }
  PutOption(out, "-m", job->method);
  if (strcmp(job->model, "*"))
    PutOption(out, "-M", JobPlace(job, place));
  if (job->seed)
    fprintf(out, " --seed %d", (int)job->seed);
  if (job->precision && *job->precision && strcmp(job->precision, "auto"))
    fprintf(out, " --precision %s", job->precision);
}

/* What the job itself cannot tell from the suite's own setting. */
static void PutLine(const VerifyWords *line, FILE *out) {
  char number[32];
  if (line->seed == 0)
    fputs(" --seed 0", out);
  if (line->precision && !strcmp(line->precision, "auto"))
    fputs(" --precision auto", out);
  if (line->timeout != TIMEOUT_DEFAULT) {
    (void)snprintf(number, sizeof(number), "%.15g", (double)line->timeout);
    PutOption(out, "--timeout", number);
  }
  if (line->memory != MEMORY_DEFAULT)
    fprintf(out, " --memory %d", (int)line->memory);
  for (PetscInt i = 0; i < line->plugins.count; i++) {
    const char *file = line->plugins.at[i], *command = PluginCommand(file);
    PutOption(out, command ? "--external" : "--plugin", command ? command : file);
  }
  PutOption(out, "-o", OtherFolder(line->directory));
}

static void PutCommand(const VerifyWords *line, const Job *job, FILE *out) {
  char *const *word = LaunchPetscWords();
  fputs("gimbal verify", out);
  PutSelection(job, out);
  PutLine(line, out);
  if (*word)
    fputs(" --", out);
  for (; *word; word++) {
    fputc(' ', out);
    ShellPut(out, *word);
  }
}

void ReproduceCommands(const VerifyWords *line, Verdicts *verdicts) {
  for (PetscInt i = 0; i < verdicts->count; i++) {
    Verdict *verdict = &verdicts->at[i];
    TextStream command;
    TextStreamOpen(&command);
    PutCommand(line, verdict->job, command.file);
    TextStreamClose(&command);
    verdict->command = ArenaText(verdicts->arena, command.text);
    free(command.text);
  }
}
