/* Claims on energy that are judged from an ensemble: how the mean square error grows. */
#include "statistics/growth.h"
#include "statistics/thresholds.h"
#include "studies/ensemble/ensemble.h"

#include <math.h>
#include <string.h>

enum { TIMES = LIMIT_SAMPLES + 1 }; /* that at t = 1 may come between */

typedef struct {
  int times;
  double time[TIMES], square[TIMES], fourth[TIMES];
  double members, failed, scale, steps;
} Sum;

/* Adds all slices; returns whether they have the same times. */
static PetscBool AddSlices(PetscInt count, const Measured *const slices[], const char *name,
                           Sum *sum) {
  memset(sum, 0, sizeof(*sum));
  for (PetscInt k = 0; k < count; k++) {
    const Ensemble *slice = &slices[k]->ensemble;
    const EnsembleSum *q = EnsembleFind(slice, name);
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

/* What a claim that nothing drifts has to exclude is a mean square like t²: by the power, or, where
 * nothing grows and any power fits, by the size that it may have had unseen, which must not be that
 * of the mean square itself. */
static PetscBool ExcludesDrift(const Sum *sum, const Growth *g, PetscBool flat) {
  const PetscReal level = fabs(g->a) + fabs(g->b) * pow(sum->time[sum->times - 1], g->gamma);

  return (PetscBool)(g->upper < ENSEMBLE_DRIFT || (flat && g->drift < level));
}

static VerdictWord Weigh(const Sum *sum, const Growth *g, const char *value, PetscBool flat) {
  const PetscBool walk = (PetscBool)!strcmp(value, "random_walk");

  if (!strcmp(value, "drift"))
    return g->lower > ENSEMBLE_ABOVE_DRIFT ? CONFIRMED : SKIPPED;
  if (g->lower > (walk ? ENSEMBLE_ABOVE_WALK : ENSEMBLE_ABOVE_BOUNDED) && !flat)
    return REFUTED;
  if (ExcludesDrift(sum, g, flat) && (walk || flat))
    return CONFIRMED;
  return g->any ? SKIPPED : UNDECIDED;
}

static void Judge(const Sum *sum, const Growth *g, const char *value, Finding *f) {
  const PetscReal last = sum->time[sum->times - 1], grown = g->b * pow(last, g->gamma);
  /* A term that does not even double the constant is no growth. */
  const PetscBool flat = (PetscBool)(g->lower <= 0 || fabs(grown) < fabs(g->a));
  const char *class = g->lower > ENSEMBLE_ABOVE_DRIFT ? "drift" : flat ? "bounded" : "random_walk";
  const VerdictWord verdict = Weigh(sum, g, value, flat);

  f->word = class;
  f->lower = g->lower;
  f->upper = g->upper;
  f->details.growth = (GrowthFacts){.a = g->a,
                                    .b = g->b,
                                    .gamma = g->gamma,
                                    .lower = g->lower,
                                    .upper = g->upper,
                                    .members = sum->members};
  FindingSet(f, verdict, CAUSE_MEAN_SQUARE_GROWS,
             FACTS(NUMBER(COUNT, sum->members), NUMBER(CONSTANT, g->a), NUMBER(COEFFICIENT, g->b),
                   NUMBER(EXPONENT, g->gamma), NUMBER(TIME, last), NUMBER(LOWER, g->lower),
                   NUMBER(UPPER, g->upper), NUMBER(DETECTABLE, sqrt(g->drift))));
  if (verdict == UNDECIDED || (verdict == SKIPPED && strcmp(value, "drift")))
    FindingAdd(f, CAUSE_DRIFT_NOT_EXCLUDED, NO_FACTS);
  if (!strcmp(value, "random_walk") && verdict == CONFIRMED && (flat || g->upper < ENSEMBLE_WALK))
    FindingFlag(f, "exceeds");
}

/* The root mean square error where it is largest; *infinite is a time at which there is none, or
 * −1. */
static PetscReal Largest(const Sum *sum, int *infinite) {
  PetscReal largest = 0;

  *infinite = -1;
  for (int i = 0; i < sum->times; i++) {
    if (!isfinite(sum->square[i]) || !isfinite(sum->fourth[i]))
      *infinite = i;
    largest = fmax(largest, sqrt(sum->square[i] / fmax(sum->members, 1)));
  }
  return largest;
}

static void JudgeSum(const Sum *sum, const char *value, Finding *f) {
  const PetscReal epsilon = 2.220446049250313e-16;
  int infinite;
  const PetscReal largest = Largest(sum, &infinite);
  Growth growth;

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
  } else if (GrowthFit(sum->times, sum->time, sum->square, sum->fourth, sum->members, &growth)) {
    FindingSet(f, UNDECIDED, CAUSE_TOO_FEW_TIMES, FACTS(NUMBER(COUNT, sum->times)));
  } else {
    Judge(sum, &growth, value, f);
  }
}

PetscErrorCode EnsembleJudge(PetscInt count, const Job *const jobs[],
                             const Measured *const slices[], const Claim *claim, Finding *f) {
  Sum *sum;

  PetscFunctionBeginUser;
  (void)jobs;
  FindingInit(f);
  f->decided_in = PETSC_TRUE;
  f->precision = slices[0]->precision;
  PetscCall(PetscNew(&sum));
  if (AddSlices(count, slices, claim->quantity, sum))
    JudgeSum(sum, claim->value, f);
  else
    FindingSet(f, FAILED, CAUSE_SLICES_DIFFER, FACTS(TEXT(SUBJECT, claim->quantity)));
  PetscCall(PetscFree(sum));
  PetscFunctionReturn(0);
}
