/* μ(t) = a + b t^γ by generalised least squares.
 *
 * The members wander, so the values of μ at two times are not independent: for a Gaussian random
 * walk cov(x²(s), x²(t)) = 2 min(s,t)², hence correlation s/t for s < t. That is a Markov chain in
 * t, and its inverse is bidiagonal: each residual is compared with what the previous one foretells.
 * An interval that ignored this would be several times too narrow. Deviations come from the fourth
 * moments, pooled, because with a hundred members single ones scatter. γ is profiled on a grid. */
#include "judge/growth.h"

#include <math.h>
#include <string.h>

enum { TIMES = 256, STEPS = 901 };
static const double gamma_least = -0.5, gamma_step = 0.005;

typedef struct {
  int times;
  const double *time;
  double mean[TIMES], deviation[TIMES];
} Data;

/* One whitened entry: the i-th of a vector, without what the one before foretells. */
static double Whiten(const Data *d, int i, double now, double before) {
  const double rho = i ? d->time[i - 1] / d->time[i] : 0;

  return (now / d->deviation[i] - (i ? rho * before / d->deviation[i - 1] : 0)) /
         sqrt(1 - rho * rho);
}

/* Sum of squares at γ, with the best a and b. */
static double Profile(const Data *d, double gamma, double *a, double *b) {
  const double last = d->time[d->times - 1];
  double aa = 0, ab = 0, bb = 0, ay = 0, by = 0, yy = 0, det;

  for (int i = 0; i < d->times; i++) {
    const double u = pow(d->time[i] / last, gamma);
    const double v = i ? pow(d->time[i - 1] / last, gamma) : 0;
    const double p = Whiten(d, i, 1, 1), q = Whiten(d, i, u, v);
    const double y = Whiten(d, i, d->mean[i], i ? d->mean[i - 1] : 0);

    aa += p * p;
    ab += p * q;
    bb += q * q;
    ay += p * y;
    by += q * y;
    yy += y * y;
  }
  det = aa * bb - ab * ab;
  if (!(det > 1e-12 * aa * bb)) { /* γ near 0: a and b are one */
    *a = 0;
    *b = by / bb;
    return yy - by * by / bb;
  }
  *a = (bb * ay - ab * by) / det;
  *b = (aa * by - ab * ay) / det;
  return fmax(0, yy - *a * ay - *b * by);
}

int GrowthFit(int times, const double time[], const double square[], const double fourth[],
              double members, Growth *out) {
  Data d = {.times = times < TIMES ? times : TIMES, .time = time};
  double kurtosis = 0, best = INFINITY, a, b, widen, last, profile[STEPS];

  memset(out, 0, sizeof(*out));
  if (times < 8 || members < 2)
    return 1;
  last = time[d.times - 1];
  for (int i = 0; i < d.times; i++) {
    d.mean[i] = square[i] / members;
    if (!(d.mean[i] > 0) || !(time[i] > 0))
      return 1;
    kurtosis += fourth[i] / members / (d.mean[i] * d.mean[i]) / d.times;
    d.deviation[i] = d.mean[i];
  }
  kurtosis = fmax(kurtosis, 1.5);
  /* The deviations follow the fitted curve, not the scattered values, which would favour low ones.
   */
  for (int round = 0; round < 4; round++) {
    best = INFINITY;
    for (int k = 0; k < STEPS; k++) {
      const double gamma = gamma_least + k * gamma_step;

      profile[k] = Profile(&d, gamma, &a, &b);
      if (profile[k] < best) {
        best = profile[k];
        out->gamma = gamma;
        out->a = a;
        out->b = b;
      }
    }
    for (int i = 0; i < d.times; i++) {
      const double fit = out->a + out->b * pow(time[i] / last, out->gamma);

      d.deviation[i] = fmax(fit, 0.2 * d.mean[i]) * sqrt((kurtosis - 1) / members);
    }
  }
  for (int k = 0; k < STEPS; k++)
    profile[k] = Profile(&d, gamma_least + k * gamma_step, &a, &b);
  best = INFINITY;
  for (int k = 0; k < STEPS; k++)
    if (profile[k] < best) {
      best = profile[k];
      out->gamma = gamma_least + k * gamma_step;
    }
  (void)Profile(&d, out->gamma, &out->a, &out->b);
  out->b /= pow(last, out->gamma);
  out->misfit = sqrt(best / (d.times - 3));
  widen = 4 * fmax(1, best / (d.times - 3));
  out->lower = out->upper = out->gamma;
  for (int k = 0; k < STEPS; k++)
    if (profile[k] <= best + widen) {
      out->lower = fmin(out->lower, gamma_least + k * gamma_step);
      out->upper = fmax(out->upper, gamma_least + k * gamma_step);
    }
  return 0;
}
