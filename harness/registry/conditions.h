/* The words that conditions may use: in `accepts`, in `when`, and in the value of an order. */
#pragma once

#include "numerics/expression.h"
#include "registry/parameters.h"
#include "registry/registry.h"

/* Lists that end with NULL: the traits of a realisation, the kinds of an invariant, and all that a
 * condition knows in addition to the method's parameters. */
extern const char *const TraitWords[], *const KindWords[], *const ConditionWords[];

/* The method's parameters with their values, then the condition words with their values on the
 * realisation and the invariant (NULL: none), or with 1 if the pairing has no case, which is enough
 * to check a text. `variables` refers to `at`. */
enum { CONDITION_VARIABLES = PARAMETERS_MOST + 64 };
typedef struct {
  Variables variables;
  Variable at[CONDITION_VARIABLES];
} Conditions;
extern PetscErrorCode ConditionsEvaluate(const Pairing *, const gimbal_invariant *, Conditions *);
