/* The words that conditions may use: in `accepts`, in `when`, and in the value of an order. */
#ifndef GIMBAL_HARNESS_REGISTRY_CONDITIONS_H
#define GIMBAL_HARNESS_REGISTRY_CONDITIONS_H

#include "numerics/expression.h"
#include "registry/registry.h"

/* Lists that end with NULL: the traits of a realisation, the kinds of an invariant, and all that a
 * condition knows beside the method's parameters. */
extern const char *const TraitWords[], *const KindWords[], *const ConditionWords[];

/* The method's parameters with their values, then the condition words with their values on the
 * realisation and the invariant (NULL: none), or with 1 if the pairing has no case, which is enough
 * to check a text. Their `at` is to be freed with PetscFree. */
extern PetscErrorCode ConditionVariables(const Pairing *, const gimbal_invariant *,
                                         Variables *variables);

#endif
