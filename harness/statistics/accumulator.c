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
#include <string.h>

enum { BLOCKS = 128, PIECES = 500, BOXES = 4 };
#define HUGE_VALUE 1e150 /* the squares above would overflow */

typedef struct {
  PetscInt64 count;
  PetscReal sum, carry; /* carry: what rounding took from the sum [Neumaier 1974] */
  PetscReal square, maximum;
} Block;

/* Of consecutive values the least and the greatest, [time, value] each: what a drawing needs.
 * Single values at equal distances would draw slow waves that are not there. */
typedef struct {
  PetscReal least[2], greatest[2];
} Piece;

struct _p_Accumulator {
  PetscInt64 count, nonfinite;
  PetscInt64 length; /* values in a full block */
  PetscInt blocks;   /* of which values were seen */
  Block block[BLOCKS];
  PetscReal smooth[BLOCKS]; /* window k begins with block k */
  PetscInt64 stride;        /* values in a full piece */
  PetscInt pieces;
  Piece piece[PIECES];
  PetscReal first, last, final, maximum;
};

PetscErrorCode AccumulatorReset(Accumulator a) {
  PetscFunctionBeginUser;
  memset(a, 0, sizeof(*a));
  a->length = 1;
  a->stride = 1;
  PetscFunctionReturn(0);
}

PetscErrorCode AccumulatorCreate(Accumulator *a) {
  PetscFunctionBeginUser;
  PetscCall(PetscNew(a));
  PetscCall(AccumulatorReset(*a));
  PetscFunctionReturn(0);
}

PetscErrorCode AccumulatorDestroy(Accumulator *a) {
  PetscFunctionBeginUser;
  PetscCall(PetscFree(*a));
  PetscFunctionReturn(0);
}

static void BlockAdd(Block *b, PetscReal value, PetscReal carry, PetscReal square,
                     PetscReal maximum, PetscInt64 count) {
  const PetscReal sum = b->sum + value;

  b->carry += fabs(b->sum) >= fabs(value) ? (b->sum - sum) + value : (value - sum) + b->sum;
  b->carry += carry;
  b->sum = sum;
  b->square += square;
  b->maximum = fmax(b->maximum, maximum);
  b->count += count;
}

static void Merge(Accumulator a) {
  for (PetscInt k = 0; k < BLOCKS / 2; k++) {
    Block merged = a->block[2 * k];
    const Block *b = &a->block[2 * k + 1];

    BlockAdd(&merged, b->sum, b->carry, b->square, b->maximum, b->count);
    a->block[k] = merged;
  }
  memset(&a->block[BLOCKS / 2], 0, sizeof(a->block[0]) * (BLOCKS / 2));
  for (PetscInt k = 0; k < BLOCKS / 2; k++) {
    static const PetscReal binomial[BOXES + 1] = {1, 4, 6, 4, 1};
    PetscReal sum = 0;

    for (PetscInt j = 0; j <= BOXES && 2 * k + j < BLOCKS; j++)
      sum += binomial[j] * a->smooth[2 * k + j];
    a->smooth[k] = sum / 16;
  }
  memset(&a->smooth[BLOCKS / 2], 0, sizeof(a->smooth[0]) * (BLOCKS / 2));
  a->blocks = BLOCKS / 2;
  a->length *= 2;
}

/* Entry n of the window of four boxes of B, over B^4: the number of ways to write n as a sum of
 * four integers in [0,B). */
static PetscReal Weight(PetscReal n, PetscReal B) {
  const PetscReal end = BOXES * (B - 1), x = n > end - n ? end - n : n, y = x - B;
  PetscReal ways;

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
static void SeriesAdd(Accumulator a, PetscReal time, PetscReal value) {
  const Piece one = {{time, value}, {time, value}};
  PetscInt k;

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
  k = (PetscInt)(a->count / a->stride);
  if (k < a->pieces)
    PieceAdd(&a->piece[k], &one);
  else {
    for (; a->pieces <= k; a->pieces++) /* values that were not finite leave none of their own */
      a->piece[a->pieces] = one;
  }
}

PetscErrorCode AccumulatorAdd(Accumulator a, PetscReal time, PetscReal value) {
  PetscInt k;

  PetscFunctionBeginUser;
  if (a->count == 0)
    a->first = time;
  a->last = time;
  if (!(fabs(value) < HUGE_VALUE)) {
    a->nonfinite++;
    a->count++;
    PetscFunctionReturn(0);
  }
  while (a->count >= BLOCKS * a->length)
    Merge(a);
  k = (PetscInt)(a->count / a->length);
  a->blocks = k + 1;
  BlockAdd(&a->block[k], value, 0, value * value, fabs(value), 1);
  for (PetscInt j = 0; j < BOXES && k - j >= 0; j++) {
    const PetscReal n = (PetscReal)(a->count - (k - j) * a->length);

    a->smooth[k - j] += Weight(n, (PetscReal)a->length) * value;
  }
  SeriesAdd(a, time, value);
  a->final = value;
  a->maximum = fmax(a->maximum, fabs(value));
  a->count++;
  PetscFunctionReturn(0);
}

PetscErrorCode AccumulatorToJSON(Accumulator a, const char *study, const char *kind,
                                 PetscReal scale, json_t **out) {
  const PetscBool any = (PetscBool)(a->count > a->nonfinite);
  const PetscReal step = a->count > 1 ? (a->last - a->first) / (PetscReal)(a->count - 1) : 0;
  json_t *object = json_object(), *blocks = json_array(), *series = json_array();
  json_t *times = json_array(), *values = json_array(), *smooth = json_object();

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < a->blocks; k++) {
    const Block *b = &a->block[k];
    const PetscReal n = (PetscReal)b->count, middle = (PetscReal)(k * a->length) + (n - 1) / 2;

    if (b->count == 0)
      continue;
    json_array_append_new(blocks,
                          json_pack("{s:I,s:f,s:f,s:f,s:f}", "steps", (json_int_t)b->count, "time",
                                    a->first + middle * step, "mean", (b->sum + b->carry) / n,
                                    "mean_square", b->square / n, "maximum", b->maximum));
  }
  for (PetscInt k = 0; k < a->blocks; k++) {
    const PetscInt64 begin = k * a->length, end = begin + BOXES * (a->length - 1);

    if (end >= a->count)
      break;
    json_array_append_new(times, json_real(a->first + (PetscReal)(begin + end) / 2 * step));
    json_array_append_new(values, json_real(a->smooth[k]));
  }
  for (PetscInt i = 0; i < a->pieces; i++) {
    const Piece *p = &a->piece[i];
    const PetscBool falls = (PetscBool)(p->greatest[0] < p->least[0]);
    const PetscReal *one = falls ? p->greatest : p->least, *two = falls ? p->least : p->greatest;

    json_array_append_new(series, json_pack("[f,f]", one[0], one[1]));
    if (one[0] != two[0])
      json_array_append_new(series, json_pack("[f,f]", two[0], two[1]));
  }
  json_object_set_new(smooth, "order", json_integer(BOXES));
  json_object_set_new(smooth, "steps", json_integer(a->length));
  json_object_set_new(smooth, "times", times);
  json_object_set_new(smooth, "values", values);
  json_object_set_new(object, "study", json_string(study));
  json_object_set_new(object, "kind", json_string(kind));
  json_object_set_new(object, "scale", isfinite(scale) ? json_real(scale) : json_null());
  json_object_set_new(object, "count", json_integer(a->count));
  json_object_set_new(object, "nonfinite", json_integer(a->nonfinite));
  json_object_set_new(object, "maximum", any ? json_real(a->maximum) : json_null());
  json_object_set_new(object, "final", any ? json_real(a->final) : json_null());
  json_object_set_new(object, "blocks", blocks);
  json_object_set_new(object, "smooth", smooth);
  json_object_set_new(object, "series", series);
  *out = object;
  PetscFunctionReturn(0);
}
