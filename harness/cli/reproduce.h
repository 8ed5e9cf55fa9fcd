/* The command that shows a verdict again: what its job says, and what else was on the command line
 * that it was judged under. */
#ifndef GIMBAL_HARNESS_CLI_REPRODUCE_H
#define GIMBAL_HARNESS_CLI_REPRODUCE_H

#include "record/verdict.h"
#include "registry/registry.h"

enum { TIMEOUT_DEFAULT = 600, MEMORY_DEFAULT = 4096 }; /* seconds, megabytes per job */

typedef struct {
  const char *suite;                 /* NULL: the default one */
  const char *directory, *precision; /* NULL: the suite's precision */
  PetscInt plugins, seed, memory;    /* seed < 0: the suite's */
  const char *const *plugin;
  PetscReal timeout;
} CommandLine;

/* Gives each verdict, whose job must be at hand, its command. The options have the plugins, and an
 * output folder that is not the one of the report. */
extern PetscErrorCode ReproduceCommands(Registry, const CommandLine *, Verdicts *);

#endif
