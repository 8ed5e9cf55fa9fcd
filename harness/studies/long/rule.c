/* Claims that are judged from long runs: constraints, energy, invariants. */
#include "studies/rules.h"
#include "statistics/trend.h"

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

static PetscReal Real(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);

  return json_is_number(value) ? json_number_value(value) : NAN;
}

static const json_t *Quantities(const json_t *run) { return json_object_get(run, "quantities"); }

/* Full blocks only: the last one may hold fewer values. */
static void ReadBlocks(const json_t *blocks, Run *run) {
  const PetscReal full = Real(json_array_get(blocks, 0), "steps");
  const json_t *block;
  size_t i;

  json_array_foreach(blocks, i, block) {
    const int k = run->series.blocks;

    if (Real(block, "steps") < full || k == BLOCKS)
      break;
    run->mean[k] = Real(block, "mean");
    run->mean_square[k] = Real(block, "mean_square");
    run->maximum[k] = Real(block, "maximum");
    run->series.blocks++;
  }
}

static void Unpack(const json_t *measured, const json_t *entry, const json_t *quantity, Run *run) {
  TrendSeries *s = &run->series;
  const json_t *smooth = json_object_get(quantity, "smooth");
  const json_t *times = json_object_get(smooth, "times");
  const char *status = json_string_value(json_object_get(entry, "status"));

  memset(run, 0, sizeof(*run));
  s->steps = json_integer_value(json_object_get(entry, "steps"));
  s->h = Real(entry, "h");
  s->epsilon = Real(measured, "epsilon");
  s->scale = Real(quantity, "scale");
  if (!(s->scale > 0))
    s->scale = 1;
  s->maximum = Real(quantity, "maximum");
  run->stop = NAN;
  run->reason = json_string_value(json_object_get(entry, "reason"));
  if (status && !strcmp(status, "failed")) {
    s->stopped = 1;
    run->stop = Real(entry, "time");
  } else if (Real(quantity, "nonfinite") > 0 || !isfinite(s->maximum)) {
    s->stopped = 1;
    run->reason = "values that are not finite";
  }
  if (!isfinite(s->maximum))
    s->maximum = 0;
  ReadBlocks(json_object_get(quantity, "blocks"), run);
  for (size_t i = 0; i < json_array_size(times) && i < BLOCKS; i++) {
    run->time[i] = json_number_value(json_array_get(times, i));
    run->smooth[i] = json_number_value(json_array_get(json_object_get(smooth, "values"), i));
    s->smooths++;
  }
  s->mean = run->mean;
  s->mean_square = run->mean_square;
  s->block_maximum = run->maximum;
  s->time = run->time;
  s->smooth = run->smooth;
}

/* The runs that have the quantity, from the largest step to the smallest. */
static int UnpackAll(const json_t *measured, const char *name, Run run[]) {
  const json_t *entry;
  int count = 0;
  size_t i;

  json_array_foreach(json_object_get(measured, "runs"), i, entry) {
    const json_t *quantity = json_object_get(Quantities(entry), name ? name : "");
    int k = count;

    if (!json_is_object(quantity) || count == RUNS)
      continue;
    for (; k > 0 && run[k - 1].series.h < Real(entry, "h"); k--)
      run[k] = run[k - 1];
    Unpack(measured, entry, quantity, &run[k]);
    count++;
  }
  /* The arrays moved with their runs. */
  for (int k = 0; k < count; k++) {
    TrendSeries *s = &run[k].series;

    s->mean = run[k].mean;
    s->mean_square = run[k].mean_square;
    s->block_maximum = run[k].maximum;
    s->time = run[k].time;
    s->smooth = run[k].smooth;
  }
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

PetscErrorCode RuleConstraint(const json_t *job, const json_t *measured, const json_t *claim,
                              Finding *f) {
  const char *name = json_string_value(json_object_get(claim, "quantity"));
  Run *run;
  PetscReal worst = -1; /* the largest residual over what round-off explains */
  int runs, finished = 0;

  PetscFunctionBeginUser;
  (void)job;
  FindingInit(f);
  f->precision = json_string_value(json_object_get(measured, "precision"));
  PetscCall(PetscMalloc1(RUNS, &run));
  runs = UnpackAll(measured, name, run);
  if (runs == 0)
    FindingSet(f, SKIPPED, "this realisation has no constraint \"%s\" to measure",
               name ? name : "");
  for (int k = 0; k < runs; k++) {
    const TrendSeries *s = &run[k].series;
    char text[640];
    Trend trend;
    const char *shape;

    if (s->stopped) {
      StopText(&run[k], text, sizeof(text));
      if (finished == 0)
        FindingSet(f, FAILED, "%s", text);
      continue;
    }
    TrendClassify(s, &trend);
    shape = trend.exponent > 0.8   ? "growing in proportion to time"
            : trend.exponent > 0.3 ? "growing like a walk"
                                   : "flat";
    if (finished++ && !(s->maximum > worst * trend.roundoff))
      continue; /* the largest excess speaks */
    worst = s->maximum / trend.roundoff;
    f->observed = f->smallest = s->maximum;
    f->floor = trend.roundoff;
    (void)snprintf(
        text, sizeof(text),
        "the largest residual over %lld steps of %.6g is %.3g, %s; round-off explains up "
        "to %.3g (terms of size %.3g)",
        s->steps, s->h, s->maximum, shape, trend.roundoff, s->scale);
    if (s->maximum <= trend.roundoff) {
      FindingSet(f, CONFIRMED, "%s", text);
    } else if (Isolated(s, trend.roundoff)) {
      FindingSet(f, CONFIRMED, "%s; all but a few blocks stay below that", text);
      FindingFlag(f, "isolated");
    } else if (s->maximum > 10 * trend.roundoff)
      FindingSet(f, REFUTED, "%s", text);
    else
      FindingSet(f, UNDECIDED, "%s; --precision quad would decide", text);
  }
  PetscCall(PetscFree(run));
  PetscFunctionReturn(0);
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
    FindingDetail(f, "oscillation_power", json_real(oscillation));
  if (isfinite(drift))
    FindingDetail(f, "drift_power", json_real(drift));
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

PetscErrorCode RuleEnergy(const json_t *job, const json_t *measured, const json_t *claim,
                          Finding *f) {
  const char *name = json_string_value(json_object_get(claim, "quantity"));
  const char *value = json_string_value(json_object_get(claim, "value"));
  Run *run;
  Trend trend[RUNS];
  char powers[160];
  int runs;

  PetscFunctionBeginUser;
  (void)job;
  FindingInit(f);
  f->precision = json_string_value(json_object_get(measured, "precision"));
  PetscCall(PetscMalloc1(RUNS, &run));
  runs = UnpackAll(measured, name, run);
  for (int k = 0; k < runs; k++)
    TrendClassify(&run[k].series, &trend[k]);
  Powers(run, trend, runs, f, powers, sizeof(powers));
  if (runs == 0)
    FindingSet(f, SKIPPED, "this model has no invariant \"%s\" to measure", name ? name : "");
  else if (value && !strcmp(value, "drift"))
    JudgeDenial(run, trend, runs, powers, f);
  else if (value && !strcmp(value, "exact"))
    JudgeExact(run, trend, runs, powers, f);
  else if (value && (!strcmp(value, "bounded") || !strcmp(value, "random_walk")))
    JudgeBounded(run, trend, runs, (PetscBool)!strcmp(value, "random_walk"), powers, f);
  else
    FindingSet(f, FAILED, "\"%s\" is not a claim on energy: exact, bounded, random_walk or drift",
               value ? value : "");
  PetscCall(PetscFree(run));
  PetscFunctionReturn(0);
}

PetscErrorCode RuleWantsLongerRun(const json_t *job, const json_t *measured, PetscBool *wants) {
  const json_t *claim;
  Run *run;
  size_t i;

  PetscFunctionBeginUser;
  *wants = PETSC_FALSE;
  PetscCall(PetscMalloc1(RUNS, &run));
  json_array_foreach(json_object_get(job, "claims"), i, claim) {
    const char *value = json_string_value(json_object_get(claim, "value"));
    const char *name = json_string_value(json_object_get(claim, "quantity"));
    int runs;

    if (!value || strcmp(value, "bounded"))
      continue;
    runs = UnpackAll(measured, name, run);
    for (int k = 0; k < runs; k++) {
      Trend trend;
      TrendClassify(&run[k].series, &trend);
      *wants = (PetscBool)(*wants || trend.class == TREND_RANDOM_WALK ||
                           (trend.class == TREND_LINEAR && trend.rise < trend.oscillation));
    }
  }
  PetscCall(PetscFree(run));
  PetscFunctionReturn(0);
}
