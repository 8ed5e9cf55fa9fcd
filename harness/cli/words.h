/* Words of the command line that a subcommand cannot use. */
#ifndef GIMBAL_HARNESS_CLI_WORDS_H
#define GIMBAL_HARNESS_CLI_WORDS_H

#include <petscsys.h>

/* The error for what getopt_long answers: ':' is an option without its value, anything else one
 * that there is not. To be called at once, argv[0] being the subcommand's name. */
extern PetscErrorCode WordsRefuse(int answer, char *const *argv);

/* Whether the text is a whole number from least to most, and which. */
extern PetscBool WordsCount(const char *text, PetscInt least, PetscInt most, PetscInt *value);

#endif
