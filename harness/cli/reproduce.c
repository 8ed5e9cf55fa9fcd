#include "cli/verify.h"
#include "base/text_stream.h"
#include "base/shell.h"
#include "cli/launch.h"
#include "cli/lookup.h"
#include "plugin/plugin.h"

#include <libgen.h>
#include <stdlib.h>
#include <string.h>

/* A relative folder that is not the report's, wherever the command is started. */
static const char *OtherFolder(const char *directory) {
  char *copy = strdup(directory);
  const char *other =
      copy && !strcmp(basename(copy), "reproduced") ? "reproduced_again" : "reproduced";
  free(copy);
  return other;
}

/* Whether the plugin holds the method or the model. */
static PetscBool Holds(const char *file, const char *method, const char *model) {
  const char *command = PluginCommand(file);
  if (command)
    return (PetscBool)!strcmp(command, method);
  return (PetscBool)(LookupIsSameFile(file, method) || LookupIsSameFile(file, model));
}

static void PutOption(FILE *out, const char *option, const char *value) {
  fprintf(out, " %s ", option);
  ShellPut(out, value);
}

static void PutPlugin(const char *file, FILE *out) {
  const char *command = PluginCommand(file);
  PutOption(out, command ? "--external" : "--plugin", command ? command : file);
}

/* All names in a suite must exist: one that the user wrote needs all the plugins of its run. */
static PetscErrorCode PutPlugins(Registry registry, const VerifyWords *line, const Job *job,
                                 FILE *out) {
  Method method;
  Model model = NULL;
  if (!line->plugins.count)
    return 0;
  PetscCall(RegistryFindMethod(registry, job->method, &method));
  if (strcmp(job->model, "*"))
    PetscCall(RegistryFindModel(registry, job->model, &model));
  for (PetscInt i = 0; i < line->plugins.count; i++)
    if (line->suite || Holds(line->plugins.at[i], method->file, model ? model->file : ""))
      PutPlugin(line->plugins.at[i], out);
  return 0;
}

/* What is run, as the job has it. */
static void PutSelection(const Job *job, FILE *out) {
  char place[1024];
  if (job->suite && *job->suite && strcmp(job->suite, "default")) {
    fputc(' ', out);
    ShellPut(out, job->suite);
  }
  PutOption(out, "-m", job->method);
  if (strcmp(job->model, "*")) {
    const char *at = job->realisation_name ? job->realisation_name : "", *name = job->instance;
    (void)snprintf(place, sizeof(place), "%s%s%s%s%s", job->model, *at ? "@" : "", at,
                   *name ? ":" : "", name);
    PutOption(out, "-M", place);
  }
  if (job->seed)
    fprintf(out, " --seed %d", (int)job->seed);
  if (job->precision && *job->precision && strcmp(job->precision, "auto"))
    fprintf(out, " --precision %s", job->precision);
}

/* What the job itself cannot tell from the suite's own setting. */
static PetscErrorCode PutLine(Registry registry, const VerifyWords *line, const Job *job,
                              FILE *out) {
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
  PetscCall(PutPlugins(registry, line, job, out));
  PutOption(out, "-o", OtherFolder(line->directory));
  return 0;
}

static PetscErrorCode PutCommand(Registry registry, const VerifyWords *line, const Job *job,
                                 FILE *out) {
  char *const *word = LaunchPetscWords();
  fputs("gimbal verify", out);
  PutSelection(job, out);
  PetscCall(PutLine(registry, line, job, out));
  if (*word)
    fputs(" --", out);
  for (; *word; word++) {
    fputc(' ', out);
    ShellPut(out, *word);
  }
  return 0;
}

PetscErrorCode ReproduceCommands(Registry registry, const VerifyWords *line, Verdicts *verdicts) {
  for (PetscInt i = 0; i < verdicts->count; i++) {
    Verdict *verdict = &verdicts->at[i];
    TextStream command;
    PetscCall(TextStreamOpen(&command));
    PetscErrorCode error = PutCommand(registry, line, verdict->job, command.file);
    const PetscErrorCode lost = TextStreamClose(&command, "a command");
    if (!error && !lost)
      error = ArenaText(verdicts->arena, command.text, &verdict->command);
    free(command.text);
    PetscCall(error);
    PetscCall(lost);
  }
  return 0;
}
