/* What the reasons of verdicts on long runs state of them. */
#include "studies/long/long.h"

void LongAddStop(const Run *run, Finding *f) {
  FindingAdd(f, CAUSE_RUN_STOPPED,
             FACTS(NUMBER(H, run->series.h), NUMBER(TIME, LongKnown(run->stop)),
                   TEXT(FAILURE, run->reason ? run->reason : "no reason given")));
}

void LongAddLargerStep(Finding *f) {
  FindingAdd(f, CAUSE_LARGER_STEP, NO_FACTS);
  FindingFlag(f, "coarse_step");
}

void LongAddQuad(const Runs *runs, Finding *f) {
  const TrendSeries *s = &runs->quad.series;

  if (runs->quads && !s->stopped)
    FindingAdd(f, CAUSE_QUADRUPLE_RUN,
               FACTS(NUMBER(MAXIMUM, s->maximum), NUMBER(STEPS, s->steps),
                     NUMBER(NOISE_LEVEL, TrendRoundoff(s))));
}

/* What the drift of an oscillation is, and which one would have been found. */
static void AddNoDrift(const Trend *t, Finding *f) {
  if (isinf(t->least_drift))
    FindingAdd(f, CAUSE_TOO_SHORT_FOR_DRIFT, NO_FACTS);
  else
    FindingAdd(f, CAUSE_DRIFT_NOT_SIGNIFICANT,
               FACTS(TEXT(WORD, t->significant ? "within round-off" : "not significant"),
                     NUMBER(DRIFT, t->slope), NUMBER(DRIFT_DEVIATION, t->slope_deviation),
                     NUMBER_OF_DIMENSION(DIMENSION_RATE, DETECTABLE, t->least_drift)));
}

static void AddBlowUp(const Run *run, Finding *f) {
  const TrendSeries *s = &run->series;

  if (s->stopped)
    LongAddStop(run, f);
  else if (s->maximum > s->scale)
    FindingAdd(f, CAUSE_INVARIANT_EXCEEDS_TERMS,
               FACTS(NUMBER(H, s->h), NUMBER(MAXIMUM, s->maximum), NUMBER(SCALE, s->scale)));
  else
    FindingAdd(
        f, CAUSE_INVARIANT_EXCEEDS_FIRST_TERMS,
        FACTS(NUMBER(H, s->h), NUMBER(MAXIMUM, s->maximum), NUMBER(SCALE, TrendEarlyScale(s))));
}

void LongAddRun(const Run *run, Finding *f) {
  const TrendSeries *s = &run->series;
  const Trend *t = &run->trend;
  const PetscReal duration = (PetscReal)s->steps * s->h;

  switch (t->class) {
  case TREND_EXACT:
    FindingAdd(
        f, t->one_way ? CAUSE_INVARIANT_WITHIN_BIASED_ROUND_OFF : CAUSE_INVARIANT_WITHIN_ROUND_OFF,
        FACTS(NUMBER(H, s->h), NUMBER(MAXIMUM, s->maximum), NUMBER(STEPS, s->steps),
              NUMBER(NOISE_LEVEL, t->roundoff)));
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

void LongAddFall(const Fall *fall, Finding *f) {
  if (isfinite(fall->power))
    FindingAdd(f, CAUSE_ERROR_FALLS,
               FACTS(NUMBER(DURATION, fall->duration), NUMBER(ERROR, fall->large),
                     NUMBER(H, fall->h), NUMBER(FINER_ERROR, fall->small),
                     NUMBER(FINER_H, fall->finer), NUMBER(POWER, fall->power)));
}

static PetscBool EndsAt(const Run *run, PetscReal time) {
  return (PetscBool)(run->series.stopped && run->reason && strstr(run->reason, "no finite value") &&
                     fabs(run->stop - time) <= 2 * run->series.h);
}

/* The finest run, if all end at one time, where the model has no value: the motion itself leaves its domain. */
static const Run *RunWhereMotionEnds(const Runs *runs) {
  const Run *finest = runs->finer >= 2 ? &runs->fine[runs->finer - 1] : NULL;
  PetscBool ends = (PetscBool)(finest != NULL);

  for (int k = 0; k < runs->requested && ends; k++)
    ends = EndsAt(&runs->run[k], finest->stop);
  for (int k = 0; k < runs->finer && ends; k++)
    ends = EndsAt(&runs->fine[k], finest->stop);
  return ends ? finest : NULL;
}

/* A run that stopped is no pass of what should hold: a solver that gave up, a NaN or an overflow
 * has many causes, and is no evidence about an invariant. A claim that rests on it failed. */
void LongJudgeStopped(const Runs *runs, const Run *run, Finding *f) {
  const Run *finest = RunWhereMotionEnds(runs);

  if (finest) {
    LongDecide(SKIPPED, f);
    FindingAdd(f, CAUSE_MOTION_ENDS,
               FACTS(NUMBER(TIME, finest->stop), NUMBER(H, finest->series.h)));
    return;
  }
  LongDecide(FAILED, f);
  LongAddStop(run, f);
}
