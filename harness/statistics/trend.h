/* What a long run shows about a quantity that should be conserved. Plain C, pure. */
#pragma once

#include "statistics/accumulator.h"

typedef struct {
  long long steps; /* values in the run */
  double h;
  double epsilon, scale; /* unit round-off; size of the terms that cancel in the value */
  double first_scale;    /* their size at the beginning; 0 or NaN: not known */
  double maximum;        /* of |value| */
  int stopped;           /* the run failed, or values were not finite */
  int blocks;            /* full, equal blocks of values */
  double block_time;     /* that each of them lasts */
  const AccumulatorBlock *block;
  int scaled;        /* each block has a scale of its own, of the terms until its end */
  int in_proportion; /* else the blocks' values are in proportion to such scales */
  int smooths;       /* means under smooth windows */
  const double *smooth;
  double smooth_apart; /* the time from one window to the next */
  double parted; /* from then on it and the run before are different motions; 0 or NaN: never */
} TrendSeries;

typedef enum {
  TREND_EXACT,       /* round-off only */
  TREND_BOUNDED,     /* oscillates */
  TREND_RANDOM_WALK, /* wanders */
  TREND_LINEAR,      /* drifts */
  TREND_BLOW_UP      /* stopped, or above the size of its own terms, now or at the beginning */
} TrendClass;

typedef struct {
  TrendClass class;
  double roundoff;               /* largest value that rounding explains */
  double excess;                 /* the largest value, over what rounding explains by then */
  int one_way;                   /* exact, with roundings that mostly go one way */
  double oscillation;            /* amplitude about the trend */
  double slope, slope_deviation; /* secular, per unit of time; deviation with the increments' */
  double significance;           /* slope over its deviation */
  int significant;               /* whether that is beyond chance */
  double least_drift;            /* per unit of time, that would have been found */
  double rise;                   /* |slope| over the whole run */
  /* H of |x(t+τ) − x(t)| ~ τ^H between a run's 32nd and its quarter: 0 bounded, 1/2 random walk,
   * 1 drift; NaN if the run is too short. */
  double exponent;
  double range; /* of the smooth means */
  /* A drift that is significant, but so small that only more than 10⁴ such runs would bring it up to
   * the oscillation: one that the oscillation, where it is not quite regular, might feign. */
  int faint;
  double first_oscillation,
      last_oscillation; /* root mean square values of the first and the last segment */
  int grows;            /* from one to the other, segment by segment */
  /* Not significant, and yet less likely by chance than one in a thousand; not faint. */
  int suspicious;
} Trend;

/* How the root mean square of a value over one time falls with the step size: its power of h from
 * the two smallest steps that show more than round-off; NaN without such steps. */
typedef struct {
  double power, before; /* before: from the pair before that one; NaN: none */
  double h, finer;      /* of the pair */
  double large, small;  /* its root mean squares */
  double duration;      /* over which they are taken */
} Fall;

/* The largest |value| in a block, in units of the terms of the whole run. */
extern double TrendBlockMaximum(const TrendSeries *, int block);
extern Trend TrendClassify(const TrendSeries *);
/* The largest value that round-off explains after that many steps. */
extern double TrendRoundoff(const TrendSeries *);
/* The size of the terms at the beginning of the run; infinite if it is not known. */
extern double TrendEarlyScale(const TrendSeries *);
/* When the terms begin to grow on the way to the largest value, if that is one of a passage, as near a collision:
 * it is a small share of the terms there, and later values are smaller again. 0: it is not. */
extern double TrendPassage(const TrendSeries *);
/* Runs with ever smaller steps; of those that stopped, what was before. */
extern Fall TrendFall(int runs, const TrendSeries *const[]);
/* Whether a run that oscillates would not see a drift of several times its oscillation. */
extern int TrendHidesDrift(const TrendSeries *, const Trend *);
extern const char *TrendName(TrendClass);
