/* A lower-order term that, with few terms of the law, explains every error to its last digit, where the law
 * alone does not, with however many terms.
 *
 * The search of defect.c lets the law have as many terms as there are points, since errors before they are
 * asymptotic can look like anything. On a table of eight rows that hides every small term. But what is not
 * asymptotic does not look like three numbers that explain eight errors of ten digits. */
#include "statistics/law.h"
#include "statistics/thresholds.h"

#include <math.h>

/* h^j, if it is one, and so many terms of the law, `step` apart, all of any size. Returns whether every
 * error fits. */
static int FitTerms(const LawWindow *w, int j, int terms, double step, Fit *fit) {
  const OrderSeries *s = w->s;
  const int p = LawPower(s) + (s->symmetric ? LawPower(s) % 2 : 0);
  const int defect = j != LAW_ALONE;

  fit->rows = s->points;
  fit->columns = defect + terms;
  fit->log_width = 0;
  for (int i = 0; i < s->points; i++) {
    const long double u = LawStepRatio(w, i), sigma = LawSigma(w, i);

    if (defect)
      fit->a[i][0] = powl(u, j) / sigma;
    for (int k = 0; k < terms; k++)
      fit->a[i][defect + k] = powl(u, p + k * (long double)step) / sigma;
    fit->b[i] = LawEntry(w, i) / sigma;
  }
  if (FitSolve(fit))
    return 0;
  for (int i = 0; i < fit->rows; i++)
    if (!(fabs(fit->residual[i]) <= LAW_RESIDUAL_LIMIT))
      return 0;
  return 1;
}

static double StepOf(const OrderSeries *s) { return s->symmetric ? 2 : 1; }

static int LawExplains(const LawWindow *w, int most, double step) {
  Fit fit;

  for (int terms = 1; terms <= most && terms < w->s->points && terms < FIT_COLUMNS; terms++)
    if (FitTerms(w, LAW_ALONE, terms, step, &fit))
      return 1;
  return 0;
}

/* The fewest terms first, and of as many the highest power. */
static int FindTerm(const LawWindow *w, OrderDefect *out) {
  Fit fit;

  for (int terms = 1; 2 * (terms + 1) <= w->s->points && terms < LAW_TERMS; terms++)
    for (int j = LawPower(w->s) - 1; j >= LAW_LOWEST; j--) {

      if (!FitTerms(w, j, terms, StepOf(w->s), &fit) ||
          fabs(fit.x[0]) < TERM_DEVIATIONS * fit.deviation[0])
        continue;
      const int point = LawFirstAbove(w, j, fit.x[0]);
      if (point < 0)
        continue;
      LawReport(w, j, fit.x[0], fit.deviation[0], point, out);
      return 1;
    }
  return 0;
}

int OrderFindFewTerms(const OrderSeries *s, OrderDefect *out) {
  LawWindow w = {.s = s};

  if (s->logarithm || !OrderIsWhole(s->order) || s->points < ORDER_WINDOW_POINTS)
    return 0;
  for (w.component = 0; w.component < s->components; w.component++)
    for (w.time = 0; w.time < s->times; w.time++)
      if (!LawExplains(&w, s->points, StepOf(s)) && FindTerm(&w, out))
        return 1;
  return 0;
}

int OrderHalfPowersExplain(const OrderSeries *s) {
  int explained = !s->logarithm && OrderIsWhole(s->order) && s->points > HALF_POWERS;

  for (LawWindow w = {.s = s}; w.component < s->components && explained; w.component++)
    explained = LawExplains(&w, HALF_POWERS, 0.5);
  return explained;
}

double OrderShareBelow(const OrderSeries *s) {
  const int below = LawPower(s) - 1, last = s->points - 1;
  double most = s->logarithm || !OrderIsWhole(s->order) ? INFINITY : 0;
  int seen = 0;
  Fit fit;

  for (LawWindow w = {.s = s}; w.component < s->components; w.component++) {
    double share = INFINITY;
    for (int first = 0; first + ORDER_WINDOW_POINTS <= s->points && isinf(share); first++) {
      LawWindowSet(&w, first);
      if (!LawFit(&w, LAW_STRICT, LAW_ALONE, 0, &fit))
        continue;
      seen = seen || fabs(fit.x[0]) > TERM_DEVIATIONS * fit.deviation[0];
      if (LawFit(&w, LAW_STRICT, below, 0, &fit))
        share = (fabs(fit.x[0]) + TERM_PERSISTS_DEVIATIONS * fit.deviation[0]) *
                pow(LawStepRatio(&w, last), below) / OrderError(s, last);
    }
    most = fmax(most, share);
  }
  return seen ? most : INFINITY;
}
