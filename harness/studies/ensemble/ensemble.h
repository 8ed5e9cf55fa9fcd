/* What the parts of the ensemble study share. */
#ifndef GIMBAL_HARNESS_STUDIES_ENSEMBLE_ENSEMBLE_H
#define GIMBAL_HARNESS_STUDIES_ENSEMBLE_ENSEMBLE_H

#include "record/measured.h"
#include "record/verdict.h"

struct Setting;
struct Explained; /* studies/explanation.h */
struct Explanation;

extern PetscErrorCode EnsembleMeasure(const struct Setting *, Measured *);
extern PetscErrorCode EnsembleJudge(PetscInt count, const Job *const[], const Measured *const[],
                                    const Claim *, Finding *);
extern PetscErrorCode EnsembleExplain(const struct Explained *, struct Explanation *);

#endif
