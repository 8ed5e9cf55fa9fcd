/* What several subcommands need. */
#ifndef GIMBAL_HARNESS_CLI_WORDS_H
#define GIMBAL_HARNESS_CLI_WORDS_H

#include "registry/registry.h"
#include <jansson.h>
#include <petscsys.h>

/* The libraries whose methods are not here, as a plan wants them ("gsl scipy"): those whose adapters were not
 * built, and those that are programs, none of which was named. */
extern PetscErrorCode WordsLeftOut(Registry, char text[], size_t room);

/* Prints a value for programs. */
extern void WordsPutJson(const json_t *);

#endif
