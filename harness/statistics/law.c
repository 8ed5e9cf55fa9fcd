/* Many terms are fitted, each known beforehand to be no larger, at the window's coarsest point,
 * than a few times the error there, times a power of a ratio. So terms that the data cannot resolve
 * are part of the uncertainty instead of a bias. Three ratios are used:
 *   - strict: terms decrease as they do in a window that passed the test of curvature. There the
 *     law has to hold, or the order is not confirmed.
 *   - relaxed: terms stay of one size; for windows that did not pass.
 *   - growing: as if the expansion converged only below a third of the window's coarsest step; a
 *     rival that some defects have to beat.
 * Where the claimed order is not whole its terms are h^p, h^(p+1/2), …, as of a solution with a
 * singularity; and where it has a logarithm h^p log(1/h), h^p, h^(p+1) log(1/h), …: terms below it are
 * whole powers in any case. */
#include "statistics/law.h"
#include "statistics/thresholds.h"

#include <math.h>
#include <string.h>

int LawPower(const OrderSeries *s) {
  return (int)ceil(fmin(s->order, ORDER_HIGHEST) - ORDER_ROUNDING);
}

double LawEntry(const LawWindow *w, int i) {
  return w->s->error[(i * w->s->times + w->time) * w->s->components + w->component];
}

double LawSigma(const LawWindow *w, int i) {
  return hypot(fmax(w->s->floor[i], 1e-300), LAW_REPRESENTATION * fabs(LawEntry(w, i)));
}

double LawStepRatio(const LawWindow *w, int i) {
  return (double)w->s->steps[w->first] / w->s->steps[i];
}

void LawWindowSet(LawWindow *w, int first) {
  const OrderSeries *s = w->s;
  double largest = 0;

  w->first = first;
  for (int i = first; i < first + 2; i++)
    for (int t = 0; t < s->times; t++)
      largest = fmax(largest, fabs(s->error[(i * s->times + t) * s->components + w->component]));
  w->scale = LAW_PRIOR_SIZE * fmax(largest, s->floor[first]);
}

/* The powers that are fitted, each with its coefficient's prior deviation at the coarsest point (0:
 * free), and those of the first term that is left out. */
typedef struct {
  int columns, law, power[FIT_COLUMNS]; /* the law's begin with that column */
  double prior[FIT_COLUMNS], rest, rest_power;
} Terms;

static int IsPlain(const OrderSeries *s) { return !s->logarithm && OrderIsWhole(s->order); }

/* The value of term n of a law that has not only whole powers, at point i, and its power of h. */
static double TermAt(const LawWindow *w, int i, int n, double *power) {
  const OrderSeries *s = w->s;
  const double u = LawStepRatio(w, i);

  *power = s->order + (s->logarithm ? n / 2 : n / 2.);
  return pow(u, *power) *
         (s->logarithm && n % 2 == 0 ? OrderGauge(s, i) / OrderGauge(s, w->first) : 1);
}

/* Adds those of the law. */
static void AddLaw(const LawWindow *w, LawRatio ratio, int terms, Terms *to) {
  const int step = w->s->symmetric ? 2 : 1, p = LawPower(w->s);
  double size = w->scale;

  to->law = to->columns;
  for (int k = p + (w->s->symmetric ? p % 2 : 0), n = 0; n < terms; k += step, n++) {
    to->power[to->columns] = k;
    to->prior[to->columns++] = size;
    if (ratio == LAW_GROWING)
      size *= pow(LAW_RATIO_GROWING, step);
    if (ratio == LAW_STRICT && k >= w->leading)
      size *= LAW_RATIO_STRICT;
  }
  to->rest = size;
  to->rest_power = p + (w->s->symmetric ? p % 2 : 0) + terms * step;
  if (!IsPlain(w->s))
    (void)TermAt(w, w->first, terms, &to->rest_power);
}

/* Adds power j, free, and those of its wake that are not the law's. */
static void AddDefect(const LawWindow *w, LawRatio ratio, int j, double wake, int end, Terms *to) {
  const OrderSeries *s = w->s;
  const int p = LawPower(s);

  to->power[to->columns] = j;
  to->prior[to->columns++] = 0; /* free */
  for (int k = j + 1; wake > 0 && k < end && to->columns < FIT_COLUMNS - LAW_TERMS; k++)
    if (k < p || (s->symmetric && k % 2 == 1)) {
      to->power[to->columns] = k;
      to->prior[to->columns++] =
          LAW_PRIOR_SIZE * wake * (ratio == LAW_STRICT ? pow(LAW_RATIO_STRICT, k - j) : 1);
    }
}

int LawFit(const LawWindow *w, LawRatio ratio, int j, double wake, Fit *fit) {
  const OrderSeries *s = w->s;
  const int points = s->points - w->first;
  const int plain = IsPlain(s), terms = plain && points < LAW_TERMS ? points : LAW_TERMS;
  int accepted = 1;
  Terms all = {.columns = 0};

  if (j >= LAW_LOWEST)
    AddDefect(w, ratio, j, wake, LawPower(s) + terms, &all);
  AddLaw(w, ratio, terms, &all);
  fit->columns = all.columns;
  fit->rows = points;
  fit->log_width = 0;
  for (int i = 0; i < points; i++) {
    const long double u = LawStepRatio(w, w->first + i);
    /* What is left of the expansion counts as noise. */
    const double sigma =
        hypot(LawSigma(w, w->first + i), all.rest * pow((double)u, all.rest_power));
    long double value = 1 / sigma;
    int at = 0;

    /* The powers ascend within each of the two groups of columns. */
    for (int k = 0; k < (plain ? all.columns : all.law); k++) {
      if (all.power[k] < at) {
        at = all.power[k] < 0 ? all.power[k] : 0;
        value = (at < 0 ? 1 / u : 1) / sigma;
      }
      for (; at < all.power[k]; at++)
        value *= u;
      fit->a[i][k] = value;
    }
    for (int k = plain ? all.columns : all.law; k < all.columns; k++) {
      double power;

      fit->a[i][k] = TermAt(w, w->first + i, k - all.law, &power) / (long double)sigma;
    }
    fit->b[i] = LawEntry(w, w->first + i) / (long double)sigma;
    fit->log_width += log(sigma / LawSigma(w, w->first + i));
  }
  for (int k = 0; k < all.columns; k++)
    if (all.prior[k] > 0) {
      memset(fit->a[fit->rows], 0, sizeof(fit->a[0]));
      fit->a[fit->rows][k] = 1 / all.prior[k];
      fit->b[fit->rows++] = 0;
      fit->log_width += log(all.prior[k]);
    }
  if (FitSolve(fit)) {
    fit->square = HUGE_VAL;
    fit->x[0] = 0;
    fit->deviation[0] = 1;
    return 0;
  }
  for (int i = 0; i < fit->rows; i++)
    if (!(fabs(fit->residual[i]) <= (i < points ? LAW_RESIDUAL_LIMIT : LAW_PRIOR_LIMIT)))
      accepted = 0;
  return accepted;
}

int LawFirstAbove(const LawWindow *w, int j, double coefficient) {
  for (int i = w->first; i < w->s->points; i++)
    if (AboveNoise(fabs(coefficient) * pow(LawStepRatio(w, i), j), w->s->floor[i]))
      return i;
  return -1;
}

void LawReport(const LawWindow *w, int j, double coefficient, double deviation, int point,
               OrderDefect *out) {
  out->found = 1;
  out->power = j;
  out->coefficient = coefficient * pow(w->s->steps[w->first] / w->s->duration, j);
  out->deviations = fabs(coefficient) / deviation;
  out->time = w->time;
  out->component = w->component;
  out->point = point;
  out->size = fabs(coefficient) * pow(LawStepRatio(w, point), j);
}

double LawEvidence(const Fit *fit, int free) {
  double sum = -fit->square / 2 - fit->log_determinant - fit->log_width;

  if (free)
    sum -=
        log(fit->deviation[0]) + log(LAW_FREE_RANGE * fmax(1, fabs(fit->x[0]) / fit->deviation[0]));
  return sum;
}
