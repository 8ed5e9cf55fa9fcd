/* The subcommands. Each reads its own words with getopt_long (argv[0] is its name), prints, and
 * sets the exit status: 0, or 1 for refuted or failed, 4 for undecided. */
#ifndef GIMBAL_HARNESS_CLI_COMMAND_H
#define GIMBAL_HARNESS_CLI_COMMAND_H

#include <petscsys.h>

typedef PetscErrorCode Command(int argc, char **argv, int *status);

extern Command CommandList, CommandDescribe, CommandRun, CommandVerify, CommandReport, CommandCite,
    CommandCompare, CommandCheck, CommandBench, CommandNew, CommandBuild, CommandJudge,
    CommandExplain, CommandWorker;

#endif
