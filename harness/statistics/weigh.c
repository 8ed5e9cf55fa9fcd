/* Which explains more: the claimed law, or the law with a term below it?
 *
 * Neither has to explain the coarsest points, which may lie outside the asymptotic range, and
 * nobody knows where that begins. So both are compared over whole series, each with the beginning
 * that suits it best: a point that is explained costs what its error's digits say (its residual in
 * noise levels), a point that is not costs the logarithm of its error in noise levels, because
 * anything of that size might have come. What the coefficients could have been, and were not, is
 * paid for as well (Occam's factor: MacKay, Bayesian interpolation, Neural Computation 4 (1992)
 * 415). This is the test of Neyman and Pearson with the unknowns integrated out. A term is believed
 * if it explains points to within their noise levels that the law has to leave unexplained; a
 * handful of digits that are right by chance do not happen.
 *
 * The search of defect.c asks for more than that where no window is straight, because it has no
 * price for what it leaves out. This one decides what that leaves undecided.
 *
 * The times of one component share their beginning, for they are one trajectory's; so the
 * balance is drawn over all times. Components may differ in it, but together they must not speak
 * against. */
#include "statistics/law.h"
#include "statistics/thresholds.h"

#include <math.h>

typedef struct {
  double gain; /* over the law's best beginning */
  int power;
  double coefficient, deviation; /* at the window's coarsest point */
  int time;
} Term;

/* The points that are left out: each costs log(4 largest/(√(2π) σ)), a density that is flat over
 * what such an error might have been, against that at the centre of a normal one. */
static double CostOfUnexplained(const LawWindow *w, int points) {
  const OrderSeries *s = w->s;
  double sum = 0;

  for (int i = 0; i < points; i++) {
    double largest = 0;

    for (int t = 0; t < s->times; t++)
      largest = fmax(largest, fabs(s->error[(i * s->times + t) * s->components + w->component]));
    sum -= log(fmax(1, 1.6 * largest / LawSigma(w, i)));
  }
  return sum;
}

/* What the law explains with odd powers among the others, where only even ones were declared. */
static double WeighOddPowers(const LawWindow *w) {
  OrderSeries s = *w->s;
  LawWindow odd = *w;
  Fit fit;

  if (!s.symmetric)
    return -HUGE_VAL;
  s.symmetric = 0;
  odd.s = &s;
  (void)LawFit(&odd, LAW_RELAXED, LAW_ALONE, 0, &fit);
  return LawEvidence(&fit, 0) - LAW_DOUBT_OF_SYMMETRY;
}

/* The evidence for the law in one entry, for each beginning; returns that for the best. */
static double WeighLaw(LawWindow *w, double law[], double potential[], int *best) {
  const OrderSeries *s = w->s;
  double most = -HUGE_VAL;

  for (int k = 0; k < s->points; k++) {
    law[k] = CostOfUnexplained(w, k);
    potential[k] = law[k];
    if (k + 2 <= s->points) {
      Fit fit;

      LawWindowSet(w, k);
      (void)LawFit(w, LAW_STRICT, LAW_ALONE, 0, &fit);
      const double evidence = LawEvidence(&fit, 0);
      potential[k] += evidence + fit.square / 2; /* if it did fit */
      (void)LawFit(w, LAW_RELAXED, LAW_ALONE, 0, &fit);
      law[k] += fmax(fmax(evidence, LawEvidence(&fit, 0)), WeighOddPowers(w));
    }
    if (law[k] > most) {
      most = law[k];
      *best = k;
    }
  }
  return most;
}

/* The best term from the window's first point on, alone or with a wake. */
static void WeighTerms(const LawWindow *w, double unexplained, double law, Term *best) {
  const int p = LawPower(w->s);

  for (int j = 0; j < p; j++) {
    double alone = 0;

    for (int wake = 0; wake < 2; wake++) {
      Fit fit;

      (void)LawFit(w, LAW_STRICT, j, wake ? fmax(alone, 1e-300) : 0, &fit);
      alone = fabs(fit.x[0]);
      double gain = unexplained + LawEvidence(&fit, 1) - law;
      if (!(gain > best->gain) || LawFirstAbove(w, j, fit.x[0]) < 0)
        continue;
      best->gain = gain;
      best->power = j;
      best->coefficient = fit.x[0];
      best->deviation = fit.deviation[0];
      best->time = w->time;
    }
  }
}

/* What a component's times together show about each beginning, and the best term there. */
typedef struct {
  double sum[LIMIT_POINTS];
  Term best[LIMIT_POINTS];
} Balance;

static void AddEntry(LawWindow *w, Balance *balance) {
  double law[LIMIT_POINTS], potential[LIMIT_POINTS];
  int first = 0;
  const double most = WeighLaw(w, law, potential, &first);

  for (int k = 0; k + ORDER_WINDOW_POINTS - 1 <= w->s->points; k++) {
    double gain = law[k] - most;

    if (k <= first && potential[k] > law[k] + TERM_MAY_GAIN && -most > TERM_AHEAD) {
      Term here = {.gain = -HUGE_VAL};

      LawWindowSet(w, k);
      WeighTerms(w, CostOfUnexplained(w, k), most, &here);
      gain = fmax(gain, here.gain);
      if (here.gain > balance->best[k].gain)
        balance->best[k] = here;
    }
    balance->sum[k] += gain;
  }
}

double OrderWeigh(const OrderSeries *s, const OrderSlope *slope, OrderDefect *out) {
  const int p = LawPower(s), leading = isfinite(slope->order) ? (int)lround(slope->order) : 0;
  const int rising = slope->fine > slope->order + TERM_SLOPE_RISES &&
                     slope->fine > s->order - TERM_SLOPE_RISES_FROM;
  double all[LIMIT_POINTS] = {0}, together = -HUGE_VAL, most = -HUGE_VAL;
  OrderDefect found = {0};

  for (int c = 0; c < s->components; c++) {
    Balance balance = {.sum = {0}};
    LawWindow w = {.s = s, .component = c, .leading = leading > p ? leading : p};

    for (int k = 0; k < s->points; k++)
      balance.best[k].gain = -HUGE_VAL;
    for (w.time = 0; w.time < s->times; w.time++)
      AddEntry(&w, &balance);
    for (int k = 0; k + ORDER_WINDOW_POINTS - 1 <= s->points; k++) {
      const double gain = fmin(balance.sum[k], balance.best[k].gain);

      all[k] += balance.sum[k];
      if (gain > most) {
        const Term *best = &balance.best[k];

        most = gain;
        LawWindowSet(&w, k);
        w.time = best->time;
        LawReport(&w, best->power, best->coefficient, best->deviation,
                  LawFirstAbove(&w, best->power, best->coefficient), &found);
        found.gain = gain;
      }
    }
  }
  for (int k = 0; k + ORDER_WINDOW_POINTS - 1 <= s->points; k++)
    together = fmax(together, all[k]);
  if (most > (rising ? TERM_AHEAD_RISING : TERM_AHEAD) && together > 0) {
    found.departure = out->departure;
    found.departure_point = out->departure_point;
    found.excused = out->excused;
    *out = found;
  }
  return most;
}
