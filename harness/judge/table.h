/* The order judge for errors from any program. Pure. */
#ifndef GIMBAL_HARNESS_JUDGE_TABLE_H
#define GIMBAL_HARNESS_JUDGE_TABLE_H

#include "record/record.h"

#include <stdio.h>

/* Judges the claim, an order, on a measurement of one series whose errors and floors were given
 * rather than measured here. What one wrong row could have done is not decided:
 *   - where no floor was given, errors that stop falling at the fine end may be round-off, the
 *     reference, or the method: undecided, as is a term of order 0 or less;
 *   - a term of lower order must be there whichever single row is left out. */
extern PetscErrorCode TableJudge(const Evidence *, PetscBool floor_given, Finding *);

/* Successive orders that a table gives itself, of each row and the one before, or the next. */
typedef struct {
  const char *heading;
  PetscReal *order;    /* NaN: none */
  PetscReal *digit;    /* half a unit of its last digit */
  PetscReal *rounding; /* what rounding may change in the error and the step size, relative */
  PetscReal
      dimension; /* orders in numbers of unknowns are so many times smaller; 0: no such numbers */
} GivenRates;

/* Says which of them do not follow from the errors. */
extern void TableCheckRates(const Series *, const GivenRates *, Finding *);
/* Says that rows without a number were left out. Where errors at the fine end are lost, as "inf" is,
 * no order is confirmed. */
extern void TableLeaveOut(PetscInt without, PetscInt lost, Finding *);
/* Prints the successive orders of the record's first claim, where there are too few rows for a fit. */
extern void TablePrintRates(const Record *, FILE *);

#endif
