/* On-line statistics of one scalar along a run, in constant memory. A study feeds it (t, value) at
 * every step; the judge reads what it makes of them. */
#ifndef GIMBAL_HARNESS_STATISTICS_ACCUMULATOR_H
#define GIMBAL_HARNESS_STATISTICS_ACCUMULATOR_H

#include <jansson.h>
#include <petscsys.h>

typedef struct _p_Accumulator *Accumulator;

extern PetscErrorCode AccumulatorCreate(Accumulator *);
extern PetscErrorCode AccumulatorDestroy(Accumulator *);
/* Forgets everything, for the next run. */
extern PetscErrorCode AccumulatorReset(Accumulator);
/* The next value of equally spaced ones. No allocation. Values that are not finite (or
 * above 1e150) are counted and kept out of the sums. */
extern PetscErrorCode AccumulatorAdd(Accumulator, PetscReal time, PetscReal value);
/* A new object (the caller owns it):
 *   study, kind, scale   as given (scale: size of the terms that cancel in the value)
 *   count, nonfinite     values, and how many of them were not finite
 *   maximum, final       the largest |value| and the last value; null where nothing was finite
 *   blocks               at most 128 blocks of equally many values (the last one may hold fewer):
 *                        {"steps","time" (its middle),"mean","mean_square","maximum" (of |value|)}
 *   smooth               {"order":4,"steps":B,"times":[…],"values":[…]}: means under a cubic
 *                        B-spline window made of four boxes of B values, B values apart. An
 *                        oscillation of period P is damped by (P/πB)^4 in them where the plain
 *                        means only damp it by P/πB, so that a slow drift shows through
 *   series               at most 1000 of the values, [[t,value],…]: the least and the greatest of
 *                        equally many consecutive ones, in their order */
extern PetscErrorCode AccumulatorToJSON(Accumulator, const char *study, const char *kind,
                                        PetscReal scale, json_t **);

#endif
