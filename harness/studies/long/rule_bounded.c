/* Claims that something is bounded, or no worse than a random walk. */
#include "studies/long/long.h"

/* The run by which a claim that something is bounded is judged: that with the smallest step, or one that
 * drifts. */
static const Run *JudgedRun(const Runs *runs) {
  const Run *last = &runs->run[runs->requested - 1], *judged = last;

  for (const Run *run = runs->run; run < last; run++)
    if (run->trend.class == TREND_LINEAR &&
        (judged->trend.class <= TREND_RANDOM_WALK || judged->series.stopped))
      judged = run;
  return judged;
}

/* What much smaller steps show over a short time, in which runs have not parted yet: they refute what
 * leaves a drift of each step, and confirm nothing. */
static void JudgeSmall(const Runs *runs, Finding *f) {
  if (!RunsLeak(runs) || f->verdict == REFUTED)
    return;
  f->word = TrendName(TREND_LINEAR);
  LongAddFall(&runs->small_fall, f);
  f->verdict = REFUTED;
  FindingAdd(f, CAUSE_ERROR_DOES_NOT_FALL, NO_FACTS);
  FindingFlag(f, "power");
}

static void AddSensitive(const Runs *runs, Finding *f) {
  FindingAdd(f, CAUSE_SENSITIVE,
             FACTS(NUMBER_OF_DIMENSION(DIMENSION_NUMBER, DIFFERENCE, SENSITIVITY_START),
                   NUMBER(RATIO, RunsSensitivity(runs))));
  FindingFlag(f, "sensitive");
}

/* The verdict on one oscillating run, which the finding holds, as far as smaller steps show. */
static void JudgeOscillation(const Runs *runs, const Run *run, Finding *f) {
  const Trend *t = &run->trend;
  const Fall *fall = &runs->fall;

  for (int k = 0; k < runs->finer; k++)
    if (runs->fine[k].series.stopped && runs->fine[k].series.h < run->series.h) {
      LongJudgeStopped(runs, &runs->fine[k], f);
      return;
    }
  f->verdict = CONFIRMED;
  LongAddFall(&runs->fall, f);
  if (isnan(fall->power) && isfinite(RunsSensitivity(runs))) {
    f->verdict = SKIPPED;
    AddSensitive(runs, f);
  } else if (!RunsStagnate(runs) && isinf(t->least_drift)) {
    f->verdict = SKIPPED;
    FindingPrefix(f, CAUSE_NO_POWER, NO_FACTS);
  } else if (!RunsStagnate(runs) && TrendHidesDrift(&run->series, t)) {
    f->verdict = UNDECIDED;
    FindingAdd(f, CAUSE_TOO_SHORT_FOR_DRIFT, NO_FACTS);
  } else if (!RunsStagnate(runs)) {
    return;
  } else if (fall->power > fall->before + FALL_MAY_RISE) {
    f->verdict = UNDECIDED;
    FindingAdd(f, CAUSE_POWER_RISES, FACTS(NUMBER(POWER, fall->before)));
  } else {
    f->verdict = REFUTED;
    if (RunsLost(runs))
      f->word = TrendName(TREND_LINEAR);
    FindingAdd(f, CAUSE_ERROR_DOES_NOT_FALL, NO_FACTS);
    FindingFlag(f, "power");
  }
}

/* What is round-off in double precision may drift below it. */
static void JudgeQuadDrift(const Runs *runs, Finding *f) {
  const TrendSeries *s = &runs->quad.series;
  const Trend *t = &runs->quad.trend;

  if (!runs->quads || s->stopped || t->class != TREND_LINEAR || t->faint)
    return;
  f->verdict = fabs(t->slope) * s->h <= DIGITS_DRIFT * s->scale ? UNDECIDED : REFUTED;
  f->word = TrendName(t->class);
  FindingAdd(f, CAUSE_QUADRUPLE_RUN,
             FACTS(NUMBER(MAXIMUM, s->maximum), NUMBER(STEPS, s->steps),
                   NUMBER(NOISE_LEVEL, TrendRoundoff(s))));
  FindingAdd(f, CAUSE_QUADRUPLE_DRIFT,
             FACTS(NUMBER(DRIFT, t->slope), NUMBER(DRIFT_DEVIATION, t->slope_deviation)));
  if (f->verdict == UNDECIDED) {
    FindingAdd(f, CAUSE_DRIFT_OF_DIGITS, NO_FACTS);
    FindingFlag(f, "digits_of_double");
  }
}

/* A slow modulation of the motion, or an instability that is linear in time. */
static void DoubtGrowth(const Run *run, PetscBool walk, Finding *f) {
  const Trend *t = &run->trend;

  if (f->verdict != CONFIRMED || walk || t->class != TREND_BOUNDED || !t->grows)
    return;
  f->verdict = UNDECIDED;
  FindingAdd(f, CAUSE_OSCILLATION_GROWS,
             FACTS(NUMBER(SMALLEST_ERROR, t->first_oscillation), NUMBER(SCALE, t->last_oscillation),
                   NUMBER(H, run->series.h)));
}

static void JudgeBoundedRun(const Runs *runs, const Run *run, PetscBool walk, Finding *f) {
  const Trend *t = &run->trend;

  f->word = TrendName(t->class);
  f->smallest = run->series.maximum;
  f->floor = t->roundoff;
  LongDecide(REFUTED, f);
  LongAddRun(run, f);
  if (t->class == TREND_EXACT) {
    LongConfirmExact(runs, run, PETSC_FALSE, f);
    if (f->verdict == CONFIRMED)
      FindingFlag(f, "exceeds");
    JudgeQuadDrift(runs, f);
  } else if (t->class == TREND_BOUNDED) {
    JudgeOscillation(runs, run, f);
    if (t->suspicious && f->verdict == CONFIRMED) {
      LongDecide(UNDECIDED, f);
      LongAddRun(run, f);
      LongAddFall(&runs->fall, f);
      FindingAdd(f, CAUSE_DRIFT_SUSPICIOUS, FACTS(NUMBER(DEVIATIONS, t->significance)));
    }
    if (walk && f->verdict == CONFIRMED)
      FindingFlag(f, "exceeds");
  } else if (t->class == TREND_LINEAR && t->faint) {
    f->verdict = UNDECIDED;
    FindingAdd(f, CAUSE_DRIFT_FAINT, FACTS(NUMBER(DEVIATIONS, t->significance)));
  } else {
    LongAddFall(&runs->fall, f);
    if (t->class == TREND_RANDOM_WALK)
      f->verdict = walk ? CONFIRMED : UNDECIDED;
    if (f->verdict == UNDECIDED)
      FindingAdd(f, CAUSE_LONGER_RUN_WOULD_DECIDE, NO_FACTS);
  }
}

/* A value that moves at the beginning and then rests has no significant mean increment, and is an
 * oscillation about where it rests. A smaller step, which takes longer for the same, shows it move: by
 * more than what an oscillation of such steps could be, of which the run sees a part only. */
static void JudgeFinerDrift(const Runs *runs, const Run *run, PetscBool walk, Finding *f) {
  const double oscillation = run->trend.oscillation;

  if (f->verdict != CONFIRMED)
    return;
  for (int k = 0; k < runs->finer && f->verdict != REFUTED; k++) {
    const Run *finer = &runs->fine[k];
    const Trend *moves = &finer->trend;

    DoubtGrowth(finer, walk, f);
    if (finer->series.h >= run->series.h ||
        moves->class < (walk ? TREND_LINEAR : TREND_RANDOM_WALK) || moves->faint ||
        PetscMax(moves->rise, moves->range) <= MOVES_BEYOND_OSCILLATION * oscillation)
      continue;
    f->word = TrendName(moves->class);
    LongDecide(moves->class == TREND_RANDOM_WALK ? UNDECIDED : REFUTED, f);
    LongAddRun(finer, f);
    FindingAdd(f, CAUSE_MORE_THAN_OSCILLATION,
               FACTS(NUMBER(H, run->series.h), NUMBER(AMPLITUDE, oscillation)));
  }
}

/* bounded, or no worse than a random walk. A claim is on small steps: what a large one does too
 * (resonance, a run that stops) is reported, but a drift at any step is a drift. There is
 * nothing to judge where the smallest step stopped, no other drifts, and no run has a smaller
 * one. */
static void JudgeFrom(const Runs *runs, PetscBool walk, Finding *f) {
  const Run *judged = JudgedRun(runs), *finer = RunsFinerThatEnded(runs);
  const TrendClass class = judged->trend.class;

  if (judged->series.stopped && !finer) {
    LongJudgeStopped(runs, judged, f);
    return;
  }
  if (judged->series.stopped) {
    JudgeBoundedRun(runs, finer, walk, f);
    LongAddLargerStep(f);
    LongAddStop(judged, f);
    return;
  }
  JudgeBoundedRun(runs, judged, walk, f);
  if (class == TREND_BOUNDED)
    JudgeFinerDrift(runs, judged, walk, f);
  for (int k = 0; k < runs->requested; k++)
    DoubtGrowth(&runs->run[k], walk, f);
  for (const Run *run = runs->run; run < &runs->run[runs->requested - 1]; run++)
    if (run != judged && run->trend.class > TREND_BOUNDED && run->trend.class != class) {
      LongAddLargerStep(f);
      LongAddRun(run, f);
      return;
    }
}

/* When the largest value is half reached. */
static PetscReal TimeOfLargest(const TrendSeries *s) {
  for (int k = 0; k < s->blocks; k++)
    if (s->block[k].maximum > s->maximum / 2)
      return k * s->block_time;
  return (PetscReal)s->steps * s->h;
}

/* Whether a run with a smaller step, in which nothing drifts, would have shown what a drift of the coarse
 * one becomes with it, or lasts until that one blew up. */
static PetscBool WouldShowDrift(const Run *fine, const Run *coarse, const Fall *fall) {
  const TrendSeries *s = &fine->series;
  const PetscReal ratio = s->h / coarse->series.h,
                  power = PetscMax(isfinite(fall->power) ? fall->power : 1, 1);

  if (s->maximum > TrendEarlyScale(s))
    return PETSC_FALSE; /* it may rest now somewhere else */
  if (coarse->trend.class == TREND_BLOW_UP && !coarse->series.stopped &&
      (PetscReal)s->steps * s->h < TimeOfLargest(&coarse->series))
    return PETSC_FALSE;
  /* Round-off hides a drift, too. */
  return (PetscBool)(coarse->trend.class != TREND_LINEAR ||
                     fine->trend.least_drift <
                         fabs(coarse->trend.slope) * pow(ratio, power + DRIFT_FALLS_FASTER));
}

/* The step that the host chose contradicts the claim, as the finding has it. It refutes if the finest of
 * the smaller steps do so too; one that does not, and would show a drift, is judged in its place. But
 * where half the step drifts the same way, be it within round-off or too little to be significant alone, the
 * drift is no matter of the step. */
static void JudgeHalvedSteps(const Runs *runs, PetscBool walk, Finding *f) {
  const Trend *coarse = &runs->run[0].trend;
  int refuting = 0; /* smaller steps, up to the finest */
  PetscBool drifts = PETSC_FALSE;
  Runs finer;
  Finding g;

  for (int k = 0; k < runs->finer && f->verdict != CONFIRMED; k++) {
    const Trend *fine = &runs->fine[k].trend;

    RunsFrom(runs, k, &finer);
    if (coarse->class == TREND_LINEAR && fine->slope * coarse->slope > 0 &&
        (fine->significant || fabs(fine->slope) > DRIFT_CONTINUES * fine->slope_deviation))
      drifts = PETSC_TRUE;
    if (finer.run[0].series.stopped || (fine->class == TREND_BOUNDED && !finer.finer))
      continue;
    /* Requested runs with such a drift are made longer, in which most of them vanish. */
    if (coarse->class == TREND_BLOW_UP && fine->class == TREND_LINEAR &&
        fine->rise < fine->oscillation)
      continue;
    FindingInit(&g);
    g.precision = f->precision;
    JudgeFrom(&finer, walk, &g);
    refuting = g.verdict == REFUTED && (k == RUNS_FINER - 1 || fine->class != TREND_BLOW_UP)
                   ? refuting + 1
                   : 0;
    if (f->verdict == UNDECIDED && refuting > 1)
      *f = g;
    if (!drifts && (g.verdict == CONFIRMED || g.verdict == SKIPPED) &&
        WouldShowDrift(&runs->fine[k], &runs->run[0], &runs->fall)) {
      *f = g;
      LongAddLargerStep(f);
      LongAddRun(&runs->run[0], f);
    }
  }
  /* An error that does not fall is one of half the step, too; and what quadruple precision shows does not
   * depend on the step. */
  if ((coarse->class == TREND_BOUNDED && isnan(RunsSensitivity(runs))) ||
      coarse->class == TREND_EXACT)
    refuting++;
  if (f->verdict == REFUTED && !refuting)
    f->verdict = UNDECIDED;
}

/* Whether an error falls with h and is a small share of terms that grow, to the end. What is no small share of
 * them while they are small has moved the run to where they grow. */
static PetscBool GrowsWithTerms(const Runs *runs, const TrendSeries *s, PetscReal terms) {
  for (int k = 0; k < s->blocks; k++)
    if (s->block[k].maximum > 2 * s->block[s->blocks - 1].maximum ||
        (s->scaled && s->block[k].maximum > UNBOUNDED_SHARE * s->block[k].scale))
      return PETSC_FALSE;
  return (PetscBool)(runs->fall.power > FALL_STAGNANT &&
                     runs->fall.small <= UNBOUNDED_SHARE * terms &&
                     2 * runs->fall.duration >= (PetscReal)s->steps * s->h);
}

/* That an energy is bounded is known of motions that are: on others its error grows with the terms. Where the
 * finest run has such a motion, and its error falls with h or is round-off, nothing follows. */
static void PassUnbounded(const Runs *runs, Finding *f) {
  const TrendSeries *s = NULL;

  for (int k = 0; k < runs->finer; k++)
    if (!runs->fine[k].series.stopped)
      s = &runs->fine[k].series;
  if (!s || f->verdict == CONFIRMED || f->verdict == SKIPPED)
    return;
  const double first = s->scaled ? s->block[0].scale : s->first_scale,
               last = s->scaled ? s->block[s->blocks - 1].scale : s->scale;
  if (!(last > UNBOUNDED_GROWTH * first) ||
      !(s->maximum <= TrendRoundoff(s) || GrowsWithTerms(runs, s, last)))
    return;
  f->verdict = SKIPPED;
  FindingAdd(f, CAUSE_UNBOUNDED_MOTION, FACTS(NUMBER(SMALLEST_ERROR, first), NUMBER(SCALE, last)));
}

/* A claim is on small steps. */
void LongJudgeBounded(const Runs *runs, PetscBool walk, Finding *f) {
  JudgeFrom(runs, walk, f);
  /* What grows is a smaller part of the oscillation with smaller steps. */
  if (runs->requested == 1 && f->verdict != CONFIRMED && f->verdict != SKIPPED &&
      !(runs->run[0].trend.class == TREND_BOUNDED && runs->run[0].trend.grows))
    JudgeHalvedSteps(runs, walk, f);
  JudgeSmall(runs, f);
  PassUnbounded(runs, f);
}

void LongEndBudget(const Runs *runs, Finding *f) {
  if (f->verdict != UNDECIDED || FindingHasFlag(f, "digits_of_double"))
    return;
  if (isfinite(RunsSensitivity(runs))) {
    f->verdict = SKIPPED;
    AddSensitive(runs, f);
  } else if (runs->finer)
    FindingAdd(f, CAUSE_BUDGET_ENDS, FACTS(NUMBER(H, runs->fine[runs->finer - 1].series.h)));
}
