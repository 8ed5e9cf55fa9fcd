/* The subcommands. Each parses its own words with getopt_long (argv[0] is its name), prints what it
 * prints, and leaves the exit status: 0, or 1 refuted or failed, 4 undecided. */
#ifndef GIMBAL_HARNESS_CLI_COMMAND_H
#define GIMBAL_HARNESS_CLI_COMMAND_H

#include <petscsys.h>

typedef PetscErrorCode Command(int argc, char **argv, int *status);

extern Command CommandList, CommandDescribe, CommandRun, CommandVerify, CommandReport,
    CommandCompare, CommandCheck, CommandBench, CommandNew, CommandBuild;

#endif
