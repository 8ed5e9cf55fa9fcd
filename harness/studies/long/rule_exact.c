/* Claims that a constraint holds, or that an energy or an invariant is kept, but for round-off. */
#include "studies/long/long.h"

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

/* A claim that a run within round-off bears out, or what it lacks for that: a method that did not keep
 * the quantity would add up its own error from step to step. The finding holds the run already, and as
 * its noise level what round-off explains; the run in quadruple precision shows nothing where a bound is
 * claimed. */
void LongConfirmExact(const Runs *runs, const Run *run, PetscBool with_quad, Finding *f) {
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
    LongAddQuad(runs, f);
  FindingAdd(f, CAUSE_WOULD_HAVE_BEEN_FOUND,
             FACTS(NUMBER(DETECTABLE, own_error <= found && quad_sees ? quad : found),
                   NUMBER(METHOD_ERROR, LongKnown(own_error))));
}

/* Whether the residual was round-off at first, and has grown from that by far: steps that amplify
 * roundings do so, and a method with an error of its own does not begin there. */
static void AddGrowth(const Run *run, Finding *f) {
  const TrendSeries *s = &run->series;
  const PetscReal roundoff = TrendRoundoff(s), first = s->blocks ? TrendBlockMaximum(s, 0) : 0;
  int grown = 0; /* blocks */

  if (s->blocks < 2 ||
      !(first > 0 && first <= roundoff && s->maximum > ROUNDOFF_AMPLIFIED * roundoff))
    return;
  while (grown < s->blocks - 1 && TrendBlockMaximum(s, grown) < s->maximum / 10)
    grown++;
  FindingAdd(
      f, CAUSE_ROUND_OFF_AMPLIFIED,
      FACTS(NUMBER(SMALLEST_ERROR, first),
            NUMBER(GROWTH_TIME, grown * s->block_time / log(TrendBlockMaximum(s, grown) / first))));
}

/* Whether the residual is far above that of the first block. */
static PetscBool HasGrown(const TrendSeries *s) {
  return (PetscBool)(s->blocks > 1 && s->maximum > ROUNDOFF_AMPLIFIED * TrendBlockMaximum(s, 0));
}

static void AddResidual(const Run *run, Finding *f) {
  const TrendSeries *s = &run->series;
  const Trend *trend = &run->trend;

  FindingAdd(f, s->in_proportion ? CAUSE_RESIDUAL_IN_PROPORTION : CAUSE_RESIDUAL,
             FACTS(NUMBER(STEPS, s->steps), NUMBER(H, s->h), NUMBER(MAXIMUM, s->maximum)));
  if (trend->exponent > WALK_EXPONENT)
    FindingAdd(f, trend->exponent > DRIFT_EXPONENT ? CAUSE_RESIDUAL_DRIFTS : CAUSE_RESIDUAL_WANDERS,
               FACTS(NUMBER(EXPONENT, trend->exponent)));
  else if (!HasGrown(s)) /* after an instability it may be large, and constant */
    FindingAdd(f, CAUSE_RESIDUAL_FLAT, NO_FACTS);
  FindingAdd(f, CAUSE_ROUND_OFF_EXPLAINS,
             FACTS(NUMBER(NOISE_LEVEL, trend->roundoff), NUMBER(SCALE, s->scale)));
}

static void DescribeConstraint(const Runs *runs, const Run *run, Finding *f) {
  const TrendSeries *s = &run->series;
  const VerdictWord quad = QuadDecides(runs, run);

  f->observed = f->smallest = s->maximum;
  f->floor = run->trend.roundoff;
  LongDecide(quad, f);
  AddResidual(run, f);
  if (s->maximum <= f->floor) {
    LongConfirmExact(runs, run, PETSC_TRUE, f);
  } else if (RunIsolated(s, f->floor)) {
    FindingAdd(f, CAUSE_ISOLATED_RESIDUALS, NO_FACTS);
    LongAddQuad(runs, f);
    FindingFlag(f, "isolated");
  } else if (s->maximum > ROUNDOFF_EDGE * f->floor && quad != CONFIRMED) {
    f->verdict = REFUTED;
    AddGrowth(run, f);
  } else
    LongAddQuad(runs, f);
}

void LongJudgeConstraint(const Runs *runs, const Claim *claim, Finding *f) {
  PetscReal worst = -1; /* the largest residual over what round-off explains */
  int finished = 0;

  if (runs->requested == 0)
    FindingSet(f, SKIPPED, CAUSE_QUANTITY_MISSING, FACTS(TEXT(SUBJECT, claim->quantity)));
  for (int k = 0; k < runs->requested; k++) {
    const TrendSeries *s = &runs->run[k].series;

    if (s->stopped && finished == 0 && s->maximum <= TrendRoundoff(s)) {
      LongJudgeStopped(runs, &runs->run[k], f);
    } else if (s->stopped && finished == 0) {
      LongDecide(FAILED, f);
      LongAddStop(&runs->run[k], f);
      AddGrowth(&runs->run[k], f);
    }
    if (s->stopped)
      continue;
    if (finished++ && !(s->maximum > worst * runs->run[k].trend.roundoff))
      continue; /* the largest excess counts */
    worst = s->maximum / runs->run[k].trend.roundoff;
    DescribeConstraint(runs, &runs->run[k], f);
  }
}

void LongJudgeFinerConstraint(const Runs *runs, Finding *f) {
  const Run *finer = RunsFinerThatEnded(runs);

  if (!finer)
    return;
  DescribeConstraint(runs, finer, f);
  LongAddLargerStep(f);
  LongAddStop(&runs->run[runs->requested - 1], f);
}

/* ---- Energy and invariants ---- */

static void JudgeExactRun(const Runs *runs, const Run *run, Finding *f) {
  const Trend *t = &run->trend;
  const VerdictWord quad = QuadDecides(runs, run);

  f->word = TrendName(t->class);
  f->smallest = run->series.maximum;
  f->floor = t->roundoff;
  LongDecide(quad, f);
  LongAddRun(run, f);
  if (t->class == TREND_EXACT) {
    if (quad == REFUTED && !(runs->on_model && !t->one_way))
      LongAddQuad(runs, f);
    else
      LongConfirmExact(runs, run, PETSC_TRUE, f);
  } else if (t->excess > ROUNDOFF_EDGE && quad != CONFIRMED) {
    f->verdict = REFUTED;
    FindingAdd(f, CAUSE_ABOVE_ROUND_OFF, FACTS(NUMBER(NOISE_LEVEL, t->roundoff)));
    if (!(run->series.maximum > ROUNDOFF_EDGE * t->roundoff))
      FindingAdd(f, CAUSE_EARLIER_TERMS_EXPLAIN_LESS, NO_FACTS);
    if (t->class != TREND_BLOW_UP) /* runs that blow up have no power of h */
      LongAddFall(&runs->fall, f);
  } else {
    FindingAdd(f, t->excess > ROUNDOFF_EDGE ? CAUSE_ABOVE_ROUND_OFF : CAUSE_HARDLY_ABOVE_ROUND_OFF,
               FACTS(NUMBER(NOISE_LEVEL, t->roundoff)));
    LongAddQuad(runs, f);
    if (quad == CONFIRMED)
      f->word = TrendName(TREND_EXACT);
  }
}

/* exact: every finished run has to be. A claim is on small steps: where the step's equations have no
 * solution with a large one, a smaller one counts, over the whole time, and the reason states both. */
void LongJudgeExact(const Runs *runs, Finding *f) {
  const Run *finer = RunsFinerThatEnded(runs), *last = &runs->run[runs->requested - 1];
  const Run *worst = NULL;

  for (const Run *run = runs->run; run <= last; run++)
    if (!run->series.stopped && (!worst || run->trend.excess > worst->trend.excess))
      worst = run;
  if (worst) {
    JudgeExactRun(runs, worst, f);
  } else if (finer) {
    JudgeExactRun(runs, finer, f);
    LongAddLargerStep(f);
    LongAddStop(last, f);
  } else
    LongJudgeStopped(runs, last, f);
}
