/* The observed order: a fit of log e = log C + p log h + D h^r + D' h^2r over the longest window
 * that it describes.
 *
 * Two things are done otherwise than in a textbook's regression. Each point's weight comes from its
 * own floor, so that nothing has to be cut off at the fine end but what lies below ten floors. And
 * the correction D h^r is neither left out (a bias) nor left free (on six points it makes p
 * arbitrary): it is known beforehand to be small in a window that deserves the name asymptotic, and
 * that knowledge enters as a prior. Where the data say more than the prior they decide; where they
 * say less, the prior's width is part of the interval of p. */
#include "judge/order.h"
#include "judge/fit.h"

#include <math.h>
#include <string.h>

/* D h^r and D' h^2r at the coarsest point of a window: zero within these. */
static const double prior_first = 0.08, prior_second = 0.02;
/* The maximum over components and times has kinks where another one takes over, and the expansion
 * goes on after D'. Relative. */
static const double model_error = 0.015;
/* A window is asymptotic if no residual exceeds this many deviations and the corrections are small.
 * A strict window has them below a quarter; only where there is none, larger ones are let pass. */
static const double residual_limit = 3.5;
static const double correction_limit[] = {0.25, 0.5};
enum { LEAST = 6 };

double OrderError(const OrderSeries *s, int i) {
  double largest = 0;

  for (int k = 0; k < s->times * s->components; k++)
    largest = fmax(largest, fabs(s->error[i * s->times * s->components + k]));
  return largest;
}

int OrderIsExact(const OrderSeries *s) {
  for (int i = 0; i < s->points; i++)
    if (OrderError(s, i) > 10 * s->floor[i])
      return 0;
  return 1;
}

/* Fits the points of the list; returns whether it describes them, with corrections up to the limit.
 */
static int FitWindow(const OrderSeries *s, const double error[], const int point[], int points,
                     double limit, OrderSlope *out) {
  const int r = s->symmetric ? 2 : 1;
  const double coarsest = s->steps[point[0]];
  double square = 0, widen;
  int accepted = 1;
  Fit fit;

  fit.rows = points + 2;
  fit.columns = 4;
  memset(fit.a, 0, sizeof(fit.a[0]) * (size_t)fit.rows);
  for (int k = 0; k < points; k++) {
    const double e = error[point[k]], noise = s->floor[point[k]] / e;
    const double sigma = hypot(noise, model_error), u = coarsest / s->steps[point[k]];

    fit.a[k][0] = 1 / sigma;
    fit.a[k][1] = log(u) / sigma;
    fit.a[k][2] = pow(u, r) / sigma;
    fit.a[k][3] = pow(u, 2 * r) / sigma;
    fit.b[k] = log(e) / sigma;
  }
  fit.a[points][2] = 1 / prior_first;
  fit.a[points + 1][3] = 1 / prior_second;
  fit.b[points] = fit.b[points + 1] = 0;
  if (FitSolve(&fit))
    return 0;
  for (int k = 0; k < points + 2; k++) {
    if (k < points && fabs(fit.residual[k]) > residual_limit)
      accepted = 0;
    square += fit.residual[k] * fit.residual[k];
  }
  if (fabs(fit.x[2]) > limit || fabs(fit.x[3]) > limit)
    accepted = 0;
  widen = fmax(1, sqrt(square / (points - 2)));
  out->order = fit.x[1];
  out->lower = fit.x[1] - 2 * widen * fit.deviation[1];
  out->upper = fit.x[1] + 2 * widen * fit.deviation[1];
  out->constant = exp(fit.x[0] - fit.x[1] * log(s->duration / coarsest));
  out->first = point[0];
  out->last = point[points - 1];
  out->points = points;
  out->accepted = accepted;
  return accepted;
}

void OrderFindSlopeOf(const OrderSeries *s, const double error[], OrderSlope *out) {
  int point[ORDER_POINTS], above = 0;

  memset(out, 0, sizeof(*out));
  out->order = out->lower = out->upper = out->constant = NAN;
  out->smallest = HUGE_VAL;
  for (int i = 0; i < s->points; i++)
    if (error[i] > 10 * s->floor[i]) {
      point[above++] = i;
      out->smallest = fmin(out->smallest, error[i]);
    }
  if (above == 0)
    for (int i = 0; i < s->points; i++)
      out->smallest = fmin(out->smallest, error[i]);
  /* From the longest window down; the last one tried stands if none is accepted. */
  for (int tier = 0; tier < 2 && !out->accepted; tier++)
    for (int k = 0; k + LEAST <= above; k++)
      if (FitWindow(s, error, point + k, above - k, correction_limit[tier], out)) {
        out->strict = tier == 0;
        break;
      }
  out->above = above;
}

void OrderFindSlope(const OrderSeries *s, OrderSlope *out) {
  double error[ORDER_POINTS];

  for (int i = 0; i < s->points; i++)
    error[i] = OrderError(s, i);
  OrderFindSlopeOf(s, error, out);
}
