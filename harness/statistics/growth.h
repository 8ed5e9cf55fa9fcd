/* How something grows with time: a + b t^γ. Plain C, pure. */
#pragma once

#include "base/limits.h"

typedef struct {
  double a, b, gamma;  /* μ = a + b t^γ */
  double lower, upper; /* interval of γ */
  double drift;        /* largest c of a term c (t/t_last)² that the values allow */
  int any;             /* the interval is all that was tried: it excludes nothing */
} Growth;

typedef enum {
  GROWTH_FITTED,
  GROWTH_FEW_TIMES, /* or members */
  GROWTH_NOT_FITTED /* a sum is 0, or the covariance of the fit cannot be factored */
} GrowthOutcome;

/* A mean square over an ensemble, from sums over `members` of x² and x⁴ at ascending times > 0. */
extern GrowthOutcome GrowthFit(int times, const double time[], const double square[],
                               const double fourth[], double members, Growth *);

enum { ENVELOPE_MOST = 128 };

typedef struct {
  double exponent, lower, upper; /* γ, and its interval */
} Envelope;

/* What oscillates, from the largest |values| in equal parts of a run, at ascending times > 0. Returns 0, or 1
 * where there are fewer than ENVELOPE_POINTS or some are not above 0. */
extern int EnvelopeFit(int count, const double time[], const double largest[], Envelope *);
