/* The checks of a descriptor that go beyond its having the required entries. */
#pragma once

#include "registry/registry.h"

/* Each of these evaluates every text of every member or case. What is wrong is
 * PETSC_ERR_USER_INPUT, with one line: where, what is wrong, what would be right. */
extern PetscErrorCode MethodCheck(Method);
extern PetscErrorCode ModelCheck(Model);

/* Checks that its condition, and its value where that is an order, can be read in the method's
 * words. */
extern PetscErrorCode ClaimCheckTexts(const char *where, Method, const gimbal_claim *);

/* The expression in the claim's value, to be freed by free; NULL if it has no value. */
extern char *ClaimExpression(const gimbal_claim *);
