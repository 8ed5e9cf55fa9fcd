/* The search for terms below the claimed order in the signed errors.
 *
 * The series is cut nowhere by hand: the law is fitted with as many terms as may matter, by the
 * rules of law.c.
 *
 * A defect is a term h^j, −1 ≤ j < p, with the terms between j and p in its wake (for a defect has
 * an expansion of its own), with which everything fits within the noise levels; which is above
 * TERM_DEVIATIONS of its deviations; which lowers the sum of squares by as many, squared, against a
 * law that was given more freedom, because pre-asymptotic errors can look like anything; which is
 * above the noise somewhere in the window; with which finer windows agree; and which is not most of
 * an error that falls faster than it does, where two terms only cancel to imitate a third. */
#include "statistics/law.h"
#include "statistics/thresholds.h"

#include <math.h>
#include <string.h>

/* The term h^j in a window: its coefficient at the coarsest point and its deviation, and the sum of
 * squares that is left. Returns whether everything fits. */
static int FitTerm(const LawWindow *w, int j, double *coefficient, double *deviation,
                   double *square) {
  Fit fit;

  int fits = LawFit(w, LAW_STRICT, j, 0, &fit);
  if (!fits)
    fits = LawFit(w, LAW_STRICT, j, fmax(fabs(fit.x[0]), 1e-300), &fit);
  *coefficient = fit.x[0];
  *deviation = fit.deviation[0];
  *square = fit.square;
  return fits;
}

/* Whether the term would be half of the error or more at the finest point, though the error falls
 * faster there than a sum of two such halves: then the other half is of large terms that cancel. */
static int BeliesSlope(const LawWindow *w, const OrderSlope *slope, int j, double coefficient) {
  const int last = w->s->points - 1;

  return slope->accepted && slope->lower > j + TERM_SLOPE_BELIES &&
         fabs(coefficient) * pow(LawStepRatio(w, last), j) >
             TERM_SHARE_BELIED * fabs(LawEntry(w, last));
}

/* Whether finer windows see the same term where they can see it at all. */
static int TermPersists(const LawWindow *w, int j, double coefficient, double deviation) {
  LawWindow finer = *w;

  for (int first = w->first + 1; first + ORDER_WINDOW_POINTS <= w->s->points; first++) {
    double c, d, u, square;

    LawWindowSet(&finer, first);
    FitTerm(&finer, j, &c, &d, &square);
    u = pow(LawStepRatio(&finer, w->first), j); /* back to w's coarsest point */
    if (fabs(c * u - coefficient) > TERM_PERSISTS_DEVIATIONS * hypot(d * u, deviation))
      return 0;
  }
  return 1;
}

/* Where no window is straight: whether the slope of this entry decreases towards the fine end, as
 * it does when a lower-order term takes over; coming out of a pre-asymptotic
 * plateau it increases. */
static int SlopeDescends(const LawWindow *w) {
  const OrderSeries *s = w->s;
  double slope[2];
  int point[5], count = 0;

  for (int i = s->points - 1; i >= w->first && count < 5; i--)
    if (AboveNoise(fabs(LawEntry(w, i)), s->floor[i]))
      point[count++] = i;
  if (count < 5)
    return 0;
  for (int k = 0; k < 2; k++)
    slope[k] = log(fabs(LawEntry(w, point[2 * k + 2]) / LawEntry(w, point[2 * k]))) /
               log((double)s->steps[point[2 * k]] / s->steps[point[2 * k + 2]]);
  return slope[0] < slope[1] && slope[0] < s->order - TERM_SLOPE_DESCENDS;
}

/* Keeps the clearest defect of the window. It has to lower the sum of squares by the square of the
 * required evidence. What it has to beat is the relaxed law in a window that is strictly straight;
 * the growing one in others, and for the powers next to the law's own, which the far side of a bump
 * imitates best: there the error is a series in 1/h instead. */
static void SearchWindow(const LawWindow *w, const OrderSlope *slope, double evidence,
                         OrderDefect *out) {
  const OrderSeries *s = w->s;
  const int p = LawPower(s), near = p - (s->symmetric ? 2 : 1);
  int explained[2];
  double without[2];
  Fit fit;

  for (int k = 0; k < 2; k++) {
    explained[k] = LawFit(w, k ? LAW_GROWING : LAW_RELAXED, LAW_ALONE, 0, &fit);
    without[k] = fit.square;
  }
  for (int j = LAW_LOWEST; j < p; j++) {
    const int rival = !slope->strict || j >= near;
    double c, d, with;

    if (explained[rival] || !FitTerm(w, j, &c, &d, &with) || fabs(c) < TERM_DEVIATIONS * d)
      continue;
    if (without[rival] - with < evidence * evidence || BeliesSlope(w, slope, j, c))
      continue;
    const int point = LawFirstAbove(w, j, c);
    if (point >= 0 && fabs(c) / d > out->deviations && TermPersists(w, j, c, d))
      LawReport(w, j, c, d, point, out);
  }
}

static void NoteDeparture(const LawWindow *w, const Fit *fit, OrderDefect *out) {
  out->departure = LAW_RESIDUAL_LIMIT;
  out->departure_point = w->first;
  for (int i = 0; i < w->s->points - w->first; i++)
    if (fabs(fit->residual[i]) > out->departure) {
      out->departure = fabs(fit->residual[i]);
      out->departure_point = w->first + i;
    }
}

/* Whether a window can do without its first point. An expansion that converges too slowly at the
 * coarse end shows in the last digits of an error long before it bends the slope, so a long window
 * may lose a few points: as long as there remain TERM_POINTS_LONG above the noise. A shorter one may
 * only do without a point whose error is known to no more digits than the finest, and which says no
 * more of a lower-order term than that does. */
static int FirstPointDispensable(const LawWindow *w) {
  const OrderSeries *s = w->s;
  const int last = s->points - 1;
  int above = 0;

  for (int i = w->first + 1; i < s->points; i++)
    above += AboveNoise(OrderError(s, i), s->floor[i]);
  return above >= TERM_POINTS_LONG ||
         (LAW_REPRESENTATION * fabs(LawEntry(w, w->first)) > s->floor[w->first] &&
          LawSigma(w, w->first) * pow(LawStepRatio(w, last), s->order - 1) >
              TERM_SHARE_OF_FINEST * LawSigma(w, last));
}

/* The windows of one entry, from that of the slope on if there is one. There the law has to hold
 * (but for points that the window can do without), else in some window. */
static void SearchEntry(LawWindow *w, const OrderSlope *slope, OrderDefect *out) {
  const OrderSeries *s = w->s;
  int first = slope->accepted ? slope->first : 0, holds = 0, excused = 1;
  OrderDefect mine;

  memset(&mine, 0, sizeof(mine));
  w->leading = slope->accepted ? (int)lround(slope->order) : 0;
  for (; first + ORDER_WINDOW_POINTS <= s->points; first++) {
    Fit fit;

    LawWindowSet(w, first);
    holds = LawFit(w, slope->strict ? LAW_STRICT : LAW_RELAXED, LAW_ALONE, 0, &fit);
    if (holds)
      break;
    if (mine.departure == 0)
      NoteDeparture(w, &fit, &mine);
    if (!FirstPointDispensable(w))
      excused = 0;
    SearchWindow(w, slope,
                 slope->accepted ||
                         (slope->fine < s->order - TERM_SLOPE_DESCENDS && SlopeDescends(w))
                     ? TERM_DEVIATIONS
                     : TERM_DEVIATIONS_CURVED,
                 &mine);
    if (mine.found)
      break;
  }
  mine.excused = out->excused || (holds && excused && slope->accepted && mine.departure > 0);
  if (mine.found) {
    if (mine.deviations > out->deviations)
      *out = mine;
  } else if (!out->found && mine.departure > out->departure &&
             (!holds || (slope->accepted && !excused))) {
    *out = mine;
  }
  out->excused = mine.excused;
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
      LawWindow w = {.s = s, .time = t, .component = c};

      SearchEntry(&w, &slope, out);
    }
  }
}
