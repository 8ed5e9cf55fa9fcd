/* Intervals of stability: the first sign change of E = |D|² − |N|² on the axis. Coefficients of Bernstein that are
 * not negative show that E is not on an interval; others are halved until they do, or until the zero is found
 * [Lane, Riesenfeld, BIT 21 (1981) 112]. */
#include "numerics/scheme_answers.h"

enum { DEGREE_MOST = 2 * STABILITY_STAGES, HALVINGS = 90, DOUBLINGS = 60, NEWTON = 4 };

typedef struct {
  PetscInt degree;
  ExactNumber at[DEGREE_MOST + 1];
} Polynomial;

/* e += ± |x(z)|², of n + 1 coefficients: at z = −t in powers of t, or at z = iy in powers of y². */
static void AddSquare(const ExactField *f, PetscInt n, const ExactNumber *x, PetscBool minus,
                      PetscBool imaginary, Polynomial *e) {
  for (PetscInt i = 0; i <= n; ++i)
    for (PetscInt j = 0; j <= n; ++j) {
      ExactNumber product = ExactMultiply(f, x[i], x[j]);
      /* quarter turns of conj(z^i) z^j, of which imaginary parts cancel */
      const PetscInt turns = imaginary ? (j - i + 4 * n) % 4 : 2 * ((i + j) % 2);
      if (imaginary && (i + j) % 2)
        continue;
      if ((turns == 2) != minus)
        product = ExactNegative(f, product);
      const PetscInt at = imaginary ? (i + j) / 2 : i + j;
      e->at[at] = ExactAdd(f, e->at[at], product);
    }
}

static Quad Value(const Polynomial *e, Quad t, Quad *slope, PetscReal *error) {
  Quad value = 0;
  *slope = 0;
  *error = 0;
  for (PetscInt k = e->degree; k >= 0; --k) {
    *slope = *slope * t + value;
    value = value * t + e->at[k].value;
    *error = *error * (PetscReal)t + e->at[k].error + EXACT_EPSILON * fabs((PetscReal)value);
  }
  return value;
}

/* The coefficients of Bernstein on [from, from + width]. */
static void ToBernstein(const Polynomial *e, Quad from, Quad width, Quad b[]) {
  const PetscInt n = e->degree;
  Quad power = 1;
  for (PetscInt k = 0; k <= n; ++k)
    b[k] = e->at[k].value;
  for (PetscInt k = 0; k < n; ++k)
    for (PetscInt j = n - 1; j >= k; --j)
      b[j] += from * b[j + 1];
  for (PetscInt k = 0; k <= n; ++k, power *= width * (Quad)k / (Quad)(n - k + 1))
    b[k] *= power; /* over the binomial */
  for (PetscInt k = 1; k <= n; ++k)
    for (PetscInt j = n; j >= k; --j)
      b[j] += b[j - 1];
}

/* Where E is first below −slack, up to a piece of 2^−HALVINGS of the interval; false: nowhere. */
static PetscBool FirstBelow(PetscInt n, const Quad b[], Quad slack, PetscInt depth, Quad from,
                            Quad width, Quad *where) {
  Quad left[DEGREE_MOST + 1], right[DEGREE_MOST + 1];
  PetscBool below = PETSC_FALSE;
  for (PetscInt k = 0; k <= n; ++k) {
    below = (PetscBool)(below || b[k] < -slack);
    right[k] = b[k];
  }
  *where = from;
  if (!below || depth == 0)
    return below;
  for (PetscInt k = 0; k <= n; ++k) { /* de Casteljau */
    left[k] = right[0];
    for (PetscInt j = 0; j < n - k; ++j)
      right[j] = (right[j] + right[j + 1]) / 2;
  }
  return (PetscBool)(FirstBelow(n, left, slack, depth - 1, from, width / 2, where) ||
                     FirstBelow(n, right, slack, depth - 1, from + width / 2, width / 2, where));
}

/* The zero is where E changes its sign, but for a slack that allows |R| to touch 1. */
static SchemeFigure FirstZero(const Polynomial *e) {
  Quad b[DEGREE_MOST + 1], slope, value, t;
  PetscReal error;
  for (int k = 0; k < DOUBLINGS; ++k) {
    const Quad from = k ? scalbnq(1, k - 1) : 0, width = k ? from : 1;
    (void)Value(e, from + width, &slope, &error);
    ToBernstein(e, from, width, b);
    if (!FirstBelow(e->degree, b, 4 * (Quad)error, HALVINGS, from, width, &t))
      continue;
    for (int i = 0; i < NEWTON; ++i) {
      value = Value(e, t, &slope, &error);
      if (slope < 0 && fabsq(value / slope) <= QUAD_C(1e-6) * t)
        t -= value / slope;
    }
    value = Value(e, t, &slope, &error);
    return (SchemeFigure){(PetscReal)t, ((PetscReal)fabsq(value) + error) / fabs((PetscReal)slope)};
  }
  return (SchemeFigure){INFINITY, 0};
}

/* Low and high coefficients that vanish within the digits given do not count. */
static SchemeFigure Interval(const StabilityPolynomials *R, PetscBool imaginary) {
  const ExactField *f = &R->field;
  Polynomial e = {.degree = imaginary ? R->s : 2 * R->s};
  PetscInt low = 0;
  AddSquare(f, R->s, R->denominator, PETSC_FALSE, imaginary, &e);
  AddSquare(f, R->s, R->numerator, PETSC_TRUE, imaginary, &e);
  while (low <= e.degree && fabs((PetscReal)e.at[low].value) <= 16 * e.at[low].error)
    ++low;
  while (e.degree > low && fabs((PetscReal)e.at[e.degree].value) <= 16 * e.at[e.degree].error)
    --e.degree;
  if (low > e.degree)
    return (SchemeFigure){INFINITY, 0};
  for (PetscInt k = low; k <= e.degree; ++k)
    e.at[k - low] = e.at[k];
  e.degree -= low;
  return e.at[0].value < 0 ? (SchemeFigure){0, 0} : FirstZero(&e);
}

SchemeFigure SchemeRealInterval(const StabilityPolynomials *R) { return Interval(R, PETSC_FALSE); }

/* In y². */
SchemeFigure SchemeImaginaryInterval(const StabilityPolynomials *R) {
  SchemeFigure square = Interval(R, PETSC_TRUE);
  if (isinf(square.value) || square.value == 0)
    return square;
  square.error /= 2 * sqrt(square.value);
  square.value = sqrt(square.value);
  return square;
}
