/* m = a + b t^γ by least squares of relative residuals, with a, b ≥ 0 and γ profiled on a grid: a is
 * what oscillates from the beginning, b t^γ what accumulates. The residuals are no noise but what the
 * largest value in a part of the run owes to where the part begins, so neighbours are alike, and the
 * interval is made for a quarter as many of them. Where nothing accumulates, a and b are one, and any
 * γ will do with the other; then the slope of log m against log t is reported, which is near 0. */
#include "statistics/envelope.h"
#include "statistics/line.h"
#include "statistics/thresholds.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 3 };

typedef struct {
  int count;
  const double *time, *value;
  double weight[ENVELOPE_MOST]; /* 1 over the size of each */
} Data;

/* The sum of squares at γ, with the best a and b. */
static double ProfileExponent(const Data *d, double gamma, double *a, double *b) {
  const double last = d->time[d->count - 1];
  double aa = 0, ab = 0, bb = 0, ay = 0, by = 0, sum = 0, det;

  for (int i = 0; i < d->count; i++) {
    const double w = d->weight[i] * d->weight[i], u = pow(d->time[i] / last, gamma);

    aa += w, ab += w * u, bb += w * u * u;
    ay += w * d->value[i], by += w * u * d->value[i];
  }
  det = aa * bb - ab * ab;
  *a = (bb * ay - ab * by) / det;
  *b = (aa * by - ab * ay) / det;
  if (!(det > EXPONENT_SINGULAR * aa * bb) || *a < 0)
    *a = 0, *b = by / bb;
  else if (*b < 0)
    *b = 0, *a = ay / aa;
  for (int i = 0; i < d->count; i++) {
    const double r = d->weight[i] * (d->value[i] - *a - *b * pow(d->time[i] / last, gamma));

    sum += r * r;
  }
  return sum;
}

/* log m = c + slope log t, in an interval of two deviations. */
static void FindSlope(const Data *d, double *slope, double *deviation) {
  double x[ENVELOPE_MOST], y[ENVELOPE_MOST];
  Line line;

  for (int i = 0; i < d->count; i++) {
    x[i] = log(d->time[i]);
    y[i] = log(d->value[i]);
  }
  (void)LineFit(d->count, x, y, &line); /* there are points enough */
  *slope = line.slope;
  *deviation = sqrt(ENVELOPE_ALIKE) * line.deviation;
}

int EnvelopeFit(int count, const double time[], const double largest[], Envelope *out) {
  double profile[EXPONENT_COUNT], best = INFINITY, a = 0, b = 0, slope, deviation, within;
  Data d = {.count = count, .time = time, .value = largest};

  memset(out, 0, sizeof(*out));
  if (count < ENVELOPE_POINTS || count > ENVELOPE_MOST)
    return 1;
  for (int i = 0; i < count; i++) {
    if (!(largest[i] > 0) || !(time[i] > (i ? time[i - 1] : 0)) || !isfinite(largest[i]))
      return 1;
    d.weight[i] = 1 / largest[i];
  }
  for (int round = 0; round < ROUNDS; round++) {
    best = INFINITY;
    for (int k = 0; k < EXPONENT_COUNT; k++) {
      double one, other;

      profile[k] = ProfileExponent(&d, EXPONENT_FIRST + k * EXPONENT_STEP, &one, &other);
      if (profile[k] < best) {
        best = profile[k], a = one, b = other;
        out->exponent = EXPONENT_FIRST + k * EXPONENT_STEP;
      }
    }
    /* Relative to the curve: relative to the values, low ones would count for more. */
    for (int i = 0; i < count; i++)
      d.weight[i] = 1 / (a + b * pow(time[i] / time[count - 1], out->exponent));
  }
  best = ProfileExponent(&d, out->exponent, &a, &b);
  within =
      best * (1 + ENVELOPE_DEVIATIONS * ENVELOPE_DEVIATIONS * (double)ENVELOPE_ALIKE / (count - 3));
  out->lower = out->upper = out->exponent;
  for (int k = 0; k < EXPONENT_COUNT; k++)
    if (profile[k] <= within) {
      out->lower = fmin(out->lower, EXPONENT_FIRST + k * EXPONENT_STEP);
      out->upper = fmax(out->upper, EXPONENT_FIRST + k * EXPONENT_STEP);
    }
  FindSlope(&d, &slope, &deviation);
  if (fabs(slope) + ENVELOPE_DEVIATIONS * deviation < ENVELOPE_BOUNDED) {
    out->exponent = slope;
    out->lower = slope - ENVELOPE_DEVIATIONS * deviation;
    out->upper = slope + ENVELOPE_DEVIATIONS * deviation;
  }
  return 0;
}
