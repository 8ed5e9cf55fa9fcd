/* The points of one quantity of a series, as the statistics want them; and those of one class of step
 * numbers. */
#pragma once

#include "record/measured.h"
#include "record/verdict.h"
#include "statistics/order.h"

typedef struct {
  OrderSeries series;
  double steps[LIMIT_POINTS];
  double floor[LIMIT_POINTS];
  double *error;
  PetscReal failed_finest; /* of the points without an error, the finest, in steps */
  PetscInt failed;         /* how many they are */
  const char *failure;     /* why */
  Precision precision;
  const Reals *times;
  PetscBool given;            /* a table's errors, which cannot be measured again */
  PetscBool by_size;          /* of which only the step sizes are known */
  PetscReal apart, explained; /* of the two builds, as the series has them */
  PetscReal differenced;      /* how far differences for derivatives may bring them */
  PetscReal size;             /* of the reference's largest entry; NaN: not known */
  PetscReal rate;             /* of the linearised field; NaN: not known */
  PetscReal roundoff;         /* the largest noise level that round-off and the reference explain */
} OrderMeasurement;

/* Numbers of steps that leave a remainder. */
typedef struct {
  PetscInt64 modulus, remainder;
} OrderClass;

/* Whether the errors are another program's, of whose runs nothing is known but these. */
extern PetscBool OrderIsGiven(const Series *);
/* N, or its substitute where only h is known. */
extern PetscReal OrderStepsOf(const Series *, const SeriesPoint *);
/* The points in ascending order of steps, of all classes (NULL) or of one; those without an error
 * or a noise level are counted separately. *there is false if no point has the quantity at all. The
 * caller frees `error`, in any case. With a claim, the order is its own. */
extern PetscErrorCode OrderUnpack(const Series *, const char *quantity, const OrderClass *,
                                  OrderMeasurement *, PetscBool *there);
extern PetscErrorCode OrderUnpackClaim(const Job *, const Series *, const Claim *,
                                       const OrderClass *, OrderMeasurement *, PetscBool *there);
/* What a series decides. */
typedef struct {
  OrderOutcome outcome;
  OrderSlope slope;
  OrderDefect defect;
} OrderDecision;

/* What parasitic roots do to a series of errors. */
typedef struct {
  PetscInt modulus;     /* each class of step numbers has a curve of its own; 0: no */
  PetscBool turns;      /* what turns with the number of steps counts as noise */
  OrderTurning turning; /* and how large it is */
} OrderParasitic;

/* Of a series that departs from the claimed law. If it obeys it in each class of step numbers, or above
 * what turns with their number, the outcome becomes a confirmation, the slope that of the widest interval,
 * the defect what is left. */
extern PetscErrorCode OrderDecideParasitic(const Series *, const char *quantity,
                                           const OrderMeasurement *, OrderDecision *,
                                           OrderParasitic *);
/* Adds to the reason what was found. */
extern void OrderDescribeParasitic(const OrderParasitic *, Finding *);
