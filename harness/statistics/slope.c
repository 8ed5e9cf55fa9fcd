/* The observed order: a fit of log e = log C + p log h + D h^r + D' h^2r over the longest window
 * that it describes.
 *
 * Three things are done otherwise than in a textbook's regression.
 *   - Each point's weight comes from its own noise level, so that nothing has to be cut off at the fine
 * end but what is not above the noise.
 *   - The correction D h^r is neither left out (a bias) nor left free (on six points it makes p
 *     arbitrary): it is known beforehand to be small in a window that deserves the name asymptotic,
 *     and that knowledge enters as a prior. Where the data say more than the prior they decide;
 *     where they say less, the prior's width is part of the interval of p.
 *   - Which points count is decided on the largest error over components and times, but the slope
 * is that of the root of the sum of squares over those entries that come near it. It falls with the
 *     same power; it has no kinks where one entry overtakes another, and near the noise level it averages
 *     their noise, where the largest of noisy values is always too large. */
#include "statistics/order.h"
#include "statistics/fit.h"
#include "statistics/thresholds.h"

#include <math.h>
#include <string.h>

/* The data choose among them. The last one is for caution. */
enum { PRIORS = 4, CAUTIOUS = PRIORS };
static const double prior_size[PRIORS + 1] = {SLOPE_PRIOR_SIZES, SLOPE_PRIOR_CAUTIOUS};
static const double prior_weight[PRIORS] = {SLOPE_PRIOR_WEIGHTS};
static const double correction_limit[] = {SLOPE_CORRECTION_LIMITS};

static double LargestEntry(const OrderSeries *s, const double entry[], int component) {
  double largest = 0;

  for (int k = 0; k < s->times * s->components; k++)
    if (component < 0 || k % s->components == component)
      largest = fmax(largest, fabs(entry[k]));
  return largest;
}

double OrderError(const OrderSeries *s, int i) {
  return LargestEntry(s, s->error + i * s->times * s->components, -1);
}

double OrderGauge(const OrderSeries *s, int i) {
  return s->logarithm ? log(s->steps[i] / s->duration) : 1;
}

/* The errors whose slope is taken. */
typedef struct {
  double error[LIMIT_POINTS], noise[LIMIT_POINTS]; /* relative */
} Norm;

static void TakeNorm(const OrderSeries *s, int component, const int point[], int points,
                     Norm *norm) {
  const int block = s->times * s->components;
  const double *coarse = s->error + point[0] * block, *fine = s->error + point[points - 1] * block;
  const double near_coarse = SLOPE_NEAR_LARGEST * LargestEntry(s, coarse, component);
  const double near_fine = SLOPE_NEAR_LARGEST * LargestEntry(s, fine, component);

  for (int i = 0; i < points; i++) {
    const double *entry = s->error + point[i] * block, floor = s->floor[point[i]];
    double square = 0, noise = 0;

    for (int k = 0; k < block; k++) {
      if (component >= 0 && k % s->components != component)
        continue;
      if (fabs(coarse[k]) < near_coarse && fabs(fine[k]) < near_fine)
        continue;
      square += entry[k] * entry[k];
      noise += floor * floor;
    }
    /* Noise of up to one noise level adds its square: take half of what it may, and half as
     * uncertain. */
    norm->error[i] = sqrt(fmax(square - noise / 2, square / 2));
    norm->noise[i] = hypot(floor / norm->error[i], noise / (4 * norm->error[i] * norm->error[i]));
    norm->error[i] /= OrderGauge(s, point[i]);
  }
}

static void FillFit(const OrderSeries *s, const Norm *norm, const int point[], int points,
                    double prior, Fit *fit) {
  const int r = s->symmetric ? 2 : 1;

  fit->rows = points + 2;
  fit->columns = 4;
  memset(fit->a, 0, sizeof(fit->a[0]) * (size_t)fit->rows);
  for (int k = 0; k < points; k++) {
    const double sigma = hypot(norm->noise[k], SLOPE_MODEL_ERROR);
    const double u = (double)s->steps[point[0]] / s->steps[point[k]];

    fit->a[k][0] = 1 / sigma;
    fit->a[k][1] = log(u) / sigma;
    fit->a[k][2] = pow(u, r) / sigma;
    fit->a[k][3] = pow(u, 2 * r) / sigma;
    fit->b[k] = log(norm->error[k]) / sigma;
  }
  fit->a[points][2] = 1 / prior;
  fit->a[points + 1][3] = 1 / (prior * prior);
  fit->b[points] = fit->b[points + 1] = 0;
}

/* Fits the points of the list; returns whether it describes them, with corrections up to the limit.
 * The fits under the different priors are averaged with the weights that the data give them
 * [Hoeting et al., Bayesian model averaging, Statist. Sci. 14 (1999) 382]: a narrow prior alone
 * would be sure of a biased p where the corrections are large, a wide one unsure of any p where
 * they are small. */
static int FitWindow(const OrderSeries *s, int component, const int point[], int points,
                     double limit, OrderSlope *out) {
  double evidence[PRIORS], best = -INFINITY, sum = 0, mean[4] = {0}, p[PRIORS], variance[PRIORS];
  double spread = 0;
  int accepted = 0;
  Norm norm;

  TakeNorm(s, component, point, points, &norm);
  for (int i = 0; i <= PRIORS; i++) {
    int fits = 1;
    Fit fit;

    FillFit(s, &norm, point, points, prior_size[i], &fit);
    if (FitSolve(&fit))
      return 0;
    for (int k = 0; k < points; k++)
      if (fabs(fit.residual[k]) > SLOPE_RESIDUAL_LIMIT)
        fits = 0;
    /* Noise levels are upper bounds of the noise: the residuals estimate the noise, with the weight
     * of two points for the noise level. */
    const double scatter = (fit.square + 2) / (points - 2 + 2);
    if (i == CAUTIOUS) {
      out->cautious = fit.x[1] + SLOPE_DEVIATIONS * fit.deviation[1] * sqrt(fmax(1, scatter));
      break;
    }
    if (fits)
      accepted = 1;
    p[i] = fit.x[1];
    variance[i] = fit.deviation[1] * fit.deviation[1] * scatter;
    evidence[i] =
        log(prior_weight[i]) - fit.square / 2 - fit.log_determinant - 3 * log(prior_size[i]);
    /* Weights relative to the best so far. */
    if (evidence[i] > best) {
      sum *= exp(best - evidence[i]);
      for (int k = 0; k < 4; k++)
        mean[k] *= exp(best - evidence[i]);
      best = evidence[i];
    }
    sum += exp(evidence[i] - best);
    for (int k = 0; k < 4; k++)
      mean[k] += exp(evidence[i] - best) * fit.x[k];
  }
  for (int k = 0; k < 4; k++)
    mean[k] /= sum;
  for (int i = 0; i < PRIORS; i++)
    spread += exp(evidence[i] - best) / sum * (variance[i] + (p[i] - mean[1]) * (p[i] - mean[1]));
  if (fabs(mean[2]) > limit || fabs(mean[3]) > limit)
    accepted = 0;
  out->order = mean[1];
  out->lower = mean[1] - SLOPE_DEVIATIONS * sqrt(spread);
  out->upper = mean[1] + SLOPE_DEVIATIONS * sqrt(spread);
  out->first = point[0];
  out->last = point[points - 1];
  out->points = points;
  out->accepted = accepted;
  return accepted;
}

/* The upper end of the slope over the last three points: where the error is going. */
static double FineSlope(const OrderSeries *s, int component, const int point[], int points) {
  const int a = points - 3, b = points - 1;
  Norm norm;

  if (points < 3)
    return INFINITY;
  TakeNorm(s, component, point, points, &norm);
  const double range = log((double)s->steps[point[b]] / s->steps[point[a]]);
  return (log(norm.error[a] / norm.error[b]) +
          SLOPE_FINE_DEVIATIONS * hypot(norm.noise[a], norm.noise[b])) /
         range;
}

void OrderFindSlopeOf(const OrderSeries *s, int component, OrderSlope *out) {
  const int block = s->times * s->components;
  int point[LIMIT_POINTS], above = 0;

  memset(out, 0, sizeof(*out));
  out->order = out->lower = out->upper = out->fine = out->cautious = NAN;
  out->smallest = HUGE_VAL;
  for (int i = 0; i < s->points; i++) {
    const double e = LargestEntry(s, s->error + i * block, component);

    if (AboveNoise(e, s->floor[i])) {
      if (above == 0)
        out->smallest = e;
      point[above++] = i;
    }
    if (above == 0 || AboveNoise(e, s->floor[i]))
      out->smallest = fmin(out->smallest, e);
  }
  /* From the longest window down; the last one tried stands if none is accepted. */
  for (int tier = 0; tier < 2 && !out->accepted; tier++)
    for (int k = 0; k + ORDER_WINDOW_POINTS <= above; k++)
      if (FitWindow(s, component, point + k, above - k, correction_limit[tier], out)) {
        out->strict = tier == 0;
        break;
      }
  out->above = above;
  out->fine = FineSlope(s, component, point, above);
}

void OrderFindSlope(const OrderSeries *s, OrderSlope *out) { OrderFindSlopeOf(s, -1, out); }
