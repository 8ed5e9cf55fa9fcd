/* Jacobians by forward differences, of a dense or of a banded system. The function is evaluated in
 * the precision at hand; its derivatives are double, since they only serve to correct. */
#pragma once

#include "numerics/precision.h"
#include <petscsys.h>

/* r = f(x), n entries each; non-zero if it cannot be evaluated at x. */
typedef int DifferenceFunction(void *context, const Real *x, Real *r);

typedef struct {
  PetscInt n;
  PetscInt lower, upper; /* ∂r_i/∂x_j = 0 unless -lower <= j - i <= upper; lower < 0: dense */
  PetscBool periodic;    /* j - i modulo n, with lower + upper < n */
  DifferenceFunction *function;
  void *context;
  Real *work; /* 3n */
  /* Unknowns are moved in proportion to their size, however small, or to that of the largest where
   * they are 0; else by no less than if they were near 1, and in a band as if all were the largest. */
  PetscBool relative;
  PetscReal least; /* size that an unknown is taken for at least; 0: the usual one */
} DifferenceSystem;

/* J = ∂r/∂x at x, where the function is r: n×n, row-major; of a banded system the band alone,
 * n×(lower + 1 + upper), entry (i, lower + j - i). x is changed on the way and restored. *calls
 * counts the function's calls. Non-zero if an unknown can be moved to neither side. */
extern int DifferenceJacobian(const DifferenceSystem *, Real *x, const Real *r, double *J,
                              PetscInt64 *calls);
