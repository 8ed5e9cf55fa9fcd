/* Two or three successive orders have no scatter from which an interval could be taken. What they have
 * is a direction: orders of an expansion approach their limit geometrically, each change smaller than
 * the one before by a power of the ratio of step sizes. What does not do so, or may be about to turn, is
 * left open; the margin, in units of the last change, was found by simulation. */
#include "statistics/fit.h"
#include "statistics/order.h"
#include "statistics/thresholds.h"

#include <math.h>

void OrderFindRates(const OrderSeries *s, OrderRates *out) {
  const double power = s->symmetric ? 2 : 1;
  double before = NAN; /* the error at the point before */
  int clear_before = 0;

  out->points = s->points;
  out->rates = 0;
  for (int i = 0; i < s->points; i++) {
    const double error = OrderError(s, i) > s->floor[i] ? OrderError(s, i) : NAN;
    const int clear = AboveNoise(OrderError(s, i), s->floor[i]);
    double ratio, change;

    out->order[i] = out->uncertainty[i] = out->extrapolated[i] = NAN;
    if (i > 0) {
      ratio = s->steps[i] / s->steps[i - 1];
      out->order[i] = log(before / error * OrderGauge(s, i) / OrderGauge(s, i - 1)) / log(ratio);
      out->uncertainty[i] = (s->floor[i] / error + s->floor[i - 1] / before) / log(ratio);
    }
    if (i > 1) {
      /* Each order is that at the geometric mean of its two step sizes. */
      change = pow(sqrt(s->steps[i] / s->steps[i - 2]), power);
      out->extrapolated[i] = out->order[i] + (out->order[i] - out->order[i - 1]) / (change - 1);
    }
    out->rates = clear && clear_before && i > 0 ? out->rates + 1 : 0;
    before = error;
    clear_before = clear;
  }
}

/* Whether two changes of the order are of one direction, the second the smaller, within the noise
 * levels. */
static int RatesConverge(const OrderRates *r, int last) {
  const double *u = r->uncertainty + last;
  const double change = r->order[last] - r->order[last - 1],
               earlier = r->order[last - 1] - r->order[last - 2];
  const double noise = u[0] + u[-1], earlier_noise = u[-1] + u[-2];

  return (change * earlier >= 0 || fabs(change) <= noise || fabs(earlier) <= earlier_noise) &&
         fabs(change) <= RATES_CONTRACTION * fabs(earlier) + noise;
}

double OrderRatesAtMost(const OrderSeries *s, const OrderRates *r) {
  const int last = r->points - 1, first = last - r->rates; /* points that the rates are of */
  double change, most = -INFINITY;

  if (r->rates < 2 || s->steps[last] / s->steps[first] < RATES_RANGE ||
      r->order[last] < TABLE_STAGNANT)
    return INFINITY;
  for (int i = fmax(last - 2, first + 1); i <= last; i++)
    most = fmax(most, r->order[i]);
  if (r->rates > 2 && !RatesConverge(r, last))
    return INFINITY;
  change =
      fabs(r->order[last] - r->order[last - 1]) + r->uncertainty[last] + r->uncertainty[last - 1];
  return fmax(most, r->extrapolated[last]) + r->uncertainty[last] +
         (r->rates > 2 ? RATES_MARGIN : RATES_MARGIN_OF_TWO) * change;
}

/* The slope of a straight line in logarithms through some points. Returns 0 if they determine no line. */
static int FitLine(const OrderSeries *s, int first, int past, double *order, double *deviation) {
  Fit fit = {.rows = past - first, .columns = 2};

  for (int i = first; i < past; i++) {
    const double sigma = fmax(s->floor[i] / OrderError(s, i), TREND_DIGITS);

    fit.a[i - first][0] = -logl((long double)s->steps[i]) / sigma;
    fit.a[i - first][1] = 1 / sigma;
    fit.b[i - first] = logl(OrderError(s, i) / OrderGauge(s, i)) / sigma;
  }
  if (FitSolve(&fit))
    return 0;
  *order = fit.x[0];
  *deviation = fit.deviation[0] * sqrt(fmax(fit.square / (fit.rows - 2), 1));
  return 1;
}

int OrderFindTrend(const OrderSeries *s, OrderTrend *out) {
  const int past = s->points;
  int first = past, quarter;
  double unused;

  while (first > 0 && past - first < TREND_POINTS &&
         AboveNoise(OrderError(s, first - 1), s->floor[first - 1]))
    first--;
  if (past - first < ORDER_WINDOW_POINTS)
    return 0;
  out->middle = (first + past) / 2;
  quarter = (out->middle + past) / 2;
  out->finest_ratio = sqrt(s->steps[quarter] / s->steps[out->middle]);
  out->ratio = sqrt((s->steps[past - 1] * s->steps[out->middle]) /
                    (s->steps[out->middle - 1] * s->steps[first]));
  return FitLine(s, quarter, past, &out->finest, &out->finest_deviation) &&
         FitLine(s, out->middle, past, &out->fine, &out->deviation) &&
         FitLine(s, first, out->middle, &out->coarse, &unused);
}

int OrderDeparts(const OrderTrend *t, double order, double lower, double upper, int given) {
  const double finest = fabs(t->finest - order), fine = fabs(t->fine - order),
               coarse = fabs(t->coarse - order);
  const int excluded = lower > order || upper < order;
  const int certain = fine > TREND_DEVIATIONS * t->deviation;

  return (certain && excluded && fine > TREND_FROM_EXCLUDED && fine > coarse && finest > fine) ||
         (given && certain && fine > TREND_FROM_ORDER &&
          fine > coarse * pow(t->ratio, -TREND_APPROACH)) ||
         (given && excluded && finest > TREND_FROM_ORDER &&
          finest > TREND_DEVIATIONS * t->finest_deviation &&
          finest > fine * pow(t->finest_ratio, -TREND_APPROACH));
}
