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

enum { BLOCKS = ACCUMULATOR_BLOCKS, PIECES = ACCUMULATOR_SERIES / 2, BOXES = ACCUMULATOR_BOXES };
#define HUGE_VALUE 1e150 /* the squares above would overflow */

typedef struct {
  long long count;
  double sum, carry, square, maximum,
      scale; /* carry: what rounding took from the sum [Neumaier 1974] */
} Block;

/* Of consecutive values the least and the greatest, [time, value] each: what a drawing needs.
 * Single values at equal distances would draw slow waves that are not there. */
typedef struct {
  double least[2], greatest[2];
} Piece;

struct Accumulator {
  long long count, nonfinite;
  long long length; /* values in a full block */
  int blocks;       /* of which values were seen */
  Block block[BLOCKS];
  double smooth[BLOCKS]; /* window k begins with block k */
  long long stride;      /* values in a full piece */
  int pieces;
  Piece piece[PIECES];
  double first, last, final, maximum, scale;
};

void AccumulatorReset(Accumulator *a) {
  memset(a, 0, sizeof(*a));
  a->length = 1;
  a->stride = 1;
}

Accumulator *AccumulatorCreate(void) {
  Accumulator *a = malloc(sizeof(*a));

  if (a)
    AccumulatorReset(a);
  return a;
}

void AccumulatorDestroy(Accumulator *a) { free(a); }

static void BlockAdd(Block *b, double value, double carry, double square, double maximum,
                     long long count) {
  const double sum = b->sum + value;

  b->carry += fabs(b->sum) >= fabs(value) ? (b->sum - sum) + value : (value - sum) + b->sum;
  b->carry += carry;
  b->sum = sum;
  b->square += square;
  b->maximum = fmax(b->maximum, maximum);
  b->count += count;
}

static void Merge(Accumulator *a) {
  for (int k = 0; k < BLOCKS / 2; k++) {
    Block merged = a->block[2 * k];
    const Block *b = &a->block[2 * k + 1];

    BlockAdd(&merged, b->sum, b->carry, b->square, b->maximum, b->count);
    merged.scale = fmax(merged.scale, b->scale);
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
static double Weight(double n, double B) {
  const double end = BOXES * (B - 1), x = n > end - n ? end - n : n, y = x - B;
  double ways;

  if (x < 0)
    return 0;
  ways = (x + 1) * (x + 2) * (x + 3) / 6;
  if (y >= 0)
    ways -= 4 * (y + 1) * (y + 2) * (y + 3) / 6;
  return ways / (B * B * B * B);
}

static void PieceAdd(Piece *p, const Piece *other) {
  if (other->least[1] < p->least[1])
    memcpy(p->least, other->least, sizeof(p->least));
  if (other->greatest[1] > p->greatest[1])
    memcpy(p->greatest, other->greatest, sizeof(p->greatest));
}

/* The value number a->count. */
static void SeriesAdd(Accumulator *a, double time, double value) {
  const Piece one = {{time, value}, {time, value}};
  int k;

  while (a->count >= PIECES * a->stride) {
    for (k = 0; k < a->pieces; k++) {
      if (k % 2)
        PieceAdd(&a->piece[k / 2], &a->piece[k]);
      else
        a->piece[k / 2] = a->piece[k];
    }
    a->pieces = (a->pieces + 1) / 2;
    a->stride *= 2;
  }
  k = (int)(a->count / a->stride);
  if (k < a->pieces)
    PieceAdd(&a->piece[k], &one);
  else {
    for (; a->pieces <= k; a->pieces++) /* values that were not finite leave none of their own */
      a->piece[a->pieces] = one;
  }
}

void AccumulatorAdd(Accumulator *a, double time, double value) {
  int k;

  if (a->count == 0)
    a->first = time;
  a->last = time;
  if (!(fabs(value) < HUGE_VALUE)) {
    a->nonfinite++;
    a->count++;
    return;
  }
  while (a->count >= BLOCKS * a->length)
    Merge(a);
  k = (int)(a->count / a->length);
  a->blocks = k + 1;
  BlockAdd(&a->block[k], value, 0, value * value, fabs(value), 1);
  a->block[k].scale = fmax(a->block[k].scale, a->scale);
  for (int j = 0; j < BOXES && k - j >= 0; j++) {
    const double n = (double)(a->count - (k - j) * a->length);

    a->smooth[k - j] += Weight(n, (double)a->length) * value;
  }
  SeriesAdd(a, time, value);
  a->final = value;
  a->maximum = fmax(a->maximum, fabs(value));
  a->count++;
}

void AccumulatorSetScale(Accumulator *a, double scale) { a->scale = scale; }

AccumulatorSummary AccumulatorSummarise(const Accumulator *a) {
  const int any = a->count > a->nonfinite;
  const AccumulatorSummary summary = {.count = a->count,
                                      .nonfinite = a->nonfinite,
                                      .maximum = any ? a->maximum : NAN,
                                      .final = any ? a->final : NAN};

  return summary;
}

/* The time between two values. */
static double Spacing(const Accumulator *a) {
  return a->count > 1 ? (a->last - a->first) / (double)(a->count - 1) : 0;
}

int AccumulatorBlocks(const Accumulator *a, AccumulatorBlock block[ACCUMULATOR_BLOCKS]) {
  const double step = Spacing(a);
  int count = 0;

  for (int k = 0; k < a->blocks; k++) {
    const Block *b = &a->block[k];
    const double n = (double)b->count, middle = (double)(k * a->length) + (n - 1) / 2;

    if (b->count == 0)
      continue;
    block[count].count = b->count;
    block[count].time = a->first + middle * step;
    block[count].mean = (b->sum + b->carry) / n;
    block[count].mean_square = b->square / n;
    block[count].maximum = b->maximum;
    block[count++].scale = b->scale;
  }
  return count;
}

int AccumulatorSmooth(const Accumulator *a, long long *steps, double time[ACCUMULATOR_BLOCKS],
                      double value[ACCUMULATOR_BLOCKS]) {
  const double step = Spacing(a);
  int k;

  *steps = a->length;
  for (k = 0; k < a->blocks; k++) {
    const long long begin = k * a->length, end = begin + BOXES * (a->length - 1);

    if (end >= a->count)
      break;
    time[k] = a->first + (double)(begin + end) / 2 * step;
    value[k] = a->smooth[k];
  }
  return k;
}

int AccumulatorSeries(const Accumulator *a, double series[ACCUMULATOR_SERIES][2]) {
  int count = 0;

  for (int i = 0; i < a->pieces; i++) {
    const Piece *p = &a->piece[i];
    const int falls = p->greatest[0] < p->least[0];
    const double *one = falls ? p->greatest : p->least, *two = falls ? p->least : p->greatest;

    memcpy(series[count++], one, sizeof(series[0]));
    if (one[0] != two[0])
      memcpy(series[count++], two, sizeof(series[0]));
  }
  return count;
}
