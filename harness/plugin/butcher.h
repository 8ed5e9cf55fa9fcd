/* Tables of coefficients in a file, as a plugin: methods whose steps the host takes, where it can.
 *
 * Text: for each stage a row "c | a_1 a_2 …", of which zeros at the end may be left out, then "| b_1 b_2 …", and
 * once more for embedded weights; a line of dashes may precede them. Entries are expressions, separated by
 * blanks outside of parentheses, or by commas, semicolons, tabs or &; instead of the bar the node may be the first
 * of them, and empty before weights. A line "NAME: order 5, embedded 4, symplectic" names the table that
 * follows and says what is claimed of it. "#" begins a comment.
 * That line may name a kind, too: "NAME: splitting, order 4". Rows of kinds without a tableau have a label:
 * "kick | 1/2 1/2" (docs/algebra.md).
 * JSON: {"name": …, "claims": "order 5", "A": [[…], …], "b": […], "c": […], "embedded": […]}, or an array of
 * such. */
#pragma once

#include <jansson.h>
#include <petscsys.h>

/* Whether a file of that name holds tables: it ends in .txt, .csv, .tsv, .dat or .json. */
extern PetscBool ButcherIsFile(const char *file);
/* An array of methods as a program describes them (external/README.md), to be given back by json_decref. A table
 * that is unclear is PETSC_ERR_USER_INPUT, with file and line. Embedded weights make a method of their own,
 * NAME_embedded. */
extern PetscErrorCode ButcherRead(const char *file, json_t **methods);
