/* The classes of long runs, on real integrations and on synthetic ones with known truth. */
#include "statistics/growth.h"
#include "statistics/trend.h"
#include "statistics/accumulator.h"
#include "tap.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = ACCUMULATOR_BLOCKS };

static uint64_t state = 7;
static double uniform(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (double)(state >> 11) * 0x1p-53;
}
static double normal(void) { return sqrt(-2 * log(1 - uniform())) * cos(2 * M_PI * uniform()); }

/* The class of what the accumulator has seen. */
static Trend classify(const Accumulator *a, double h, double scale) {
  static AccumulatorBlock block[ACCUMULATOR_BLOCKS];
  static double smooth[BLOCKS];
  const AccumulatorSummary all = AccumulatorSummarise(a);
  TrendSeries s = {.h = h,
                   .epsilon = 2.220446049250313e-16,
                   .scale = scale,
                   .steps = all.count,
                   .maximum = all.maximum,
                   .first_scale = scale,
                   .stopped = all.nonfinite > 0,
                   .block = block,
                   .smooth = smooth,
                   .smooth_apart = h * (double)all.length};
  const int blocks = AccumulatorBlocks(a, block);

  while (s.blocks < blocks && block[s.blocks].count == block[0].count)
    s.blocks++;
  s.smooths = AccumulatorSmooth(a, smooth);
  return TrendClassify(&s);
}

static void report(const char *what, const Trend *t, TrendClass expected) {
  ok(t->class == expected, "%s: %s", what, TrendName(expected));
  diag("%s; slope %.3g +- %.1g, oscillation %.3g, exponent %.2f, range %.3g, round-off %.3g",
       TrendName(t->class), t->slope, t->slope_deviation, t->oscillation, t->exponent, t->range,
       t->roundoff);
}

/* ---- Kepler's problem with eccentricity 0.3 ---- */

static void force(const double *q, double *f) {
  const double r = hypot(q[0], q[1]), r3 = r * r * r;
  f[0] = -q[0] / r3;
  f[1] = -q[1] / r3;
}

static double energy(const double *y) {
  return (y[2] * y[2] + y[3] * y[3]) / 2 - 1 / hypot(y[0], y[1]);
}

static void rk4(double *y, double h) {
  static const double at[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
  double k[4] = {0}, sum[4] = {0}, z[4];
  for (int s = 0; s < 4; s++) {
    for (int j = 0; j < 4; j++)
      z[j] = y[j] + at[s] * h * k[j];
    k[0] = z[2];
    k[1] = z[3];
    force(z, k + 2);
    for (int j = 0; j < 4; j++)
      sum[j] += weight[s] * k[j];
  }
  for (int j = 0; j < 4; j++)
    y[j] += h / 6 * sum[j];
}

static void stormer_verlet(double *y, double h) {
  double f[2];
  force(y, f);
  for (int j = 0; j < 2; j++) {
    y[2 + j] += h / 2 * f[j];
    y[j] += h * y[2 + j];
  }
  force(y, f);
  for (int j = 0; j < 2; j++)
    y[2 + j] += h / 2 * f[j];
}

static Trend kepler(void (*step)(double *, double), double h, long steps, Accumulator *a) {
  double y[4] = {0.7, 0, 0, sqrt(1.3 / 0.7)};
  const double start = energy(y);
  AccumulatorReset(a);
  for (long n = 1; n <= steps; n++) {
    step(y, h);
    AccumulatorAdd(a, h * (double)n, energy(y) - start);
  }
  return classify(a, h, 1.5);
}

/* The implicit midpoint rule on the harmonic oscillator keeps its quadratic energy: a rotation, up
 * to round-off. */
static Trend midpoint(double h, long steps, Accumulator *a) {
  const double c = (1 - h * h / 4) / (1 + h * h / 4), s = h / (1 + h * h / 4);
  double q = 1, p = 0;
  AccumulatorReset(a);
  for (long n = 1; n <= steps; n++) {
    const double next = c * q + s * p;
    p = c * p - s * q;
    q = next;
    AccumulatorAdd(a, h * (double)n, (q * q + p * p) / 2 - 0.5);
  }
  return classify(a, h, 1);
}

/* ---- Synthetic runs ---- */

static Trend synthetic(double (*f)(long), long steps, Accumulator *a) {
  AccumulatorReset(a);
  for (long n = 1; n <= steps; n++)
    AccumulatorAdd(a, (double)n, f(n));
  return classify(a, 1, 1);
}

static double waves(long n) {
  const double t = (double)n;
  return 1e-3 / 3 * (sin(2 * M_PI * t / 1000) + sin(2 * M_PI * t / 317.3) + sin(2 * M_PI * t / 21));
}
static double hidden_drift(long n) { return waves(n) + 1e-12 * (double)n; }
static double slow_wave(long n) { return 1e-3 * sin(2 * M_PI * (double)n / 130000); }
static double quarter_wave(long n) { return 1e-3 * sin(2 * M_PI * (double)n / 4e5); }
static double tiny_drift(long n) { return waves(n) + 1e-19 * (double)n; }
static double constant(long n) { return 1e-3 + 0 * (double)n; }
static double walk;
static double wander(long n) {
  if (n == 1)
    walk = 0;
  walk += 1e-6 * normal();
  return walk;
}
static double roundings(long n) {
  if (n == 1)
    walk = 0;
  walk += 1e-16 * normal();
  return walk;
}
static double colored; /* autocorrelated over a thousand steps */
static double noise(long n) {
  if (n == 1)
    colored = 0;
  colored = 0.999 * colored + 1e-5 * normal();
  return colored;
}
/* A seventh of the deviations of the eight segments would be 8; this is some hundred of them. */
static double faint_drift(long n) { return 1e3 * waves(n) + 1e-11 * (double)n; }
static double one_way(long n) { return 1e-16 * (double)n; }
static double growing(long n) { return 5 * (double)n / 1e5; }
static double burst(long n) { return n < 90000 ? 1e-3 : 30; }

/* The root mean square of e(t) over a common time falls with the step as it was made to. */
static void falls(void) {
  enum { COUNT = 64 };
  static AccumulatorBlock block[3][COUNT];
  TrendSeries series[3];
  const TrendSeries *run[3] = {&series[0], &series[1], &series[2]};
  Fall fall;

  for (int power = 0; power <= 4; power += 2) {
    for (int k = 0; k < 3; k++) {
      const double h = ldexp(0.1, -k);
      /* The first run is twice as long as the others, and larger in its second half. */
      series[k] = (TrendSeries){.h = h,
                                .epsilon = 2.2e-16,
                                .scale = 1,
                                .steps = k == 2 ? 12800 : 6400,
                                .blocks = COUNT,
                                .block_time = k ? 5 : 10,
                                .block = block[k]};
      for (int i = 0; i < COUNT; i++)
        block[k][i].mean_square = pow(h, 2 * power) * (k == 0 && i >= COUNT / 2 ? 100 : 1);
    }
    fall = TrendFall(3, run);
    is_close(fall.power, power, 1e-12, "by construction", "the power of h of h^%d", power);
    is_close(fall.before, power, 1e-12, "by construction", "  and from the larger steps");
  }
  for (int i = 0; i < COUNT; i++)
    block[2][i].mean_square = 1e-30;
  fall = TrendFall(3, run);
  ok(fall.finer == 0.05, "a run at the level of round-off shows no power");
  series[1].blocks = 0;
  fall = TrendFall(2, run);
  ok(isnan(fall.power), "a run without values shows no power");
}

/* How often a walk and a stationary process are taken for a drift. */
static void false_alarms(Accumulator *a) {
  int drifts[2] = {0, 0}, walks = 0;
  for (int i = 0; i < 100; i++) {
    const Trend w = synthetic(wander, 20000, a), c = synthetic(noise, 20000, a);
    drifts[0] += w.class == TREND_LINEAR;
    drifts[1] += c.class == TREND_LINEAR;
    walks += w.class == TREND_RANDOM_WALK;
  }
  ok(drifts[0] <= 1, "%d of 100 random walks are taken for a drift", drifts[0]);
  ok(drifts[1] == 0, "%d of 100 autocorrelated stationary runs are taken for a drift", drifts[1]);
  ok(walks >= 80, "%d of 100 random walks are recognised in a single run", walks);
}

/* ---- Ensembles ---- */

enum { TIMES = 64 };

/* μ = a + b t^γ over 101 walkers: whether γ lies within the interval, in how many of 50 ensembles.
 */
static int covered(double power, double offset, double *width) {
  int inside = 0;
  *width = 0;
  for (int run = 0; run < 50; run++) {
    double square[TIMES] = {0}, fourth[TIMES] = {0}, time[TIMES];
    Growth g;
    for (int m = 0; m < 101; m++) {
      double x = 0;
      const double rate = normal();
      for (int i = 0; i < TIMES; i++) {
        double value;
        time[i] = i + 1;
        x += normal();
        value = (power == 1 ? x : rate * pow(time[i], power / 2)) + offset * normal();
        square[i] += value * value;
        fourth[i] += value * value * value * value;
      }
    }
    if (!GrowthFit(TIMES, time, square, fourth, 101, &g)) {
      inside += g.lower <= power && g.upper >= power;
      *width += (g.upper - g.lower) / 50;
    }
  }
  return inside;
}

/* Four members over twice the unit of time, sampled in the first ten steps: anything fits. */
static void few_members(void) {
  double square[10], fourth[10], time[10];
  Growth g;

  for (int i = 0; i < 10; i++) {
    square[i] = fourth[i] = 0;
    time[i] = 0.2 * (i + 1);
    for (int m = 0; m < 4; m++) {
      const double x = sin(1 + m + 3 * time[i]);

      square[i] += x * x;
      fourth[i] += x * x * x * x;
    }
  }
  ok(!GrowthFit(10, time, square, fourth, 4, &g) && g.any && g.drift > g.a + g.b,
     "four members exclude no power, nor a drift as large as the mean square");
  diag("between %.2f and %.2f, a drift of %.3g allowed, bound %.3g", g.lower, g.upper, g.drift,
       g.a);
}

/* Bounded and the same at all times, in an ensemble and at many times, dense at the beginning: the fit
 * has γ < 0 on its way, and succeeds all the same. */
static void bounded_members(void) {
  enum { MANY = 128 };
  int fitted = 0, walks = 0;

  for (int run = 0; run < 20; run++) {
    double square[MANY] = {0}, fourth[MANY] = {0}, time[MANY];
    Growth g;

    for (int m = 0; m < 101; m++) {
      const double phase = 3 * normal();

      for (int i = 0; i < MANY; i++) {
        const double x = sin(phase + 0.3 * i) * (i < 8 ? 2 : 1);

        time[i] = i + 1;
        square[i] += x * x;
        fourth[i] += x * x * x * x;
      }
    }
    fitted += GrowthFit(MANY, time, square, fourth, 101, &g) == GROWTH_FITTED;
    walks += g.lower > 0 && g.upper - g.lower < 1;
  }
  ok(fitted == 20 && walks == 0, "bounded errors are fitted (%d of 20), and no walk (%d)", fitted,
     walks);
}

int main(void) {
  Accumulator *a = AccumulatorCreate();
  Trend t;
  double slope, width;
  int hits;

  if (!a)
    return 1;
  t = kepler(rk4, 0.1, 100000, a);
  report("rk4 on Kepler's problem, h = 0.1", &t, TREND_LINEAR);
  slope = t.slope;
  t = kepler(rk4, 0.05, 100000, a);
  report("the drift with h = 0.05", &t, TREND_LINEAR);
  is_close(log(slope / t.slope) / log(2), 5, 0.3, "its drift has the power 5 for small h",
           "power of h of the drift");
  t = kepler(rk4, 0.2, 100000, a);
  report("the blow-up with h = 0.2", &t, TREND_BLOW_UP);
  t = kepler(stormer_verlet, 0.1, 100000, a);
  report("Stormer-Verlet on Kepler's problem, h = 0.1", &t, TREND_BOUNDED);
  t = kepler(stormer_verlet, 0.01, 10000, a);
  report("bounded with h = 0.01 over sixteen periods", &t, TREND_BOUNDED);
  t = midpoint(0.1, 100000, a);
  report("a quadratic invariant under the midpoint rule", &t, TREND_EXACT);

  t = synthetic(hidden_drift, 1000000, a);
  report("1e-12 a step under oscillations of 1e-3", &t, TREND_LINEAR);
  is_close(t.slope, 1e-12, 2e-14, "(P/πB)^4 A is 3e-9 of 1e-6",
           "the slope of a drift under an oscillation");
  t = synthetic(waves, 1000000, a);
  report("the oscillations alone", &t, TREND_BOUNDED);
  t = synthetic(tiny_drift, 1000000, a);
  report("with a drift of 1e-19 a step", &t, TREND_BOUNDED);
  t = synthetic(slow_wave, 1000000, a);
  report("an oscillation of an eighth of the run", &t, TREND_BOUNDED);
  t = synthetic(quarter_wave, 100000, a);
  ok(t.class != TREND_LINEAR, "a quarter of an oscillation is no linear drift");
  t = synthetic(constant, 10000, a);
  report("a constant", &t, TREND_BOUNDED);
  t = synthetic(wander, 100000, a);
  report("a random walk", &t, TREND_RANDOM_WALK);
  t = synthetic(roundings, 100000, a);
  report("a random walk of roundings", &t, TREND_EXACT);
  t = synthetic(burst, 100000, a);
  report("a jump to thirty times the terms", &t, TREND_BLOW_UP);
  t = synthetic(growing, 100000, a);
  report("five times the terms at the beginning", &t, TREND_BLOW_UP);
  t = synthetic(faint_drift, 1000000, a);
  report("1e-11 a step under oscillations of 1", &t, TREND_LINEAR);
  ok(t.faint, "  and it is faint: 1e-5 of the oscillation in a run");
  t = synthetic(one_way, 100000, a);
  report("roundings that all go one way", &t, TREND_EXACT);
  ok(t.one_way && 1e-11 <= t.roundoff, "  within the reported bound: %.3g", t.roundoff);
  falls();
  false_alarms(a);
  AccumulatorDestroy(a);

  hits = covered(1, 0, &width);
  ok(hits >= 43, "γ = 1 of 101 random walkers lies within its interval (%.2f wide): %d of 50",
     width, hits);
  ok(width < 0.8,
     "the interval is narrow enough to distinguish a walk from a drift and from a bound");
  hits = covered(1, 3, &width);
  ok(hits >= 43, "the interval covers the exponent with an added constant (%.2f wide): %d of 50",
     width, hits);
  hits = covered(2, 0, &width);
  ok(hits >= 43, "γ = 2 of drifting members (%.2f wide): %d of 50", width, hits);
  few_members();
  bounded_members();
  return done_testing();
}
