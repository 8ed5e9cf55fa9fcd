/* The on-line statistics against sums made afterwards, and what the smooth means are for. */
#include "statistics/accumulator.h"
#include "tap.h"

#include <string.h>

/* All that is made of the values. */
typedef struct {
  AccumulatorSummary summary;
  int blocks, smooths;
  AccumulatorBlock block[ACCUMULATOR_BLOCKS];
  long long length;
  double time[ACCUMULATOR_BLOCKS], smooth[ACCUMULATOR_BLOCKS];
} Statistics;

static Statistics statistics(long count, double (*f)(long)) {
  static Statistics all;
  Accumulator *a = AccumulatorCreate();

  if (!a)
    exit(99);
  for (long i = 0; i < count; i++)
    AccumulatorAdd(a, 0.5 * (double)i, f(i));
  all.summary = AccumulatorSummarise(a);
  all.blocks = AccumulatorBlocks(a, all.block);
  all.smooths = AccumulatorSmooth(a, all.smooth);
  all.length = all.summary.length;
  for (int i = 0; i < all.smooths; i++)
    all.time[i] =
        0.5 * ((double)(i * all.length) + ACCUMULATOR_BOXES * (double)(all.length - 1) / 2);
  AccumulatorDestroy(a);
  return all;
}

static double square(long i) { return (double)(i % 1000) - 300; }
static double line(long i) { return 3 + 0.25 * (double)i; }
static double hidden(long i) {
  return 1e-3 * (sin(2 * M_PI * (double)i / 1000) + sin(2 * M_PI * (double)i / 37.7)) +
         1e-12 * (double)i;
}
static double bad(long i) { return i == 50 ? INFINITY : 1; }

/* The blocks of `square`, each against a sum over the same values. */
static void blocks(long count) {
  const Statistics all = statistics(count, square);
  long seen = 0;
  int equal = 1, right = 1;

  for (int k = 0; k < all.blocks; k++) {
    const AccumulatorBlock *b = &all.block[k];
    const long n = (long)b->count;
    double sum = 0, squares = 0, maximum = 0;

    if (n != all.block[0].count && k + 1 < all.blocks)
      equal = 0;
    for (long i = seen; i < seen + n; i++) {
      sum += square(i);
      squares += square(i) * square(i);
      maximum = fmax(maximum, fabs(square(i)));
    }
    if (fabs(sum / (double)n - b->mean) > 1e-12)
      right = 0;
    if (squares / (double)n != b->mean_square)
      right = 0;
    if (maximum != b->maximum)
      right = 0;
    seen += n;
  }
  ok(equal && all.blocks <= 128 && seen == count, "%ld values: %d equal blocks hold all of them",
     count, all.blocks);
  ok(right, "%ld values: means, mean squares and maxima are right", count);
}

/* A wave of 16.2 values: equally spaced values of it draw a slow one that is not there. */
static double wave(long i) { return sin(2 * M_PI * (double)i / 16.2); }

static void extremes(long count) {
  const Statistics all = statistics(count, wave);
  double narrowest = 2;
  int right = 1, at = 0;
  for (int k = 0; k < all.blocks; k++) {
    long least = at, greatest = at;
    const long end = at + (long)all.block[k].count;
    for (long i = at; i < end; i++) {
      least = wave(i) < wave(least) ? i : least;
      greatest = wave(i) > wave(greatest) ? i : greatest;
    }
    right = right && all.block[k].first == wave(least < greatest ? least : greatest) &&
            all.block[k].second == wave(least < greatest ? greatest : least);
    if (all.block[k].count > 20)
      narrowest = fmin(narrowest, fabs(all.block[k].first - all.block[k].second));
    at = (int)end;
  }
  ok(right, "%ld values: each block has its extremes, in their order", count);
  ok(narrowest > 1.8, "  which reach from trough to crest (%.3g)", narrowest);
}

int main(void) {
  Statistics all;
  double worst = 0, slope;
  int n;

  blocks(1);
  blocks(100);
  blocks(129);
  blocks(123457);

  all = statistics(1000000, line);
  n = all.smooths;
  for (int i = 0; i < n; i++)
    worst = fmax(worst, fabs(all.smooth[i] - (3 + 0.5 * all.time[i])));
  ok(n > 100 && n <= 128, "%d smooth means of a million values", n);
  is_close(worst / 250000, 0, 1e-13, "symmetric windows reproduce lines to round-off",
           "smooth means of a line lie on it");
  is_close(all.summary.final, 3 + 0.25 * 999999, 0, "stored", "final value");
  is_close(all.summary.maximum, 3 + 0.25 * 999999, 0, "stored", "maximum");
  extremes(300);
  extremes(1000);
  extremes(20000);

  all = statistics(1000000, hidden);
  n = all.smooths;
  slope = (all.smooth[n - 1] - all.smooth[0]) / (all.time[n - 1] - all.time[0]);
  is_close(slope / 2e-12, 1, 0.01, "(P/πB)^4 A is 3e-9 of a drift of 1e-6",
           "a drift of 1e-12 a step shows through oscillations of 1e-3");

  all = statistics(100, bad);
  ok(all.summary.nonfinite == 1 && all.summary.maximum == 1, "infinity is counted, not summed");
  ok(all.blocks == 50, "the blocks end before infinity (%d)", all.blocks);
  return done_testing();
}
