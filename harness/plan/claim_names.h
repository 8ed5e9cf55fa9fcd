/* The words of a suite's claims that only the registry knows. */
#ifndef GIMBAL_HARNESS_PLAN_CLAIM_NAMES_H
#define GIMBAL_HARNESS_PLAN_CLAIM_NAMES_H

#include "plan/plan.h"

/* The invariant, the probe or the other method that the claim is on must be there, on a model and
 * of a method that the claim names; its value and condition must make sense for all these methods;
 * and a claim without a value must be one that a method makes. Otherwise a slip would pass for
 * "does not apply". PETSC_ERR_USER_INPUT with file and line. */
extern PetscErrorCode ClaimCheckNames(Suite, const SuiteClaim *, Registry, const PlanOptions *);
/* The same of what a method claims of itself: an invariant that no model has, and no kind of
 * invariants is, would never be judged. PETSC_ERR_USER_INPUT with the plugin's file. */
extern PetscErrorCode ClaimCheckOwnNames(Method, Registry);

#endif
