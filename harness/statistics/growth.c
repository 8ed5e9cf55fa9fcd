/* μ(t) = a + b t^γ by generalised least squares, with a, b ≥ 0 and γ profiled on a grid: a is what is there from
 * the beginning, b t^γ what accumulates. The covariance comes from the fit of the round before: deviations follow
 * the fitted curve, not the scattered values, which would favour low ones.
 *
 * In an ensemble a member's error is an oscillation, new at every time that is sampled (the times are far apart),
 * and something that wanders, which it keeps: the values of μ at two times are not independent.
 * With the variances a and b t^γ of the two, cov(x(s), x(t)) = b s^γ for s < t, and for normal x
 * cov(x²(s), x²(t)) is twice its square. An interval that ignored this would be several times too
 * narrow; one that took all of μ for wandering would not know what to make of the oscillation, in
 * which the members keep step at first, so that their mean square scatters by all of a.
 * Deviations come from the fourth moments, pooled, because with a hundred members single ones scatter.
 *
 * In an envelope the residuals are no noise but what the largest value in a part of the run owes to where the part
 * begins, relative to the curve, so neighbours are alike, and the interval is made for a quarter as many of them.
 * Where nothing accumulates, a and b are one, and any γ will do with the other; then the slope of log m against
 * log t is reported, which is near 0. */
#include "statistics/growth.h"
#include "statistics/line.h"
#include "statistics/thresholds.h"

#include <petscsys.h>

#include <petscblaslapack.h> /* after petscsys.h */

enum { TIMES = LIMIT_SAMPLES + 1, ENSEMBLE_ROUNDS = 6, ENVELOPE_ROUNDS = 3 };

typedef struct {
  int times;
  const double *time;
  double mean[TIMES];
  double factor[TIMES * TIMES];     /* the covariance, and then its factor by Cholesky */
  double one[TIMES], values[TIMES]; /* the inverse covariance times 1 and times the means */
  double a, b, gamma;               /* the best, with b of (t/t_last)^γ, */
  double square;                    /* and its sum of squares; that of each γ: */
  double profile[EXPONENT_COUNT];
} Data;

static double PowerAt(const Data *d, int i, double gamma) {
  return pow(d->time[i] / d->time[d->times - 1], gamma);
}

static double ExponentAt(int k) { return EXPONENT_FIRST + k * EXPONENT_STEP; }

static void SolveWithCovariance(const Data *d, double *x) {
  PetscBLASInt n = d->times, columns = 1, info;

  LAPACKpotrs_("L", &n, &columns, (double *)d->factor, &n, x, &n, &info);
}

static double DotProduct(int n, const double *x, const double *y) {
  double sum = 0;

  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

/* The normal equations at γ, in the metric of the covariance. */
typedef struct {
  double aa, ab, bb, ay, by, det;
} Normal;

static Normal FindNormal(const Data *d, double gamma) {
  const int n = d->times;
  double u[TIMES], v[TIMES];
  Normal normal = {.aa = 0};

  for (int i = 0; i < n; i++) {
    u[i] = v[i] = PowerAt(d, i, gamma);
    normal.aa += d->one[i];
    normal.ay += d->values[i];
  }
  SolveWithCovariance(d, v);
  normal.ab = DotProduct(n, u, d->one);
  normal.bb = DotProduct(n, u, v);
  normal.by = DotProduct(n, u, d->values);
  normal.det = normal.aa * normal.bb - normal.ab * normal.ab;
  return normal;
}

/* Sum of squares at γ, with the best a and b, of which neither is negative. */
static double ProfileExponent(const Data *d, double gamma, double *a, double *b) {
  const Normal m = FindNormal(d, gamma);
  const double yy = DotProduct(d->times, d->mean, d->values);

  *a = (m.bb * m.ay - m.ab * m.by) / m.det;
  *b = (m.aa * m.by - m.ab * m.ay) / m.det;
  if (!(m.det > EXPONENT_SINGULAR * m.aa * m.bb) || *a < 0) /* near γ = 0, a and b are one */
    *a = 0, *b = m.by / m.bb;
  else if (*b < 0)
    *b = 0, *a = m.ay / m.aa;
  return fmax(0, yy - 2 * (*a * m.ay + *b * m.by) + *a * *a * m.aa + 2 * *a * *b * m.ab +
                     *b * *b * m.bb);
}

/* The best fit under the covariance; non-zero if that is not positive. */
static int FitPowers(Data *d) {
  PetscBLASInt n = d->times, info;

  LAPACKpotrf_("L", &n, d->factor, &n, &info);
  if (info)
    return 1;
  for (int i = 0; i < n; i++) {
    d->one[i] = 1;
    d->values[i] = d->mean[i];
  }
  SolveWithCovariance(d, d->one);
  SolveWithCovariance(d, d->values);
  d->square = INFINITY;
  for (int k = 0; k < EXPONENT_COUNT; k++) {
    double a, b;

    d->profile[k] = ProfileExponent(d, ExponentAt(k), &a, &b);
    if (d->profile[k] < d->square) {
      d->square = d->profile[k];
      d->gamma = ExponentAt(k);
      d->a = a;
      d->b = b;
    }
  }
  return 0;
}

/* The exponents with a sum of squares up to that. */
static void FindInterval(const Data *d, double most, double *lower, double *upper) {
  *lower = *upper = d->gamma;
  for (int k = 0; k < EXPONENT_COUNT; k++)
    if (d->profile[k] <= most) {
      *lower = fmin(*lower, ExponentAt(k));
      *upper = fmax(*upper, ExponentAt(k));
    }
}

/* ---- Ensembles ---- */

static void FillCovariance(Data *d, double spread) {
  const int n = d->times;

  for (int i = 0; i < n; i++) {
    const double wander = fmax(0, d->b * PowerAt(d, i, d->gamma));
    const double all = fmax(d->a + wander, ENSEMBLE_LEVEL_LEAST * d->mean[i]);

    for (int j = i; j < n; j++) {
      /* The walk's part is that of the earlier time; where γ < 0, of the later one. */
      const double walk = fmin(wander, fmax(0, d->b * PowerAt(d, j, d->gamma)));

      d->factor[i * n + j] =
          spread * (j == i ? all * all : walk * walk) + (j == i ? d->a * d->a : 0);
    }
    d->factor[i * n + i] *= 1 + 1e-9;
  }
}

/* With γ = 2: the best b, not below 0, and two of its deviations. */
static double LargestDrift(const Data *d, double widen) {
  const Normal m = FindNormal(d, 2);

  return fmax(0, (m.aa * m.by - m.ab * m.ay) / m.det) + sqrt(widen * m.aa / m.det);
}

GrowthOutcome GrowthFit(int times, const double time[], const double square[],
                        const double fourth[], double members, Growth *out) {
  static const Data none;
  Data d = none;
  double kurtosis = 0, widen, spread;

  d.times = times < TIMES ? times : TIMES;
  d.time = time;
  memset(out, 0, sizeof(*out));
  if (times < ENSEMBLE_TIMES || members < ENSEMBLE_MEMBERS)
    return GROWTH_FEW_TIMES;
  for (int i = 0; i < d.times; i++) {
    d.mean[i] = square[i] / members;
    if (!(d.mean[i] > 0) || !(time[i] > 0))
      return GROWTH_NOT_FITTED;
    kurtosis += fourth[i] / members / (d.mean[i] * d.mean[i]) / d.times;
    if (3 * i < d.times)
      d.a += d.mean[i] / (d.times / 3. + 1);
  }
  spread = (fmax(kurtosis, ENSEMBLE_KURTOSIS_LEAST) - 1) / members;
  d.gamma = 1;
  d.b = fmax(0, d.mean[d.times - 1] - d.a);
  for (int round = 0; round < ENSEMBLE_ROUNDS; round++) {
    FillCovariance(&d, spread);
    if (FitPowers(&d))
      return GROWTH_NOT_FITTED;
  }
  widen = ENSEMBLE_DEVIATIONS * ENSEMBLE_DEVIATIONS * fmax(1, d.square / (d.times - 3));
  out->a = d.a;
  out->b = d.b / pow(time[d.times - 1], d.gamma);
  out->gamma = d.gamma;
  FindInterval(&d, d.square + widen, &out->lower, &out->upper);
  out->any = d.profile[0] <= d.square + widen && d.profile[EXPONENT_COUNT - 1] <= d.square + widen;
  out->drift = LargestDrift(&d, widen);
  return GROWTH_FITTED;
}

/* ---- Envelopes ---- */

/* log m = c + slope log t, in an interval of two deviations, if it is near 0. */
static void FindFlat(const Data *d, Envelope *out) {
  double x[ENVELOPE_MOST], y[ENVELOPE_MOST], width;
  Line line;

  for (int i = 0; i < d->times; i++) {
    x[i] = log(d->time[i]);
    y[i] = log(d->mean[i]);
  }
  (void)LineFit(d->times, x, y, &line); /* there are points enough */
  width = ENVELOPE_DEVIATIONS * sqrt(ENVELOPE_ALIKE) * line.deviation;
  if (fabs(line.slope) + width < ENVELOPE_BOUNDED)
    *out = (Envelope){line.slope, line.slope - width, line.slope + width};
}

int EnvelopeFit(int count, const double time[], const double largest[], Envelope *out) {
  static const Data none;
  Data d = none;

  memset(out, 0, sizeof(*out));
  if (count < ENVELOPE_POINTS || count > ENVELOPE_MOST)
    return 1;
  d.times = count;
  d.time = time;
  for (int i = 0; i < count; i++) {
    if (!(largest[i] > 0) || !(time[i] > (i ? time[i - 1] : 0)) || !isfinite(largest[i]))
      return 1;
    d.mean[i] = largest[i];
  }
  for (int round = 0; round < ENVELOPE_ROUNDS; round++) {
    memset(d.factor, 0, sizeof(d.factor));
    for (int i = 0; i < count; i++) {
      const double curve = round ? d.a + d.b * PowerAt(&d, i, d.gamma) : largest[i];

      d.factor[i * count + i] = curve * curve;
    }
    if (FitPowers(&d))
      return 1;
  }
  out->exponent = d.gamma;
  FindInterval(&d,
               d.square * (1 + ENVELOPE_DEVIATIONS * ENVELOPE_DEVIATIONS * (double)ENVELOPE_ALIKE /
                                   (count - 3)),
               &out->lower, &out->upper);
  FindFlat(&d, out);
  return 0;
}
