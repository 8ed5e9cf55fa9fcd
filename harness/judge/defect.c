/* The search for terms below the claimed order in the signed errors.
 *
 * Claimed is e = Σ_{k≥p} c_k h^k (the "law"; even k only for a symmetric method). The series is cut
 * nowhere by hand: many terms are fitted, each known beforehand to be no larger, at the window's
 * coarsest point, than a few times the error there, times a power of a ratio. So terms that the
 * data cannot resolve are part of the uncertainty instead of a bias. Three ratios are used:
 *   - strict: terms decrease as they do in a window that passed the test of curvature. There the
 * law has to hold, or the order is not confirmed.
 *   - relaxed: terms stay of one size; for windows that did not pass.
 *   - growing: as if the expansion converged only below a third of the window's coarsest step; a
 *     rival that some defects have to beat.
 *
 * A defect is a term h^j, j < p, with the terms between j and p in its wake (for a defect has an
 * expansion of its own), with which everything fits within the floors; which is above 20 of its
 * deviations; which lowers the sum of squares by 20² against a law that was given more freedom,
 * because pre-asymptotic errors can look like anything; which is above ten floors somewhere in the
 * window; and with which finer windows agree. */
#include "judge/order.h"
#include "judge/fit.h"

#include <math.h>
#include <string.h>

/* Errors reach the judge with 17 digits, and T/N is rounded too. Relative. */
static const double representation = 1e-15;
/* Residuals that still count as noise, in floors, and coefficients in their prior deviations. */
static const double residual_limit = 6, prior_limit = 16;
static const double defect_deviations = 20, defect_floors = 10;
/* What the sum of squares has to lose where no window is straight, and no slope falls below the
 * claimed order, in such deviations. */
static const double curved_deviations = 100;
/* The prior deviation of the law's first term at the coarsest point, in errors there. */
static const double prior_size = 3;
/* Of each next term over the one before, strict; per power of h, growing. */
static const double strict_ratio = 0.4, growing_ratio = 3;
enum { LEAST = 6, TERMS = 16 };

typedef enum { STRICT, RELAXED, GROWING } Ratio;

typedef struct {
  const OrderSeries *s;
  int time, component, first;
  int leading; /* observed order: up to it the law's terms are of one size */
  double scale;
} Window;

static int ClaimedPower(const OrderSeries *s) { return (int)ceil(s->order - 1e-9); }

static double Entry(const Window *w, int i) {
  return w->s->error[(i * w->s->times + w->time) * w->s->components + w->component];
}

static double Sigma(const Window *w, int i) {
  return hypot(fmax(w->s->floor[i], 1e-300), representation * fabs(Entry(w, i)));
}

static double StepRatio(const Window *w, int i) {
  return (double)w->s->steps[w->first] / w->s->steps[i];
}

static void WindowSet(Window *w, int first) {
  const OrderSeries *s = w->s;
  double largest = 0;

  w->first = first;
  for (int i = first; i < first + 2; i++)
    for (int t = 0; t < s->times; t++)
      largest = fmax(largest, fabs(s->error[(i * s->times + t) * s->components + w->component]));
  w->scale = prior_size * fmax(largest, s->floor[first]);
}

/* Adds the powers of the law and their prior deviations to the columns; *rest and *rest_power are
 * those of the first term that is left out. */
static int AddLaw(const Window *w, Ratio ratio, int terms, int columns, int power[], double prior[],
                  double *rest, int *rest_power) {
  const int step = w->s->symmetric ? 2 : 1, p = ClaimedPower(w->s);
  double size = w->scale;

  for (int k = p + (w->s->symmetric ? p % 2 : 0), n = 0; n < terms; k += step, n++) {
    power[columns] = k;
    prior[columns++] = size;
    if (ratio == GROWING)
      size *= pow(growing_ratio, step);
    if (ratio == STRICT && k >= w->leading)
      size *= strict_ratio;
  }
  *rest = size;
  *rest_power = p + (w->s->symmetric ? p % 2 : 0) + terms * step;
  return columns;
}

/* The law, and with j ≥ 0 the term h^j as the first column. wake > 0: also h^(j+1) … and, for a
 * symmetric law, the odd powers, with prior deviations that decrease from wake. Returns whether
 * everything fits. */
static int FitLaw(const Window *w, Ratio ratio, int j, double wake, Fit *fit) {
  const OrderSeries *s = w->s;
  const int points = s->points - w->first, p = ClaimedPower(s);
  const int terms = points < TERMS ? points : TERMS;
  int power[FIT_COLUMNS], columns = 0, accepted = 1, rest_power;
  double prior[FIT_COLUMNS], rest;

  if (j >= 0) {
    power[columns] = j;
    prior[columns++] = 0; /* free */
    for (int k = j + 1; wake > 0 && k < p + terms && columns < FIT_COLUMNS - TERMS; k++)
      if (k < p || (s->symmetric && k % 2 == 1)) {
        power[columns] = k;
        prior[columns++] = prior_size * wake * (ratio == STRICT ? pow(strict_ratio, k - j) : 1);
      }
  }
  columns = AddLaw(w, ratio, terms, columns, power, prior, &rest, &rest_power);
  fit->columns = columns;
  fit->rows = points;
  for (int i = 0; i < points; i++) {
    const long double u = StepRatio(w, w->first + i);
    /* What is left of the expansion counts as noise. */
    const double sigma = hypot(Sigma(w, w->first + i), rest * pow((double)u, rest_power));
    long double value = 1 / sigma;
    int at = 0;

    /* The powers ascend within each of the two groups of columns. */
    for (int k = 0; k < columns; k++) {
      if (power[k] < at) {
        at = 0;
        value = 1 / sigma;
      }
      for (; at < power[k]; at++)
        value *= u;
      fit->a[i][k] = value;
    }
    fit->b[i] = Entry(w, w->first + i) / (long double)sigma;
  }
  for (int k = 0; k < columns; k++)
    if (prior[k] > 0) {
      memset(fit->a[fit->rows], 0, sizeof(fit->a[0]));
      fit->a[fit->rows][k] = 1 / prior[k];
      fit->b[fit->rows++] = 0;
    }
  if (FitSolve(fit))
    return 0;
  for (int i = 0; i < fit->rows; i++)
    if (!(fabs(fit->residual[i]) <= (i < points ? residual_limit : prior_limit)))
      accepted = 0;
  return accepted;
}

/* The term h^j in a window: its coefficient at the coarsest point and its deviation, and the sum of
 * squares that is left. Returns whether everything fits. */
static int FitTerm(const Window *w, int j, double *coefficient, double *deviation, double *square) {
  int fits;
  Fit fit;

  fits = FitLaw(w, STRICT, j, 0, &fit);
  if (!fits)
    fits = FitLaw(w, STRICT, j, fmax(fabs(fit.x[0]), 1e-300), &fit);
  *coefficient = fit.x[0];
  *deviation = fit.deviation[0];
  *square = fit.square;
  return fits;
}

/* Whether finer windows see the same term where they can see it at all. */
static int Persists(const Window *w, int j, double coefficient, double deviation) {
  Window finer = *w;

  for (int first = w->first + 1; first + LEAST <= w->s->points; first++) {
    double c, d, u, square;

    WindowSet(&finer, first);
    FitTerm(&finer, j, &c, &d, &square);
    u = pow(StepRatio(&finer, w->first), j); /* back to w's coarsest point */
    if (fabs(c * u - coefficient) > 5 * hypot(d * u, deviation))
      return 0;
  }
  return 1;
}

/* Where no window is straight: whether the slope of this entry decreases towards the fine end, as
 * it does when a lower-order term takes over; coming out of a pre-asymptotic plateau it increases.
 */
static int Descends(const Window *w) {
  const OrderSeries *s = w->s;
  double slope[2];
  int point[5], count = 0;

  for (int i = s->points - 1; i >= w->first && count < 5; i--)
    if (fabs(Entry(w, i)) > defect_floors * s->floor[i])
      point[count++] = i;
  if (count < 5)
    return 0;
  for (int k = 0; k < 2; k++)
    slope[k] = log(fabs(Entry(w, point[2 * k + 2]) / Entry(w, point[2 * k]))) /
               log((double)s->steps[point[2 * k]] / s->steps[point[2 * k + 2]]);
  return slope[0] < slope[1] && slope[0] < s->order - 0.25;
}

/* Keeps the clearest defect of the window. It has to lower the sum of squares by the square of the
 * evidence asked for. What it has to beat is the relaxed law in a window that
 * is strictly straight; the growing one in others, and for the powers next to the law's own, which
 * the far side of a bump imitates best: there the error is a series in 1/h instead. */
static void SearchWindow(const Window *w, int strict, double evidence, OrderDefect *out) {
  const OrderSeries *s = w->s;
  const int p = ClaimedPower(s), near = p - (s->symmetric ? 2 : 1);
  int explained[2];
  double without[2];
  Fit fit;

  for (int k = 0; k < 2; k++) {
    explained[k] = FitLaw(w, k ? GROWING : RELAXED, -1, 0, &fit);
    without[k] = fit.square;
  }
  for (int j = 0; j < p; j++) {
    const int rival = !strict || j >= near;
    double c, d, with, floors = 0;
    int point = -1;

    if (explained[rival] || !FitTerm(w, j, &c, &d, &with) || fabs(c) < defect_deviations * d)
      continue;
    if (without[rival] - with < evidence * evidence)
      continue;
    for (int i = w->first; i < s->points; i++) {
      const double size = fabs(c) * pow(StepRatio(w, i), j) / s->floor[i];

      if (size > defect_floors && point < 0)
        point = i;
      floors = fmax(floors, size);
    }
    if (floors < defect_floors || fabs(c) / d <= out->deviations || !Persists(w, j, c, d))
      continue;
    out->found = 1;
    out->power = j;
    out->coefficient = c * pow(s->steps[w->first] / s->duration, j);
    out->deviations = fabs(c) / d;
    out->time = w->time;
    out->component = w->component;
    out->point = point;
    out->size = fabs(c) * pow(StepRatio(w, point), j);
  }
}

static void Departure(const Window *w, const Fit *fit, OrderDefect *out) {
  out->departure = residual_limit;
  out->departure_point = w->first;
  for (int i = 0; i < w->s->points - w->first; i++)
    if (fabs(fit->residual[i]) > out->departure) {
      out->departure = fabs(fit->residual[i]);
      out->departure_point = w->first + i;
    }
}

/* Whether a window can do without its first point. An expansion that converges too slowly at the
 * coarse end shows in the last digits of an error long before it bends the slope, so a long window
 * may lose a few points: as long as there remain twelve above ten floors, which is twice what a
 * slope needs. A shorter one may only do without a point whose error is known to no more digits
 * than the finest, and which says no more of a lower-order term than that does. */
static int Dispensable(const Window *w) {
  const OrderSeries *s = w->s;
  const int last = s->points - 1;
  int above = 0;

  for (int i = w->first + 1; i < s->points; i++)
    above += OrderError(s, i) > 10 * s->floor[i];
  return above >= 16 ||
         (representation * fabs(Entry(w, w->first)) > s->floor[w->first] &&
          Sigma(w, w->first) * pow(StepRatio(w, last), s->order - 1) > 0.01 * Sigma(w, last));
}

/* The windows of one entry, from that of the slope on if there is one. There the law has to hold
 * (but for points that the window can do without), else in some window. */
static void Search(Window *w, const OrderSlope *slope, OrderDefect *out) {
  const OrderSeries *s = w->s;
  int first = slope->accepted ? slope->first : 0, holds = 0, excused = 1;
  OrderDefect mine;

  memset(&mine, 0, sizeof(mine));
  w->leading = slope->accepted ? (int)lround(slope->order) : 0;
  for (; first + LEAST <= s->points; first++) {
    Fit fit;

    WindowSet(w, first);
    holds = FitLaw(w, slope->strict ? STRICT : RELAXED, -1, 0, &fit);
    if (holds)
      break;
    if (mine.departure == 0)
      Departure(w, &fit, &mine);
    if (!Dispensable(w))
      excused = 0;
    SearchWindow(w, slope->strict,
                 slope->accepted || (slope->fine < s->order - 0.25 && Descends(w))
                     ? defect_deviations
                     : curved_deviations,
                 &mine);
    if (mine.found)
      break;
  }
  if (mine.found) {
    if (mine.deviations > out->deviations)
      *out = mine;
  } else if (!out->found && mine.departure > out->departure &&
             (!holds || (slope->accepted && !excused))) {
    *out = mine;
  }
}

void OrderFindDefect(const OrderSeries *s, OrderDefect *out) {
  OrderSlope all;

  memset(out, 0, sizeof(*out));
  OrderFindSlope(s, &all);
  for (int c = 0; c < s->components; c++) {
    OrderSlope slope;

    OrderFindSlopeOf(s, c, &slope);
    if (all.accepted && (!slope.accepted || slope.first > all.first))
      slope = all;
    for (int t = 0; t < s->times; t++) {
      Window w = {.s = s, .time = t, .component = c};

      Search(&w, &slope, out);
    }
  }
}
