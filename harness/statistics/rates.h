/* Successive orders of a table: what its rows say pair by pair, and what a few of them can decide.
 * Plain C, pure. */
#ifndef GIMBAL_HARNESS_STATISTICS_RATES_H
#define GIMBAL_HARNESS_STATISTICS_RATES_H

#include "statistics/order.h"

/* Entry i belongs to point i and the one before it; NaN where an error is below its noise level. */
typedef struct {
  int points; /* of the series */
  int rates;  /* how many there are up to the finest point, of errors above the noise */
  double order[LIMIT_POINTS];        /* log(e/e') / log(h/h') */
  double uncertainty[LIMIT_POINTS];  /* what the noise levels may change in it */
  double extrapolated[LIMIT_POINTS]; /* from it and the one before, if they differ by a term in h */
} OrderRates;

extern void OrderFindRates(const OrderSeries *, OrderRates *);
/* The order towards which the rates go is this at most; infinite where they do not converge, or are
 * too few. */
extern double OrderRatesAtMost(const OrderSeries *, const OrderRates *);

/* The order in the finer and in the coarser half of the finest points above the noise. */
typedef struct {
  double fine, deviation, coarse;
  double ratio; /* of the step sizes in their middles */
  int middle;   /* the first point of the finer half */
} OrderTrend;

/* Returns 0 if there are too few points. */
extern int OrderFindTrend(const OrderSeries *, OrderTrend *);
/* Whether the order in the finer half is clearly another one, and comes no nearer. */
extern int OrderDeparts(const OrderTrend *, double order);

#endif
