/* What a descriptor must satisfy beyond having its required entries. */
#ifndef GIMBAL_HARNESS_REGISTRY_CHECK_H
#define GIMBAL_HARNESS_REGISTRY_CHECK_H

#include "registry/registry.h"

/* All of these are PETSC_ERR_USER_INPUT with one line: where, what is wrong, what would be right.
 * Every text of every member and every case is evaluated. */
extern PetscErrorCode MethodCheck(Method);
extern PetscErrorCode ModelCheck(Model);

/* Whether a claim's study, quantity and value (NULL: any) are words that there are, as far as that
 * can be said without a method and a model: invariants, probes and other methods are
 * not looked up. */
extern PetscErrorCode ClaimCheckWords(const char *where, const gimbal_claim *);
/* Whether its value, where that is an order, and its condition can be read in the
 * method's words. */
extern PetscErrorCode ClaimCheckTexts(const char *where, Method, const gimbal_claim *);

/* Numbers of constraints against the functions that give them. */
extern PetscErrorCode RealisationCheckDimensions(const char *where, const gimbal_realisation *,
                                                 const Dimensions *);

#endif
