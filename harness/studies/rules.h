/* The rules by study: from a record's measurements and one claim to a finding. */
#ifndef GIMBAL_HARNESS_STUDIES_RULES_H
#define GIMBAL_HARNESS_STUDIES_RULES_H

#include "record/finding.h"

/* `measured` is what the study of that kind returns; the finding is initialised here. */
extern PetscErrorCode RuleOrder(const json_t *job, const json_t *measured, const json_t *claim,
                                Finding *);
extern PetscErrorCode RuleConstraint(const json_t *job, const json_t *measured, const json_t *claim,
                                     Finding *);
extern PetscErrorCode RuleEnergy(const json_t *job, const json_t *measured, const json_t *claim,
                                 Finding *);
extern PetscErrorCode RuleStructure(const json_t *job, const json_t *measured, const json_t *claim,
                                    Finding *);
/* All slices of one ensemble: an array of `measured`. */
extern PetscErrorCode RuleEnsemble(const json_t *job, const json_t *slices, const json_t *claim,
                                   Finding *);

/* Whether something claimed to be bounded wanders so far, or drifts by less than it oscillates,
 * which a longer run may show to be an oscillation slower than this run, or a drift. */
extern PetscErrorCode RuleWantsLongerRun(const json_t *job, const json_t *measured,
                                         PetscBool *wants);

#endif
