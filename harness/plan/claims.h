/* Which claims a job carries, and which claims no job of a plan can carry. */
#pragma once

#include "plan/selection.h"

/* A book of the claims that have met a model. */
typedef struct _n_ClaimBook *ClaimBook;

/* It and what the claims say live in the arena. */
extern ClaimBook ClaimBookCreate(Suite, Selection, Arena);

/* The claims that hold of the method on the realisation and are judged from this study, the
 * plugin's own before the suite's. */
extern PetscErrorCode ClaimBookCollect(ClaimBook, const SuiteStudy *, Method, const SelectedCase *,
                                       PetscInt realisation, Claims *);

/* Records of status "skipped", appended: one for each claim that was never collected. Where options
 * narrow the models, only of methods that are requested by name or met a selected model, not for
 * a suite's claim about other models. */
extern void ClaimBookSkipped(ClaimBook, const PlanOptions *, Records *);
