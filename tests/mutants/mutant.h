/* What a worker does with the mutants of one entry. */
#ifndef GIMBAL_TESTS_MUTANT_H
#define GIMBAL_TESTS_MUTANT_H

#include "registry/registry.h"
#include <jansson.h>

/* By MutationKind (core/core.h). */
extern const char *const MutationNames[];

/* The unit: "key", "kind", "method", "jobs" (of the plan: where the method is judged) and
 *   original  nothing else; measured {"verdicts":[…]}, those of the judge
 *   claim     "quantity": every claim on its order is overstated by 1
 *   number    "mutants": a list of mutations of one entry: "kind" is one of MutationNames, "index",
 *             "size" and "with" are those of core/core.h, the largest first
 *             or {"kind":"source","variant","what","size"}, a method compiled with a line changed
 * Measured for the last two: {"mutants":[{"mutation":…, "equivalent":true|false,
 * "verdict":"refuted"| "failed"|"undecided"|"confirmed"|"skipped", "study", "quantity", "model",
 * "precision", "digits": true if a term is found that double precision does not show}]}, the worst
 * verdict and what it is on; nothing runs any more once a mutant is
 * caught. The studies are those of tests/mutation.yaml, tried from the one that decides soonest to
 * the dearest: order in double precision, structure, long, order in quadruple. */
extern PetscErrorCode MutantStudy(Registry, const json_t *unit, json_t **measured);

#endif
