/* Claims that are judged from long runs: constraints, energy, invariants. */
#include "statistics/trend.h"
#include "studies/long/long.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BLOCKS = 128, RUNS = 16 };

/* One quantity of one run, unpacked. */
typedef struct {
  TrendSeries series;
  double mean[BLOCKS], mean_square[BLOCKS], maximum[BLOCKS], time[BLOCKS], smooth[BLOCKS];
  PetscReal stop; /* when it stopped, NaN if it did not */
  const char *reason;
} Run;

/* Full blocks only: the last one may hold fewer values. */
static void ReadBlocks(const Watched *quantity, Run *run) {
  for (PetscInt i = 0; i < quantity->blocks && i < BLOCKS; i++) {
    const Block *block = &quantity->block[i];

    if (block->steps < quantity->block[0].steps)
      break;
    run->mean[i] = block->mean;
    run->mean_square[i] = block->mean_square;
    run->maximum[i] = block->maximum;
    run->series.blocks++;
  }
}

static void Unpack(PetscReal epsilon, const LongRun *entry, const Watched *quantity, Run *run) {
  const Reals *times = &quantity->smooth_times, *values = &quantity->smooth_values;
  TrendSeries *s = &run->series;

  memset(run, 0, sizeof(*run));
  s->steps = entry->steps;
  s->h = entry->h;
  s->epsilon = epsilon;
  s->scale = quantity->scale > 0 ? quantity->scale : 1;
  s->maximum = quantity->maximum;
  run->stop = NAN;
  run->reason = entry->ending.reason;
  if (entry->ending.status == STATUS_FAILED) {
    s->stopped = 1;
    run->stop = entry->ending.time;
  } else if (quantity->nonfinite > 0 || !isfinite(s->maximum)) {
    s->stopped = 1;
    run->reason = "values that are not finite";
  }
  if (!isfinite(s->maximum))
    s->maximum = 0;
  ReadBlocks(quantity, run);
  for (PetscInt i = 0; i < times->count && i < values->count && i < BLOCKS; i++) {
    run->time[i] = times->at[i];
    run->smooth[i] = values->at[i];
    s->smooths++;
  }
}

/* Where a run's arrays are, once it has come to rest. */
static void PointAtArrays(Run *run) {
  TrendSeries *s = &run->series;

  s->mean = run->mean;
  s->mean_square = run->mean_square;
  s->block_maximum = run->maximum;
  s->time = run->time;
  s->smooth = run->smooth;
}

/* The runs that have the quantity, from the largest step to the smallest; from the run number
 * `first` on. */
static int UnpackAll(const Measured *measured, PetscInt first, const char *name, Run run[]) {
  int count = 0;

  for (PetscInt i = first; measured->shape == MEASURED_RUNS && i < measured->count; i++) {
    const LongRun *entry = &measured->run[i];
    const Watched *quantity = LongRunFind(entry, name);
    int k = count;

    if (!quantity || count == RUNS)
      continue;
    for (; k > 0 && run[k - 1].series.h < entry->h; k--)
      run[k] = run[k - 1];
    Unpack(measured->epsilon, entry, quantity, &run[k]);
    count++;
  }
  for (int k = 0; k < count; k++)
    PointAtArrays(&run[k]);
  return count;
}

static void StopText(const Run *run, char *text, size_t size) {
  if (isfinite(run->stop))
    (void)snprintf(text, size, "with h = %.6g the run stopped at t = %.6g: %s", run->series.h,
                   run->stop, run->reason ? run->reason : "no reason given");
  else
    (void)snprintf(text, size, "with h = %.6g the run stopped: %s", run->series.h,
                   run->reason ? run->reason : "no reason given");
}

/* ---- Constraints ---- */

/* A step whose solve stopped early leaves a larger residual once; a violation is there in every
 * step, and an instability in the last ones. Whether nineteen of twenty blocks are within
 * round-off, the last among them, and no value is above a hundred times that. */
static PetscBool Isolated(const TrendSeries *s, PetscReal roundoff) {
  int above = 0;

  for (int k = 0; k < s->blocks; k++)
    above += s->block_maximum[k] > roundoff;
  return (PetscBool)(20 * above <= s->blocks && s->maximum <= 100 * roundoff && s->blocks > 0 &&
                     s->block_maximum[s->blocks - 1] <= roundoff);
}

/* One finished run in words, and what follows from it alone. */
static void DescribeConstraint(const TrendSeries *s, const Trend *trend, Finding *f) {
  const char *shape = trend->exponent > 0.8   ? "growing in proportion to time"
                      : trend->exponent > 0.3 ? "growing like a walk"
                                              : "flat";
  char text[640];

  f->observed = f->smallest = s->maximum;
  f->floor = trend->roundoff;
  (void)snprintf(text, sizeof(text),
                 "the largest residual over %lld steps of %.6g is %.3g, %s; round-off explains up "
                 "to %.3g (terms of size %.3g)",
                 s->steps, s->h, s->maximum, shape, trend->roundoff, s->scale);
  if (s->maximum <= trend->roundoff) {
    FindingSet(f, CONFIRMED, "%s", text);
  } else if (Isolated(s, trend->roundoff)) {
    FindingSet(f, CONFIRMED, "%s; all but a few blocks stay below that", text);
    FindingFlag(f, "isolated");
  } else if (s->maximum > 10 * trend->roundoff)
    FindingSet(f, REFUTED, "%s", text);
  else
    FindingSet(f, UNDECIDED, "%s; --precision quad would decide", text);
}

static void JudgeConstraint(const Run run[], int runs, const Claim *claim, Finding *f) {
  PetscReal worst = -1; /* the largest residual over what round-off explains */
  int finished = 0;

  if (runs == 0)
    FindingSet(f, SKIPPED, "this realisation has no constraint \"%s\" to measure", claim->quantity);
  for (int k = 0; k < runs; k++) {
    const TrendSeries *s = &run[k].series;
    char text[640];
    Trend trend;

    if (s->stopped) {
      StopText(&run[k], text, sizeof(text));
      if (finished == 0)
        FindingSet(f, FAILED, "%s", text);
      continue;
    }
    TrendClassify(s, &trend);
    if (finished++ && !(s->maximum > worst * trend.roundoff))
      continue; /* the largest excess speaks */
    worst = s->maximum / trend.roundoff;
    DescribeConstraint(s, &trend, f);
  }
}

/* ---- Energy and invariants ---- */

/* One run in words. */
static void Describe(const Run *run, const Trend *t, char *text, size_t size) {
  const TrendSeries *s = &run->series;
  const PetscReal duration = (PetscReal)s->steps * s->h;

  switch (t->class) {
  case TREND_EXACT:
    (void)snprintf(text, size,
                   "with h = %.6g it stays within %.3g over %lld steps, which is round-off (up to "
                   "%.3g)",
                   s->h, s->maximum, s->steps, t->roundoff);
    break;
  case TREND_BOUNDED:
    (void)snprintf(
        text, size,
        "with h = %.6g it oscillates by %.3g (at most %.3g) over T = %.6g, and a drift of "
        "%.2g ± %.1g per unit of time is %s",
        s->h, t->oscillation, s->maximum, duration, t->slope, t->slope_deviation,
        t->significance > 8 ? "too small to matter in ten thousand such runs" : "not significant");
    break;
  case TREND_RANDOM_WALK:
    (void)snprintf(text, size,
                   "with h = %.6g it wanders like t^%.2f over a range of %.3g in T = %.6g", s->h,
                   t->exponent, t->range, duration);
    break;
  case TREND_LINEAR:
    (void)snprintf(text, size,
                   "with h = %.6g it drifts by %.4g ± %.1g per unit of time, %.3g over T = %.6g, "
                   "under oscillations of %.3g",
                   s->h, t->slope, t->slope_deviation, t->rise, duration, t->oscillation);
    break;
  case TREND_BLOW_UP:
    if (s->stopped)
      StopText(run, text, size);
    else
      (void)snprintf(text, size, "with h = %.6g it grows to %.3g, more than its terms of %.3g",
                     s->h, s->maximum, s->scale);
    break;
  }
}

/* The powers of h of the oscillation and of the drift, from the two smallest steps that show them.
 */
static void Powers(const Run run[], const Trend trend[], int runs, Finding *f, char *text,
                   size_t size) {
  const int last = runs - 1;
  PetscReal steps, oscillation = NAN, drift = NAN;

  text[0] = 0;
  if (runs < 2)
    return;
  steps = log(run[last - 1].series.h / run[last].series.h);
  if (!(steps > 0.1))
    return;
  if (trend[last].class != TREND_EXACT && trend[last].class != TREND_BLOW_UP &&
      trend[last - 1].class != TREND_BLOW_UP && trend[last].oscillation > trend[last].roundoff) {
    oscillation = log(trend[last - 1].oscillation / trend[last].oscillation) / steps;
    (void)snprintf(text, size, "; the oscillation goes like h^%.2f", oscillation);
  }
  if (trend[last].class == TREND_LINEAR && trend[last - 1].class == TREND_LINEAR) {
    const size_t used = strlen(text);

    drift = log(fabs(trend[last - 1].slope / trend[last].slope)) / steps;
    (void)snprintf(text + used, size - used, "%s the drift like h^%.2f", used ? "," : ";", drift);
  }
  if (isfinite(oscillation))
    f->details.oscillation_power = oscillation;
  if (isfinite(drift))
    f->details.drift_power = drift;
}

/* A run that stopped says nothing about what the method does to an invariant: a solver that gave
 * up, a NaN or an overflow has many causes. It is no witness, and a claim that rests on it failed.
 */
static void JudgeStopped(const Run *run, Finding *f) {
  char text[512];

  StopText(run, text, sizeof(text));
  FindingSet(f, FAILED, "%s", text);
}

/* A denial: one finished run that drifts is enough. */
static void JudgeDenial(const Run run[], const Trend trend[], int runs, const char *powers,
                        Finding *f) {
  char text[512];
  int finest = -1;

  for (int k = runs - 1; k >= 0; k--) {
    if (run[k].series.stopped)
      continue;
    if (trend[k].class == TREND_LINEAR || trend[k].class == TREND_BLOW_UP) {
      Describe(&run[k], &trend[k], text, sizeof(text));
      f->word = TrendName(trend[k].class);
      FindingSet(f, CONFIRMED, "%s%s", text, powers);
      return;
    }
    if (finest < 0)
      finest = k;
  }
  if (finest < 0) {
    JudgeStopped(&run[runs - 1], f);
    return;
  }
  Describe(&run[finest], &trend[finest], text, sizeof(text));
  FindingSet(f, SKIPPED, "no witness here: %s", text);
}

/* exact: every finished run has to be. */
static void JudgeExact(const Run run[], const Trend trend[], int runs, const char *powers,
                       Finding *f) {
  int worst = -1;
  char text[512];

  for (int k = 0; k < runs; k++)
    if (!run[k].series.stopped &&
        (worst < 0 || run[k].series.maximum / trend[k].roundoff >
                          run[worst].series.maximum / trend[worst].roundoff))
      worst = k;
  if (worst < 0) {
    JudgeStopped(&run[runs - 1], f);
    return;
  }
  Describe(&run[worst], &trend[worst], text, sizeof(text));
  f->word = TrendName(trend[worst].class);
  f->smallest = run[worst].series.maximum;
  f->floor = trend[worst].roundoff;
  if (trend[worst].class == TREND_EXACT)
    FindingSet(f, CONFIRMED, "%s", text);
  else if (run[worst].series.maximum > 10 * trend[worst].roundoff)
    FindingSet(f, REFUTED, "%s, where round-off explains %.3g%s", text, trend[worst].roundoff,
               powers);
  else
    FindingSet(f, UNDECIDED,
               "%s, hardly above what round-off explains, %.3g; --precision quad would decide",
               text, trend[worst].roundoff);
}

/* bounded, or no worse than a random walk. A claim is on small steps: what a large one does too
 * (resonance, a run that stops) is told, but a drift at any step is a drift; and where the smallest
 * step stopped and no other drifts, there is nothing to judge. */
static void JudgeBounded(const Run run[], const Trend trend[], int runs, PetscBool walk,
                         const char *powers, Finding *f) {
  const int last = runs - 1;
  int speaks = last;
  char text[512], other[512] = "";

  for (int k = 0; k < last; k++)
    if (trend[k].class == TREND_LINEAR &&
        (trend[speaks].class <= TREND_RANDOM_WALK || run[speaks].series.stopped))
      speaks = k;
  if (run[speaks].series.stopped) {
    JudgeStopped(&run[speaks], f);
    return;
  }
  Describe(&run[speaks], &trend[speaks], text, sizeof(text));
  for (int k = 0; k < last && !*other; k++)
    if (k != speaks && trend[k].class > TREND_BOUNDED && trend[k].class != trend[speaks].class) {
      memcpy(other, "; ", 3);
      Describe(&run[k], &trend[k], other + 2, sizeof(other) - 2);
      FindingFlag(f, "coarse_step");
    }
  f->word = TrendName(trend[speaks].class);
  f->smallest = run[speaks].series.maximum;
  f->floor = trend[speaks].roundoff;
  switch (trend[speaks].class) {
  case TREND_EXACT:
  case TREND_BOUNDED:
    FindingSet(f, CONFIRMED, "%s%s%s", text, powers, other);
    if (walk || trend[speaks].class == TREND_EXACT)
      FindingFlag(f, "exceeds");
    break;
  case TREND_RANDOM_WALK:
    if (walk)
      FindingSet(f, CONFIRMED, "%s%s%s", text, powers, other);
    else
      FindingSet(f, UNDECIDED, "%s; a longer run or an ensemble would decide%s", text, other);
    break;
  case TREND_LINEAR:
  case TREND_BLOW_UP:
    FindingSet(f, REFUTED, "%s%s%s", text, powers, other);
    break;
  }
}

static void JudgeEnergy(const Run run[], int runs, const Claim *claim, Finding *f) {
  const char *value = claim->value;
  Trend trend[RUNS];
  char powers[160];

  for (int k = 0; k < runs; k++)
    TrendClassify(&run[k].series, &trend[k]);
  Powers(run, trend, runs, f, powers, sizeof(powers));
  if (runs == 0)
    FindingSet(f, SKIPPED, "this model has no invariant \"%s\" to measure", claim->quantity);
  else if (!strcmp(value, "drift"))
    JudgeDenial(run, trend, runs, powers, f);
  else if (!strcmp(value, "exact"))
    JudgeExact(run, trend, runs, powers, f);
  else if (!strcmp(value, "bounded") || !strcmp(value, "random_walk"))
    JudgeBounded(run, trend, runs, (PetscBool)!strcmp(value, "random_walk"), powers, f);
  else
    FindingSet(f, FAILED, "\"%s\" is not a claim on energy: exact, bounded, random_walk or drift",
               value);
}

PetscErrorCode LongJudge(PetscInt count, const Job *const jobs[], const Measured *const measured[],
                         const Claim *claim, Finding *f) {
  Run *run;
  int runs;

  PetscFunctionBeginUser;
  (void)count, (void)jobs;
  FindingInit(f);
  f->decided_in = PETSC_TRUE;
  f->precision = measured[0]->precision;
  PetscCall(PetscMalloc1(RUNS, &run));
  runs = UnpackAll(measured[0], 0, claim->quantity, run);
  if (!strcmp(claim->study, "constraint"))
    JudgeConstraint(run, runs, claim, f);
  else
    JudgeEnergy(run, runs, claim, f);
  PetscCall(PetscFree(run));
  PetscFunctionReturn(0);
}

PetscErrorCode LongMore(const Job *job, const Measured *measured, Request *request) {
  Run *run;

  PetscFunctionBeginUser;
  *request = REQUEST_NOTHING;
  PetscCall(PetscMalloc1(RUNS, &run));
  for (PetscInt i = 0; i < job->claims.count; i++) {
    const Claim *claim = &job->claims.at[i];
    int runs;

    if (strcmp(claim->value, "bounded"))
      continue;
    runs = UnpackAll(measured, measured->count - 1, claim->quantity, run);
    for (int k = 0; k < runs; k++) {
      Trend trend;

      TrendClassify(&run[k].series, &trend);
      if (trend.class == TREND_RANDOM_WALK ||
          (trend.class == TREND_LINEAR && trend.rise < trend.oscillation))
        *request = REQUEST_LONGER;
    }
  }
  PetscCall(PetscFree(run));
  PetscFunctionReturn(0);
}
