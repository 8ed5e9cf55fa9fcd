/* What the numbers of a method's tableau say beside what its runs say. */
#ifndef GIMBAL_REPORTS_ALGEBRA_H
#define GIMBAL_REPORTS_ALGEBRA_H

#include "record/store.h"
#include <stdio.h>

/* tables/algebra.*: a row for each claim that was judged both ways, or could be. Nothing where no
 * algebra study ran. */
extern PetscErrorCode WriteAlgebra(Store);
/* A line for each claim on which both disagree. */
extern void AlgebraTellDisagreements(Store, FILE *);

#endif
