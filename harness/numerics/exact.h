/* Numbers that are known exactly: a value in quadruple precision, how far it may be off, and what it is
 * modulo two primes near 2^61. Rational numbers and roots have an image there which keeps sums and
 * products, so that an equation between them holds if it does modulo both primes, but for one chance
 * in 2^120, whatever rounding does to the values; and it does not hold if it fails modulo one. */
#pragma once

#include "numerics/quad.h"
#include <petscsys.h>

enum { EXACT_PRIMES = 2 };

typedef struct {
  Quad value;
  PetscReal error; /* bound, from digits that are cut off and from the arithmetic */
  uint64_t residue[EXACT_PRIMES];
} ExactNumber;

/* What is known of the numbers that were made, the worst of all. */
typedef enum {
  EXACT_CERTAIN, /* rational numbers, and roots of such */
  EXACT_NESTED,  /* roots of other roots too, whose sign modulo a prime is a guess */
  EXACT_LACKING, /* no such root modulo one of the primes: others have it */
  EXACT_UNKNOWN  /* decimals with many digits, cosines and the like: the residues mean nothing */
} Exactness;

typedef struct {
  uint64_t prime[EXACT_PRIMES];
  Exactness exactness;
  PetscInt moment;   /* of a function of z as a power series, see ExactPhi; 0: its value at z = 1 */
  PetscInt places;   /* after the point, of the rounded decimal that has most */
  PetscBool rounded; /* decimals with several places are rounded: a second reading of a table */
  PetscBool doubles; /* a decimal has all digits of a double: a program computed them */
} ExactField;

enum { EXACT_PLACES_ROUNDED = 3 }; /* decimals with fewer places are exact */
/* Up to so many errors a number may be 0: of rounded decimals up to one unit of the last places. */
#define EXACT_SLACK 4.0

/* Of the values' arithmetic. */
#if HAVE_QUAD
#define EXACT_EPSILON 1e-34
#else
#define EXACT_EPSILON 1.2e-16
#endif

static inline uint64_t ModularAdd(uint64_t a, uint64_t b, uint64_t p) {
  const uint64_t sum = a + b;
  return sum < p ? sum : sum - p;
}
static inline uint64_t ModularMultiply(uint64_t a, uint64_t b, uint64_t p) {
  __extension__ typedef unsigned __int128 Wide;
  return (uint64_t)((Wide)a * b % p);
}
/* xⁿ mod p. */
extern uint64_t ModularPower(uint64_t x, uint64_t n, uint64_t p);
/* 1/x mod p, x not 0. */
static inline uint64_t ModularInverse(uint64_t x, uint64_t p) { return ModularPower(x, p - 2, p); }
/* The largest prime below the number modulo which roots are taken: 3 modulo 4, and p − 1 has no odd
 * factor up to 13. */
extern uint64_t ModularPrimeBelow(uint64_t below);
/* Where to begin to look for primes. */
#define MODULAR_FIRST (UINT64_C(1) << 61)
/* The roots of Σ_{k≤n} coefficient_k x^k, n ≤ 16, if they are n different ones modulo p; false: they
 * are not. */
extern PetscBool ModularSplit(PetscInt n, const uint64_t coefficient[], uint64_t p,
                              uint64_t root[]);

static inline ExactNumber ExactAdd(const ExactField *f, ExactNumber a, ExactNumber b) {
  ExactNumber sum = {.value = a.value + b.value, .error = a.error + b.error};
  sum.error += EXACT_EPSILON * fabs((PetscReal)sum.value);
  for (int i = 0; i < EXACT_PRIMES; ++i)
    sum.residue[i] = ModularAdd(a.residue[i], b.residue[i], f->prime[i]);
  return sum;
}
static inline ExactNumber ExactNegative(const ExactField *f, ExactNumber a) {
  a.value = -a.value;
  for (int i = 0; i < EXACT_PRIMES; ++i)
    a.residue[i] = a.residue[i] ? f->prime[i] - a.residue[i] : 0;
  return a;
}
static inline ExactNumber ExactSubtract(const ExactField *f, ExactNumber a, ExactNumber b) {
  return ExactAdd(f, a, ExactNegative(f, b));
}
static inline ExactNumber ExactMultiply(const ExactField *f, ExactNumber a, ExactNumber b) {
  const PetscReal x = fabs((PetscReal)a.value), y = fabs((PetscReal)b.value);
  ExactNumber product = {.value = a.value * b.value,
                         .error =
                             x * b.error + y * a.error + a.error * b.error + EXACT_EPSILON * x * y};
  for (int i = 0; i < EXACT_PRIMES; ++i)
    product.residue[i] = ModularMultiply(a.residue[i], b.residue[i], f->prime[i]);
  return product;
}

extern ExactNumber ExactInteger(const ExactField *, int64_t);
extern ExactNumber ExactSum(const ExactField *, PetscInt count, const ExactNumber x[]);
/* The same of x_i y_i. */
extern ExactNumber ExactDot(const ExactField *, PetscInt count, const ExactNumber x[],
                            const ExactNumber y[]);
/* out = A x, of a matrix of s x s and one of s x columns, row by row. */
extern void ExactProduct(const ExactField *, PetscInt s, const ExactNumber A[],
                         const ExactNumber x[], PetscInt columns, ExactNumber out[]);
/* Gauss's and Jordan's elimination of the first `columns` columns of rows × width; pivot[i] is the column of row i,
 * and the rows from *rank on are 0 in these columns. */
extern void ExactEliminate(ExactField *, PetscInt rows, PetscInt columns, PetscInt width,
                           ExactNumber m[], PetscInt pivot[], PetscInt *rank);
/* Of a value that is 0 in one of the fields only, the field is LACKING. */
extern ExactNumber ExactDivide(ExactField *, ExactNumber, ExactNumber);
/* The fraction with the smallest denominator, at most `most`, that the value is up to the tolerance; false: there is
 * no such fraction. */
extern PetscBool FractionFind(Quad value, Quad tolerance, Quad most, int64_t *numerator,
                              int64_t *denominator);
/* The fraction of small integers that the value is, up to rounding; else UNKNOWN. */
extern ExactNumber ExactFromValue(ExactField *, Quad);
/* A value without an exact text: its error is at most the given one, and it is UNKNOWN. */
extern ExactNumber ExactMeasured(ExactField *, Quad value, PetscReal error);
/* A decimal number at the beginning of the text, to *end. With more than 12 digits it is UNKNOWN, and
 * off by up to one of its last. With 7 to 12 digits after or around a point it may be meant exactly, or be
 * rounded: its residues are exact, and its error is one of its last digit. In a field where decimals are rounded its
 * error is that of its last place, but for 0.25 and 0.125, and for those that have not half as many places as others. */
extern ExactNumber ExactLiteral(ExactField *, const char *text, char **end);
/* Where the exponent is a fraction of small integers; else UNKNOWN. */
extern ExactNumber ExactPower(ExactField *, ExactNumber, ExactNumber exponent);
extern ExactNumber ExactRoot(ExactField *, ExactNumber);

/* A moment of φ_k(x z) = Σ (x z)^n/(n+k)!, k ≥ 0: the coefficient of z^(moment − 1) or, from EXACT_MOMENT_RANDOM on,
 * a sum of the first EXACT_MOMENT_TERMS coefficients with random weights, so that functions with moment 0 vanish.
 * EXACT_MOMENT_SUM is the sum of the first two of those. */
enum { EXACT_MOMENT_RANDOM = 32, EXACT_MOMENT_SUM = 64, EXACT_MOMENT_TERMS = 48 };
extern ExactNumber ExactPhi(ExactField *, PetscInt k, ExactNumber x);

/* Whether it is 0, as far as the field tells: exactly, or up to the slack. */
extern PetscBool ExactVanishes(const ExactField *, ExactNumber);
static inline PetscBool ExactAgree(const ExactField *f, ExactNumber a, ExactNumber b) {
  return ExactVanishes(f, ExactSubtract(f, a, b));
}
/* Exactly alone: modulo both primes. */
extern PetscBool ExactIsZero(const ExactField *, ExactNumber);
