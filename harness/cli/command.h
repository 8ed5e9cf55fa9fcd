/* The subcommands. Each reads its own words with getopt_long (argv[0] is its name), prints, and
 * sets the exit status: 0, or 1 for refuted or failed, 4 for undecided. */
#ifndef GIMBAL_HARNESS_CLI_COMMAND_H
#define GIMBAL_HARNESS_CLI_COMMAND_H

#include <petscsys.h>

typedef PetscErrorCode Command(int argc, char **argv, int *status);

extern Command CommandList, CommandDescribe, CommandRun, CommandVerify, CommandReport, CommandCite,
    CommandCompare, CommandHistory, CommandCheck, CommandBench, CommandNew, CommandBuild,
    CommandJudge, CommandExplain, CommandVersion, CommandMan, CommandCompletion, CommandComplete,
    CommandWorker;

/* What `gimbal COMMAND --help` prints. The manual page, the shells' completion and what an unknown
 * option is told are made from these texts (cli/help_text.h); t0121 and t0123 hold them against
 * what the commands accept. */
extern const char HelpList[], HelpDescribe[], HelpRun[], HelpVerify[], HelpReport[], HelpCite[],
    HelpCompare[], HelpHistory[], HelpCheck[], HelpBench[], HelpNew[], HelpBuild[], HelpJudge[],
    HelpExplain[], HelpVersion[], HelpMan[], HelpCompletion[];

typedef struct {
  const char *name;
  Command *run;
  const char *summary; /* NULL: it is no command for people */
  const char *help;
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
