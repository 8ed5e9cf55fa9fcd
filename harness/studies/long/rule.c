/* Claims that are judged from long runs: constraints, energy, invariants. */
#include "studies/long/long.h"
#include "studies/long/runs.h"

#include <math.h>
#include <string.h>

/* NaN: not known. */
static PetscReal Known(PetscReal value) { return isfinite(value) ? value : NAN; }

/* A verdict, whose statements follow. */
static void Decide(VerdictWord verdict, Finding *f) {
  f->verdict = verdict;
  f->statements = 0;
}

static void AddStop(const Run *run, Finding *f) {
  FindingAdd(f, CAUSE_RUN_STOPPED,
             FACTS(NUMBER(H, run->series.h), NUMBER(TIME, Known(run->stop)),
                   TEXT(FAILURE, run->reason ? run->reason : "no reason given")));
}

/* What a larger step does is said, too: by the statements that follow. */
static void BeginLargerStep(Finding *f) {
  FindingAdd(f, CAUSE_LARGER_STEP, NO_FACTS);
  FindingFlag(f, "coarse_step");
}

/* ---- Constraints ---- */

/* What a run in quadruple precision shows about values at the edge of what round-off explains in
 * double precision: whether that is what they are. Undecided where there is no such run. */
static VerdictWord QuadDecides(const Runs *runs, const Run *edge) {
  const TrendSeries *s = &runs->quad.series;

  if (!runs->quads || s->stopped)
    return UNDECIDED;
  return s->maximum <= fmax(ROUNDOFF_EDGE * TrendRoundoff(s), QUAD_FALLS * edge->series.maximum)
             ? CONFIRMED
             : REFUTED;
}

static void AddQuad(const Runs *runs, Finding *f) {
  const TrendSeries *s = &runs->quad.series;

  if (runs->quads && !s->stopped)
    FindingAdd(f, CAUSE_QUADRUPLE_RUN, FACTS(NUMBER(MAXIMUM, s->maximum), NUMBER(STEPS, s->steps)));
}

PetscBool LongIsOnModel(const Claim *claim) {
  return (PetscBool)(claim->subject && !strcmp(claim->subject, "model"));
}

/* A claim that a run within round-off bears out, or what it lacks for that: a method that did not keep
 * the quantity would add up its own error from step to step. The finding holds the run already, and as
 * its noise level what round-off explains; the run in quadruple precision shows nothing where a bound is
 * claimed. */
static void ConfirmExact(const Runs *runs, const Run *run, PetscBool with_quad, Finding *f) {
  const PetscReal found = ROUNDOFF_EDGE * f->floor,
                  quad = runs->quads ? ROUNDOFF_EDGE * TrendRoundoff(&runs->quad.series)
                                     : PETSC_MAX_REAL,
                  quad_steps = runs->quads ? (PetscReal)runs->quad.series.steps : 0,
                  own_error = run->own_error;
  const PetscBool quad_sees =
      (PetscBool)(with_quad && !runs->on_model &&
                  own_error * quad_steps / (PetscReal)run->series.steps > quad);

  f->verdict = CONFIRMED;
  if (!runs->on_model && (own_error <= 0 || (own_error <= found && !quad_sees))) {
    f->verdict = SKIPPED;
    if (own_error <= 0)
      FindingPrefix(f, CAUSE_NOTHING_TO_CONSERVE, NO_FACTS);
    else
      FindingPrefix(f, CAUSE_METHOD_ERROR_BELOW_ROUND_OFF,
                    FACTS(NUMBER(METHOD_ERROR, own_error), NUMBER(DETECTABLE, found)));
    if (!runs->job->double_only)
      FindingPrefix(f, CAUSE_NO_POWER, NO_FACTS);
    FindingWantsDigits(f, runs->job);
    return;
  }
  if (with_quad && !(runs->on_model && isfinite(own_error)))
    AddQuad(runs, f);
  FindingAdd(f, CAUSE_WOULD_HAVE_BEEN_FOUND,
             FACTS(NUMBER(DETECTABLE, own_error <= found && quad_sees ? quad : found),
                   NUMBER(METHOD_ERROR, Known(own_error))));
}

/* Whether the residual was round-off at first, and has grown from that by far: steps that amplify
 * roundings do so, and a method with an error of its own does not begin there. */
static void AddGrowth(const Run *run, Finding *f) {
  const TrendSeries *s = &run->series;
  const PetscReal roundoff = TrendRoundoff(s), first = s->blocks ? s->block_maximum[0] : 0;
  int grown = 0; /* blocks */

  if (s->blocks < 2 ||
      !(first > 0 && first <= roundoff && s->maximum > ROUNDOFF_AMPLIFIED * roundoff))
    return;
  while (grown < s->blocks - 1 && s->block_maximum[grown] < s->maximum / 10)
    grown++;
  FindingAdd(
      f, CAUSE_ROUND_OFF_AMPLIFIED,
      FACTS(NUMBER(SMALLEST, first),
            NUMBER(GROWTH_TIME, grown * s->block_time / log(s->block_maximum[grown] / first))));
}

static void AddResidual(const Run *run, const Trend *trend, Finding *f) {
  const TrendSeries *s = &run->series;

  FindingAdd(f, run->in_proportion ? CAUSE_RESIDUAL_IN_PROPORTION : CAUSE_RESIDUAL,
             FACTS(NUMBER(STEPS, s->steps), NUMBER(H, s->h), NUMBER(MAXIMUM, s->maximum)));
  FindingAdd(f,
             trend->exponent > DRIFT_EXPONENT  ? CAUSE_RESIDUAL_DRIFTS
             : trend->exponent > WALK_EXPONENT ? CAUSE_RESIDUAL_WANDERS
                                               : CAUSE_RESIDUAL_FLAT,
             FACTS(NUMBER(EXPONENT, trend->exponent)));
  FindingAdd(f, CAUSE_ROUND_OFF_EXPLAINS,
             FACTS(NUMBER(NOISE, trend->roundoff), NUMBER(SCALE, s->scale)));
}

/* One finished run, and what follows from it. */
static void DescribeConstraint(const Runs *runs, const Run *run, const Trend *trend, Finding *f) {
  const TrendSeries *s = &run->series;
  const VerdictWord quad = QuadDecides(runs, run);

  f->observed = f->smallest = s->maximum;
  f->floor = trend->roundoff;
  Decide(quad, f);
  AddResidual(run, trend, f);
  if (s->maximum <= trend->roundoff) {
    ConfirmExact(runs, run, PETSC_TRUE, f);
  } else if (RunIsolated(s, trend->roundoff)) {
    FindingAdd(f, CAUSE_ISOLATED_RESIDUALS, NO_FACTS);
    AddQuad(runs, f);
    FindingFlag(f, "isolated");
  } else if (s->maximum > ROUNDOFF_EDGE * trend->roundoff) {
    f->verdict = REFUTED;
    AddGrowth(run, f);
  } else
    AddQuad(runs, f);
}

static void JudgeConstraint(const Runs *runs, const Claim *claim, Finding *f) {
  PetscReal worst = -1; /* the largest residual over what round-off explains */
  int finished = 0;

  if (runs->asked == 0)
    FindingSet(f, SKIPPED, CAUSE_NO_SUCH_CONSTRAINT, FACTS(TEXT(SUBJECT, claim->quantity)));
  for (int k = 0; k < runs->asked; k++) {
    const TrendSeries *s = &runs->run[k].series;
    Trend trend;

    if (s->stopped) {
      if (finished == 0) {
        Decide(FAILED, f);
        AddStop(&runs->run[k], f);
        AddGrowth(&runs->run[k], f);
      }
      continue;
    }
    TrendClassify(s, &trend);
    if (finished++ && !(s->maximum > worst * trend.roundoff))
      continue; /* the largest excess counts */
    worst = s->maximum / trend.roundoff;
    DescribeConstraint(runs, &runs->run[k], &trend, f);
  }
}

/* The same, where no run with a step that the host chose came to its end, and a smaller one did. */
static void JudgeFinerConstraint(const Runs *runs, Finding *f) {
  const Run *finer = RunsFinerThatEnded(runs);
  Trend trend;

  if (!finer)
    return;
  TrendClassify(&finer->series, &trend);
  DescribeConstraint(runs, finer, &trend, f);
  BeginLargerStep(f);
  AddStop(&runs->run[runs->asked - 1], f);
}

/* ---- Energy and invariants ---- */

/* What the drift of an oscillation is, and which one would have been found. */
static void AddNoDrift(const Trend *t, Finding *f) {
  if (isinf(t->least_drift))
    FindingAdd(f, CAUSE_TOO_SHORT_FOR_DRIFT, NO_FACTS);
  else
    FindingAdd(f, t->significant ? CAUSE_DRIFT_WITHIN_ROUND_OFF : CAUSE_DRIFT_NOT_SIGNIFICANT,
               FACTS(NUMBER(DRIFT, t->slope), NUMBER(DRIFT_DEVIATION, t->slope_deviation),
                     NUMBER(DETECTABLE, t->least_drift)));
}

static void AddBlowUp(const Run *run, Finding *f) {
  const TrendSeries *s = &run->series;

  if (s->stopped)
    AddStop(run, f);
  else if (s->maximum > s->scale)
    FindingAdd(f, CAUSE_INVARIANT_EXCEEDS_TERMS,
               FACTS(NUMBER(H, s->h), NUMBER(MAXIMUM, s->maximum), NUMBER(SCALE, s->scale)));
  else
    FindingAdd(
        f, CAUSE_INVARIANT_EXCEEDS_FIRST_TERMS,
        FACTS(NUMBER(H, s->h), NUMBER(MAXIMUM, s->maximum), NUMBER(SCALE, TrendEarlyScale(s))));
}

/* What one run shows. */
static void AddRun(const Run *run, const Trend *t, Finding *f) {
  const TrendSeries *s = &run->series;
  const PetscReal duration = (PetscReal)s->steps * s->h;

  switch (t->class) {
  case TREND_EXACT:
    FindingAdd(
        f, t->one_way ? CAUSE_INVARIANT_WITHIN_BIASED_ROUND_OFF : CAUSE_INVARIANT_WITHIN_ROUND_OFF,
        FACTS(NUMBER(H, s->h), NUMBER(MAXIMUM, s->maximum), NUMBER(STEPS, s->steps),
              NUMBER(NOISE, t->roundoff)));
    break;
  case TREND_BOUNDED:
    FindingAdd(f, CAUSE_INVARIANT_OSCILLATES,
               FACTS(NUMBER(H, s->h), NUMBER(AMPLITUDE, t->oscillation),
                     NUMBER(MAXIMUM, s->maximum), NUMBER(DURATION, duration)));
    AddNoDrift(t, f);
    break;
  case TREND_RANDOM_WALK:
    FindingAdd(f, CAUSE_INVARIANT_WANDERS,
               FACTS(NUMBER(H, s->h), NUMBER(EXPONENT, t->exponent), NUMBER(RANGE, t->range),
                     NUMBER(DURATION, duration)));
    break;
  case TREND_LINEAR:
    FindingAdd(f, CAUSE_INVARIANT_DRIFTS,
               FACTS(NUMBER(H, s->h), NUMBER(DRIFT, t->slope),
                     NUMBER(DRIFT_DEVIATION, t->slope_deviation), NUMBER(RISE, t->rise),
                     NUMBER(DURATION, duration), NUMBER(AMPLITUDE, t->oscillation)));
    break;
  case TREND_BLOW_UP:
    AddBlowUp(run, f);
    break;
  }
}

/* The powers of h of the oscillation and of the drift, from the two smallest steps that were asked
 * for and show them. */
static void FindPowersAsked(const Trend trend[], Runs *runs) {
  const Run *run = runs->run;
  const int last = runs->asked - 1;
  PetscReal steps;

  if (last < 1)
    return;
  steps = log(run[last - 1].series.h / run[last].series.h);
  if (!(steps > FALL_STEPS_APART))
    return;
  if (trend[last].class != TREND_EXACT && trend[last].class != TREND_BLOW_UP &&
      trend[last - 1].class != TREND_BLOW_UP && trend[last].oscillation > trend[last].roundoff)
    runs->oscillation_power = log(trend[last - 1].oscillation / trend[last].oscillation) / steps;
  if (trend[last].class == TREND_LINEAR && trend[last - 1].class == TREND_LINEAR)
    runs->drift_power = log(fabs(trend[last - 1].slope / trend[last].slope)) / steps;
}

/* How the error falls with the step, from the runs beside the smallest one; else from those that
 * were asked for. */
static void FindPowers(const Trend trend[], Runs *runs, Finding *f) {
  const PetscReal power = runs->fall.power;

  if (!isfinite(power))
    FindPowersAsked(trend, runs);
  f->details.oscillation_power = isfinite(power) ? power : Known(runs->oscillation_power);
  f->details.drift_power = Known(runs->drift_power);
}

static void AddPowers(const Runs *runs, Finding *f) {
  const Fall *fall = &runs->fall;

  if (isfinite(fall->power))
    FindingAdd(f, CAUSE_ERROR_FALLS,
               FACTS(NUMBER(DURATION, fall->duration), NUMBER(ERROR, fall->large),
                     NUMBER(H, fall->h), NUMBER(FINER_ERROR, fall->small),
                     NUMBER(FINER_H, fall->finer), NUMBER(POWER, fall->power)));
  else if (!isnan(runs->oscillation_power))
    FindingAdd(
        f, CAUSE_OSCILLATION_POWER,
        FACTS(NUMBER(POWER, runs->oscillation_power), NUMBER(DRIFT_POWER, runs->drift_power)));
  else if (!isnan(runs->drift_power))
    FindingAdd(f, CAUSE_DRIFT_POWER, FACTS(NUMBER(DRIFT_POWER, runs->drift_power)));
}

/* A run that stopped is no pass of what should hold: a solver that gave up, a NaN or an overflow has
 * many causes, and says nothing about what the method does to an invariant. A claim that rests on it
 * failed. */
static void JudgeStopped(const Run *run, Finding *f) {
  Decide(FAILED, f);
  AddStop(run, f);
}

/* Whether the run is a counterexample to the conservation of its quantity; if it stopped, by what was
 * seen before. */
static PetscBool IsCounterexample(const Run *run, Finding *f) {
  Run before = *run;
  Trend trend;

  if (!RunIsCounterexample(run, &trend))
    return PETSC_FALSE;
  before.series.stopped = 0;
  f->word = TrendName(trend.class);
  Decide(CONFIRMED, f);
  AddRun(&before, &trend, f);
  if (run->series.stopped && isfinite(run->stop))
    FindingAdd(f, CAUSE_STOPPED_AFTER, FACTS(NUMBER(TIME, run->stop)));
  return PETSC_TRUE;
}

/* A negative claim: one run that drifts is enough. */
static void JudgeNegative(const Runs *runs, const Trend trend[], Finding *f) {
  int finest = -1;

  for (int k = runs->finer - 1; k >= 0; k--)
    if (IsCounterexample(&runs->fine[k], f))
      return;
  for (int k = runs->asked - 1; k >= 0; k--) {
    if (IsCounterexample(&runs->run[k], f)) {
      AddPowers(runs, f);
      return;
    }
    if (finest < 0 && !runs->run[k].series.stopped)
      finest = k;
  }
  if (finest < 0) {
    FindingSet(f, SKIPPED, CAUSE_NO_COUNTEREXAMPLE, NO_FACTS);
    AddStop(&runs->run[runs->asked - 1], f);
    return;
  }
  Decide(SKIPPED, f);
  AddRun(&runs->run[finest], &trend[finest], f);
  AddPowers(runs, f);
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
    if (s->block_maximum[k] > roundoff)
      return PETSC_FALSE;
  return (PetscBool)(s->blocks > 1 || s->maximum <= roundoff);
}

PetscErrorCode LongJudgeUnstable(const Job *job, const Measured *measured, const Runs *runs,
                                 Finding *f) {
  const Run *last = &runs->run[runs->asked - 1];
  Finding unstable;
  Runs *energy;

  PetscFunctionBeginUser;
  if (!KeptUntilLate(&last->series))
    PetscFunctionReturn(0);
  PetscCall(PetscNew(&energy));
  RunsUnpack(measured, "energy", energy);
  for (PetscInt i = 0; energy->asked && i < job->claims.count; i++) {
    const Claim *claim = &job->claims.at[i];

    FindingInit(&unstable);
    if (strcmp(claim->study, "energy") || strcmp(claim->value, "drift") ||
        !IsCounterexample(&energy->run[energy->asked - 1], &unstable))
      continue;
    Decide(SKIPPED, f);
    AddStop(last, f);
    FindingAdd(f, CAUSE_UNSTABLE_METHOD, NO_FACTS);
    FindingAppend(f, &unstable);
    FindingFlag(f, "unstable");
  }
  PetscCall(PetscFree(energy));
  PetscFunctionReturn(0);
}

/* One finished run. */
static void JudgeExactRun(const Runs *runs, const Run *run, const Trend *t, Finding *f) {
  const VerdictWord quad = QuadDecides(runs, run);

  f->word = TrendName(t->class);
  f->smallest = run->series.maximum;
  f->floor = t->roundoff;
  Decide(quad, f);
  AddRun(run, t, f);
  if (t->class == TREND_EXACT) {
    if (quad == REFUTED && !(runs->on_model && !t->one_way))
      AddQuad(runs, f);
    else
      ConfirmExact(runs, run, PETSC_TRUE, f);
  } else if (t->excess > ROUNDOFF_EDGE) {
    f->verdict = REFUTED;
    FindingAdd(f, CAUSE_ABOVE_ROUND_OFF, FACTS(NUMBER(NOISE, t->roundoff)));
    if (!(run->series.maximum > ROUNDOFF_EDGE * t->roundoff))
      FindingAdd(f, CAUSE_EARLIER_TERMS_EXPLAIN_LESS, NO_FACTS);
    AddPowers(runs, f);
  } else {
    FindingAdd(f, CAUSE_HARDLY_ABOVE_ROUND_OFF, FACTS(NUMBER(NOISE, t->roundoff)));
    AddQuad(runs, f);
    if (quad == CONFIRMED)
      f->word = TrendName(TREND_EXACT);
  }
}

/* exact: every finished run has to be. A claim is on small steps: where the step's equations have no
 * solution with a large one, a smaller one counts, over the whole time, and the reason states both. */
static void JudgeExact(const Runs *runs, const Trend trend[], Finding *f) {
  int worst = -1;

  for (int k = 0; k < runs->asked; k++)
    if (!runs->run[k].series.stopped && (worst < 0 || trend[k].excess > trend[worst].excess))
      worst = k;
  if (worst >= 0) {
    JudgeExactRun(runs, &runs->run[worst], &trend[worst], f);
    return;
  }
  const Run *finer = RunsFinerThatEnded(runs), *last = &runs->run[runs->asked - 1];
  Trend ended;

  if (!finer) {
    JudgeStopped(last, f);
    return;
  }
  TrendClassify(&finer->series, &ended);
  JudgeExactRun(runs, finer, &ended, f);
  BeginLargerStep(f);
  AddStop(last, f);
}

/* The run by which a claim that something is bounded is judged: that with the smallest step, or one that
 * drifts. */
static int JudgedRun(const Runs *runs, const Trend trend[]) {
  const int last = runs->asked - 1;
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
  const Fall *fall = &runs->small_fall;

  if (!RunsLeak(runs) || f->verdict == REFUTED)
    return;
  f->word = TrendName(TREND_LINEAR);
  FindingAdd(f, CAUSE_ERROR_FALLS,
             FACTS(NUMBER(DURATION, fall->duration), NUMBER(ERROR, fall->large), NUMBER(H, fall->h),
                   NUMBER(FINER_ERROR, fall->small), NUMBER(FINER_H, fall->finer),
                   NUMBER(POWER, fall->power)));
  f->verdict = REFUTED;
  FindingAdd(f, CAUSE_ERROR_DOES_NOT_FALL, NO_FACTS);
  FindingFlag(f, "power");
}

static void AddSensitive(const Runs *runs, Finding *f) {
  FindingAdd(f, CAUSE_SENSITIVE,
             FACTS(NUMBER(DIFFERENCE, SENSITIVITY_START), NUMBER(RATIO, RunsSensitivity(runs))));
  FindingFlag(f, "sensitive");
}

/* The verdict on one oscillating run, which the finding holds, as far as smaller steps tell. */
static void JudgeOscillation(const Runs *runs, const Run *run, const Trend *t, Finding *f) {
  const Fall *fall = &runs->fall;

  for (int k = 0; k < runs->finer; k++)
    if (runs->fine[k].series.stopped && runs->fine[k].series.h < run->series.h) {
      JudgeStopped(&runs->fine[k], f);
      return;
    }
  f->verdict = CONFIRMED;
  AddPowers(runs, f);
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
  Trend t;

  if (!runs->quads || s->stopped)
    return;
  TrendClassify(s, &t);
  if (t.class != TREND_LINEAR || t.faint)
    return;
  f->verdict = REFUTED;
  f->word = TrendName(t.class);
  FindingAdd(f, CAUSE_QUADRUPLE_RUN, FACTS(NUMBER(MAXIMUM, s->maximum), NUMBER(STEPS, s->steps)));
  FindingAdd(f, CAUSE_QUADRUPLE_DRIFT,
             FACTS(NUMBER(DRIFT, t.slope), NUMBER(DRIFT_DEVIATION, t.slope_deviation)));
}

/* One run that came to its end. */
static void JudgeBoundedRun(const Runs *runs, const Run *run, const Trend *t, PetscBool walk,
                            Finding *f) {
  f->word = TrendName(t->class);
  f->smallest = run->series.maximum;
  f->floor = t->roundoff;
  Decide(REFUTED, f);
  AddRun(run, t, f);
  if (t->class == TREND_EXACT) {
    ConfirmExact(runs, run, PETSC_FALSE, f);
    if (f->verdict == CONFIRMED)
      FindingFlag(f, "exceeds");
    JudgeQuadDrift(runs, f);
  } else if (t->class == TREND_BOUNDED) {
    JudgeOscillation(runs, run, t, f);
    if (t->suspicious && f->verdict == CONFIRMED) {
      Decide(UNDECIDED, f);
      AddRun(run, t, f);
      AddPowers(runs, f);
      FindingAdd(f, CAUSE_DRIFT_SUSPICIOUS, FACTS(NUMBER(DEVIATIONS, t->significance)));
    }
    if (walk && f->verdict == CONFIRMED)
      FindingFlag(f, "exceeds");
  } else if (t->class == TREND_LINEAR && t->faint) {
    f->verdict = UNDECIDED;
    FindingAdd(f, CAUSE_DRIFT_FAINT, FACTS(NUMBER(DEVIATIONS, t->significance)));
  } else {
    AddPowers(runs, f);
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
    Trend moves;

    TrendClassify(finer, &moves);
    if (finer->h >= run->series.h || moves.class < (walk ? TREND_LINEAR : TREND_RANDOM_WALK) ||
        moves.faint ||
        PetscMax(moves.rise, moves.range) <= MOVES_BEYOND_OSCILLATION * t->oscillation)
      continue;
    f->word = TrendName(moves.class);
    Decide(moves.class == TREND_RANDOM_WALK ? UNDECIDED : REFUTED, f);
    AddRun(&runs->fine[k], &moves, f);
    FindingAdd(f, CAUSE_MORE_THAN_OSCILLATION,
               FACTS(NUMBER(H, run->series.h), NUMBER(AMPLITUDE, t->oscillation)));
  }
}

/* bounded, or no worse than a random walk. A claim is on small steps: what a large one does too
 * (resonance, a run that stops) is told, but a drift at any step is a drift; and where the smallest
 * step stopped, no other drifts and there is no smaller one beside it, there is nothing to judge. */
static void JudgeFrom(const Runs *runs, const Trend trend[], PetscBool walk, Finding *f) {
  const Run *run = runs->run;
  const int judged = JudgedRun(runs, trend);
  const Run *finer = RunsFinerThatEnded(runs);
  Trend ended;

  if (run[judged].series.stopped && !finer) {
    JudgeStopped(&run[judged], f);
    return;
  }
  if (run[judged].series.stopped) {
    TrendClassify(&finer->series, &ended);
    JudgeBoundedRun(runs, finer, &ended, walk, f);
    BeginLargerStep(f);
    AddStop(&run[judged], f);
    return;
  }
  JudgeBoundedRun(runs, &run[judged], &trend[judged], walk, f);
  if (trend[judged].class == TREND_BOUNDED)
    JudgeFinerDrift(runs, &run[judged], &trend[judged], walk, f);
  for (int k = 0; k < runs->asked - 1; k++)
    if (k != judged && trend[k].class > TREND_BOUNDED && trend[k].class != trend[judged].class) {
      BeginLargerStep(f);
      AddRun(&run[k], &trend[k], f);
      return;
    }
}

/* Whether a run with a smaller step, in which nothing drifts, would have shown what a drift of the coarse
 * one becomes with it. */
static PetscBool WouldShowDrift(const Runs *finer, const Trend *fine, const Runs *runs,
                                const Trend *coarse) {
  const PetscReal ratio = finer->run[0].series.h / runs->run[0].series.h,
                  power = PetscMax(isfinite(runs->fall.power) ? runs->fall.power : 1, 1);

  if (finer->run[0].series.maximum > TrendEarlyScale(&finer->run[0].series))
    return PETSC_FALSE; /* it may rest now somewhere else */
  /* Round-off hides a drift, too. */
  return (PetscBool)(coarse->class != TREND_LINEAR ||
                     fine->least_drift <
                         fabs(coarse->slope) * pow(ratio, power + DRIFT_FALLS_FASTER));
}

/* The step that the host chose contradicts the claim, as the finding has it. It refutes if the finest of
 * the smaller steps do so too; one that does not, and would show a drift, is judged in its place. */
static void JudgeHalvedSteps(const Runs *runs, const Trend *coarse, PetscBool walk, Runs *finer,
                             Finding *f) {
  int refuting = 0; /* smaller steps, up to the finest */
  Trend fine;
  Finding g;

  for (int k = 0; k < runs->finer && f->verdict != CONFIRMED; k++) {
    RunsFrom(runs, k, finer);
    TrendClassify(&finer->run[0].series, &fine);
    if (finer->run[0].series.stopped || (fine.class == TREND_BOUNDED && !finer->finer))
      continue;
    FindingInit(&g);
    g.decided_in = f->decided_in;
    g.precision = f->precision;
    JudgeFrom(finer, &fine, walk, &g);
    refuting = g.verdict == REFUTED && (k == RUNS_FINER - 1 || fine.class != TREND_BLOW_UP)
                   ? refuting + 1
                   : 0;
    if (f->verdict == UNDECIDED && refuting > 1)
      *f = g;
    if ((g.verdict == CONFIRMED || g.verdict == SKIPPED) &&
        WouldShowDrift(finer, &fine, runs, coarse)) {
      *f = g;
      BeginLargerStep(f);
      AddRun(&runs->run[0], coarse, f);
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

/* A claim is on small steps. */
PetscErrorCode LongJudgeBounded(const Runs *runs, PetscBool walk, Finding *f) {
  Trend trend[RUNS];
  Runs *finer;

  PetscFunctionBeginUser;
  for (int k = 0; k < runs->asked; k++)
    TrendClassify(&runs->run[k].series, &trend[k]);
  JudgeFrom(runs, trend, walk, f);
  if (runs->asked == 1 && f->verdict != CONFIRMED && f->verdict != SKIPPED) {
    PetscCall(PetscNew(&finer));
    JudgeHalvedSteps(runs, &trend[0], walk, finer, f);
    PetscCall(PetscFree(finer));
  }
  JudgeSmall(runs, f);
  PetscFunctionReturn(0);
}

/* Where the steps that may be taken end. */
static void EndBudget(const Runs *runs, Finding *f) {
  if (f->verdict != UNDECIDED)
    return;
  if (isfinite(RunsSensitivity(runs))) {
    f->verdict = SKIPPED;
    AddSensitive(runs, f);
  } else if (runs->finer)
    FindingAdd(f, CAUSE_BUDGET_ENDS, FACTS(NUMBER(H, runs->fine[runs->finer - 1].series.h)));
}

static PetscErrorCode JudgeEnergy(Runs *runs, const Claim *claim, Finding *f) {
  const char *value = claim->value;
  Trend trend[RUNS];

  PetscFunctionBeginUser;
  for (int k = 0; k < runs->asked; k++)
    TrendClassify(&runs->run[k].series, &trend[k]);
  FindPowers(trend, runs, f);
  if (runs->asked == 0)
    FindingSet(f, SKIPPED, CAUSE_NO_SUCH_INVARIANT, FACTS(TEXT(SUBJECT, claim->quantity)));
  else if (!strcmp(value, "drift"))
    JudgeNegative(runs, trend, f);
  else if (!strcmp(value, "exact"))
    JudgeExact(runs, trend, f);
  else if (!strcmp(value, "bounded") || !strcmp(value, "random_walk")) {
    PetscCall(LongJudgeBounded(runs, (PetscBool)!strcmp(value, "random_walk"), f));
    EndBudget(runs, f);
  } else
    FindingSet(f, FAILED, CAUSE_NO_CLAIM_ON_ENERGY, FACTS(TEXT(WORD, value)));
  PetscFunctionReturn(0);
}

PetscErrorCode LongJudge(PetscInt count, const Job *const jobs[], const Measured *const measured[],
                         const Claim *claim, Finding *f) {
  Runs *runs;

  PetscFunctionBeginUser;
  (void)count;
  FindingInit(f);
  f->decided_in = PETSC_TRUE;
  f->precision = measured[0]->precision;
  PetscCall(PetscNew(&runs));
  RunsUnpack(measured[0], claim->quantity, runs);
  runs->job = jobs[0];
  runs->on_model = LongIsOnModel(claim);
  if (!strcmp(claim->study, "constraint"))
    JudgeConstraint(runs, claim, f);
  if (!strcmp(claim->study, "constraint") && f->verdict == FAILED && runs->asked)
    PetscCall(LongJudgeUnstable(jobs[0], measured[0], runs, f));
  if (!strcmp(claim->study, "constraint") && f->verdict == FAILED && runs->asked)
    JudgeFinerConstraint(runs, f);
  if (strcmp(claim->study, "constraint"))
    PetscCall(JudgeEnergy(runs, claim, f));
  /* At the edge of round-off, without a run in quadruple precision. */
  if (!strcmp(claim->value, "exact") && f->verdict == UNDECIDED)
    FindingWantsDigits(f, jobs[0]);
  PetscCall(PetscFree(runs));
  PetscFunctionReturn(0);
}
