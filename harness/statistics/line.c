/* Least squares. The deviation of the slope of independent residuals is multiplied by
 * √((1 + ρ)/(1 − ρ)), where ρ is the correlation of neighbouring residuals [Priestley, Spectral Analysis
 * and Time Series, 5.3]; what bends has a ρ near 1, and a wide interval. */
#include "statistics/line.h"

#include <math.h>

/* P(|t| > 3) is 2 % with six points and 0.5 % with forty. */
static const double deviations = 3;
/* Of few points, ρ is not known better than this. */
static const double most_correlated = 0.95;

int LineFit(int count, const double x[], const double y[], Line *line) {
  double mx = 0, my = 0, xx = 0, xy = 0, square = 0, product = 0, before = 0, correlation, width;

  *line = (Line){NAN, NAN, NAN, NAN, NAN, NAN};
  if (count < LINE_LEAST)
    return 1;
  for (int i = 0; i < count; i++) {
    mx += x[i] / count;
    my += y[i] / count;
  }
  for (int i = 0; i < count; i++) {
    xx += (x[i] - mx) * (x[i] - mx);
    xy += (x[i] - mx) * (y[i] - my);
  }
  line->slope = xy / xx;
  line->intercept = my - line->slope * mx;
  for (int i = 0; i < count; i++) {
    const double residual = y[i] - my - line->slope * (x[i] - mx);
    square += residual * residual;
    product += i ? residual * before : 0;
    before = residual;
  }
  correlation = square > 0 ? product / square : 0;
  correlation = fmin(fmax(correlation, 0), most_correlated);
  line->scatter = sqrt(square / count);
  line->deviation = sqrt(square / (count - 2) / xx);
  width = deviations * line->deviation * sqrt((1 + correlation) / (1 - correlation));
  line->lower = line->slope - width;
  line->upper = line->slope + width;
  return 0;
}
