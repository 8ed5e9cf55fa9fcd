/* What the command that shows one claim again needs, beside the job, of the command line that the
 * claim was judged under. */
#ifndef GIMBAL_HARNESS_CLI_REPRODUCE_H
#define GIMBAL_HARNESS_CLI_REPRODUCE_H

#include "registry/registry.h"
#include <jansson.h>

enum { TIMEOUT_DEFAULT = 600, MEMORY_DEFAULT = 4096 }; /* seconds, megabytes per job */

typedef struct {
  const char *suite;                 /* NULL: the default one */
  const char *directory, *precision; /* NULL: the suite's precision */
  PetscInt plugins, seed, memory;    /* seed < 0: the suite's */
  const char *const *plugin;
  PetscReal timeout;
} CommandLine;

/* Gives the job of each record its member "command", {"options": […], "petsc": […]}, which the
 * judge puts into its verdicts. The options have the plugins, and an output folder that is not the
 * one of the report. */
extern PetscErrorCode ReproduceNote(Registry, const CommandLine *, json_t *records);

#endif
