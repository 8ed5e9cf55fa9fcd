/* A straight line through points whose scatter has a memory: neighbours are off to the same side. Plain
 * C, pure. */
#pragma once

#include "statistics/thresholds.h"
typedef struct {
  double slope, intercept;
  double deviation;    /* of the slope, if residuals were independent */
  double lower, upper; /* its interval as they are: three deviations */
  double scatter;      /* root mean square of the residuals */
} Line;

/* At ascending, about evenly spaced x. Returns 0, or 1 where there are fewer than LINE_POINTS points. */
extern int LineFit(int count, const double x[], const double y[], Line *);
