#include "cli/command.h"
#include "base/nearest.h"

#include <stdio.h>
#include <string.h>

static Command Complete;

const CommandEntry CommandTable[] = {
    {"list", CommandList, "the methods, models and suites there are", &UsageList},
    {"describe", CommandDescribe,
     "what a method claims, what a model offers, what a suite would run", &UsageDescribe},
    {"run", CommandRun, "integrate one model with one method: the end state, a table in a file",
     &UsageRun},
    {"verify", CommandVerify, "judge methods against what they claim, write a report",
     &UsageVerify},
    {"explain", CommandExplain, "say why a stored verdict is what it is", &UsageExplain},
    {"new", CommandNew, "write a method or a model to begin with, or copy one", &UsageNew},
    {"build", CommandBuild, "compile a plugin outside the source tree, in both precisions",
     &UsageBuild},
    {"check", CommandCheck, "check a plugin: contract, derivatives, references", &UsageCheck},
    {"report", CommandReport, "render the report again from stored results", &UsageReport},
    {"cite", CommandCite, "BibTeX for what a report used", &UsageCite},
    {"compare", CommandCompare, "say what got better or worse between two reports", &UsageCompare},
    {"judge", CommandJudge, "judge the order in a table of errors from any program", &UsageJudge},
    {"judge-trajectory", CommandJudgeTrajectory, "judge the output of any program on a model",
     &UsageJudgeTrajectory},
    {"reference", CommandReference, "the certified solution of a model at some times",
     &UsageReference},
    {"export", CommandExport, "a model in another language, or the whole test set", &UsageExport},
    {"algebra", CommandAlgebra, "judge a table of coefficients, without a run", &UsageAlgebra},
    {"bench", CommandBench, "speed, as ratios measured in the same run", &UsageBench},
    {"completion", CommandCompletion, "what a shell needs to complete gimbal's words",
     &UsageCompletion},
    {"version", CommandVersion, "the version, and what it was built with", &UsageVersion},
    {"complete", Complete, NULL, NULL},    /* of the shells, as `completion` tells them */
    {"worker", CommandWorker, NULL, NULL}, /* of verify, which starts it */
    {NULL, NULL, NULL, NULL}};

static PetscErrorCode Complete(CommandLine *line) {
  return CompleteWords(CommandTable, line->count, line->operand);
}

PetscErrorCode CommandRunWords(const CommandEntry *entry, int argc, char **argv, int *status) {
  const Usage *usage = entry->usage;
  CommandLine line = {.count = argc - 1, .operand = argv + 1};
  PetscBool done = PETSC_FALSE;
  if (usage) {
    PetscCall(PetscCalloc1(usage->size + 1, (char **)&line.words));
    if (usage->defaults)
      memcpy(line.words, usage->defaults, usage->size);
    PetscCall(OptionsRead(usage, argc, argv, line.words, &done));
    line.count = argc - optind;
    line.operand = argv + optind;
  }
  const PetscErrorCode error = done ? 0 : entry->run(&line);
  *status = line.status;
  PetscCall(PetscFree(line.words));
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
    if (c->summary)
      names[count++] = c->name;
  names[count++] = "help";
  return NearestName(word, count, names);
}

void CommandPrintHelp(FILE *file) {
  fputs("gimbal judges geometric integrators against what they claim of themselves.\n\n"
        "Usage: gimbal COMMAND [WORDS] [-- PETSC OPTIONS]\n\n",
        file);
  for (const CommandEntry *c = CommandTable; c->name; c++)
    if (c->summary)
      fprintf(file, "  %-18s%s\n", c->name, c->summary);
  fputs("\n`gimbal COMMAND --help` says more of each. `gimbal verify` alone judges everything.\n\n"
        "  --help     this text\n"
        "  --version  as `gimbal version`\n"
        "  --debug    errors with a traceback through the source\n\n"
        "Exit status: 0 all passed; 1 something was refuted or failed, or was confirmed where the\n"
        "suite expects it refuted; 4 something stayed undecided; 2 usage, suite or plugin error;\n"
        "3 the run itself broke; 130, 143, 129 interrupted.\n",
        file);
}
