/* What a long run says about a quantity that should be conserved. Plain C, pure. */
#ifndef GIMBAL_HARNESS_STATISTICS_TREND_H
#define GIMBAL_HARNESS_STATISTICS_TREND_H

typedef struct {
  long long steps; /* values in the run */
  double h;
  double epsilon, scale; /* unit round-off; size of the terms that cancel in the value */
  double maximum;        /* of |value| */
  int stopped;           /* the run failed, or values were not finite */
  int blocks;            /* full, equal blocks of values */
  const double *mean, *mean_square, *block_maximum;
  int smooths; /* means under smooth windows, equally spaced in time */
  const double *time, *smooth;
} TrendSeries;

typedef enum {
  TREND_EXACT,       /* round-off only */
  TREND_BOUNDED,     /* oscillates */
  TREND_RANDOM_WALK, /* wanders */
  TREND_LINEAR,      /* drifts */
  TREND_BLOW_UP      /* stopped, or above the size of its own terms */
} TrendClass;

typedef struct {
  TrendClass class;
  double roundoff;               /* largest value that rounding explains */
  double oscillation;            /* amplitude about the trend */
  double slope, slope_deviation; /* secular, per unit of time; deviation with the increments' */
  double significance;           /* slope over its deviation */
  double rise;                   /* |slope| over the whole run */
  /* H of |x(t+τ) − x(t)| ~ τ^H between a run's 32nd and its quarter: 0 bounded, 1/2 random walk,
   * 1 drift; NaN if the run is too short. */
  double exponent;
  double range; /* of the smooth means */
  /* Runs until the drift exceeds the oscillation; inf if there is none. */
  double runs_to_oscillation;
} Trend;

extern void TrendClassify(const TrendSeries *, Trend *);
/* The largest value that round-off explains after that many steps. */
extern double TrendRoundoff(const TrendSeries *);
extern const char *TrendName(TrendClass);

#endif
