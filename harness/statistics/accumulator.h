/* On-line statistics of one scalar along a run, in constant memory. A study feeds it (t, value) at
 * every step; the judge reads what it makes of them. Plain C. */
#pragma once

#include <stdint.h>

enum { ACCUMULATOR_BLOCKS = 128, ACCUMULATOR_BOXES = 4 };

typedef struct Accumulator Accumulator;

/* NULL: out of memory. */
extern Accumulator *AccumulatorCreate(void);
extern void AccumulatorDestroy(Accumulator *);
/* Forgets everything, for the next run. */
extern void AccumulatorReset(Accumulator *);
/* The next value of equally spaced ones. No allocation. Values that are not finite (or
 * above 1e150) are counted and kept out of the sums. */
extern void AccumulatorAdd(Accumulator *, double time, double value);
/* The size of what cancels in the values from the next one on, until it is set again. */
extern void AccumulatorSetScale(Accumulator *, double scale);

typedef struct {
  long long count, nonfinite; /* values, and how many of them were not finite */
  long long length;           /* the values of a full block, and of a box below */
  double maximum, final; /* the largest |value| and the last value; NaN where none was finite */
} AccumulatorSummary;

extern AccumulatorSummary AccumulatorSummarise(const Accumulator *);

/* Equally many consecutive values; the last block may hold fewer. */
typedef struct {
  double mean, mean_square, maximum; /* maximum: of |value| */
  double first, second; /* the least and the greatest value, in their order: what a drawing needs.
                           Single values at equal distances would draw slow waves that are not there */
  double scale;         /* the largest that was set for one of them; 0: none was */
  int64_t count;
} AccumulatorBlock;

/* Returns how many there are, up to the first that lacks a value. */
extern int AccumulatorBlocks(const Accumulator *, AccumulatorBlock block[ACCUMULATOR_BLOCKS]);

/* Means under a cubic B-spline window made of four boxes, one for each block, with which it begins. An
 * oscillation of period P is damped by (P/πB)^4 in them where the plain means only damp it by P/πB,
 * so that a slow drift shows through. Returns how many there are. */
extern int AccumulatorSmooth(const Accumulator *, double value[ACCUMULATOR_BLOCKS]);
