/* What got better or worse from one run to another; pure functions of two stored folders. */
#ifndef GIMBAL_HARNESS_CLI_DIFFERENCE_H
#define GIMBAL_HARNESS_CLI_DIFFERENCE_H

#include "record/store.h"

#include <stdio.h>

typedef struct {
  PetscInt worse, better, other; /* other: changed, but neither */
} Differences;

/* Prints a line for each difference:
 *   a claim's verdict changed, or the claim is gone or new;
 *   the interval of an order lies wholly below or above the earlier one;
 *   an error at the same step size, or the largest value of a long run's quantity, is more than
 *   `factor` times the earlier one and more than ten times its floor. */
extern PetscErrorCode DifferencesPrint(Store base, Store fresh, PetscReal factor, FILE *,
                                       Differences *);

#endif
