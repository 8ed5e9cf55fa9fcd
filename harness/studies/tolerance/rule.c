/* Claims on errors and tolerances. Errors are those at the end, over the size of q.
 *
 * exponent  Errors fall like the tolerance to this power. The interval of the slope in logarithms, of all
 *           errors above ten noise levels, lies within 0.15 of the claim, or beyond it; and no two decades show
 *           another power by more than a half: an error that stays where it is, or falls away.
 * factor    No error is larger than so many times its tolerance.
 * monotone  Each tolerance gives a smaller error than the next larger one. */
#include "statistics/line.h"
#include "statistics/thresholds.h"
#include "studies/tolerance/tolerance.h"

/* Points that a verdict needs: two decades; and the length of a part that is fitted by itself. */
enum { LEAST = TOLERANCE_DECADES * TOLERANCES_A_DECADE, WINDOW = LEAST + 1, MOST = 64 };

typedef struct {
  PetscReal tolerance, error, floor; /* relative */
} Trial;

typedef struct {
  Trial at[MOST]; /* by falling tolerance, those that have an error */
  int count, failed;
  int above; /* of these, with significant errors */
  PetscReal failed_at;
  const char *failure;
} Trials;

static PetscBool IsAbove(const Trial *t) { return (PetscBool)AboveNoise(t->error, t->floor); }

static void CollectTrials(const Series *series, Trials *all) {
  const SeriesQuantity *q = SeriesFindQuantity(series, "q");

  *all = (Trials){.failure = NULL};
  for (PetscInt i = 0; q && q->size > 0 && i < series->points && all->count < MOST; i++) {
    const SeriesPoint *point = &series->point[i];
    const PetscReal error = SeriesPointError(point, "q");
    const Trial t = {point->tolerance, error / q->size,
                     (i < q->floor.count ? q->floor.at[i] : 0) / q->size};

    if (isfinite(error)) {
      all->at[all->count++] = t;
      all->above += IsAbove(&t);
    } else {
      all->failed++;
      all->failed_at = point->tolerance;
      all->failure = point->ending.reason ? point->ending.reason : "the error is not finite";
    }
  }
}

/* ---- The exponent ---- */

typedef struct {
  double x[MOST], y[MOST]; /* of what is above the noise level: logarithms to base 10 */
  int count;
} Logarithms;

static void TakeLogarithms(const Trials *all, Logarithms *l) {
  l->count = 0;
  for (int i = all->count; i-- > 0;) /* by growing tolerance */
    if (IsAbove(&all->at[i])) {
      l->x[l->count] = log10((double)all->at[i].tolerance);
      l->y[l->count++] = log10((double)all->at[i].error);
    }
}

/* The two decades that are furthest from the claimed power, for certain; −1: none are. */
static int FindOtherPower(const Logarithms *l, PetscReal claimed, Line *line) {
  PetscReal most = TOLERANCE_OTHER_POWER;
  int found = -1;

  for (int i = 0; i + WINDOW <= l->count; i++) {
    Line part;

    if (LineFit(WINDOW, l->x + i, l->y + i, &part))
      continue;
    const PetscReal off = fmax(part.lower - claimed, claimed - part.upper);
    if (off > most) {
      most = off;
      found = i;
      *line = part;
    }
  }
  return found;
}

static void JudgeExponent(const Trials *all, const Claim *claim, Finding *f) {
  const PetscReal claimed = claim->order;
  Logarithms l;
  Line line, part;

  TakeLogarithms(all, &l);
  if (LineFit(l.count, l.x, l.y, &line))
    return;
  f->observed = line.slope;
  f->lower = line.lower;
  f->upper = line.upper;
  const int from = FindOtherPower(&l, claimed, &part);
  if (from >= 0) {
    const int first = from + WINDOW - 1;

    FindingSet(f, REFUTED, CAUSE_EXPONENT_CHANGES,
               FACTS(NUMBER(FIRST_TOLERANCE, pow(10, l.x[first])),
                     NUMBER(LAST_TOLERANCE, pow(10, l.x[from])), NUMBER(EXPONENT, part.slope),
                     NUMBER(LOWER, part.lower), NUMBER(UPPER, part.upper),
                     NUMBER(ERROR, pow(10, l.y[first])), NUMBER(FINER_ERROR, pow(10, l.y[from]))));
    FindingAdd(f, CAUSE_EXPONENT_OVER_ALL, FACTS(NUMBER(EXPONENT, line.slope)));
    FindingFlag(f, "saturates");
  } else
    FindingSet(f,
               line.lower > claimed - TOLERANCE_NEAR && line.upper < claimed + TOLERANCE_NEAR
                   ? CONFIRMED
               : line.upper < claimed - TOLERANCE_NEAR || line.lower > claimed + TOLERANCE_NEAR
                   ? REFUTED
                   : UNDECIDED,
               CAUSE_ERRORS_FOLLOW_TOLERANCE,
               FACTS(NUMBER(COUNT, l.count), NUMBER(FIRST_TOLERANCE, pow(10, l.x[l.count - 1])),
                     NUMBER(LAST_TOLERANCE, pow(10, l.x[0])), NUMBER(EXPONENT, line.slope),
                     NUMBER(LOWER, line.lower), NUMBER(UPPER, line.upper),
                     NUMBER(RATIO, line.scatter > 0.02 ? pow(10, line.scatter) : NAN)));
}

/* ---- The factor ---- */

static void JudgeFactor(const Trials *all, const Claim *claim, Finding *f) {
  const Trial *worst = NULL;
  PetscReal most = 0;

  for (int i = 0; i < all->count; i++) {
    const Trial *t = &all->at[i];
    const PetscReal ratio = t->error / t->tolerance;

    /* What may be round-off is no error of the code's. */
    if (IsAbove(t) && ratio > most) {
      most = ratio;
      worst = t;
    }
  }
  if (!worst)
    return;
  f->observed = most;
  f->smallest = worst->error;
  f->floor = worst->floor;
  FindingSet(f, most <= claim->order ? CONFIRMED : REFUTED, CAUSE_WORST_FOR_TOLERANCE,
             FACTS(NUMBER(COUNT, all->above), NUMBER(ERROR, worst->error),
                   NUMBER(TOLERANCE, worst->tolerance), NUMBER(RATIO, most)));
}

/* ---- Monotone ---- */

/* The same error to the last bit is that of a code that did not listen. */
static PetscBool DoesNotFall(const Trial *one, const Trial *next) {
  return (PetscBool)(IsAbove(one) && IsAbove(next) &&
                     (next->error == one->error || next->error > one->error + 2 * next->floor));
}

static void JudgeMonotone(const Trials *all, const Claim *claim, Finding *f) {
  const PetscBool denied = (PetscBool)!strcmp(claim->value, "no");
  const Trial *worst = NULL;
  PetscReal most = 0;
  int rises = 0;

  for (int i = 0; i + 1 < all->count; i++) {
    const Trial *one = &all->at[i], *next = &all->at[i + 1];

    if (!DoesNotFall(one, next))
      continue;
    rises++;
    if (next->error / one->error > most) {
      most = next->error / one->error;
      worst = one;
    }
  }
  f->word = worst ? "no" : "yes";
  if (worst)
    FindingSet(f, denied ? CONFIRMED : REFUTED, CAUSE_ERRORS_RISE,
               FACTS(NUMBER(COUNT, rises), NUMBER(POINTS, all->count - 1),
                     NUMBER(TOLERANCE, worst->tolerance), NUMBER(ERROR, worst->error),
                     NUMBER(RATIO, most)));
  else if (denied) {
    FindingSet(f, SKIPPED, CAUSE_ERRORS_FALL, FACTS(NUMBER(COUNT, all->above - 1)));
    FindingPrefix(f, CAUSE_NO_COUNTEREXAMPLE, NO_FACTS);
  } else
    FindingSet(f, CONFIRMED, CAUSE_ERRORS_FALL,
               FACTS(NUMBER(COUNT, all->above - 1), NUMBER(ERROR, all->at[0].error),
                     NUMBER(FINER_ERROR, all->at[all->count - 1].error)));
}

/* ---- All of it ---- */

PetscErrorCode ToleranceJudge(const Evidence *e, Finding *f) {
  const Claim *claim = e->claim;
  const Series *series = MeasuredFirstSeries(e->measured[0]);
  Trials all;

  FindingSet(f, FAILED, CAUSE_NO_MEASUREMENTS, NO_FACTS);
  if (!series)
    return 0;
  f->precision = series->precision;
  CollectTrials(series, &all);
  const PetscReal last = series->points ? series->point[series->points - 1].tolerance : NAN;
  const PetscBool costly =
      (PetscBool)(series->points < TOLERANCES_A_DECADE * (TOLERANCE_LAST - TOLERANCE_FIRST) + 1);
  if (all.count + all.failed == 0)
    FindingSet(f, SKIPPED, CAUSE_SOLUTION_ZERO, NO_FACTS);
  else if (all.count < LEAST && costly)
    FindingSet(f, UNDECIDED, CAUSE_TOLERANCES_TOO_COSTLY,
               FACTS(NUMBER(COUNT, all.count + all.failed), NUMBER(TOLERANCE, last),
                     NUMBER(WORK, TOLERANCE_WORK)));
  else if (all.count < LEAST) {
    FindingSet(f, FAILED, CAUSE_TOLERANCES_FAILED,
               FACTS(NUMBER(FAILED, all.failed), NUMBER(POINTS, all.count + all.failed),
                     NUMBER(TOLERANCE, all.failed_at)));
    FindingAdd(f, CAUSE_RUN_FAILED, FACTS(TEXT(FAILURE, all.failure)));
  } else if (all.above < LEAST) {
    FindingSet(f, SKIPPED, CAUSE_TOO_FEW_ERRORS,
               FACTS(NUMBER(COUNT, all.above), NUMBER(POINTS, all.count),
                     NUMBER(NOISE_LEVEL, all.at[0].floor)));
    FindingPrefix(f, CAUSE_NO_POWER, NO_FACTS);
  } else if (!strcmp(claim->quantity, TOLERANCE_EXPONENT))
    JudgeExponent(&all, claim, f);
  else if (!strcmp(claim->quantity, TOLERANCE_FACTOR))
    JudgeFactor(&all, claim, f);
  else
    JudgeMonotone(&all, claim, f);
  if (all.failed && all.count >= LEAST) {
    FindingAdd(f, CAUSE_NO_RESULT,
               FACTS(NUMBER(FAILED, all.failed), NUMBER(TOLERANCE, all.failed_at)));
    FindingAdd(f, CAUSE_RUN_FAILED, FACTS(TEXT(FAILURE, all.failure)));
    FindingFlag(f, "no_result");
  }
  if (costly && all.count >= LEAST)
    FindingAdd(f, CAUSE_TOLERANCES_NOT_TRIED,
               FACTS(NUMBER(TOLERANCE, last), NUMBER(WORK, TOLERANCE_WORK)));
  return 0;
}
