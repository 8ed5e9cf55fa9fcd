/* What the errors of a series of step sizes say about an order of convergence. Plain C, pure. */
#pragma once

#include "base/limits.h"

/* One quantity of one series, from the coarsest step to the finest. */
typedef struct {
  int points, times, components;
  const double *steps; /* N_i, ascending; whole but for tables of other programs */
  const double *error; /* signed, [point][time][component] */
  const double *floor; /* of each point: below it errors mean nothing */
  double duration;     /* T: h_i = T/N_i */
  double order;        /* claimed */
  int symmetric;       /* the method is declared symmetric: even powers of h only */
  int logarithm;       /* the claim is h^order log(1/h) */
} OrderSeries;

/* The order observed in the largest error over components and times. */
typedef struct {
  double order, lower, upper; /* p̂ and its interval; NaN if there were too few points */
  double cautious;            /* upper end if large corrections to the power law are allowed for */
  double fine;             /* upper end of the slope over the last three points above the noise */
  int accepted;            /* whether a window passed the test of curvature */
  int strict;              /* with the smaller corrections D h^r */
  int first, last, points; /* the window: entries of the series, and how many of them count */
  int above;               /* points above the noise */
  double smallest;         /* error that was used, or the smallest at all if none */
} OrderSlope;

/* A term below the claimed order in the signed errors of one component at one time. */
typedef struct {
  int found;
  int power;
  double coefficient;  /* of h^power */
  double deviations;   /* coefficient over its standard deviation */
  int time, component; /* where */
  int point;           /* the fewest steps at which the term is above the noise */
  double size;         /* |coefficient| h^power there */
  /* If it was found by weighing: the logarithm of how much likelier it makes the errors; else 0. */
  double gain;
  /* The largest departure from the claimed law that remains unexplained in an asymptotic window, in
   * noise levels; 0 if none. */
  double departure;
  int departure_point;
  /* Whether coarse points depart from the claimed law and are left out of it: terms with which only
   * they could have shown a small defect explain them as well. */
  int excused;
} OrderDefect;

/* What an error is divided by before its power of h is looked for: log(1/h) if that is claimed, or 1. */
extern double OrderGauge(const OrderSeries *, int i);
/* The largest |error| over components and times of point i. */
extern double OrderError(const OrderSeries *, int i);
extern void OrderFindSlope(const OrderSeries *, OrderSlope *);
/* The same for one component alone. */
extern void OrderFindSlopeOf(const OrderSeries *, int component, OrderSlope *);
extern void OrderFindDefect(const OrderSeries *, OrderDefect *);
/* Weighs the law with a lower-order term against the law alone, over series whose asymptotic range
 * begins anywhere. Returns the logarithm of the ratio of their probabilities, and reports the term
 * if it is clear. */
extern double OrderWeigh(const OrderSeries *, const OrderSlope *, OrderDefect *);

/* Whether a lower-order term, with few others, explains every error of an entry to its last digit, where no
 * number of terms of the law alone does. Of claims that are whole. */
extern int OrderFindFewTerms(const OrderSeries *, OrderDefect *);
/* Whether a few terms of the law and of half powers above it, as a singularity causes them, explain the
 * errors of each component at the first time to their last digit. */
extern int OrderHalfPowersExplain(const OrderSeries *);
/* Where the law explains each of these to its last digits, and one of them shows its first term: how much of the
 * finest error a term one order lower may be; else infinite. Of claims that are whole. */
extern double OrderShareBelow(const OrderSeries *);

/* What turns with the number of steps in a series of errors. */
typedef struct {
  double floor[LIMIT_POINTS]; /* with it */
  double power;               /* of h, with which it falls */
  double share;               /* of the error at the finest step */
} OrderTurning;

/* Whether errors turn irregularly from one number of steps to the next, by what falls at least as the
 * order says. */
extern int OrderTurns(const OrderSeries *, OrderTurning *);

typedef enum {
  ORDER_CONFIRMED,
  ORDER_EXCEEDS,          /* confirmed, and the order is a higher whole number */
  ORDER_REFUTED_BY_TERM,  /* a lower-order term was found */
  ORDER_REFUTED_BY_SLOPE, /* the interval ends below p − ORDER_TOO_LOW */
  ORDER_EXACT,            /* nothing above the noise: no order can be seen */
  ORDER_TOO_FEW,          /* undecided: fewer than ORDER_WINDOW_POINTS above the noise */
  ORDER_CURVED,           /* undecided: no window passes the test of curvature */
  ORDER_DEPARTS,          /* undecided: the law does not hold, and no term explains why */
  ORDER_WIDE              /* undecided: the interval neither confirms nor refutes */
} OrderOutcome;

/* Whether the slope alone refutes the claim. */
extern int OrderSlopeRefutes(const OrderSeries *, const OrderSlope *);
/* Slope and search, and what follows from them: what a study needs while it can still measure
 * more. */
extern OrderOutcome OrderDecidePlainly(const OrderSeries *, OrderSlope *, OrderDefect *);
/* The same, and what that leaves undecided is weighed. */
extern OrderOutcome OrderDecide(const OrderSeries *, OrderSlope *, OrderDefect *);

/* ---- Successive orders ---- */

/* What the rows of a table say pair by pair, and what a few of them can decide. Entry i belongs
 * to point i and the one before it; NaN where an error is below its noise level. */
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
  double finest, finest_deviation; /* in the finer half of the finer half */
  double ratio, finest_ratio;      /* of the step sizes in their middles */
  int middle;                      /* the first point of the finer half */
} OrderTrend;

/* Returns 0 if there are too few points. */
extern int OrderFindTrend(const OrderSeries *, OrderTrend *);
/* Whether the order goes further and further away from that one, from the coarser half to the finest quarter, where
 * the interval of all points excludes it; of a given table also whether it clearly comes no nearer. */
extern int OrderDeparts(const OrderTrend *, double order, double lower, double upper, int given);
