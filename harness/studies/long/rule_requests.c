/* What is measured beyond the requested runs: longer runs, smaller steps, quadruple precision.
 * Pure. */
#include "studies/long/long.h"

/* Whether a longer run may show a claimed bound to be an oscillation slower than this run, or a drift. */
static PetscBool WantsLonger(const Run *run) {
  const Trend *t = &run->trend;

  return (PetscBool)(t->class == TREND_RANDOM_WALK ||
                     (t->class == TREND_BOUNDED &&
                      (t->suspicious || t->grows || TrendHidesDrift(&run->series, t))) ||
                     (t->class == TREND_LINEAR && t->rise < t->oscillation));
}

LongNeeds LongFindNeeds(const Job *job, const Measured *measured) {
  LongNeeds needs = {.longer = PETSC_FALSE};

  for (PetscInt i = 0; i < job->claims.count; i++) {
    const Claim *claim = &job->claims.at[i];
    Run run;

    if (!strcmp(claim->value, "exact"))
      needs.own_error = PETSC_TRUE;
    else if (strcmp(claim->value, "drift") && RunsUnpackLast(measured, claim->quantity, &run)) {
      if (run.trend.class == TREND_EXACT)
        needs.own_error = PETSC_TRUE;
      if (!strcmp(claim->value, "bounded") && WantsLonger(&run))
        needs.longer = PETSC_TRUE;
      if (!strcmp(claim->value, "bounded") && !run.series.stopped &&
          (run.trend.class >= TREND_RANDOM_WALK || run.trend.suspicious || run.series.scaled))
        needs.moves = PETSC_TRUE;
    }
  }
  return needs;
}

/* The errors do not fall, which a resonance or too large a step may imitate: a smaller step
 * decides, or, where rounding would hide the rest, one in between. */
static Request WantsPair(const Runs *runs) {
  const Fall *fall = &runs->fall;
  const TrendSeries *finest = &runs->fine[runs->finer - 1].series;
  const PetscBool visible =
      (PetscBool)(fall->small > FALL_VISIBLE * TrendRoundoff(finest) * pow(2, fall->power));

  if (!RunsStagnate(runs) || finest->stopped)
    return REQUEST_NOTHING;
  if (runs->finer == 1)
    return visible ? REQUEST_FINER : REQUEST_DENSER;
  return runs->finer == 2 && isnan(fall->before) ? REQUEST_DENSER : REQUEST_NOTHING;
}

/* Smaller steps of a claim that something is bounded. */
static Request WantsFall(const Runs *runs, PetscBool chosen) {
  const Run *finer = RunsFinerThatEnded(runs), *last = &runs->run[runs->requested - 1];

  if (last->series.stopped) {
    const PetscBool pair = (PetscBool)(finer && finer != &runs->fine[runs->finer - 1]);

    return chosen && (!pair || RunsStagnate(runs)) ? REQUEST_FINER : REQUEST_NOTHING;
  }
  if (last->trend.class == TREND_EXACT)
    return REQUEST_NOTHING;
  return runs->finer == 0 ? REQUEST_FINER : WantsPair(runs);
}

/* Whether half the smallest step so far may be run, over the time of the last finer run: so many
 * times, and as long as the budget lasts. */
static PetscBool MayHalve(const Runs *runs, int most) {
  const PetscInt64 requested = runs->job->runs.at[0].steps,
                   budget = RUNS_FINER_LENGTHS * PetscMax(requested, runs->run[0].series.steps);
  PetscInt64 spent = 0, next = 0;

  for (int k = 0; k < runs->finer; k++) {
    spent += runs->fine[k].series.steps;
    next = PetscMax(next, 2 * runs->fine[k].series.steps);
  }
  return (PetscBool)(runs->finer < most && (!runs->finer || spent + next <= budget));
}

/* The same, and what else decides. Whether runs are different motions, where errors seem not to
 * fall. Steps that are smaller still, where half the step does not show what refutes the claim.
 * Much smaller ones, where a drift of each step would not be detected. */
static Request WantsBounded(const Runs *runs, PetscBool chosen) {
  const Run *last = &runs->run[runs->requested - 1];
  const Trend *t = &last->trend;
  Request wish = REQUEST_NOTHING;
  Finding f;

  if (MayHalve(runs, RUNS_FINER))
    wish = WantsFall(runs, chosen);
  if (wish != REQUEST_NOTHING)
    return wish;
  FindingInit(&f);
  LongJudgeBounded(runs, PETSC_FALSE, &f);
  if (f.verdict != CONFIRMED && f.verdict != SKIPPED) {
    const int most = RunsAllStopped(runs) ? RUNS_FINER_STOPPED : RUNS_FINER;

    if (runs->finer && !RunsMeasuredSensitivity(runs))
      return REQUEST_SENSITIVITY;
    if (f.verdict != REFUTED && runs->requested == 1 && MayHalve(runs, most) &&
        (chosen || !last->series.stopped))
      return REQUEST_FINER;
    if (f.verdict != REFUTED && runs->smalls < RUNS_SMALL && isfinite(RunsSensitivity(runs)))
      return REQUEST_SMALL;
  } else if (runs->smalls < RUNS_SMALL && t->class != TREND_EXACT &&
             (t->class != TREND_BOUNDED ||
              (isfinite(t->least_drift) &&
               t->least_drift * last->series.h > DRIFT_OF_STEP * last->series.scale)))
    return REQUEST_SMALL;
  return REQUEST_NOTHING;
}

/* Smaller steps of a negative claim without a counterexample; a second time where what the first leaves may be a
 * resonance. */
static Request WantsCounterexample(const Runs *runs) {
  Run before;

  for (int k = 0; k < runs->requested; k++)
    if (RunIsCounterexample(&runs->run[k], &before))
      return REQUEST_NOTHING;
  if (runs->run[runs->requested - 1].trend.class == TREND_EXACT)
    return REQUEST_NOTHING;
  return runs->finer == 0 || (runs->finer == 1 && RunsLost(runs)) ? REQUEST_FINER : REQUEST_NOTHING;
}

/* What stopped for want of memory gets no better by more steps, and the process has none left. */
static PetscBool OutOfMemory(const Runs *runs) {
  const char *reason = runs->run[runs->requested - 1].reason;

  return (PetscBool)(reason && strstr(reason, "memory"));
}

/* Other steps, where the claim rests on how errors fall, or where no run came to its end. */
static Request WantsFiner(const Runs *runs, const Claim *claim, PetscBool chosen) {
  if (OutOfMemory(runs))
    return REQUEST_NOTHING;
  if (!strcmp(claim->value, "bounded"))
    return WantsBounded(runs, chosen);
  if (runs->finer >= RUNS_FINER_STOPPED)
    return REQUEST_NOTHING;
  if (!strcmp(claim->value, "exact") && RunsAllStopped(runs) &&
      (chosen || strcmp(claim->study, "constraint")))
    return REQUEST_FINER;
  return strcmp(claim->value, "drift") ? REQUEST_NOTHING : WantsCounterexample(runs);
}

/* What quadruple precision could decide about a claim of exactness: whether values at the edge
 * of round-off are that; or, by a glance, whether something is kept that is below round-off in
 * double precision. Of what is bounded, and round-off in double precision, whether it drifts
 * below that. */
static Request WantsQuad(const Runs *runs, const Claim *claim) {
  const Run *last = &runs->run[runs->requested - 1];
  Request wish = REQUEST_NOTHING;

  if (!strcmp(claim->value, "bounded") && !runs->quads && last->own_error > 0)
    return last->trend.class == TREND_EXACT ? REQUEST_QUAD : REQUEST_NOTHING;
  if (strcmp(claim->value, "exact") || runs->quads)
    return REQUEST_NOTHING;
  for (int k = 0; k < runs->requested; k++) {
    const TrendSeries *s = &runs->run[k].series;
    const PetscReal roundoff = TrendRoundoff(s), own_error = runs->run[k].own_error;
    const Trend *trend = &runs->run[k].trend;

    if (s->stopped)
      continue;
    if ((s->maximum > roundoff || trend->excess > 1) &&
        (trend->excess <= (LongIsOnModel(claim) ? ROUNDOFF_EDGE : ROUNDOFF_LOST) ||
         RunIsolated(s, trend->roundoff)))
      return REQUEST_QUAD;
    if (s->maximum <= roundoff && own_error > 0 && own_error <= ROUNDOFF_EDGE * trend->roundoff &&
        !LongIsOnModel(claim))
      wish = REQUEST_GLANCE;
  }
  return wish;
}

Request LongMoreRuns(const Job *job, const Measured *measured, PetscBool chosen) {
  Request request = REQUEST_NOTHING;

  for (PetscInt i = 0; i < job->claims.count && request != REQUEST_FINER; i++) {
    const Claim *claim = &job->claims.at[i];
    Runs runs = {.job = job, .on_model = LongIsOnModel(claim)};

    RunsUnpack(measured, claim->quantity, &runs);
    if (!runs.requested)
      continue;
    Request finer = WantsFiner(&runs, claim, chosen);
    if (finer != REQUEST_NOTHING && !strcmp(claim->study, "constraint")) {
      Finding unstable;

      FindingInit(&unstable);
      LongJudgeUnstable(measured, &runs, &unstable);
      finer = unstable.verdict == SKIPPED ? REQUEST_NOTHING : finer;
    }
    if (finer == REQUEST_FINER || (finer != REQUEST_NOTHING && request == REQUEST_NOTHING))
      request = finer;
    else if (request == REQUEST_NOTHING || request == REQUEST_GLANCE) {
      const Request quad = WantsQuad(&runs, claim);

      request = quad == REQUEST_NOTHING ? request : quad;
    }
  }
  return request;
}
