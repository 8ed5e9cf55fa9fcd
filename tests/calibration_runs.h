/* Calibration of the rules on long runs, growth, ensembles, later times and tolerances: series with known
 * truth, which the rules of the studies judge. Included by calibration.c.
 *
 *   long       energy "bounded": A hᵖ times two sines and a beat, plus round-off's walk, in runs of h, h/2
 *              and h/4. Wrong: a drift that falls with h or does not, whose rise is 0.1 to 100 times A hᵖ,
 *              unless it is smaller than what the confirmation states that it would have detected; a random
 *              walk of 10 to 1000 times A hᵖ, which may stay undecided.
 *   growth     largest errors in 32 to 40 parts: A tᵏ, k = 0 to 2, modulated by up to 20 %, with a lower
 *              power of up to 20 % of it at the end. A run of four times the time follows where the rule asks
 *              for it. Wrong: k is claimed one too high or too low.
 *   ensemble   64 to 200 members at 12 to 24 times: walks, or stationary noise, with a constant scatter.
 *              Wrong: members that drift where a walk or bounded errors are claimed, walks where bounded
 *              ones are; at the end their mean square is 10 to 1000 times the scatter's.
 *   late       distances of six runs over 25 durations: C tᵏ hᵖ (1 + d h), k = 0 to 2, or an exponential
 *              growth, down to round-off. Wrong: from the 4th to 16th duration on a term of an order that is
 *              lower by 1 or more, 10 to 1000 times the error at the end of the second finest run.
 *   tolerance  37 tolerances, errors C tolᵖ with a scatter of 0.01 to 0.2 decades and a correlation of 0 to
 *              0.9. Wrong: another exponent, by 0.4 to 1; errors that no longer fall from a tolerance of 1e-5
 *              to 1e-9 on.
 *
 * Refuted though right, or confirmed though wrong, is false. */
#include "record/record.h"
#include "statistics/accumulator.h"
#include "statistics/growth.h"
#include "statistics/late.h"
#include "studies/ensemble/ensemble.h"
#include "studies/growth/growth.h"
#include "studies/long/long.h"
#include "studies/tolerance/tolerance.h"

typedef VerdictWord RunClass(int wrong);

static Finding finding;

static VerdictWord Judged(ClaimJudge *judge, const Job *job, const Measured *measured) {
  FindingInit(&finding);
  if (judge(&(Evidence){1, &job, &measured, &job->claims.at[0]}, &finding))
    return FAILED;
  return finding.verdict;
}

/* A job with one claim. */
static Job *JobWith(const char *study, const char *quantity, const char *value, double order) {
  static Claim claim;
  static Job job;

  JobInit(&job);
  claim = (Claim){.study = study, .quantity = quantity, .value = value, .order = order};
  job.claims = (Claims){1, &claim};
  return &job;
}

static double LogUniform(double low, double high) {
  return pow(10, uniform(log10(low), log10(high)));
}

/* ---- Long runs ---- */

enum { LONG_RUNS = 3, LONG_STEPS = 2048 };

typedef struct {
  double amplitude, order, frequency[3], phase[3], drift, drift_order, walk;
} Energy;

/* One run of 2^halvings times as many steps, as a record has it. */
static void LongRunOf(const Energy *e, int halvings, Accumulator *a,
                      Block block[ACCUMULATOR_BLOCKS], double smooth[ACCUMULATOR_BLOCKS],
                      Watched *w, LongRun *run) {
  const double h = ldexp(0.1, -halvings), size = e->amplitude * pow(h / 0.1, e->order);
  const long long steps = (long long)LONG_STEPS << halvings;
  double wander = 0, rounding = 0;
  AccumulatorSummary all;

  AccumulatorReset(a);
  AccumulatorSetScale(a, 1);
  for (long long n = 1; n <= steps; n++) {
    const double t = h * (double)n;
    const double wave = sin(e->frequency[0] * t + e->phase[0]) *
                            (1 + 0.3 * sin(e->frequency[2] * t + e->phase[2])) +
                        0.5 * sin(e->frequency[1] * t + e->phase[1]);
    rounding += 0x1p-53 * uniform(-1, 1);
    wander += e->walk * size * sqrt(3 * h) * uniform(-1, 1);
    AccumulatorAdd(a, t,
                   size * wave + e->drift * pow(h / 0.1, e->drift_order) * t + wander + rounding);
  }
  all = AccumulatorSummarise(a);
  *w = (Watched){.name = "energy",
                 .study = "energy",
                 .scale = 1,
                 .first_scale = 1,
                 .count = all.count,
                 .nonfinite = all.nonfinite,
                 .maximum = all.maximum,
                 .final = all.final,
                 .block_steps = all.length,
                 .blocks = AccumulatorBlocks(a, block),
                 .block = block,
                 .smooth_order = ACCUMULATOR_BOXES,
                 .smooth_steps = all.length,
                 .smooth_values = {AccumulatorSmooth(a, smooth), smooth}};
  for (PetscInt i = 0; i < w->blocks; i++)
    block[i].scale = NAN;
  *run = (LongRun){.h = h,
                   .extra = halvings ? RUN_FINER : NULL,
                   .epsilon = NAN,
                   .own_error = size,
                   .steps = steps,
                   .duration = h * (double)steps,
                   .ending = {STATUS_DONE, NULL, NAN, -1, NAN},
                   .quantities = 1,
                   .quantity = w,
                   .growth = NAN,
                   .parted = NAN};
}

static VerdictWord LongOf(const Energy *e) {
  static Block block[LONG_RUNS][ACCUMULATOR_BLOCKS];
  static double smooth[LONG_RUNS][ACCUMULATOR_BLOCKS];
  static Accumulator *a;
  Watched watched[LONG_RUNS];
  LongRun run[LONG_RUNS];
  const Measured measured = {.shape = MEASURED_RUNS,
                             .precision = IN_DOUBLE,
                             .epsilon = 0x1p-52,
                             .count = LONG_RUNS,
                             .run = run};

  if (!a)
    a = AccumulatorCreate();
  for (int k = 0; k < LONG_RUNS; k++)
    LongRunOf(e, k, a, block[k], smooth[k], &watched[k], &run[k]);
  return Judged(LongJudge, JobWith("energy", "energy", "bounded", NAN), &measured);
}

static Energy Oscillation(void) {
  Energy e = {.amplitude = LogUniform(1e-10, 1e-2), .order = integer(1, 4)};

  for (int i = 0; i < 3; i++) {
    e.frequency[i] = i < 2 ? LogUniform(1, 10) : LogUniform(0.2, 1);
    e.phase[i] = uniform(0, 2 * M_PI);
  }
  return e;
}

static VerdictWord Bounded(int wrong) {
  Energy e = Oscillation();

  (void)wrong;
  return LongOf(&e);
}

/* The largest quantity of that name in the finding; 0 if absent. */
static double Stated(QuantityName name) {
  double largest = 0;

  for (int i = 0; i < finding.statements; i++)
    for (int k = 0; k < finding.statement[i].quantities; k++)
      if (finding.statement[i].quantity[k].name == name)
        largest = fmax(largest, finding.statement[i].quantity[k].number);
  return largest;
}

static VerdictWord Drifting(int falls) {
  Energy e = Oscillation();

  e.drift = e.amplitude * LogUniform(0.1, 100) / (0.1 * LONG_STEPS);
  e.drift_order = falls ? e.order : 0;
  if (LongOf(&e) == CONFIRMED && Stated(QUANTITY_DETECTABLE) >= e.drift)
    return UNDECIDED;
  return finding.verdict;
}

static VerdictWord Wandering(int wrong) {
  Energy e = Oscillation();

  (void)wrong;
  e.walk = LogUniform(10, 1000) / sqrt(0.1 * LONG_STEPS);
  return LongOf(&e);
}

/* ---- Growth ---- */

static VerdictWord Growing_(int off) {
  static Block block[2][ENVELOPE_MOST];
  const int parts = integer(32, 40), power = off < 0 ? integer(1, 2)
                                             : off   ? integer(0, 1)
                                                     : integer(0, 2);
  const double size = LogUniform(1e-9, 1e-4), lower = power ? uniform(0, 0.2) : 0,
               depth = uniform(0, 0.2), frequency = uniform(0.2, 3), phase = uniform(0, 2 * M_PI);
  Job *job = JobWith("growth", "q", "", power + off);
  Watched watched[2];
  LongRun run[2];
  Measured measured = {
      .shape = MEASURED_RUNS, .precision = IN_DOUBLE, .epsilon = 0x1p-52, .run = run};
  Request request = REQUEST_LONGER;

  for (int k = 0; k < 2 && request == REQUEST_LONGER; k++) {
    const double duration = k ? 400 : 100;
    double largest = 0;

    for (int i = 0; i < parts; i++) {
      const double t = (i + 0.5) * duration / parts / 100;
      block[k][i] =
          (Block){.mean = NAN,
                  .mean_square = NAN,
                  .scale = NAN,
                  .maximum = size * (pow(t, power) + lower * pow(t, power - 1)) *
                             (1 + depth * sin(100 * frequency * t + phase) + 0.02 * normal())};
      if (!power)
        block[k][i].maximum =
            size * (1 + depth * sin(100 * frequency * t + phase) + 0.02 * normal());
      largest = fmax(largest, block[k][i].maximum);
    }
    watched[k] = (Watched){.name = "q",
                           .count = parts * 10,
                           .maximum = largest,
                           .block_steps = 10,
                           .blocks = parts,
                           .block = block[k]};
    run[k] = (LongRun){.h = duration / parts / 10,
                       .epsilon = NAN,
                       .steps = parts * 10,
                       .duration = duration,
                       .ending = {STATUS_DONE, NULL, NAN, -1, NAN},
                       .quantities = 1,
                       .quantity = &watched[k],
                       .growth = NAN,
                       .parted = NAN};
    measured.count = k + 1;
    request = GrowthMore(job, &measured);
  }
  return Judged(GrowthJudge, job, &measured);
}

/* ---- Ensembles ---- */

typedef enum { STATIONARY, WALK, DRIFT } Motion;

static VerdictWord EnsembleOf(Motion motion, const char *claimed) {
  static double square[64], fourth[64], time[64];
  const int members = integer(64, 200), times = integer(12, 24);
  const double scatter = LogUniform(1e-8, 1e-4), ratio = LogUniform(10, 1000);
  EnsembleSum sum = {
      .name = "energy", .scale = 1, .sum_square = {times, square}, .sum_fourth = {times, fourth}};
  const Measured measured = {.shape = MEASURED_ENSEMBLE,
                             .precision = IN_DOUBLE,
                             .epsilon = 0x1p-52,
                             .ensemble = {.h = 0.1,
                                          .steps = 10000,
                                          .past = members,
                                          .times = {times, time},
                                          .quantities = 1,
                                          .quantity = &sum}};

  for (int i = 0; i < times; i++)
    square[i] = fourth[i] = 0, time[i] = 1000.0 * (i + 1) / times;
  for (int j = 0; j < members; j++) {
    const double rate = normal();
    double walked = 0;

    for (int i = 0; i < times; i++) {
      walked += normal() / sqrt(times);
      const double x = scatter * normal() + scatter * sqrt(ratio) *
                                                (motion == WALK    ? walked
                                                 : motion == DRIFT ? rate * time[i] / 1000
                                                                   : 0);
      square[i] += x * x;
      fourth[i] += x * x * x * x;
    }
  }
  return Judged(EnsembleJudge, JobWith("energy", "energy", claimed, NAN), &measured);
}

static VerdictWord WalkClaimed(int motion) { return EnsembleOf((Motion)motion, "random_walk"); }
static VerdictWord BoundedClaimed(int motion) { return EnsembleOf((Motion)motion, "bounded"); }

/* ---- Later times ---- */

static VerdictWord Later(int wrong) {
  enum { PARTS = 25 };
  double apart[LATE_MOST * PARTS], control[PARTS], error[LATE_MOST + 1];
  const int order = integer(wrong ? 2 : 1, 6), from = integer(4, 16),
            exponential = uniform(0, 1) < 0.3;
  const int lower = wrong ? integer(1, order - 1) : order;
  const double size = LogUniform(1e-6, 1e-2), correction = uniform(-1, 1), rate = uniform(0, 0.3),
               power = integer(0, 2), h = 0.1, strength = LogUniform(10, 1000);
  const LateSeries s = {.pairs = LATE_MOST,
                        .parts = PARTS,
                        .apart = apart,
                        .size = 1,
                        .floor = 1e-15,
                        .order = order,
                        .control = control};
  LateFinding found;

  for (int part = 0; part < PARTS; part++) {
    const double t = part + 1, grown = size * (exponential ? exp(rate * t) : pow(t, power)),
                 end = size * (exponential ? exp(rate * PARTS) : pow(PARTS, power)),
                 finest = ldexp(h, -(LATE_MOST - 1)),
                 term = strength * end * pow(finest / h, order - lower) / (PARTS - from) *
                        fmax(part - from, 0);
    control[part] = 4;
    for (int k = 0; k <= LATE_MOST; k++) {
      const double x = ldexp(1, -k);
      error[k] = grown * pow(x, order) * (1 + correction * x * h) +
                 (wrong ? term * pow(x, lower) : 0) + 1e-16 * t * normal();
    }
    for (int k = 0; k < LATE_MOST; k++)
      apart[k * PARTS + part] = fabs(error[k] - error[k + 1]);
  }
  found = LateExamine(&s);
  return found.lost ? REFUTED : found.reach == PARTS && !found.open ? CONFIRMED : UNDECIDED;
}

/* ---- Tolerances ---- */

typedef enum { AS_CLAIMED, ELSEWHERE, SATURATES } Exponent;

static VerdictWord Tolerances(int exponent) {
  enum { TRIALS = 37 };
  static double value[TRIALS], floors[TRIALS];
  static Errors errors[TRIALS];
  static SeriesPoint point[TRIALS];
  const double power = uniform(0.5, 1.2), scatter = LogUniform(0.01, 0.2), memory = uniform(0, 0.9),
               size = LogUniform(0.1, 10), stays = LogUniform(1e-9, 1e-5);
  const double off = exponent == ELSEWHERE ? (uniform(0, 1) < 0.5 ? -1 : 1) * uniform(0.4, 1) : 0;
  SeriesQuantity quantity = {.name = "q", .size = 1, .floor = {TRIALS, floors}};
  Series series = {.precision = IN_DOUBLE,
                   .epsilon = 0x1p-52,
                   .duration = 1,
                   .quantities = 1,
                   .points = TRIALS,
                   .quantity = &quantity,
                   .point = point};
  const Measured measured = {.shape = MEASURED_SERIES, .count = 1, .series = &series};
  double noise = normal();

  for (int i = 0; i < TRIALS; i++) {
    const double tolerance = pow(10, -3 - i / 4.0);
    noise = memory * noise + sqrt(1 - memory * memory) * normal();
    value[i] = size * pow(exponent == SATURATES ? fmax(tolerance, stays) : tolerance, power) *
               pow(10, scatter * noise);
    floors[i] = 1e-16;
    errors[i] = (Errors){"q", 1, 1, &value[i]};
    point[i] = (SeriesPoint){.steps = 1,
                             .h = 1,
                             .tolerance = tolerance,
                             .quantities = 1,
                             .ending = {STATUS_DONE, NULL, NAN, -1, NAN},
                             .errors = &errors[i]};
  }
  return Judged(ToleranceJudge, JobWith("tolerance", TOLERANCE_EXPONENT, "", power + off),
                &measured);
}

/* ---- All of them ---- */

static const struct {
  const char *study, *name;
  int right, argument;
  RunClass *judge;
  double most; /* of the bound of the rate of false verdicts */
} run_class[] = {
    {"long", "oscillation", 1, 0, Bounded, 1e-3},
    {"long", "drift that falls with h", 0, 1, Drifting, 1e-3},
    {"long", "drift that does not", 0, 0, Drifting, 1e-3},
    {"long", "random walk", 0, 0, Wandering, 2e-3},
    {"growth", "power as claimed", 1, 0, Growing_, 1e-3},
    {"growth", "claimed one too high", 0, 1, Growing_, 1e-3},
    {"growth", "claimed one too low", 0, -1, Growing_, 1e-3},
    {"ensemble", "walk claimed, walks", 1, WALK, WalkClaimed, 1e-3},
    {"ensemble", "bounded claimed, stationary", 1, STATIONARY, BoundedClaimed, 1e-3},
    {"ensemble", "walk claimed, drifts", 0, DRIFT, WalkClaimed, 1e-3},
    {"ensemble", "bounded claimed, walks", 0, WALK, BoundedClaimed, 1e-3},
    {"ensemble", "bounded claimed, drifts", 0, DRIFT, BoundedClaimed, 1e-3},
    {"late", "order kept", 1, 0, Later, 1e-3},
    {"late", "order lost", 0, 1, Later, 1e-3},
    {"tolerance", "exponent as claimed", 1, AS_CLAIMED, Tolerances, 1e-3},
    {"tolerance", "another exponent", 0, ELSEWHERE, Tolerances, 1e-3},
    {"tolerance", "errors that stay", 0, SATURATES, Tolerances, 1e-3},
};
enum { RUN_CLASSES = sizeof(run_class) / sizeof(run_class[0]) };

static void CalibrateRuns(int kind, int series, Tally *tally) {
  memset(tally, 0, sizeof(*tally));
  state = 2000 + (uint64_t)kind;
  for (; tally->series < series; tally->series++) {
    const VerdictWord verdict = run_class[kind].judge(run_class[kind].argument);

    tally->confirmed += verdict == CONFIRMED;
    tally->refuted += verdict == REFUTED;
    tally->undecided += verdict == UNDECIDED || verdict == SKIPPED;
    tally->exact += verdict == FAILED; /* never: the rule or its data are broken */
  }
  tally->false_verdicts = run_class[kind].right ? tally->refuted : tally->confirmed;
}
