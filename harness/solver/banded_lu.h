/* LU factors of a banded matrix, on a line or round a ring, in time and memory of O(n). */
#pragma once

#include <petscsys.h>

typedef struct _p_BandedLU *BandedLU;

/* For a_ij = 0 unless -lower <= j - i <= upper (modulo n if periodic, with lower + upper < n). */
extern PetscErrorCode BandedLUCreate(PetscInt n, PetscInt lower, PetscInt upper, PetscBool periodic,
                                     BandedLU *);
extern PetscErrorCode BandedLUDestroy(BandedLU *);

/* The factors of the matrix whose row i has its entry (i,j) at band[i·width + lower + j − i] (j
 * modulo n if periodic), with width = lower + 1 + upper; what lies outside the matrix is not read.
 * False where it is singular to rounding, whatever the units of its rows and unknowns. */
extern PetscBool BandedLUFactor(BandedLU, const PetscReal *band);

/* x = A⁻¹ b, n entries each; x and b may be the same array. */
extern void BandedLUSolve(BandedLU, const PetscReal *b, PetscReal *x);
