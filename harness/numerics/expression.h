/* The small expression language of descriptors: numbers, names, + - * / % ^, comparisons, && || !,
 * parentheses, and sqrt cbrt sin cos tan asin acos atan exp log abs floor; evaluated in
 * quadruple precision. Truth is 1 and 0; "^" is the power; "%" the remainder. phi0(x) to phi9(x) are φ_k(x z) of
 * exponential methods, of which the field says the moment (numerics/exact.h). */
#pragma once

#include "numerics/exact.h"
#include <petscsys.h>

typedef struct {
  const char *name;
  Quad value;
} Variable;

/* The names that a text may use; {0} for none. */
typedef struct {
  PetscInt count;
  const Variable *at;
} Variables;

/* A malformed text or an unknown name is PETSC_ERR_USER_INPUT with the text, the place and what was
 * expected. */
extern PetscErrorCode ExpressionEvaluate(const char *text, Variables variables, Quad *value);
/* Entries separated by commas; *count on input is the room in values, on output the entries read.
 * With values = NULL they are only counted. */
extern PetscErrorCode ExpressionEvaluateList(const char *text, Variables variables, PetscInt *count,
                                             Quad values[]);
/* Whether the text is right: complaint (room characters) is "" or says what is wrong, so that a caller
 * can add where the text stood. */
extern PetscBool ExpressionTry(const char *text, Variables variables, PetscInt *count,
                               Quad values[], size_t room, char complaint[]);

/* The same list with residues and errors in the field, of which the exactness is the worst of all.
 * What is compared, and remainders and truths, are exact where they are fractions of small integers.
 */
extern PetscErrorCode ExpressionEvaluateExact(const char *text, Variables variables, ExactField *,
                                              PetscInt *count, ExactNumber numbers[]);

/* The text of an entry of such a list, from 0, without blanks; false: no such entry, or more characters. */
extern PetscBool ExpressionEntry(const char *list, PetscInt entry, size_t room, char text[]);

/* Whether the text has names other than pi and those of functions: what only variables can give. */
extern PetscBool ExpressionHasNames(const char *text);
