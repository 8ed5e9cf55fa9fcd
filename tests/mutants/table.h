/* The table of `make mutation`. */
#ifndef GIMBAL_TESTS_MUTATION_TABLE_H
#define GIMBAL_TESTS_MUTATION_TABLE_H

#include <jansson.h>
#include <petscsys.h>
#include <stdio.h>

/* Writes what the records (mutant.h) say as Markdown. *good is false if an original is refuted or
 * undecided, or a mutant that is off by 1e-8 or more (or an overstated claim) survives, or a single
 * coefficient that the marks ask for and tests/mutants/unseen.txt does not name. */
extern PetscErrorCode MutationTable(FILE *, const char *command, const json_t *records,
                                    PetscBool *good);

#endif
