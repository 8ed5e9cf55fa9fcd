/* Gauss's elimination by rows with partial pivoting, in a window of rows that moves down the band. A ring is
 * folded: its unknowns are taken from both sides in turn, 0, n−1, 1, n−2, …, so that those which are d apart on
 * it are at most 2d apart on a line. */
#include "solver/banded_lu.h"

struct _p_BandedLU {
  PetscInt n, given, given_lower; /* the band as it is given: entries of a row, those below */
  PetscInt lower, width;          /* of the line */
  PetscBool ring;
  PetscReal *up, *down;      /* n×width with the reciprocal pivot first; n×lower */
  PetscInt *pivot;           /* n: how far below the row that was exchanged lay */
  PetscReal *window, *terms; /* lower + 1 rows of `width`; the sizes of what was added up */
  PetscReal *x;              /* n, and zeros behind */
};

PetscErrorCode BandedLUCreate(PetscInt n, PetscInt lower, PetscInt upper, PetscBool periodic,
                              BandedLU *out) {
  const PetscInt folded = 2 * PetscMax(lower, upper);
  BandedLU a;
  PetscCall(PetscNew(&a));
  a->n = n;
  a->given_lower = lower;
  a->given = lower + 1 + upper;
  a->ring = periodic;
  a->lower = PetscMin(periodic ? folded : lower, n - 1);
  a->width = a->lower + 1 + PetscMin(periodic ? folded : upper, n - 1);
  PetscCall(PetscMalloc3(n * a->width, &a->up, n * a->lower, &a->down, n, &a->pivot));
  PetscCall(PetscMalloc3((a->lower + 1) * a->width, &a->window, (a->lower + 1) * a->width,
                         &a->terms, n + a->width, &a->x));
  *out = a;
  return 0;
}

PetscErrorCode BandedLUDestroy(BandedLU *lu) {
  BandedLU a = *lu;
  if (!a)
    return 0;
  PetscCall(PetscFree3(a->up, a->down, a->pivot));
  PetscCall(PetscFree3(a->window, a->terms, a->x));
  return PetscFree(*lu);
}

/* Where an unknown is on the line, and back. */
static inline PetscInt PlaceOf(const struct _p_BandedLU *a, PetscInt i) {
  return !a->ring ? i : 2 * i < a->n ? 2 * i : 2 * (a->n - 1 - i) + 1;
}
static inline PetscInt UnknownAt(const struct _p_BandedLU *a, PetscInt place) {
  return !a->ring ? place : place % 2 ? a->n - 1 - place / 2 : place / 2;
}

/* The row of a place into the window, from column `first` on. */
static void Load(const struct _p_BandedLU *a, const PetscReal *band, PetscInt place, PetscInt first,
                 PetscInt slot) {
  PetscReal *const row = a->window + slot * a->width, *const terms = a->terms + slot * a->width;
  const PetscInt i = UnknownAt(a, place);
  for (PetscInt e = 0; e < a->width; e++)
    row[e] = terms[e] = 0;
  for (PetscInt k = 0; k < a->given; k++) {
    PetscInt j = i - a->given_lower + k;
    if (a->ring)
      j = j < 0 ? j + a->n : j < a->n ? j : j - a->n;
    if (j < 0 || j >= a->n)
      continue;
    const PetscInt e = PlaceOf(a, j) - first;
    row[e] = band[i * a->given + k];
    terms[e] = PetscAbsReal(row[e]);
  }
}

/* The row of the largest entry in the first column of the window's `count` rows takes the first
 * place; false where what is left there is rounding. */
static PetscBool Exchange(BandedLU a, PetscInt count, PetscInt k) {
  const PetscInt width = a->width;
  PetscInt best = 0;
  for (PetscInt i = 1; i < count; i++)
    if (PetscAbsReal(a->window[i * width]) > PetscAbsReal(a->window[best * width]))
      best = i;
  a->pivot[k] = best;
  for (PetscInt e = 0; best && e < width; e++) {
    const PetscReal row = a->window[e], terms = a->terms[e];
    a->window[e] = a->window[best * width + e];
    a->terms[e] = a->terms[best * width + e];
    a->window[best * width + e] = row;
    a->terms[best * width + e] = terms;
  }
  return (PetscBool)(PetscAbsReal(a->window[0]) >
                     64 * (PetscReal)width * PETSC_MACHINE_EPSILON * a->terms[0]);
}

/* The first column of the window's `count` rows is eliminated by its first row, and the rows move up
 * and to the left. */
static void Eliminate(BandedLU a, PetscInt count, PetscInt k) {
  const PetscInt width = a->width;
  PetscReal *const up = a->up + k * width, *const down = a->down + k * a->lower;
  for (PetscInt e = 0; e < width; e++)
    up[e] = a->window[e];
  up[0] = 1 / up[0];
  for (PetscInt i = 1; i <= a->lower; i++) {
    PetscReal *const row = a->window + (i - 1) * width, *const terms = a->terms + (i - 1) * width;
    const PetscReal factor = i < count ? a->window[i * width] * up[0] : 0;
    down[i - 1] = factor;
    for (PetscInt e = 1; i < count && e < width; e++) {
      row[e - 1] = row[width + e] - factor * up[e];
      terms[e - 1] = terms[width + e] + PetscAbsReal(factor * up[e]);
    }
    row[width - 1] = terms[width - 1] = 0;
  }
}

PetscBool BandedLUFactor(BandedLU a, const PetscReal *band) {
  for (PetscInt i = 0; i < a->lower; i++)
    Load(a, band, i, 0, i);
  for (PetscInt k = 0; k < a->n; k++) {
    const PetscInt count = PetscMin(a->lower + 1, a->n - k);
    if (k + a->lower < a->n)
      Load(a, band, k + a->lower, k, a->lower);
    if (!Exchange(a, count, k))
      return PETSC_FALSE;
    Eliminate(a, count, k);
  }
  return PETSC_TRUE;
}

void BandedLUSolve(BandedLU a, const PetscReal *b, PetscReal *out) {
  const PetscInt n = a->n, lower = a->lower, width = a->width;
  const PetscReal *down = a->down, *up = a->up + n * width;
  PetscReal *const x = a->x;
  for (PetscInt k = 0; k < n + width; k++)
    x[k] = k < n ? b[UnknownAt(a, k)] : 0;
  for (PetscInt k = 0; k < n; k++, down += lower) {
    const PetscReal value = x[k + a->pivot[k]];
    x[k + a->pivot[k]] = x[k];
    x[k] = value;
    for (PetscInt i = 0; i < lower; i++)
      x[k + 1 + i] -= down[i] * value; /* by 0 behind the end */
  }
  for (PetscInt k = n - 1; k >= 0; k--) {
    PetscReal sum = x[k];
    up -= width;
    for (PetscInt e = width - 1; e > 0; e--) /* the one just found last: nothing waits for it */
      sum -= up[e] * x[k + e];
    x[k] = sum * up[0];
  }
  for (PetscInt k = 0; k < n; k++)
    out[UnknownAt(a, k)] = x[k];
}
