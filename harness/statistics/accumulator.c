/* Block means and B-spline means on line.
 *
 * Blocks of B values are filled one after the other; when all are full they are merged in pairs and
 * B doubles, so 64 to 128 equal blocks cover a run of any length.
 *
 * The smooth means use the discrete B-spline box_B * box_B * box_B * box_B. Because
 * box_2B(n) = box_B(n) + box_B(n − B), the window of twice the width is a sum of five narrow ones
 * with the binomial weights 1 4 6 4 1. This holds for windows that are only partly filled too, so
 * the smooth means can be merged exactly as the blocks are, at any moment. */
#include "statistics/accumulator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = ACCUMULATOR_BLOCKS, BOXES = ACCUMULATOR_BOXES };
#define HUGE_VALUE 1e150 /* the squares above would overflow */

typedef struct {
  double value, time;
} Reading;

typedef struct {
  long long count;
  double sum, carry, square, maximum,
      scale; /* carry: what rounding took from the sum [Neumaier 1974] */
  Reading least, greatest;
} Block;

struct Accumulator {
  long long count, nonfinite;
  long long length; /* values in a full block */
  int blocks;       /* of which values were seen */
  Block block[BLOCKS];
  double smooth[BLOCKS]; /* window k begins with block k */
  double final, maximum, scale;
};

void AccumulatorReset(Accumulator *a) {
  memset(a, 0, sizeof(*a));
  a->length = 1;
}

Accumulator *AccumulatorCreate(void) {
  Accumulator *a = malloc(sizeof(*a));

  if (a)
    AccumulatorReset(a);
  return a;
}

void AccumulatorDestroy(Accumulator *a) { free(a); }

static void BlockAdd(Block *b, const Block *more) {
  const double sum = b->sum + more->sum;

  b->carry +=
      fabs(b->sum) >= fabs(more->sum) ? (b->sum - sum) + more->sum : (more->sum - sum) + b->sum;
  b->carry += more->carry;
  b->sum = sum;
  b->square += more->square;
  b->maximum = fmax(b->maximum, more->maximum);
  b->scale = fmax(b->scale, more->scale);
  if (more->count && (!b->count || more->least.value < b->least.value))
    b->least = more->least;
  if (more->count && (!b->count || more->greatest.value > b->greatest.value))
    b->greatest = more->greatest;
  b->count += more->count;
}

static void MergeBlocks(Accumulator *a) {
  for (int k = 0; k < BLOCKS / 2; k++) {
    Block merged = a->block[2 * k];

    BlockAdd(&merged, &a->block[2 * k + 1]);
    a->block[k] = merged;
  }
  memset(&a->block[BLOCKS / 2], 0, sizeof(a->block[0]) * (BLOCKS / 2));
  for (int k = 0; k < BLOCKS / 2; k++) {
    static const double binomial[BOXES + 1] = {1, 4, 6, 4, 1};
    double sum = 0;

    for (int j = 0; j <= BOXES && 2 * k + j < BLOCKS; j++)
      sum += binomial[j] * a->smooth[2 * k + j];
    a->smooth[k] = sum / 16;
  }
  memset(&a->smooth[BLOCKS / 2], 0, sizeof(a->smooth[0]) * (BLOCKS / 2));
  a->blocks = BLOCKS / 2;
  a->length *= 2;
}

/* Entry n of the window of four boxes of B, over B^4: the number of ways to write n as a sum of
 * four integers in [0,B). */
static double SplineWeight(double n, double B) {
  const double end = BOXES * (B - 1), x = n > end - n ? end - n : n, y = x - B;

  if (x < 0)
    return 0;
  double ways = (x + 1) * (x + 2) * (x + 3) / 6;
  if (y >= 0)
    ways -= 4 * (y + 1) * (y + 2) * (y + 3) / 6;
  return ways / (B * B * B * B);
}

void AccumulatorAdd(Accumulator *a, double time, double value) {
  const Block one = {.count = 1,
                     .sum = value,
                     .square = value * value,
                     .maximum = fabs(value),
                     .scale = a->scale,
                     .least = {value, time},
                     .greatest = {value, time}};

  if (!(fabs(value) < HUGE_VALUE)) {
    a->nonfinite++;
    a->count++;
    return;
  }
  while (a->count >= BLOCKS * a->length)
    MergeBlocks(a);
  int k = (int)(a->count / a->length);
  a->blocks = k + 1;
  BlockAdd(&a->block[k], &one);
  for (int j = 0; j < BOXES && k - j >= 0; j++) {
    const double n = (double)(a->count - (k - j) * a->length);

    a->smooth[k - j] += SplineWeight(n, (double)a->length) * value;
  }
  a->final = value;
  a->maximum = fmax(a->maximum, fabs(value));
  a->count++;
}

void AccumulatorSetScale(Accumulator *a, double scale) { a->scale = scale; }

AccumulatorSummary AccumulatorSummarise(const Accumulator *a) {
  const int any = a->count > a->nonfinite;

  return (AccumulatorSummary){.count = a->count,
                              .nonfinite = a->nonfinite,
                              .length = a->length,
                              .maximum = any ? a->maximum : NAN,
                              .final = any ? a->final : NAN};
}

int AccumulatorBlocks(const Accumulator *a, AccumulatorBlock block[ACCUMULATOR_BLOCKS]) {
  int k;

  for (k = 0; k < a->blocks; k++) {
    const Block *b = &a->block[k];
    const double n = (double)b->count;
    const int falls = b->greatest.time < b->least.time;

    if (b->count == 0 || (b->count < a->length && (k + 1) * a->length <= a->count))
      break;
    block[k] = (AccumulatorBlock){.count = b->count,
                                  .mean = (b->sum + b->carry) / n,
                                  .mean_square = b->square / n,
                                  .maximum = b->maximum,
                                  .first = falls ? b->greatest.value : b->least.value,
                                  .second = falls ? b->least.value : b->greatest.value,
                                  .scale = b->scale};
  }
  return k;
}

int AccumulatorSmooth(const Accumulator *a, double value[ACCUMULATOR_BLOCKS]) {
  int k;

  for (k = 0; k < a->blocks && k * a->length + BOXES * (a->length - 1) < a->count; k++)
    value[k] = a->smooth[k];
  return k;
}
