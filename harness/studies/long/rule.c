/* Claims that are judged from long runs: constraints, energy, invariants. */
#include "studies/long/long.h"

PetscBool LongIsOnModel(const Claim *claim) {
  return (PetscBool)(claim->subject && !strcmp(claim->subject, "model"));
}

/* Whether the run is a counterexample to the conservation of its quantity; if it stopped, by what was
 * seen before. */
static PetscBool IsCounterexample(const Run *run, Finding *f) {
  Run before;

  if (!RunIsCounterexample(run, &before))
    return PETSC_FALSE;
  f->word = TrendName(before.trend.class);
  LongDecide(CONFIRMED, f);
  LongAddRun(&before, f);
  if (run->series.stopped && isfinite(run->stop))
    FindingAdd(f, CAUSE_STOPPED_AFTER, FACTS(NUMBER(TIME, run->stop)));
  return PETSC_TRUE;
}

/* A negative claim: one run that drifts is enough. */
static void JudgeNegative(const Runs *runs, Finding *f) {
  const Run *finest = NULL;

  for (int k = runs->finer - 1; k >= 0; k--)
    if (IsCounterexample(&runs->fine[k], f))
      return;
  for (int k = runs->requested - 1; k >= 0; k--) {
    if (IsCounterexample(&runs->run[k], f)) {
      LongAddFall(&runs->fall, f);
      return;
    }
    if (!finest && !runs->run[k].series.stopped)
      finest = &runs->run[k];
  }
  if (!finest) {
    FindingSet(f, SKIPPED, CAUSE_NO_COUNTEREXAMPLE, NO_FACTS);
    LongAddStop(&runs->run[runs->requested - 1], f);
    return;
  }
  LongDecide(SKIPPED, f);
  f->floor = finest->trend.roundoff;
  LongAddRun(finest, f);
  if (finest->trend.class == TREND_EXACT) {
    LongConfirmExact(runs, finest, PETSC_FALSE, f);
    if (f->verdict == SKIPPED)
      return;
    f->verdict = SKIPPED;
    FindingFlag(f, FindingHolds);
  }
  LongAddFall(&runs->fall, f);
  if (RunsLost(runs)) {
    f->verdict = CONFIRMED;
    f->word = TrendName(TREND_LINEAR);
    FindingAdd(f, CAUSE_ERROR_DOES_NOT_FALL, NO_FACTS);
  } else
    FindingPrefix(f, CAUSE_NO_COUNTEREXAMPLE, NO_FACTS);
}

/* Whether a run's residuals are round-off but for the last tenth of it, in which what blows up takes
 * the residuals along. */
static PetscBool KeptUntilLate(const TrendSeries *s) {
  const PetscReal roundoff = ROUNDOFF_EDGE * TrendRoundoff(s);

  for (int k = 0; k < s->blocks - s->blocks / BLOW_UP_PART - 1; k++)
    if (TrendBlockMaximum(s, k) > roundoff)
      return PETSC_FALSE;
  return (PetscBool)(s->blocks > 1 || s->maximum <= roundoff);
}

void LongJudgeUnstable(const Measured *measured, const Runs *runs, Finding *f) {
  const Run *last = &runs->run[runs->requested - 1];
  const Claims *claims = &runs->job->claims;
  Runs energy = {.job = runs->job};
  Finding unstable;

  if (!KeptUntilLate(&last->series))
    return;
  RunsUnpack(measured, "energy", &energy);
  for (PetscInt i = 0; energy.requested && i < claims->count; i++) {
    const Claim *claim = &claims->at[i];

    FindingInit(&unstable);
    if (strcmp(claim->study, "energy") || strcmp(claim->value, "drift") ||
        !IsCounterexample(&energy.run[energy.requested - 1], &unstable))
      continue;
    LongDecide(SKIPPED, f);
    LongAddStop(last, f);
    FindingAdd(f, CAUSE_UNSTABLE_METHOD, NO_FACTS);
    FindingAppend(f, &unstable);
    FindingFlag(f, "unstable");
  }
}

static void JudgeEnergy(const Runs *runs, const Claim *claim, Finding *f) {
  const char *value = claim->value;

  if (runs->requested == 0)
    FindingSet(f, SKIPPED, CAUSE_QUANTITY_MISSING, FACTS(TEXT(SUBJECT, claim->quantity)));
  else if (!strcmp(value, "drift"))
    JudgeNegative(runs, f);
  else if (!strcmp(value, "exact"))
    LongJudgeExact(runs, f);
  else if (!strcmp(value, "bounded") || !strcmp(value, "random_walk")) {
    LongJudgeBounded(runs, (PetscBool)!strcmp(value, "random_walk"), f);
    LongEndBudget(runs, f);
  } else
    FindingSet(f, FAILED, CAUSE_CLAIM_INCOMPLETE, NO_FACTS);
}

PetscErrorCode LongJudge(const Evidence *e, Finding *f) {
  const Claim *claim = e->claim;
  const Measured *measured = e->measured[0];
  Runs runs = {.job = e->job[0], .on_model = LongIsOnModel(claim)};

  f->precision = measured->precision;
  RunsUnpack(measured, claim->quantity, &runs);
  if (strcmp(claim->study, "constraint"))
    JudgeEnergy(&runs, claim, f);
  else {
    LongJudgeConstraint(&runs, claim, f);
    if (f->verdict == FAILED && runs.requested)
      LongJudgeUnstable(measured, &runs, f);
    if (f->verdict == FAILED && runs.requested)
      LongJudgeFinerConstraint(&runs, f);
  }
  /* At the edge of round-off, without a run in quadruple precision. */
  if (!strcmp(claim->value, "exact") && f->verdict == UNDECIDED)
    FindingWantsDigits(f, runs.job);
  return 0;
}
