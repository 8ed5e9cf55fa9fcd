/* Claims that something is bounded, or no worse than a random walk. */
#include "studies/long/long.h"

#include <math.h>

/* The run by which a claim that something is bounded is judged: that with the smallest step, or one that
 * drifts. */
static int JudgedRun(const Runs *runs, const Trend trend[]) {
  const int last = runs->requested - 1;
  int judged = last;

  for (int k = 0; k < last; k++)
    if (trend[k].class == TREND_LINEAR &&
        (trend[judged].class <= TREND_RANDOM_WALK || runs->run[judged].series.stopped))
      judged = k;
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
static void JudgeOscillation(const Runs *runs, const Run *run, const Trend *t, Finding *f) {
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

  if (!runs->quads || s->stopped)
    return;
  const Trend t = TrendClassify(s);
  if (t.class != TREND_LINEAR || t.faint)
    return;
  f->verdict = fabs(t.slope) * s->h <= DIGITS_DRIFT * s->scale ? UNDECIDED : REFUTED;
  f->word = TrendName(t.class);
  FindingAdd(f, CAUSE_QUADRUPLE_RUN,
             FACTS(NUMBER(MAXIMUM, s->maximum), NUMBER(STEPS, s->steps),
                   NUMBER(NOISE_LEVEL, TrendRoundoff(s))));
  FindingAdd(f, CAUSE_QUADRUPLE_DRIFT,
             FACTS(NUMBER(DRIFT, t.slope), NUMBER(DRIFT_DEVIATION, t.slope_deviation)));
  if (f->verdict == UNDECIDED) {
    FindingAdd(f, CAUSE_DRIFT_OF_DIGITS, NO_FACTS);
    FindingFlag(f, "digits_of_double");
  }
}

/* A slow modulation of the motion, or an instability that is linear in time. */
static void DoubtGrowth(const Run *run, const Trend *t, PetscBool walk, Finding *f) {
  if (f->verdict != CONFIRMED || walk || t->class != TREND_BOUNDED || !t->grows)
    return;
  f->verdict = UNDECIDED;
  FindingAdd(f, CAUSE_OSCILLATION_GROWS,
             FACTS(NUMBER(SMALLEST_ERROR, t->first_oscillation), NUMBER(SCALE, t->last_oscillation),
                   NUMBER(H, run->series.h)));
}

/* One run that came to its end. */
static void JudgeBoundedRun(const Runs *runs, const Run *run, const Trend *t, PetscBool walk,
                            Finding *f) {
  f->word = TrendName(t->class);
  f->smallest = run->series.maximum;
  f->floor = t->roundoff;
  LongDecide(REFUTED, f);
  LongAddRun(run, t, f);
  if (t->class == TREND_EXACT) {
    LongConfirmExact(runs, run, PETSC_FALSE, f);
    if (f->verdict == CONFIRMED)
      FindingFlag(f, "exceeds");
    JudgeQuadDrift(runs, f);
  } else if (t->class == TREND_BOUNDED) {
    JudgeOscillation(runs, run, t, f);
    if (t->suspicious && f->verdict == CONFIRMED) {
      LongDecide(UNDECIDED, f);
      LongAddRun(run, t, f);
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
static void JudgeFinerDrift(const Runs *runs, const Run *run, const Trend *t, PetscBool walk,
                            Finding *f) {
  if (f->verdict != CONFIRMED)
    return;
  for (int k = 0; k < runs->finer && f->verdict != REFUTED; k++) {
    const TrendSeries *finer = &runs->fine[k].series;
    const Trend moves = TrendClassify(finer);

    DoubtGrowth(&runs->fine[k], &moves, walk, f);
    if (finer->h >= run->series.h || moves.class < (walk ? TREND_LINEAR : TREND_RANDOM_WALK) ||
        moves.faint ||
        PetscMax(moves.rise, moves.range) <= MOVES_BEYOND_OSCILLATION * t->oscillation)
      continue;
    f->word = TrendName(moves.class);
    LongDecide(moves.class == TREND_RANDOM_WALK ? UNDECIDED : REFUTED, f);
    LongAddRun(&runs->fine[k], &moves, f);
    FindingAdd(f, CAUSE_MORE_THAN_OSCILLATION,
               FACTS(NUMBER(H, run->series.h), NUMBER(AMPLITUDE, t->oscillation)));
  }
}

/* bounded, or no worse than a random walk. A claim is on small steps: what a large one does too
 * (resonance, a run that stops) is reported, but a drift at any step is a drift. There is
 * nothing to judge where the smallest step stopped, no other drifts, and no run has a smaller
 * one. */
static void JudgeFrom(const Runs *runs, const Trend trend[], PetscBool walk, Finding *f) {
  const Run *run = runs->run;
  const int judged = JudgedRun(runs, trend);
  const Run *finer = RunsFinerThatEnded(runs);

  if (run[judged].series.stopped && !finer) {
    LongJudgeStopped(runs, &run[judged], f);
    return;
  }
  if (run[judged].series.stopped) {
    const Trend ended = TrendClassify(&finer->series);
    JudgeBoundedRun(runs, finer, &ended, walk, f);
    LongAddLargerStep(f);
    LongAddStop(&run[judged], f);
    return;
  }
  JudgeBoundedRun(runs, &run[judged], &trend[judged], walk, f);
  if (trend[judged].class == TREND_BOUNDED)
    JudgeFinerDrift(runs, &run[judged], &trend[judged], walk, f);
  for (int k = 0; k < runs->requested; k++)
    DoubtGrowth(&run[k], &trend[k], walk, f);
  for (int k = 0; k < runs->requested - 1; k++)
    if (k != judged && trend[k].class > TREND_BOUNDED && trend[k].class != trend[judged].class) {
      LongAddLargerStep(f);
      LongAddRun(&run[k], &trend[k], f);
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
static PetscBool WouldShowDrift(const Runs *finer, const Trend *fine, const Runs *runs,
                                const Trend *coarse) {
  const PetscReal ratio = finer->run[0].series.h / runs->run[0].series.h,
                  power = PetscMax(isfinite(runs->fall.power) ? runs->fall.power : 1, 1);

  if (finer->run[0].series.maximum > TrendEarlyScale(&finer->run[0].series))
    return PETSC_FALSE; /* it may rest now somewhere else */
  if (coarse->class == TREND_BLOW_UP && !runs->run[0].series.stopped &&
      (PetscReal)finer->run[0].series.steps * finer->run[0].series.h <
          TimeOfLargest(&runs->run[0].series))
    return PETSC_FALSE;
  /* Round-off hides a drift, too. */
  return (PetscBool)(coarse->class != TREND_LINEAR ||
                     fine->least_drift <
                         fabs(coarse->slope) * pow(ratio, power + DRIFT_FALLS_FASTER));
}

/* The step that the host chose contradicts the claim, as the finding has it. It refutes if the finest of
 * the smaller steps do so too; one that does not, and would show a drift, is judged in its place. But
 * where half the step drifts the same way, be it within round-off or too little to be significant alone, the
 * drift is no matter of the step. */
static void JudgeHalvedSteps(const Runs *runs, const Trend *coarse, PetscBool walk, Finding *f) {
  int refuting = 0; /* smaller steps, up to the finest */
  PetscBool drifts = PETSC_FALSE;
  Runs finer;
  Finding g;

  for (int k = 0; k < runs->finer && f->verdict != CONFIRMED; k++) {
    RunsFrom(runs, k, &finer);
    const Trend fine = TrendClassify(&finer.run[0].series);
    if (coarse->class == TREND_LINEAR && fine.slope * coarse->slope > 0 &&
        (fine.significant || fabs(fine.slope) > DRIFT_CONTINUES * fine.slope_deviation))
      drifts = PETSC_TRUE;
    if (finer.run[0].series.stopped || (fine.class == TREND_BOUNDED && !finer.finer))
      continue;
    /* Requested runs with such a drift are made longer, in which most of them vanish. */
    if (coarse->class == TREND_BLOW_UP && fine.class == TREND_LINEAR &&
        fine.rise < fine.oscillation)
      continue;
    FindingInit(&g);
    g.precision = f->precision;
    JudgeFrom(&finer, &fine, walk, &g);
    refuting = g.verdict == REFUTED && (k == RUNS_FINER - 1 || fine.class != TREND_BLOW_UP)
                   ? refuting + 1
                   : 0;
    if (f->verdict == UNDECIDED && refuting > 1)
      *f = g;
    if (!drifts && (g.verdict == CONFIRMED || g.verdict == SKIPPED) &&
        WouldShowDrift(&finer, &fine, runs, coarse)) {
      *f = g;
      LongAddLargerStep(f);
      LongAddRun(&runs->run[0], coarse, f);
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
  Trend trend[RUNS];

  for (int k = 0; k < runs->requested; k++)
    trend[k] = TrendClassify(&runs->run[k].series);
  JudgeFrom(runs, trend, walk, f);
  /* What grows is a smaller part of the oscillation with smaller steps. */
  if (runs->requested == 1 && f->verdict != CONFIRMED && f->verdict != SKIPPED &&
      !(trend[0].class == TREND_BOUNDED && trend[0].grows))
    JudgeHalvedSteps(runs, &trend[0], walk, f);
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
