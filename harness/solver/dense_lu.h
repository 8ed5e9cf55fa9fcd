/* LU factors of a small dense matrix, row-major, in place. */
#pragma once

#include <petscsys.h>

/* Σ a_i b_i in four partial sums: one alone waits for each addition. */
static inline PetscReal DenseDot(PetscInt n, const PetscReal *a, const PetscReal *b) {
  PetscReal s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  PetscInt j = 0;
  for (; j + 3 < n; j += 4) {
    s0 += a[j] * b[j];
    s1 += a[j + 1] * b[j + 1];
    s2 += a[j + 2] * b[j + 2];
    s3 += a[j + 3] * b[j + 3];
  }
  for (; j < n; j++)
    s0 += a[j] * b[j];
  return (s0 + s1) + (s2 + s3);
}

/* PA = LU with partial pivoting by rows; the diagonal of U is stored as its reciprocals, and
 * pivot[k] is the row that was exchanged with row k. Returns the smallest |U_kk| over the largest;
 * 0 if a pivot vanishes or is not finite, and the factors are then useless. */
extern PetscReal DenseLUFactor(PetscInt n, PetscReal *a, PetscInt *pivot);

/* x = A⁻¹ b, n entries each; x and b may be the same array. */
extern void DenseLUSolve(PetscInt n, const PetscReal *a, const PetscInt *pivot, const PetscReal *b,
                         PetscReal *x);

/* A⁻¹, n×n, row-major. */
extern void DenseLUInvert(PetscInt n, const PetscReal *a, const PetscInt *pivot,
                          PetscReal *inverse);

/* Whether the matrix that gave these factors is singular to rounding: a pivot is at most 64nε of
 * the terms that were added up to it. Neither the units of the unknowns nor those of the rows
 * matter.
 */
extern PetscBool DenseLUIsSingular(PetscInt n, const PetscReal *matrix, const PetscReal *factors,
                                   const PetscInt *pivot);
