/* What several subcommands need. */
#pragma once

#include "base/user_error.h"
#include "registry/registry.h"
#include <jansson.h>
#include <petscsys.h>

/* The libraries whose methods are not here, as a plan wants them ("gsl scipy"): those whose adapters were not
 * built, and those that are programs, none of which was named. */
extern void WordsLeftOut(Registry, char text[], size_t room);

/* Prints a file that comes with the program (ProgramText). */
extern PetscErrorCode WordsPutFile(const char *command, const char *const folders[],
                                   const char *name);

/* Runs COMMAND.sh, which comes with the program, with these words (the last is NULL). status: 2 where it fails,
 * which it has said itself. */
extern PetscErrorCode WordsRunScript(const char *command, const char *const words[], int *status);

/* Prints a value for programs. */
extern void WordsPutJson(const json_t *);

/* PETSc ignores options that are never queried, so that a slip would look as if it made no
 * difference. This asks the solvers of a step beforehand, for which the words after "--" are: a word that
 * is no option with the prefix -step_, an option that no such solver obeys, and a value that it cannot take
 * are PETSC_ERR_USER_INPUT. An option that only the solver of banded systems obeys is a remark on
 * standard error. */
extern PetscErrorCode PetscWordsCheck(void);
