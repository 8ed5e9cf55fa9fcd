#include "numerics/linear.h"

static void Exchange(Real *a, Real *b) {
  const Real before = *a;
  *a = *b, *b = before;
}

/* The factors in place of A. The row exchanges are written to `pivot`, and made in b, which is
 * reduced on the way; either may be NULL. */
static int Eliminate(PetscInt n, Real *A, PetscInt *pivot, Real *b) {
  for (PetscInt k = 0; k < n; ++k) {
    PetscInt row = k;
    for (PetscInt i = k + 1; i < n; ++i)
      if (gimbal_fabs(A[i * n + k]) > gimbal_fabs(A[row * n + k]))
        row = i;
    if (!(gimbal_fabs(A[row * n + k]) > 0))
      return 1;
    if (pivot)
      pivot[k] = row;
    for (PetscInt j = 0; row != k && j < n; ++j)
      Exchange(&A[k * n + j], &A[row * n + j]);
    if (b)
      Exchange(&b[k], &b[row]);
    A[k * n + k] = 1 / A[k * n + k];
    for (PetscInt i = k + 1; i < n; ++i) {
      if (A[i * n + k] == 0)
        continue;
      const Real factor = A[i * n + k] *= A[k * n + k];
      for (PetscInt j = k + 1; j < n; ++j)
        A[i * n + j] -= factor * A[k * n + j];
      if (b)
        b[i] -= factor * b[k];
    }
  }
  return 0;
}

static int Substitute(PetscInt n, const Real *factors, Real *b) {
  for (PetscInt i = n - 1; i >= 0; --i) {
    Real sum = b[i];
    for (PetscInt j = n - 1; j > i; --j) /* the one just found last: nothing waits for it */
      sum -= factors[i * n + j] * b[j];
    b[i] = sum * factors[i * n + i];
  }
  return !AllFinite(n, b);
}

int LinearFactor(PetscInt n, Real *A, PetscInt *pivot) { return Eliminate(n, A, pivot, NULL); }

int LinearCorrect(PetscInt n, const Real *factors, const PetscInt *pivot, Real *b) {
  for (PetscInt k = 0; k < n; ++k)
    Exchange(&b[k], &b[pivot[k]]);
  for (PetscInt i = 1; i < n; ++i) {
    Real sum = b[i];
    for (PetscInt j = 0; j < i; ++j)
      sum -= factors[i * n + j] * b[j];
    b[i] = sum;
  }
  return Substitute(n, factors, b);
}

int LinearSolve(PetscInt n, Real *A, Real *b) {
  return Eliminate(n, A, NULL, b) || Substitute(n, A, b);
}

int LinearSolveNormal(PetscInt rows, PetscInt columns, const Real *N, Real *A, Real *b) {
  for (PetscInt i = 0; i < rows; ++i)
    for (PetscInt j = 0; j < rows; ++j) {
      A[i * rows + j] = 0;
      for (PetscInt k = 0; k < columns; ++k)
        A[i * rows + j] += N[i * columns + k] * N[j * columns + k];
    }
  return LinearSolve(rows, A, b);
}

#define BAND(i, j) A[(i) * (reach + 1) + reach + (j) - (i)]

/* A = LDLᵀ, with the reciprocals of D on the diagonal; b is reduced on the way. */
int LinearSolveSymmetricBand(PetscInt n, PetscInt reach, Real *A, Real *b) {
  for (PetscInt i = 0; i < n; ++i) {
    const PetscInt first = i > reach ? i - reach : 0;
    for (PetscInt j = first; j < i; ++j)   /* L·D of this row */
      for (PetscInt k = first; k < j; ++k) /* row j reaches as far, or further */
        BAND(i, j) -= BAND(i, k) * BAND(j, k);
    for (PetscInt j = first; j < i; ++j) {
      const Real scaled = BAND(i, j);
      BAND(i, j) *= BAND(j, j);
      BAND(i, i) -= scaled * BAND(i, j);
      b[i] -= BAND(i, j) * b[j];
    }
    if (!(BAND(i, i) > 0))
      return 1;
    BAND(i, i) = 1 / BAND(i, i);
  }
  for (PetscInt i = n - 1; i >= 0; --i) {
    b[i] *= BAND(i, i);
    for (PetscInt j = i + 1; j < n && j - i <= reach; ++j)
      b[i] -= BAND(j, i) * b[j];
  }
  return !AllFinite(n, b);
}
