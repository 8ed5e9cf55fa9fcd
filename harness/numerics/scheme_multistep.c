/* Linear multistep methods. Repeated roots are found by Euclid's algorithm with the exact numbers; what is left
 * has simple roots, which the iteration of Weierstrass finds all at once. */
#include "numerics/scheme.h"

#include <complex.h>

enum { DEGREE_MOST = 64, ITERATIONS = 400, ANGLES = 4096 };

#define ROUNDING 1e-10 /* of moduli */

typedef double complex Complex;

ExactNumber SchemeMultistepConstant(const Scheme *scheme, PetscInt q) {
  ExactField f = scheme->field;
  ExactNumber sum = ExactInteger(&f, 0);
  for (PetscInt j = 0; j < scheme->s; ++j) { /* with x = α_j j^q/q! and y = β_j j^(q−1)/(q−1)! */
    ExactNumber x = scheme->b[0][j], y = q ? scheme->b[1][j] : ExactInteger(&f, 0);
    for (PetscInt k = 1; k <= q; ++k) {
      const ExactNumber node = ExactInteger(&f, j);
      x = ExactDivide(&f, ExactMultiply(&f, x, node), ExactInteger(&f, k));
      if (k < q)
        y = ExactDivide(&f, ExactMultiply(&f, y, node), ExactInteger(&f, k));
    }
    sum = ExactAdd(&f, sum, ExactSubtract(&f, x, y));
  }
  return sum;
}

SchemeDefect SchemeMultistepSymmetric(const Scheme *scheme) {
  const ExactField *f = &scheme->field;
  SchemeDefect d = SchemeNoDefect();
  for (PetscInt j = 0; j < scheme->s; ++j) {
    const PetscInt turned = scheme->s - 1 - j;
    SchemeCollect(scheme, ExactAdd(f, scheme->b[0][j], scheme->b[0][turned]), &d);
    SchemeCollect(scheme, ExactSubtract(f, scheme->b[1][j], scheme->b[1][turned]), &d);
  }
  return d;
}

/* ---- Polynomials ---- */

typedef struct {
  PetscInt degree; /* −1: it is 0 */
  ExactNumber at[DEGREE_MOST + 1];
} Polynomial;

/* What is left of `from` after division, and the quotient. */
static void Divide(ExactField *f, const Polynomial *from, const Polynomial *by, Polynomial *rest,
                   Polynomial *quotient) {
  *rest = *from;
  *quotient = (Polynomial){.degree = from->degree - by->degree};
  for (PetscInt k = quotient->degree; k >= 0; --k) {
    const ExactNumber factor = ExactDivide(f, rest->at[k + by->degree], by->at[by->degree]);
    quotient->at[k] = factor;
    for (PetscInt i = 0; i <= by->degree; ++i)
      rest->at[k + i] = ExactSubtract(f, rest->at[k + i], ExactMultiply(f, factor, by->at[i]));
    rest->degree = k + by->degree - 1;
  }
  while (rest->degree >= 0 && ExactVanishes(f, rest->at[rest->degree]))
    rest->degree--;
}

/* The greatest common divisor with the derivative, and what is left without it. */
static void SplitRepeated(ExactField *f, const Polynomial *p, Polynomial *common,
                          Polynomial *simple) {
  Polynomial two = {.degree = p->degree - 1}, rest, quotient;
  *common = *p;
  for (PetscInt k = 0; k < p->degree; ++k)
    two.at[k] = ExactMultiply(f, ExactInteger(f, k + 1), p->at[k + 1]);
  while (two.degree >= 0) {
    Divide(f, common, &two, &rest, &quotient);
    *common = two;
    two = rest;
  }
  Divide(f, p, common, &rest, simple);
}

/* The value over the first coefficient, or the same of the derivative, by Horner's rule. */
static Complex Value(PetscInt degree, const ExactNumber at[], PetscBool derivative, Complex z) {
  Complex sum = 0;
  for (PetscInt k = degree; k >= (PetscInt)derivative; --k)
    sum = sum * z + (double)(at[k].value / at[degree].value) * (derivative ? (double)k : 1);
  return sum;
}

/* All roots of a polynomial with simple ones; false: the iteration does not end. */
static PetscBool FindRoots(const Polynomial *p, Complex root[]) {
  const PetscInt n = p->degree;
  double moved = 1;
  for (PetscInt i = 0; i < n; ++i)
    root[i] = (0.7 + (double)i / (double)(2 * n)) * cexp((double)i * 2.399963 * _Complex_I);
  for (int iteration = 0; iteration < ITERATIONS && moved > ROUNDING / 100; ++iteration) {
    moved = 0;
    for (PetscInt i = 0; i < n; ++i) {
      Complex step = Value(n, p->at, PETSC_FALSE, root[i]);
      for (PetscInt j = 0; j < n; ++j)
        step /= j == i ? 1 : root[i] - root[j];
      root[i] -= step;
      moved = fmax(moved, isfinite(cabs(step)) ? cabs(step) : INFINITY);
    }
  }
  return (PetscBool)(moved <= ROUNDING / 100);
}

/* ---- The method ---- */

/* Re σ conj(ρ) on the unit circle, relative to the sizes of both; in quadruple precision the terms cancel. */
static PetscReal LeastOnTheCircle(const Scheme *scheme) {
  PetscReal least = INFINITY;
  for (PetscInt i = 0; i <= ANGLES; ++i) {
    Quad value[2][2] = {{0}}, size[2] = {0, 0}; /* of ρ and σ */
    for (PetscInt j = 0; j < scheme->s; ++j)
      for (int k = 0; k < 2; ++k) {
        const Quad angle = QUAD_PI * (Quad)(i * j % (2 * ANGLES)) / ANGLES,
                   b = scheme->b[k][j].value;
        value[k][0] += b * cosq(angle);
        value[k][1] += b * sinq(angle);
        size[k] += fabsq(b);
      }
    least = fmin(least, (PetscReal)((value[0][0] * value[1][0] + value[0][1] * value[1][1]) /
                                    (size[0] * size[1])));
  }
  return least;
}

/* One of the simple roots, which may be one of the common ones. */
static void TakeRoot(const Scheme *scheme, const Polynomial *common, Complex z, PetscReal error,
                     MultistepRoots *out) {
  const PetscInt k = scheme->s - 1;
  const PetscBool repeated =
      (PetscBool)(common->degree > 0 &&
                  cabs(Value(common->degree, common->at, PETSC_FALSE, z)) < 1e-6);
  if (cabs(z - 1) > error || repeated)
    out->largest = fmax(out->largest, cabs(z) > error ? cabs(z) : 0);
  if (fabs(cabs(z) - 1) > error)
    return;
  out->error = fmax(out->error, error);
  out->repeated = (PetscBool)(out->repeated || repeated);
  if (!repeated) {
    Complex sigma = 0;
    for (PetscInt j = k; j >= 0; --j)
      sigma = sigma * z + (double)(scheme->b[1][j].value / scheme->b[0][k].value);
    sigma /= z * Value(k, scheme->b[0], PETSC_TRUE, z);
    out->least_growth = fmin(out->least_growth, creal(sigma));
  }
}

PetscBool SchemeMultistepRoots(const Scheme *scheme, MultistepRoots *out) {
  ExactField f = scheme->field;
  Polynomial rho = {.degree = scheme->s - 1}, common, simple;
  Complex root[DEGREE_MOST + 1];
  PetscReal off = 0;
  *out = (MultistepRoots){.error = ROUNDING, .least_growth = INFINITY};
  if (rho.degree > DEGREE_MOST)
    return PETSC_FALSE;
  memcpy(rho.at, scheme->b[0], (size_t)scheme->s * sizeof *rho.at);
  for (PetscInt j = 0; j < scheme->s; ++j)
    off += rho.at[j].error / fabs((PetscReal)rho.at[rho.degree].value);
  SplitRepeated(&f, &rho, &common, &simple);
  if (!FindRoots(&simple, root))
    return PETSC_FALSE;
  for (PetscInt i = 0; i < simple.degree; ++i)
    TakeRoot(scheme, &common, root[i],
             ROUNDING + 4 * off / cabs(Value(simple.degree, simple.at, PETSC_TRUE, root[i])), out);
  out->least = LeastOnTheCircle(scheme);
  return PETSC_TRUE;
}
