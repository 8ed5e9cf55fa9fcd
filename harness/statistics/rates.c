/* Two or three successive orders have no scatter from which an interval could be taken. What they have
 * is a direction: orders of an expansion approach their limit geometrically, each change smaller than
 * the one before by a power of the ratio of step sizes. What does not do so, or may be about to turn, is
 * left open; the margin, in units of the last change, was found by simulation. */
#include "statistics/rates.h"
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
