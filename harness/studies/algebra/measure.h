/* The measurement of the algebra study, for commands that need the scheme, too. */
#pragma once

#include "numerics/scheme.h"
#include "record/measured.h"

struct Experiment;

/* Of the experiment the method and the job are read, and the model where a scheme depends on it; there need not
 * be one. The scheme is to be freed by SchemeDestroy. */
extern PetscErrorCode AlgebraMeasure(const struct Experiment *, Measured *, Scheme *);
/* The equations of structure that the kind has, or NaN. */
extern PetscErrorCode AlgebraStructure(const Scheme *, SchemeDefect *symplectic,
                                       SchemeDefect *symmetric);
/* What stability and stiff accuracy are of: of an additive method its second tableau. */
extern Scheme AlgebraPart(const Scheme *);
/* The same numbers with the other set of trees that the kind has, and what their order is called; NULL: it has none. */
extern const char *AlgebraSpecial(const Scheme *, Scheme *special);
/* The same numbers where their decimals are rounded. *has is false, and nothing is made, if no decimal can be. */
extern PetscErrorCode AlgebraReadRounded(const struct Experiment *, const Scheme *, Scheme *rounded,
                                         PetscBool *has);
