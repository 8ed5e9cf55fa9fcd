/* Least squares. The deviation of the slope of independent residuals is multiplied by
 * √((1 + ρ)/(1 − ρ)), where ρ is the correlation of neighbouring residuals [Priestley, Spectral Analysis
 * and Time Series, 5.3]; what bends has a ρ near 1, and a wide interval. */
#include "statistics/line.h"

#include <math.h>

int LineFit(int count, const double x[], const double y[], Line *line) {
  double mx = 0, my = 0, xx = 0, xy = 0, square = 0, product = 0, before = 0, correlation, width;

  *line = (Line){NAN, NAN, NAN, NAN, NAN, NAN};
  if (count < LINE_POINTS)
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
  correlation = fmin(fmax(correlation, 0), LINE_CORRELATION_MOST);
  line->scatter = sqrt(square / count);
  line->deviation = sqrt(square / (count - 2) / xx);
  width = LINE_DEVIATIONS * line->deviation * sqrt((1 + correlation) / (1 - correlation));
  line->lower = line->slope - width;
  line->upper = line->slope + width;
  return 0;
}
