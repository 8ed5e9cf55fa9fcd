/* A library's LU pays for its generality at the sizes of a step (5 to 60 unknowns): at n = 5 a call
 * of dgetrf and dgetrs costs several times this. Two columns are eliminated at a time, which halves
 * the traffic of the trailing matrix. */
#include "solver/dense_lu.h"

#define SHORT 8 /* up to here partial sums do not pay */

/* row -= u p + v q */
static inline void Eliminate(PetscInt n, PetscReal *restrict row, PetscReal u,
                             const PetscReal *restrict p, PetscReal v,
                             const PetscReal *restrict q) {
  for (PetscInt j = 0; j < n; j++)
    row[j] -= u * p[j] + v * q[j];
}

static inline PetscInt Largest(PetscInt n, const PetscReal *a, PetscInt column, PetscInt from) {
  PetscInt row = from;
  PetscReal most = PetscAbsReal(a[from * n + column]);
  for (PetscInt i = from + 1; i < n; i++) {
    const PetscReal size = PetscAbsReal(a[i * n + column]);
    if (size > most) {
      most = size;
      row = i;
    }
  }
  return row;
}

static inline void Exchange(PetscInt n, PetscReal *a, PetscInt i, PetscInt j) {
  if (i == j)
    return;
  PetscReal *restrict p = a + i * n, *restrict q = a + j * n;
  for (PetscInt k = 0; k < n; k++) {
    const PetscReal keep = p[k];
    p[k] = q[k];
    q[k] = keep;
  }
}

PetscReal DenseLUFactor(PetscInt n, PetscReal *a, PetscInt *pivot) {
  PetscReal least = PETSC_MAX_REAL, most = 0;
  PetscInt k = 0;
  for (; k + 1 < n; k += 2) {
    const PetscInt rest = n - k - 2;
    PetscReal *p = a + k * n, *q = p + n;

    pivot[k] = Largest(n, a, k, k);
    Exchange(n, a, k, pivot[k]);
    const PetscReal first = PetscAbsReal(p[k]);
    if (!(first > 0 && first <= PETSC_MAX_REAL))
      return 0;
    const PetscReal one = 1 / p[k];
    p[k] = one;
    for (PetscInt i = k + 1; i < n; i++) {
      PetscReal *row = a + i * n;
      row[k] *= one;
      row[k + 1] -= row[k] * p[k + 1];
    }

    pivot[k + 1] = Largest(n, a, k + 1, k + 1);
    Exchange(n, a, k + 1, pivot[k + 1]);
    const PetscReal second = PetscAbsReal(q[k + 1]);
    if (!(second > 0 && second <= PETSC_MAX_REAL))
      return 0;
    const PetscReal two = 1 / q[k + 1], l = q[k];
    q[k + 1] = two;
    for (PetscInt j = k + 2; j < n; j++)
      q[j] -= l * p[j];
    for (PetscInt i = k + 2; i < n; i++) {
      PetscReal *row = a + i * n;
      row[k + 1] *= two;
      Eliminate(rest, row + k + 2, row[k], p + k + 2, row[k + 1], q + k + 2);
    }
    least = PetscMin(least, PetscMin(first, second));
    most = PetscMax(most, PetscMax(first, second));
  }
  if (k < n) {
    const PetscReal last = PetscAbsReal(a[k * n + k]);
    if (!(last > 0 && last <= PETSC_MAX_REAL))
      return 0;
    pivot[k] = k;
    a[k * n + k] = 1 / a[k * n + k];
    least = PetscMin(least, last);
    most = PetscMax(most, last);
  }
  return n ? least / most : 1;
}

void DenseLUSolve(PetscInt n, const PetscReal *a, const PetscInt *pivot, const PetscReal *b,
                  PetscReal *x) {
  const PetscReal *row = a;
  if (x != b)
    for (PetscInt i = 0; i < n; i++)
      x[i] = b[i];
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal keep = x[i];
    x[i] = x[pivot[i]];
    x[pivot[i]] = keep;
  }
  if (n <= SHORT) {
    for (PetscInt i = 1; i < n; i++) {
      PetscReal sum = x[i];
      row += n;
      for (PetscInt j = 0; j < i; j++)
        sum -= row[j] * x[j];
      x[i] = sum;
    }
    for (PetscInt i = n - 1; i >= 0; i--, row -= n) {
      PetscReal sum = x[i];
      for (PetscInt j = n - 1; j > i; j--) /* the one just found last: nothing waits for it */
        sum -= row[j] * x[j];
      x[i] = sum * row[i];
    }
    return;
  }
  for (PetscInt i = 1; i < n; i++) {
    row += n;
    x[i] -= DenseDot(i, row, x);
  }
  for (PetscInt i = n - 1; i >= 0; i--, row -= n)
    x[i] = (x[i] - DenseDot(n - i - 1, row + i + 1, x + i + 1)) * row[i];
}

void DenseLUInvert(PetscInt n, const PetscReal *a, const PetscInt *pivot, PetscReal *inverse) {
  for (PetscInt j = 0; j < n; j++) { /* column j stands in row j */
    PetscReal *const column = inverse + j * n;
    for (PetscInt i = 0; i < n; i++)
      column[i] = i == j;
    DenseLUSolve(n, a, pivot, column, column);
  }
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j < i; j++) {
      const PetscReal keep = inverse[i * n + j];
      inverse[i * n + j] = inverse[j * n + i];
      inverse[j * n + i] = keep;
    }
}

PetscBool DenseLUIsSingular(PetscInt n, const PetscReal *matrix, const PetscReal *factors,
                            const PetscInt *pivot) {
  for (PetscInt k = 0; k < n; k++) {
    PetscInt row = k; /* where row k of the factors was, before the exchanges */
    for (PetscInt i = n - 1; i >= 0; i--)
      if (pivot[i] == row)
        row = i;
      else if (i == row)
        row = pivot[i];
    PetscReal terms = PetscAbsReal(matrix[row * n + k]);
    for (PetscInt j = 0; j < k; j++)
      terms += PetscAbsReal(factors[k * n + j] * factors[j * n + k]);
    if (PetscAbsReal(factors[k * n + k]) * terms * 64 * n * PETSC_MACHINE_EPSILON >= 1)
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}
