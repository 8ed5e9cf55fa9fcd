/* Gauss's elimination with row pivoting, for the small systems of models and references. LAPACK has
 * no quadruple precision, so it is written here, for both. */
#pragma once

#include "numerics/precision.h"
#include "numerics/quad.h"
#include <petscsys.h>

/* The factors of A (row-major n×n) take its place, with the reciprocals of the pivots; pivot has n
 * entries. Non-zero if A is singular. */
extern int LinearFactor(PetscInt n, Real *A, PetscInt *pivot);
/* x takes the place of b; non-zero if it is not finite. */
extern int LinearCorrect(PetscInt n, const Real *factors, const PetscInt *pivot, Real *b);
/* Both; A is left as the factors, and b as x. */
extern int LinearSolve(PetscInt n, Real *A, Real *b);
/* N Nᵀx = b of the rows × columns of N, by which Nᵀx is the shortest solution of Nx = b. A: room. */
extern int LinearSolveNormal(PetscInt rows, PetscInt columns, const Real *N, Real *A, Real *b);
/* Ax = b for a positive definite A whose entries vanish where |i − j| > reach, in O(n reach²): row i
 * of the n×(reach+1) entries has those of the columns i − reach … i. A is left as the factors, and b
 * as x; non-zero if A is not positive definite. */
extern int LinearSolveSymmetricBand(PetscInt n, PetscInt reach, Real *A, Real *b);
/* For those who are compiled once and compute in Quad. */
extern int QUAD_PRECISION(LinearSolve)(PetscInt n, Quad *A, Quad *b);
extern int QUAD_PRECISION(LinearSolveNormal)(PetscInt rows, PetscInt columns, const Quad *N,
                                             Quad *A, Quad *b);
extern int QUAD_PRECISION(LinearFactor)(PetscInt n, Quad *A, PetscInt *pivot);
extern int QUAD_PRECISION(LinearCorrect)(PetscInt n, const Quad *factors, const PetscInt *pivot,
                                         Quad *b);

/* Whether all entries are finite. */
static inline int AllFinite(PetscInt n, const Real *x) {
  for (PetscInt i = 0; i < n; ++i)
#ifdef GIMBAL_QUAD
    if (!finiteq(x[i])) /* looks at the bits, where arithmetic would be done in software */
#else
    if (!isfinite(x[i]))
#endif
      return 0;
  return 1;
}
