/* Gauss's elimination by rows with partial pivoting, in a window of lower + 1 rows that moves down the
 * band. A ring is cut open: its last unknowns, as many as the band is wide on one side, are the
 * border of a matrix that is banded on a line, and are found first, from the Schur complement
 *     [B C; D E] (x, y) = (f, g):   (E − D B⁻¹C) y = g − D B⁻¹f,   x = B⁻¹f − B⁻¹C y.
 * B may be singular where the ring is not: such a matrix is then taken for singular as well. */
#include "solver/banded_lu.h"
#include "solver/dense_lu.h"

struct _p_BandedLU {
  PetscInt n, lower, width;
  PetscInt inner, border;           /* unknowns on the line, and those that close the ring */
  PetscReal *up, *down;             /* inner×width with the reciprocal pivot first; inner×lower */
  PetscInt *pivot;                  /* inner: how far below the row that was exchanged lay */
  PetscReal *window, *terms;        /* lower + 1 rows of `width`; the sizes of what was added up */
  PetscReal *columns, *rows;        /* B⁻¹C, inner×border; D and E, border×width */
  PetscReal *schur, *schur_factors; /* border×border */
  PetscInt *schur_pivot;
  PetscReal *x, *y; /* inner and zeros behind; border */
};

PetscErrorCode BandedLUCreate(PetscInt n, PetscInt lower, PetscInt upper, PetscBool periodic,
                              BandedLU *out) {
  BandedLU a;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&a));
  a->n = n;
  a->lower = lower;
  a->width = lower + 1 + upper;
  a->border = periodic ? PetscMax(lower, upper) : 0;
  a->inner = n - a->border;
  PetscCall(
      PetscMalloc3(a->inner * a->width, &a->up, a->inner * lower, &a->down, a->inner, &a->pivot));
  PetscCall(PetscMalloc4((lower + 1) * a->width, &a->window, (lower + 1) * a->width, &a->terms,
                         a->inner + a->width, &a->x, a->border, &a->y));
  PetscCall(PetscMalloc5(a->inner * a->border, &a->columns, a->border * a->width, &a->rows,
                         a->border * a->border, &a->schur, a->border * a->border, &a->schur_factors,
                         a->border, &a->schur_pivot));
  *out = a;
  PetscFunctionReturn(0);
}

PetscErrorCode BandedLUDestroy(BandedLU *lu) {
  BandedLU a = *lu;

  PetscFunctionBeginUser;
  if (!a)
    PetscFunctionReturn(0);
  PetscCall(PetscFree3(a->up, a->down, a->pivot));
  PetscCall(PetscFree4(a->window, a->terms, a->x, a->y));
  PetscCall(PetscFree5(a->columns, a->rows, a->schur, a->schur_factors, a->schur_pivot));
  PetscCall(PetscFree(*lu));
  PetscFunctionReturn(0);
}

/* The column of entry k of row i; -1 outside the matrix. */
static inline PetscInt Column(const struct _p_BandedLU *a, PetscInt i, PetscInt k) {
  const PetscInt j = i - a->lower + k;
  if (j >= 0 && j < a->n)
    return j;
  return !a->border ? -1 : j < 0 ? j + a->n : j - a->n;
}

/* Row i of the line into the window, from column `first` on. Entries round the ring belong to the
 * border. */
static void Load(const struct _p_BandedLU *a, const PetscReal *band, PetscInt i, PetscInt first,
                 PetscInt slot) {
  PetscReal *const row = a->window + slot * a->width, *const terms = a->terms + slot * a->width;
  for (PetscInt e = 0; e < a->width; e++) {
    const PetscInt j = first + e, k = j - i + a->lower;
    row[e] = k >= 0 && k < a->width && j < a->inner ? band[i * a->width + k] : 0;
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

static PetscBool FactorLine(BandedLU a, const PetscReal *band) {
  for (PetscInt i = 0; i < PetscMin(a->lower, a->inner); i++)
    Load(a, band, i, 0, i);
  for (PetscInt k = 0; k < a->inner; k++) {
    const PetscInt count = PetscMin(a->lower + 1, a->inner - k);
    if (k + a->lower < a->inner)
      Load(a, band, k + a->lower, k, a->lower);
    if (!Exchange(a, count, k))
      return PETSC_FALSE;
    Eliminate(a, count, k);
  }
  return PETSC_TRUE;
}

/* B⁻¹ of the line, in place; x has `width` zeros behind it. */
static void SolveLine(BandedLU a, PetscReal *x) {
  const PetscInt lower = a->lower, width = a->width;
  const PetscReal *down = a->down, *up = a->up + a->inner * width;
  for (PetscInt k = 0; k < a->inner; k++, down += lower) {
    const PetscReal value = x[k + a->pivot[k]];
    x[k + a->pivot[k]] = x[k];
    x[k] = value;
    for (PetscInt i = 0; i < lower; i++)
      x[k + 1 + i] -= down[i] * value; /* by 0 behind the end */
  }
  for (PetscInt k = a->inner - 1; k >= 0; k--) {
    PetscReal sum = x[k];
    up -= width;
    for (PetscInt e = width - 1; e > 0; e--) /* the one just found last: nothing waits for it */
      sum -= up[e] * x[k + e];
    x[k] = sum * up[0];
  }
}

static PetscBool FactorRing(BandedLU a, const PetscReal *band) {
  const PetscInt inner = a->inner, border = a->border, width = a->width;
  if (!border)
    return PETSC_TRUE;
  for (PetscInt e = 0; e < border * width; e++)
    a->rows[e] = band[inner * width + e];
  for (PetscInt c = 0; c < border; c++) {
    for (PetscInt i = 0; i < inner + width; i++)
      a->x[i] = 0;
    for (PetscInt i = 0; i < inner; i++)
      for (PetscInt k = 0; k < width; k++)
        if (Column(a, i, k) == inner + c)
          a->x[i] += band[i * width + k];
    SolveLine(a, a->x);
    for (PetscInt i = 0; i < inner; i++)
      a->columns[i * border + c] = a->x[i];
  }
  for (PetscInt i = 0; i < border; i++) {
    PetscReal *const row = a->schur + i * border;
    for (PetscInt c = 0; c < border; c++)
      row[c] = 0;
    for (PetscInt k = 0; k < width; k++) {
      const PetscInt j = Column(a, inner + i, k);
      const PetscReal entry = a->rows[i * width + k];
      if (j >= inner)
        row[j - inner] += entry;
      for (PetscInt c = 0; j < inner && c < border; c++)
        row[c] -= entry * a->columns[j * border + c];
    }
  }
  for (PetscInt e = 0; e < border * border; e++)
    a->schur_factors[e] = a->schur[e];
  return (PetscBool)(DenseLUFactor(border, a->schur_factors, a->schur_pivot) > 0 &&
                     !DenseLUIsSingular(border, a->schur, a->schur_factors, a->schur_pivot));
}

PetscBool BandedLUFactor(BandedLU a, const PetscReal *band) {
  return (PetscBool)(FactorLine(a, band) && FactorRing(a, band));
}

void BandedLUSolve(BandedLU a, const PetscReal *b, PetscReal *x) {
  const PetscInt inner = a->inner, border = a->border, width = a->width;
  for (PetscInt i = 0; i < inner; i++)
    a->x[i] = b[i];
  for (PetscInt i = 0; i < width; i++)
    a->x[inner + i] = 0;
  SolveLine(a, a->x);
  for (PetscInt i = 0; i < border; i++) {
    a->y[i] = b[inner + i];
    for (PetscInt k = 0; k < width; k++) {
      const PetscInt j = Column(a, inner + i, k);
      if (j < inner)
        a->y[i] -= a->rows[i * width + k] * a->x[j];
    }
  }
  if (border)
    DenseLUSolve(border, a->schur_factors, a->schur_pivot, a->y, a->y);
  for (PetscInt i = 0; i < inner; i++) {
    PetscReal sum = a->x[i];
    for (PetscInt c = 0; c < border; c++)
      sum -= a->columns[i * border + c] * a->y[c];
    x[i] = sum;
  }
  for (PetscInt i = 0; i < border; i++)
    x[inner + i] = a->y[i];
}
