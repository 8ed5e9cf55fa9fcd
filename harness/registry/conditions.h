/* The words that conditions may use: in `accepts`, in `when`, and in the value of an order. */
#ifndef GIMBAL_HARNESS_REGISTRY_CONDITIONS_H
#define GIMBAL_HARNESS_REGISTRY_CONDITIONS_H

#include "numerics/expression.h"
#include "registry/registry.h"

/* Lists that end with NULL: the traits of a realisation, the kinds of an invariant, and all that a
 * condition knows beside the method's parameters. */
extern const char *const TraitWords[], *const KindWords[], *const ConditionWords[];

/* Whether a text of words separated by blanks (NULL: none) has the word. */
extern PetscBool WordsContain(const char *text, const char *word);
/* Checks that all words of the text are in the list; the error offers the nearest one. */
extern PetscErrorCode WordsCheck(const char *where, const char *field, const char *text,
                                 const char *const words[]);
/* The same for a text that is one word. */
extern PetscErrorCode WordCheck(const char *where, const char *field, const char *text,
                                const char *const words[]);

/* The method's parameters with their values, then the condition words with their values on the
 * realisation and the invariant (NULL: none), or with 1 if the pairing has no case, which is enough
 * to check a text. Their `at` is to be freed with PetscFree. */
extern PetscErrorCode ConditionVariables(const Pairing *, const gimbal_invariant *,
                                         Variables *variables);

#endif
