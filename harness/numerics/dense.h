/* Small dense systems in quadruple precision, for which LAPACK has nothing. */
#ifndef GIMBAL_HARNESS_NUMERICS_DENSE_H
#define GIMBAL_HARNESS_NUMERICS_DENSE_H

#include "numerics/quad.h"
#include <petscsys.h>

/* Solves Ax = b in place by elimination with row pivoting (A row-major n×n); false if A is
 * singular. */
extern PetscBool SolveDense(PetscInt n, Quad *A, Quad *b);

#endif
