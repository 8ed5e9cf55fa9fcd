/* Elimination with row pivoting. */
#include "numerics/dense.h"

PetscBool SolveDense(PetscInt n, Quad *A, Quad *b) {
  for (PetscInt k = 0; k < n; ++k) {
    PetscInt pivot = k;
    for (PetscInt i = k + 1; i < n; ++i)
      if (fabsq(A[i * n + k]) > fabsq(A[pivot * n + k]))
        pivot = i;
    if (!(fabsq(A[pivot * n + k]) > 0))
      return PETSC_FALSE;
    for (PetscInt j = 0; j < n && pivot != k; ++j) {
      const Quad swap = A[k * n + j];
      A[k * n + j] = A[pivot * n + j], A[pivot * n + j] = swap;
    }
    const Quad swap = b[k];
    b[k] = b[pivot], b[pivot] = swap;
    for (PetscInt i = k + 1; i < n; ++i) {
      const Quad factor = A[i * n + k] / A[k * n + k];
      for (PetscInt j = k; j < n; ++j)
        A[i * n + j] -= factor * A[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (PetscInt i = n - 1; i >= 0; --i) {
    for (PetscInt j = i + 1; j < n; ++j)
      b[i] -= A[i * n + j] * b[j];
    b[i] /= A[i * n + i];
  }
  return PETSC_TRUE;
}
