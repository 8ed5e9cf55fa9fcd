/* What the subcommands share in reading their words. */
#ifndef GIMBAL_HARNESS_CLI_WORDS_H
#define GIMBAL_HARNESS_CLI_WORDS_H

#include <petscsys.h>

/* Raises the error for what getopt_long answered: ':' is an option without its value, anything else
 * an unknown option. To be called at once, with the subcommand's name in argv[0]. */
extern PetscErrorCode WordsRefuse(int answer, char *const *argv);

/* Reads a whole number; false if the text is none, or not between least and most. */
extern PetscBool WordsCount(const char *text, PetscInt least, PetscInt most, PetscInt *value);

#endif
