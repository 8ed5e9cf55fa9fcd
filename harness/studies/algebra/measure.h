/* The measurement of the algebra study, for commands that need the scheme, too. */
#pragma once

#include "numerics/scheme.h"
#include "record/measured.h"

struct Experiment;

/* Of the experiment the method and the job are read, and the model where a scheme depends on it; there need not
 * be one. The scheme is to be freed by SchemeDestroy. */
extern PetscErrorCode AlgebraMeasure(const struct Experiment *, Measured *, Scheme *);
/* The same numbers where their decimals are rounded; *has is false, and there is none, if no decimal can be. */
extern PetscErrorCode AlgebraReadRounded(const struct Experiment *, const Scheme *, Scheme *rounded,
                                         PetscBool *has);
