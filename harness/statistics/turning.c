/* Parasitic roots e^{iθ} of a method with several steps add to the errors what turns by θ in each
 * step. At one time the number of steps is another in each run, so that the errors of neighbouring
 * runs differ as if by chance, and no sum of powers of h explains them [Hairer, Lubich, Wanner,
 * Geometric Numerical Integration, 2nd ed. (2006), XV.5]. What turns so is not the order, if it
 * falls at least as the order says: it is as a noise level under which nothing of the rest is seen.
 *
 * It shows in the second differences of errors over h^p. Those of a smooth series keep their sign
 * but for a few places; those of one that turns change it every other time. */
#include "statistics/line.h"
#include "statistics/order.h"
#include "statistics/thresholds.h"

#include <math.h>

/* The points above the noise, and the pairs of neighbours that were compared. */
typedef struct {
  const OrderSeries *s;
  int point[LIMIT_POINTS], points;
  int pairs, changes;
  double size[LIMIT_POINTS]; /* of what turns, at each of the points but the first and the last */
} Comparison;

static double ErrorEntry(const OrderSeries *s, int point, int entry) {
  return s->error[point * s->times * s->components + entry];
}

/* How far an error is from the line through its neighbours, over h^p, in errors; divided by what makes
 * that of independent ones a deviation of each. */
static double SecondDifference(const Comparison *c, int k, int entry) {
  const OrderSeries *s = c->s;
  const int *i = c->point + k;
  const double before = s->steps[i[0]] / s->steps[i[-1]], after = s->steps[i[0]] / s->steps[i[1]];
  const double weight = (1 - after) / (before - after);

  return (ErrorEntry(s, i[0], entry) -
          weight * ErrorEntry(s, i[-1], entry) * pow(1 / before, s->order) -
          (1 - weight) * ErrorEntry(s, i[1], entry) * pow(1 / after, s->order)) /
         sqrt(1 + weight * weight + (1 - weight) * (1 - weight));
}

static void CompareNeighbours(Comparison *c) {
  const OrderSeries *s = c->s;
  const int entries = s->times * s->components;

  for (int k = 1; k + 1 < c->points; k++) {
    double square = 0;

    for (int e = 0; e < entries; e++) {
      const double here = SecondDifference(c, k, e),
                   before = k > 1 ? SecondDifference(c, k - 1, e) : 0;

      square += here * here;
      if (AboveNoise(fabs(here), s->floor[c->point[k]]) && k > 1 &&
          AboveNoise(fabs(before), s->floor[c->point[k - 1]])) {
        c->pairs++;
        c->changes += here * before < 0;
      }
    }
    c->size[k] = sqrt(square / entries);
  }
}

/* log size over log(1/N); returns 0 if there are too few points. */
static int FitPower(const Comparison *c, Line *line) {
  double x[LIMIT_POINTS], y[LIMIT_POINTS];
  int n = 0;

  for (int k = 1; k + 1 < c->points; k++)
    if (AboveNoise(c->size[k], c->s->floor[c->point[k]])) {
      x[n] = -log(c->s->steps[c->point[k]]);
      y[n++] = log(c->size[k]);
    }
  return n >= TURNING_POINTS && !LineFit(n, x, y, line);
}

int OrderTurns(const OrderSeries *s, OrderTurning *out) {
  Comparison c = {.s = s};
  Line line;

  for (int i = 0; i < s->points; i++)
    if (AboveNoise(OrderError(s, i), s->floor[i]))
      c.point[c.points++] = i;
  CompareNeighbours(&c);
  if (c.pairs < TURNING_PAIRS || c.changes < TURNING_CHANGES * c.pairs || !FitPower(&c, &line) ||
      line.slope - TURNING_DEVIATIONS * line.deviation < s->order - TURNING_BELOW_ORDER)
    return 0;
  out->power = line.slope;
  for (int i = 0; i < s->points; i++)
    out->floor[i] = hypot(s->floor[i], exp(line.intercept) * pow(s->steps[i], -out->power));
  out->share = out->floor[c.point[c.points - 1]] / OrderError(s, c.point[c.points - 1]);
  return out->share < TURNING_SHARE;
}
