/* Mutants that no number makes: a term dropped, a force at the wrong time. They are compiled from
 * the methods' sources with a line changed. */
#ifndef GIMBAL_TESTS_VARIANTS_H
#define GIMBAL_TESTS_VARIANTS_H

#include <jansson.h>
#include <petscsys.h>

/* The table (tests/mutants/variants.txt, which says what is in it) as a list of {"name", "source",
 * "methods": […], "what", "changes": [{"from","to"}], "size": x or null}, one for each size. */
extern PetscErrorCode VariantsRead(const char *table, json_t **variants);

/* Writes the changed source of each as FOLDER/NAME.c, with "__NAME" behind the names of its methods
 * so that they can be loaded together with the originals, and takes away what the table no longer has.
 * An error if a text to be changed is not in the source exactly once. */
extern PetscErrorCode VariantsWrite(const json_t *variants, const char *folder);

#endif
