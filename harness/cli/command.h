/* The subcommands. Each reads its own words (argv[0] is its name), prints, and
 * sets the exit status: 0, or 1 for refuted or failed, 4 for undecided. */
#ifndef GIMBAL_HARNESS_CLI_COMMAND_H
#define GIMBAL_HARNESS_CLI_COMMAND_H

#include "cli/options.h"

typedef PetscErrorCode Command(int argc, char **argv, int *status);

extern Command CommandList, CommandDescribe, CommandRun, CommandVerify, CommandReport, CommandCite,
    CommandCompare, CommandCheck, CommandBench, CommandNew, CommandBuild, CommandJudge,
    CommandJudgeTrajectory, CommandReference, CommandAlgebra, CommandExplain, CommandVersion,
    CommandCompletion, CommandComplete, CommandWorker;

/* Their words; what --help prints, completion offers and getopt_long takes is made of these. */
extern const Usage UsageList, UsageDescribe, UsageRun, UsageVerify, UsageReport, UsageCite,
    UsageCompare, UsageCheck, UsageBench, UsageNew, UsageBuild, UsageJudge, UsageJudgeTrajectory,
    UsageReference, UsageAlgebra, UsageExplain, UsageVersion, UsageCompletion;

typedef struct {
  const char *name;
  Command *run;
  const char *summary; /* NULL: it is no command for people */
  const Usage *usage;
} CommandEntry;

/* All of them, in the order in which one meets them. */
extern const CommandEntry *CommandTable(size_t *count);

/* The one of that name, or NULL. */
extern const CommandEntry *CommandFind(const char *name);

/* The name of the one that the word most likely stands for, or NULL. */
extern const char *CommandNearest(const char *word);

/* What `gimbal --help` prints. */
extern void CommandPrintHelp(FILE *);

#endif
