/* μ(t) = a + b t^γ by generalised least squares.
 *
 * A member's error is an oscillation, new at every time that is sampled (the times are far apart),
 * and something that wanders, which it keeps: the values of μ at two times are not independent.
 * With the variances a and b t^γ of the two, cov(x(s), x(t)) = b s^γ for s < t, and for normal x
 * cov(x²(s), x²(t)) is twice its square. An interval that ignored this would be several times too
 * narrow; one that took all of μ for wandering would not know what to make of the oscillation, in
 * which the members keep step at first, so that their mean square scatters by all of a.
 * Deviations come from the fourth moments, pooled, because with a hundred members single ones
 * scatter; the covariance from the fit of the round before; γ is profiled on a grid. */
#include "statistics/growth.h"
#include "statistics/thresholds.h"

#include <math.h>
#include <petscsys.h>
#include <string.h>

#include <petscblaslapack.h> /* after petscsys.h */

enum { TIMES = LIMIT_SAMPLES + 1 };

typedef struct {
  int times;
  const double *time;
  double mean[TIMES];
  double factor[TIMES * TIMES];     /* of the covariance, by Cholesky */
  double one[TIMES], values[TIMES]; /* the inverse covariance times 1 and times the means */
} Data;

static void SolveWithCovariance(const Data *d, double *x) {
  PetscBLASInt n = d->times, columns = 1, info;

  LAPACKpotrs_("L", &n, &columns, (double *)d->factor, &n, x, &n, &info);
}

/* The covariance under a fit, factored; non-zero if it is not positive. */
static int FactorCovariance(Data *d, double a, double b, double gamma, double spread) {
  const double last = d->time[d->times - 1];
  PetscBLASInt n = d->times, info;

  for (int i = 0; i < n; i++) {
    const double wander = fmax(0, b * pow(d->time[i] / last, gamma));
    const double all = fmax(a + wander, ENSEMBLE_LEVEL_LEAST * d->mean[i]);

    for (int j = i; j < n; j++) {
      /* The walk's part is that of the earlier time; where γ < 0, of the later one. */
      const double later = fmax(0, b * pow(d->time[j] / last, gamma)), walk = fmin(wander, later);

      d->factor[i * n + j] = spread * (j == i ? all * all : walk * walk) + (j == i ? a * a : 0);
    }
    d->factor[i * n + i] *= 1 + 1e-9;
  }
  LAPACKpotrf_("L", &n, d->factor, &n, &info);
  for (int i = 0; i < n; i++) {
    d->one[i] = 1;
    d->values[i] = d->mean[i];
  }
  if (info)
    return 1;
  SolveWithCovariance(d, d->one);
  SolveWithCovariance(d, d->values);
  return 0;
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
  const double last = d->time[d->times - 1];
  const int n = d->times;
  double u[TIMES], v[TIMES];
  Normal normal = {.aa = 0};

  for (int i = 0; i < n; i++) {
    u[i] = v[i] = pow(d->time[i] / last, gamma);
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

/* With γ = 2: the best b, not below 0, and two of its deviations. */
static double LargestDrift(const Data *d, double widen) {
  const Normal m = FindNormal(d, 2);

  return fmax(0, (m.aa * m.by - m.ab * m.ay) / m.det) + sqrt(widen * m.aa / m.det);
}

GrowthOutcome GrowthFit(int times, const double time[], const double square[],
                        const double fourth[], double members, Growth *out) {
  static const Data none;
  Data d = none;
  double kurtosis = 0, best = INFINITY, a, b, widen, last, spread, profile[EXPONENT_COUNT];

  d.times = times < TIMES ? times : TIMES;
  d.time = time;
  memset(out, 0, sizeof(*out));
  if (times < ENSEMBLE_TIMES || members < ENSEMBLE_MEMBERS)
    return GROWTH_FEW_TIMES;
  last = time[d.times - 1];
  for (int i = 0; i < d.times; i++) {
    d.mean[i] = square[i] / members;
    if (!(d.mean[i] > 0) || !(time[i] > 0))
      return GROWTH_ZERO;
    kurtosis += fourth[i] / members / (d.mean[i] * d.mean[i]) / d.times;
    if (3 * i < d.times)
      out->a += d.mean[i] / (d.times / 3. + 1);
  }
  spread = (fmax(kurtosis, ENSEMBLE_KURTOSIS_LEAST) - 1) / members;
  out->gamma = 1;
  out->b = fmax(0, d.mean[d.times - 1] - out->a);
  /* The deviations follow the fitted curve, not the scattered values, which would
   * favour low ones. */
  for (int round = 0; round < 6; round++) {
    if (FactorCovariance(&d, out->a, out->b, out->gamma, spread))
      return GROWTH_SINGULAR;
    best = INFINITY;
    for (int k = 0; k < EXPONENT_COUNT; k++) {
      const double gamma = EXPONENT_FIRST + k * EXPONENT_STEP;

      profile[k] = ProfileExponent(&d, gamma, &a, &b);
      if (profile[k] < best) {
        best = profile[k];
        out->gamma = gamma;
        out->a = a;
        out->b = b;
      }
    }
  }
  out->b /= pow(last, out->gamma);
  widen = ENSEMBLE_DEVIATIONS * ENSEMBLE_DEVIATIONS * fmax(1, best / (d.times - 3));
  out->lower = out->upper = out->gamma;
  for (int k = 0; k < EXPONENT_COUNT; k++)
    if (profile[k] <= best + widen) {
      out->lower = fmin(out->lower, EXPONENT_FIRST + k * EXPONENT_STEP);
      out->upper = fmax(out->upper, EXPONENT_FIRST + k * EXPONENT_STEP);
    }
  out->any = profile[0] <= best + widen && profile[EXPONENT_COUNT - 1] <= best + widen;
  out->drift = LargestDrift(&d, widen);
  return GROWTH_FITTED;
}
