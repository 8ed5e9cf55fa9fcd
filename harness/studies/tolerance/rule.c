/* Claims on errors and tolerances. Errors are those at the end, over the size of q.
 *
 * exponent  Errors fall like the tolerance to this power. The interval of the slope in logarithms, of all
 *           errors above ten floors, lies within 0.15 of the claim, or beyond it; and no two decades show
 *           another power by more than a half: an error that stays where it is, or falls away.
 * factor    No error is larger than so many times its tolerance.
 * monotone  Each tolerance gives a smaller error than the next larger one. */
#include "record/record.h"
#include "statistics/line.h"
#include "studies/tolerance/tolerance.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const PetscReal near = 0.15, astray = 0.5, floors_above = 10;
/* Points that a verdict needs: two decades; and of which one part is looked at by itself. */
enum { LEAST = 2 * TOLERANCES_A_DECADE, WINDOW = 2 * TOLERANCES_A_DECADE + 1, MOST = 64 };

typedef struct {
  PetscReal tolerance, error, floor; /* relative */
} Trial;

typedef struct {
  Trial at[MOST]; /* by falling tolerance, those that have an error */
  int count, failed;
  int above; /* of these, with errors that say something */
  const char *failure;
  PetscReal failed_at;
} Trials;

static PetscBool IsAbove(const Trial *t) { return (PetscBool)(t->error > floors_above * t->floor); }

static void Collect(const Series *series, Trials *all) {
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
      all->failure = point->ending.reason ? point->ending.reason : "the error is no finite number";
    }
  }
}

/* ---- The exponent ---- */

typedef struct {
  double x[MOST], y[MOST]; /* of what is above the floor: logarithms to base 10 */
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
static int FindAstray(const Logarithms *l, PetscReal claimed, Line *line) {
  PetscReal most = astray;
  int found = -1;

  for (int i = 0; i + WINDOW <= l->count; i++) {
    Line part;
    PetscReal off;

    if (LineFit(WINDOW, l->x + i, l->y + i, &part))
      continue;
    off = fmax(part.lower - claimed, claimed - part.upper);
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
  int from;

  TakeLogarithms(all, &l);
  if (LineFit(l.count, l.x, l.y, &line))
    return;
  f->observed = line.slope;
  f->lower = line.lower;
  f->upper = line.upper;
  from = FindAstray(&l, claimed, &part);
  if (from >= 0) {
    FindingSet(
        f, REFUTED,
        "between tolerances of %.2g and %.2g errors go like tolerance^%.2f (%.2f to %.2f), from "
        "%.2g to %.2g; over all it is tolerance^%.2f",
        pow(10, l.x[from + WINDOW - 1]), pow(10, l.x[from]), part.slope, part.lower, part.upper,
        pow(10, l.y[from + WINDOW - 1]), pow(10, l.y[from]), line.slope);
    FindingFlag(f, "saturates");
  } else
    FindingSet(
        f,
        line.lower > claimed - near && line.upper < claimed + near   ? CONFIRMED
        : line.upper < claimed - near || line.lower > claimed + near ? REFUTED
                                                                     : UNDECIDED,
        "over %d tolerances from %.2g to %.2g errors go like tolerance^%.3f, between %.3f and "
        "%.3f, scattered by a factor of %.2g",
        l.count, pow(10, l.x[l.count - 1]), pow(10, l.x[0]), line.slope, line.lower, line.upper,
        pow(10, line.scatter));
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
  FindingSet(f, most <= claim->order ? CONFIRMED : REFUTED,
             "of %d errors the worst for its tolerance is %.3g with %.2g, %.3g times that",
             all->above, worst->error, worst->tolerance, most);
}

/* ---- Monotone ---- */

/* The same error to the last bit is that of a code that did not listen. */
static PetscBool Fails(const Trial *one, const Trial *next) {
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

    if (!Fails(one, next))
      continue;
    rises++;
    if (next->error / one->error > most) {
      most = next->error / one->error;
      worst = one;
    }
  }
  f->word = worst ? "no" : "yes";
  if (worst)
    FindingSet(
        f, denied ? CONFIRMED : REFUTED,
        "%d of %d smaller tolerances give no smaller error than the one before, the worst of "
        "them after %.2g: %.3g becomes %.3g times that",
        rises, all->count - 1, worst->tolerance, worst->error, most);
  else if (denied)
    FindingSet(f, SKIPPED, "no witness here: each of %d smaller tolerances gives a smaller error",
               all->above - 1);
  else
    FindingSet(f, CONFIRMED,
               "each of %d smaller tolerances gives a smaller error, from %.2g down to %.2g",
               all->above - 1, all->at[0].error, all->at[all->count - 1].error);
}

/* ---- All of it ---- */

PetscErrorCode ToleranceJudge(PetscInt count, const Job *const jobs[],
                              const Measured *const measured[], const Claim *claim, Finding *f) {
  const Series *series = MeasuredFirstSeries(measured[0]);
  Trials all;

  PetscFunctionBeginUser;
  (void)count, (void)jobs;
  FindingInit(f);
  FindingSet(f, FAILED, "the record holds no runs to tolerances");
  if (!series)
    PetscFunctionReturn(0);
  f->decided_in = PETSC_TRUE;
  f->precision = series->precision;
  Collect(series, &all);
  const PetscReal last = series->points ? series->point[series->points - 1].tolerance : NAN;
  const PetscBool dear =
      (PetscBool)(series->points < TOLERANCES_A_DECADE * (TOLERANCE_LAST - TOLERANCE_FIRST) + 1);
  if (all.count + all.failed == 0)
    FindingSet(f, SKIPPED, "the solution is 0 at the output times, and no error has a size");
  else if (all.count < LEAST && dear)
    FindingSet(
        f, UNDECIDED,
        "only %d tolerances were tried, down to %.2g: more than %d evaluations are needed there",
        all.count + all.failed, last, TOLERANCE_WORK);
  else if (all.count < LEAST)
    FindingSet(f, FAILED, "%d of %d tolerances failed, the smallest of them %.2g: %s", all.failed,
               all.count + all.failed, all.failed_at, all.failure);
  else if (all.above < LEAST)
    FindingSet(f, SKIPPED,
               "no power: only %d of %d errors are above ten floors (%.1g of the solution's size)",
               all.above, all.count, all.at[0].floor);
  else if (!strcmp(claim->quantity, TOLERANCE_EXPONENT))
    JudgeExponent(&all, claim, f);
  else if (!strcmp(claim->quantity, TOLERANCE_FACTOR))
    JudgeFactor(&all, claim, f);
  else
    JudgeMonotone(&all, claim, f);
  if (all.failed && all.count >= LEAST) {
    const size_t used = strlen(f->reason);
    (void)snprintf(f->reason + used, sizeof(f->reason) - used,
                   "; with %d of the tolerances, as %.2g, "
                   "there is no result: %.200s",
                   all.failed, all.failed_at, all.failure);
    FindingFlag(f, "no_result");
  }
  if (dear && all.count >= LEAST) {
    const size_t used = strlen(f->reason);
    (void)snprintf(f->reason + used, sizeof(f->reason) - used,
                   "; tolerances below %.2g were not tried, which takes more than %d evaluations",
                   last, TOLERANCE_WORK);
  }
  PetscFunctionReturn(0);
}
