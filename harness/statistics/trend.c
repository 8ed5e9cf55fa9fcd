/* The class of a long run.
 *
 * A drift is tested by the increments of the smooth means over eight equal segments: their mean
 * against their scatter, by Student's t with seven degrees of freedom. Increments are used, not
 * residuals of a straight line, because a line fitted to a random walk looks significant at any
 * level (its residuals are as autocorrelated as can be), while its increments are independent; and
 * for an oscillation increments are anticorrelated, which only makes the test cautious. That the
 * smooth means suppress oscillations by (P/πB)^4 is what lets a drift be seen a thousand times
 * below them. */
#include "statistics/trend.h"
#include "statistics/thresholds.h"

#include <math.h>

/* Of terms of size 1. */
static double RoundingsOfRun(const TrendSeries *s) {
  return s->epsilon * RoundingsAfter((double)s->steps);
}

/* The terms at their largest, which may be at the end. */
static double LargestScale(const TrendSeries *s) {
  return s->scaled && s->blocks ? fmax(s->scale, s->block[s->blocks - 1].scale) : s->scale;
}

double TrendBlockMaximum(const TrendSeries *s, int block) {
  const AccumulatorBlock *b = &s->block[block];

  return s->in_proportion ? b->maximum * (s->scale / b->scale) : b->maximum;
}

double TrendRoundoff(const TrendSeries *s) { return RoundingsOfRun(s) * LargestScale(s); }

/* The largest value, as a part of the terms until then: that they become larger later, in a run that
 * is unstable, excuses nothing. */
static double ExcessOverTerms(const TrendSeries *s) {
  double most = s->maximum / LargestScale(s);

  for (int k = 0; s->scaled && k < s->blocks; k++)
    most = fmax(most, s->block[k].maximum / s->block[k].scale);
  return most;
}

const char *TrendName(TrendClass class) {
  static const char *const names[] = {"exact", "bounded", "random_walk", "drift", "blow_up"};

  return names[class];
}

/* The mean increment of the smooth means between the ends of eight segments, and its deviation. */
static void FindIncrements(const TrendSeries *s, Trend *out) {
  const int n = s->smooths;
  double mean = 0, square = 0, low = INFINITY, high = -INFINITY, span;

  for (int i = 0; i < n; i++) {
    low = fmin(low, s->smooth[i]);
    high = fmax(high, s->smooth[i]);
  }
  out->range = high - low;
  for (int k = 0; k < DRIFT_SEGMENTS; k++) {
    const int from = k * (n - 1) / DRIFT_SEGMENTS, to = (k + 1) * (n - 1) / DRIFT_SEGMENTS;
    const double rate = (s->smooth[to] - s->smooth[from]) / ((to - from) * s->smooth_apart);

    mean += rate / DRIFT_SEGMENTS;
    square += rate * rate / DRIFT_SEGMENTS;
  }
  span = (n - 1) * s->smooth_apart;
  out->slope = mean;
  out->slope_deviation = sqrt(fmax(0, square - mean * mean) / (DRIFT_SEGMENTS - 1));
  /* What rounding does to the means must not look like certainty. */
  out->slope_deviation = hypot(out->slope_deviation, s->epsilon * s->scale / span);
  out->significance = fabs(mean) / out->slope_deviation;
  out->significant = out->significance > DRIFT_SIGNIFICANT;
  out->rise = fabs(mean) * (double)s->steps * s->h;
  out->least_drift =
      fmax(DRIFT_SIGNIFICANT * out->slope_deviation, out->roundoff / ((double)s->steps * s->h));
}

/* Increments of the root mean square between segments, tested as those of the means are. */
static void FindGrowth(const TrendSeries *s, Trend *out) {
  double size[DRIFT_SEGMENTS], mean = 0, square = 0;

  for (int k = 0; k < DRIFT_SEGMENTS; k++) {
    const int from = k * s->blocks / DRIFT_SEGMENTS, to = (k + 1) * s->blocks / DRIFT_SEGMENTS;

    size[k] = 0;
    for (int i = from; i < to; i++)
      size[k] += s->block[i].mean_square / (to - from);
    size[k] = sqrt(size[k]);
  }
  for (int k = 1; k < DRIFT_SEGMENTS; k++) {
    mean += (size[k] - size[k - 1]) / (DRIFT_SEGMENTS - 1);
    square += (size[k] - size[k - 1]) * (size[k] - size[k - 1]) / (DRIFT_SEGMENTS - 1);
  }
  out->first_oscillation = size[0];
  out->last_oscillation = size[DRIFT_SEGMENTS - 1];
  out->grows =
      out->last_oscillation > OSCILLATION_GROWS * out->first_oscillation &&
      mean > DRIFT_SIGNIFICANT * sqrt(fmax(0, square - mean * mean) / (DRIFT_SEGMENTS - 2));
}

/* The mean square of x(t + m) − x(t) over all t. */
static double StructureFunction(const TrendSeries *s, int m) {
  double sum = 0;

  for (int i = 0; i + m < s->smooths; i++) {
    const double d = s->smooth[i + m] - s->smooth[i];
    sum += d * d;
  }
  return sum / (s->smooths - m);
}

/* Neighbouring smooth means overlap, so lags below four are left out. */
static double FindExponent(const TrendSeries *s) {
  double x = 0, y = 0, xx = 0, xy = 0, n = 0;

  for (int m = 4; m <= s->smooths / 4; m += 1 + m / 4) {
    const double d = StructureFunction(s, m), u = log(m);

    if (!(d > 0))
      return 0;
    x += u;
    y += log(d) / 2;
    xx += u * u;
    xy += u * log(d) / 2;
    n++;
  }
  return n < 3 ? NAN : (xy - x * y / n) / (xx - x * x / n);
}

static double VarianceIn(const AccumulatorBlock *b) { return b->mean_square - b->mean * b->mean; }

/* √2 times the scatter of the values about the trend. */
static double OscillationAbout(const TrendSeries *s, const Trend *t) {
  const double per_block = t->slope * (double)s->steps * s->h / (s->blocks ? s->blocks : 1);
  double mean = 0, square = 0;

  for (int k = 0; k < s->blocks; k++)
    mean += (s->block[k].mean - per_block * k) / s->blocks;
  for (int k = 0; k < s->blocks; k++) {
    const double apart = s->block[k].mean - per_block * k - mean;

    square += (fmax(0, VarianceIn(&s->block[k]) - per_block * per_block / 12) + apart * apart) /
              s->blocks;
  }
  return sqrt(2 * square);
}

static double ScatterInBlocks(const TrendSeries *s) {
  double square = 0;

  for (int k = 0; k < s->blocks; k++)
    square += fmax(0, VarianceIn(&s->block[k])) / s->blocks;
  return sqrt(2 * square);
}

/* Terms that vanish at the very beginning are no measure; those of the first eighth are. */
double TrendEarlyScale(const TrendSeries *s) {
  if (s->first_scale > s->scale / BLOW_UP_FIRST_TERMS)
    return s->first_scale;
  return s->scaled && s->blocks >= 8 ? s->block[s->blocks / 8].scale : INFINITY;
}

/* What an error that is no oscillation exceeds. */
static double LargestBound(const TrendSeries *s) {
  return fmin(s->scale, BLOW_UP_TERMS * TrendEarlyScale(s));
}

double TrendPassage(const TrendSeries *s) {
  const double bound = LargestBound(s);
  int worst = 0, first = 0;

  if (!s->scaled || !s->blocks)
    return 0;
  for (int k = 1; k < s->blocks; k++)
    if (s->block[k].maximum > s->block[worst].maximum)
      worst = k;
  while (s->block[first].scale < s->block[worst].scale / BLOW_UP_TERMS)
    first++;
  if (s->maximum <= PASSAGE_SHARE * s->block[worst].scale)
    for (int k = worst + 1; k < s->blocks; k++)
      if (s->block[k].maximum <= fmin(bound, s->maximum / 2))
        return first * s->block_time;
  return 0;
}

Trend TrendClassify(const TrendSeries *s) {
  Trend out = {.class = TREND_BOUNDED, .exponent = NAN, .least_drift = INFINITY};
  /* Roundings with a bias: less than two a step, and no oscillation with them. */
  const double biased = ROUNDINGS_ONE_WAY * s->epsilon * (double)s->steps;
  const double excess = ExcessOverTerms(s);
  int drifts = 0;

  out.roundoff = TrendRoundoff(s);
  out.excess = excess / RoundingsOfRun(s);
  out.oscillation = s->maximum;
  if (s->smooths > 2 * DRIFT_SEGMENTS) {
    FindIncrements(s, &out);
    FindGrowth(s, &out);
    out.oscillation = OscillationAbout(s, &out);
    out.exponent = FindExponent(s);
    drifts = out.significant && out.rise > out.roundoff;
    out.faint = drifts && out.oscillation > DRIFT_HORIZON * out.rise;
    out.suspicious = !drifts && out.significance > DRIFT_SUSPICIOUS && out.rise > out.roundoff &&
                     out.oscillation <= DRIFT_HORIZON * out.rise;
  }
  if (s->stopped || (s->maximum > LargestBound(s) && !(TrendPassage(s) > 0))) {
    out.class = TREND_BLOW_UP;
  } else if (out.excess <= 1) {
    out.class = TREND_EXACT;
  } else if (ScatterInBlocks(s) <= ROUNDINGS_AT_ONCE * s->epsilon * LargestScale(s) &&
             excess <= biased) {
    out.class = TREND_EXACT;
    out.one_way = 1;
    out.roundoff = biased * LargestScale(s);
    out.excess = excess / biased;
  } else if (drifts) {
    out.class = TREND_LINEAR;
  } else if (out.exponent > WALK_EXPONENT && out.range > WALK_RANGE * ScatterInBlocks(s) &&
             out.range > out.roundoff) {
    out.class = TREND_RANDOM_WALK;
  }
  return out;
}

int TrendHidesDrift(const TrendSeries *s, const Trend *t) {
  return isfinite(t->least_drift) &&
         t->least_drift > DRIFT_SIGNIFICANT * t->roundoff / ((double)s->steps * s->h) &&
         t->least_drift * (double)s->steps * s->h > DRIFT_HIDDEN * t->oscillation;
}

/* The root mean square over the blocks that end until that time, NaN if none does; and their end. */
static double TrendSize(const TrendSeries *s, double until, double *end) {
  const double length = s->block_time;
  double square = 0;
  int count = 0;

  *end = 0;
  while (count < s->blocks && (count + 1) * length <= until * (1 + 1e-9))
    square += s->block[count++].mean_square;
  if (!count)
    return NAN;
  *end = count * length;
  return sqrt(square / count);
}

Fall TrendFall(int runs, const TrendSeries *const run[]) {
  Fall out = {.power = NAN, .before = NAN};

  for (int k = 0; k + 1 < runs; k++) {
    const TrendSeries *coarse = run[k], *fine = run[k + 1];
    double until, end, large, small;

    until = fmin((double)coarse->steps * coarse->h, (double)fine->steps * fine->h);
    if (fine->parted > 0)
      until = fmin(until, fine->parted);
    large = TrendSize(coarse, until, &until);
    small = TrendSize(fine, until, &end);
    if (!(large > 0) || !(small > TrendRoundoff(fine)) || !(coarse->h > fine->h))
      continue;
    out = (Fall){.power = log(large / small) / log(coarse->h / fine->h),
                 .before = out.power,
                 .h = coarse->h,
                 .finer = fine->h,
                 .large = large,
                 .small = small,
                 .duration = until};
  }
  return out;
}
