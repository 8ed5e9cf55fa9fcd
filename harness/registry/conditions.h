/* The words of conditions: what `accepts`, `when` and an order's value may speak of. */
#ifndef GIMBAL_HARNESS_REGISTRY_CONDITIONS_H
#define GIMBAL_HARNESS_REGISTRY_CONDITIONS_H

#include "numerics/expression.h"
#include "registry/registry.h"

/* NULL-terminated. A realisation's traits; the kinds of an invariant; all that a condition knows
 * beside the method's parameters. */
extern const char *const TraitWords[], *const KindWords[], *const ConditionWords[];

/* Whether a text of words separated by blanks (NULL: none) has the word. */
extern PetscBool WordsContain(const char *text, const char *word);
/* Whether all words of the text are in the list; if not, an error that offers the nearest. */
extern PetscErrorCode WordsCheck(const char *where, const char *field, const char *text,
                                 const char *const words[]);
/* As WordsCheck, for a text that is one entry of the list. */
extern PetscErrorCode WordCheck(const char *where, const char *field, const char *text,
                                const char *const words[]);

/* The method's parameters under the given values, followed by the condition words: of the
 * realisation and the invariant, or 1 for all of them where modelcase is NULL (to check a text). To
 * be freed with PetscFree. */
extern PetscErrorCode ConditionVariables(gimbal_list parameters, const Quad values[],
                                         gimbal_formulation formulation, ModelCase,
                                         PetscInt realisation, const gimbal_invariant *,
                                         PetscInt *count, Variable **variables);

#endif
