/* Claims on energy that are judged from an ensemble: how the mean square error grows. */
#include "statistics/growth.h"
#include "statistics/thresholds.h"
#include "studies/ensemble/ensemble.h"

enum { TIMES = LIMIT_SAMPLES + 1 }; /* that at t = 1 may come between */

typedef struct {
  int times;
  double time[TIMES], square[TIMES], fourth[TIMES];
  double members, failed, scale, steps;
} Sum;

/* Adds all slices; returns whether they have the same times. */
static PetscBool AddSlices(const Evidence *e, Sum *sum) {
  memset(sum, 0, sizeof(*sum));
  for (PetscInt k = 0; k < e->count; k++) {
    const Ensemble *slice = &e->measured[k]->ensemble;
    const EnsembleSum *q = EnsembleFind(slice, e->claim->quantity);
    const PetscInt times = slice->times.count;

    if (!q || times > TIMES || (k > 0 && times != sum->times))
      return PETSC_FALSE;
    sum->times = (int)times;
    sum->failed += slice->failed_members;
    sum->members += (double)slice->past - (double)slice->first - slice->failed_members;
    sum->scale = fmax(sum->scale, q->scale);
    sum->steps = (double)slice->steps;
    for (PetscInt i = 0; i < times; i++) {
      sum->time[i] = slice->times.at[i];
      sum->square[i] += i < q->sum_square.count ? q->sum_square.at[i] : NAN;
      sum->fourth[i] += i < q->sum_fourth.count ? q->sum_fourth.at[i] : NAN;
    }
  }
  return (PetscBool)(sum->times > 0);
}

static VerdictWord WeighGrowth(const Growth *g, const char *value) {
  if (!strcmp(value, "drift"))
    return g->lower > ENSEMBLE_ABOVE_DRIFT ? CONFIRMED : SKIPPED;
  if (g->any)
    return SKIPPED;
  if (g->lower > (strcmp(value, "random_walk") ? ENSEMBLE_ABOVE_BOUNDED : ENSEMBLE_ABOVE_WALK))
    return REFUTED;
  /* What does not grow is no walk: it may be too short a time for one. */
  if (!strcmp(value, "random_walk") && g->lower > 0 && g->lower <= ENSEMBLE_WALK &&
      g->upper < ENSEMBLE_DRIFT && g->upper - g->lower <= ENSEMBLE_WIDTH)
    return CONFIRMED;
  return UNDECIDED;
}

static void JudgeFit(const Sum *sum, const Growth *g, const char *value, Finding *f) {
  const PetscReal last = sum->time[sum->times - 1];
  const VerdictWord verdict = WeighGrowth(g, value);

  f->word = g->lower > ENSEMBLE_ABOVE_DRIFT ? "drift" : g->lower > 0 ? "random_walk" : "bounded";
  f->lower = g->lower;
  f->upper = g->upper;
  FindingSet(f, verdict, g->any ? CAUSE_GROWTH_OPEN : CAUSE_MEAN_SQUARE_GROWS,
             FACTS(NUMBER(COUNT, sum->members), NUMBER(CONSTANT, g->a),
                   NUMBER_OF_DIMENSION(DIMENSION_SQUARE_OVER_EXPONENT, COEFFICIENT, g->b),
                   NUMBER(EXPONENT, g->gamma), NUMBER(TIME, last), NUMBER(LOWER, g->lower),
                   NUMBER(UPPER, g->upper), NUMBER(DETECTABLE, sqrt(g->drift))));
  if (strcmp(value, "drift") && (verdict == UNDECIDED || verdict == SKIPPED))
    FindingAdd(f, g->upper < ENSEMBLE_DRIFT ? CAUSE_WALK_NOT_SHOWN : CAUSE_DRIFT_NOT_EXCLUDED,
               NO_FACTS);
  if (verdict == SKIPPED && g->any)
    FindingPrefix(f, CAUSE_NO_POWER, NO_FACTS);
  if (!strcmp(value, "random_walk") && verdict == CONFIRMED && g->upper < ENSEMBLE_WALK)
    FindingFlag(f, "exceeds");
}

/* The root mean square error where it is largest; *infinite: a time at which it is not finite, or
 * −1. */
static PetscReal LargestRootMeanSquare(const Sum *sum, int *infinite) {
  PetscReal largest = 0;

  *infinite = -1;
  for (int i = 0; i < sum->times; i++) {
    if (!isfinite(sum->square[i]) || !isfinite(sum->fourth[i]))
      *infinite = i;
    largest = fmax(largest, sqrt(sum->square[i] / fmax(sum->members, 1)));
  }
  return largest;
}

/* The mean square error, which is above round-off, and how it grows. */
static void JudgeGrowth(const Sum *sum, const char *value, Finding *f) {
  Growth growth;

  switch (GrowthFit(sum->times, sum->time, sum->square, sum->fourth, sum->members, &growth)) {
  case GROWTH_FITTED:
    JudgeFit(sum, &growth, value, f);
    break;
  case GROWTH_FEW_TIMES:
    FindingSet(f, UNDECIDED, CAUSE_TOO_FEW_TIMES,
               FACTS(NUMBER(COUNT, sum->times), NUMBER(POINTS, ENSEMBLE_TIMES)));
    break;
  case GROWTH_NOT_FITTED:
    FindingSet(f, UNDECIDED, CAUSE_GROWTH_NOT_FITTED, FACTS(NUMBER(COUNT, sum->times)));
    break;
  }
}

static void JudgeSum(const Sum *sum, const char *value, Finding *f) {
  const PetscReal epsilon = 2.220446049250313e-16;
  int infinite;
  const PetscReal largest = LargestRootMeanSquare(sum, &infinite);

  if (infinite >= 0) {
    FindingSet(f, FAILED, CAUSE_MEAN_SQUARE_NOT_FINITE, FACTS(NUMBER(TIME, sum->time[infinite])));
  } else if (sum->members < ENSEMBLE_MEMBERS || sum->failed > ENSEMBLE_FAILED * sum->members) {
    FindingSet(f, FAILED, CAUSE_MEMBERS_FAILED,
               FACTS(NUMBER(FAILED, sum->failed), NUMBER(COUNT, sum->failed + sum->members)));
  } else if (largest <= epsilon * sum->scale * RoundingsAfter(sum->steps)) {
    f->word = "exact";
    FindingSet(f, !strcmp(value, "drift") ? SKIPPED : CONFIRMED, CAUSE_MEAN_SQUARE_AT_ROUND_OFF,
               FACTS(NUMBER(COUNT, sum->members), NUMBER(ERROR, largest)));
  } else if (!strcmp(value, "exact")) {
    FindingSet(f, REFUTED, CAUSE_MEAN_SQUARE_ABOVE_ROUND_OFF,
               FACTS(NUMBER(COUNT, sum->members), NUMBER(ERROR, largest)));
  } else {
    JudgeGrowth(sum, value, f);
  }
}

PetscErrorCode EnsembleJudge(const Evidence *e, Finding *f) {
  Sum sum;

  f->precision = e->measured[0]->precision;
  if (AddSlices(e, &sum))
    JudgeSum(&sum, e->claim->value, f);
  else
    FindingSet(f, FAILED, CAUSE_SLICES_DIFFER, FACTS(TEXT(SUBJECT, e->claim->quantity)));
  return 0;
}
