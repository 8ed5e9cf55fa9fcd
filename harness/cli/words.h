/* What the subcommands share in reading their words. */
#ifndef GIMBAL_HARNESS_CLI_WORDS_H
#define GIMBAL_HARNESS_CLI_WORDS_H

#include "registry/registry.h"
#include <jansson.h>
#include <petscsys.h>

/* Raises the error for what getopt_long answered: ':' is an option without its value, anything else
 * an unknown option. To be called at once, with the subcommand's name in argv[0]. */
extern PetscErrorCode WordsRefuse(int answer, char *const *argv);

/* For a subcommand whose only option is --help: prints that text where it is asked for. Otherwise optind is
 * at the first of the other words. */
extern PetscErrorCode WordsHelp(int argc, char **argv, const char *help, PetscBool *printed);

/* Reads a whole number; false if the text is none, or not between least and most. */
extern PetscBool WordsCount(const char *text, PetscInt least, PetscInt most, PetscInt *value);

/* Reads the seconds of a --timeout. */
extern PetscErrorCode WordsTimeout(const char *text, PetscReal *seconds);

/* The name among plugins of the program of an --external, which lasts as long as the process. */
extern PetscErrorCode WordsExternal(const char *command, const char **plugin);

/* The libraries whose methods are not here, as a plan wants them ("gsl scipy"): those whose adapters were not
 * built, and those that are programs, none of which was named. */
extern PetscErrorCode WordsLeftOut(Registry, char text[], size_t room);

/* Prints a value for programs. */
extern PetscErrorCode WordsPutJson(const json_t *);

#endif
