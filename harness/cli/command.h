/* The subcommands. Each prints, and sets the exit status: 0, or 1 for refuted or failed, 4 for undecided. */
#pragma once

#include "cli/options.h"

typedef struct {
  void *words; /* the structure that the options have set */
  int count;   /* of operands */
  char **operand;
  int status;
} CommandLine;
typedef PetscErrorCode Command(CommandLine *);

extern Command CommandList, CommandDescribe, CommandRun, CommandVerify, CommandReport, CommandCite,
    CommandCompare, CommandCheck, CommandBench, CommandNew, CommandBuild, CommandJudge,
    CommandJudgeTrajectory, CommandReference, CommandExport, CommandAlgebra, CommandExplain,
    CommandVersion, CommandCompletion, CommandWorker;

/* Their words; what --help prints, completion offers and getopt_long takes is made of these. */
extern const Usage UsageList, UsageDescribe, UsageRun, UsageVerify, UsageReport, UsageCite,
    UsageCompare, UsageCheck, UsageBench, UsageNew, UsageBuild, UsageJudge, UsageJudgeTrajectory,
    UsageReference, UsageExport, UsageAlgebra, UsageExplain, UsageVersion, UsageCompletion;

typedef struct {
  const char *name;
  Command *run;
  const Usage *usage; /* NULL: it is no command for people */
} CommandEntry;

/* All of them, in the order in which one meets them; the last has no name. */
extern const CommandEntry CommandTable[];

/* The one of that name, or NULL. */
extern const CommandEntry *CommandFind(const char *name);

/* Runs it with these words, the first of which is its name, once they are read by its table of options;
 * one that is for no people gets all the others as operands. */
extern PetscErrorCode CommandRunWords(const CommandEntry *, int argc, char **argv, int *status);

/* The name of the one that the word most likely stands for, or NULL. */
extern const char *CommandNearest(const char *word);

/* What `gimbal --help` prints: the file help/gimbal. */
extern PetscErrorCode CommandPrintHelp(FILE *);
