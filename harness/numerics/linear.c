#include "numerics/linear.h"

int LinearFactor(PetscInt n, Real *A, PetscInt *pivot) {
  for (PetscInt k = 0; k < n; ++k) {
    PetscInt row = k;
    for (PetscInt i = k + 1; i < n; ++i)
      if (gimbal_fabs(A[i * n + k]) > gimbal_fabs(A[row * n + k]))
        row = i;
    if (!(gimbal_fabs(A[row * n + k]) > 0))
      return 1;
    pivot[k] = row;
    for (PetscInt j = 0; row != k && j < n; ++j) {
      const Real swap = A[k * n + j];
      A[k * n + j] = A[row * n + j], A[row * n + j] = swap;
    }
    A[k * n + k] = 1 / A[k * n + k];
    for (PetscInt i = k + 1; i < n; ++i) {
      if (A[i * n + k] == 0)
        continue;
      const Real factor = A[i * n + k] *= A[k * n + k];
      for (PetscInt j = k + 1; j < n; ++j)
        A[i * n + j] -= factor * A[k * n + j];
    }
  }
  return 0;
}

int LinearCorrect(PetscInt n, const Real *factors, const PetscInt *pivot, Real *b) {
  for (PetscInt k = 0; k < n; ++k) {
    const Real swap = b[k];
    b[k] = b[pivot[k]], b[pivot[k]] = swap;
  }
  for (PetscInt i = 1; i < n; ++i) {
    Real sum = b[i];
    for (PetscInt j = 0; j < i; ++j)
      sum -= factors[i * n + j] * b[j];
    b[i] = sum;
  }
  for (PetscInt i = n - 1; i >= 0; --i) {
    Real sum = b[i];
    for (PetscInt j = n - 1; j > i; --j) /* the one just found last: nothing waits for it */
      sum -= factors[i * n + j] * b[j];
    b[i] = sum * factors[i * n + i];
  }
  return !AllFinite(n, b);
}

int LinearSolve(PetscInt n, Real *A, Real *b) {
  PetscInt pivot[n + 1];
  return LinearFactor(n, A, pivot) || LinearCorrect(n, A, pivot, b);
}
