#include "numerics/exact.h"

#include <ctype.h>
#include <float.h>

enum { DEGREE = 16 }; /* of polynomials */

uint64_t ModularPower(uint64_t x, uint64_t n, uint64_t p) {
  uint64_t power = 1;
  for (; n; n >>= 1) {
    if (n & 1)
      power = ModularMultiply(power, x, p);
    x = ModularMultiply(x, x, p);
  }
  return power;
}

/* The k-th root, k ≥ 1: for odd k up to 15 the only one; of a square the root that is a square
 * itself, so that roots of products are products of roots. False: no such root. */
static PetscBool ModularRoot(uint64_t x, uint64_t k, uint64_t p, uint64_t *root) {
  uint64_t inverse = 1;
  *root = x;
  for (; k % 2 == 0; k /= 2) {
    if (*root && ModularPower(*root, (p - 1) / 2, p) != 1)
      return PETSC_FALSE;
    *root = ModularPower(*root, (p + 1) / 4, p);
  }
  if (k == 1)
    return PETSC_TRUE;
  /* The exponents of x count modulo p − 1, of which k is no factor: some m (p−1) + 1 is k/k. */
  for (uint64_t m = 1; m < k; ++m)
    if (((p - 1) % k * m + 1) % k == 0) {
      __extension__ typedef unsigned __int128 Wide;
      inverse = (uint64_t)(((Wide)(p - 1) * m + 1) / k);
      *root = ModularPower(*root, inverse, p);
      return PETSC_TRUE;
    }
  return PETSC_FALSE;
}

/* By Miller and Rabin; these bases leave no doubt below 2^64 [Sorenson and Webster, Mathematics of
 * Computation 86 (2017) 985]. */
static PetscBool IsPrime(uint64_t p) {
  static const uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  int twos = 0;
  while (!((p - 1) >> twos & 1))
    ++twos;
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(bases); ++i) {
    uint64_t x = ModularPower(bases[i], (p - 1) >> twos, p);
    PetscBool passes = (PetscBool)(x == 1 || x == p - 1);
    for (int k = 1; k < twos && !passes; ++k) {
      x = ModularMultiply(x, x, p);
      passes = (PetscBool)(x == p - 1);
    }
    if (!passes)
      return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

uint64_t ModularPrimeBelow(uint64_t below) {
  uint64_t p = below - 1;
  while (p % 4 != 3)
    --p;
  for (;; p -= 4)
    if (p % 3 && p % 5 && p % 7 && (p - 1) % 3 && (p - 1) % 5 && (p - 1) % 7 && (p - 1) % 11 &&
        (p - 1) % 13 && IsPrime(p))
      return p;
}

/* ---- Polynomials modulo a prime, the coefficient of x^k at k ---- */

typedef struct {
  PetscInt degree; /* −1: the zero polynomial */
  uint64_t at[2 * DEGREE + 2];
} Polynomial;

static void Trim(Polynomial *f) {
  while (f->degree >= 0 && !f->at[f->degree])
    --f->degree;
}

static void MakeMonic(Polynomial *f, uint64_t p) {
  const uint64_t inverse = ModularInverse(f->at[f->degree], p);
  for (PetscInt k = 0; k <= f->degree; ++k)
    f->at[k] = ModularMultiply(f->at[k], inverse, p);
}

/* g becomes the remainder of a division by f, which is monic; the quotient is returned. */
static Polynomial Reduce(Polynomial *g, const Polynomial *f, uint64_t p) {
  Polynomial quotient = {.degree = g->degree - f->degree};
  for (; g->degree >= f->degree; --g->degree) {
    const uint64_t head = quotient.at[g->degree - f->degree] = g->at[g->degree];
    for (PetscInt k = 0; head && k < f->degree; ++k) {
      const PetscInt at = g->degree - f->degree + k;
      g->at[at] = ModularAdd(g->at[at], p - ModularMultiply(head, f->at[k], p), p);
    }
  }
  Trim(g);
  return quotient;
}

static Polynomial Product(const Polynomial *a, const Polynomial *b, const Polynomial *f,
                          uint64_t p) {
  Polynomial out = {.degree = a->degree < 0 || b->degree < 0 ? -1 : a->degree + b->degree};
  for (PetscInt i = 0; i <= a->degree; ++i)
    for (PetscInt j = 0; j <= b->degree; ++j)
      out.at[i + j] = ModularAdd(out.at[i + j], ModularMultiply(a->at[i], b->at[j], p), p);
  (void)Reduce(&out, f, p);
  return out;
}

/* (x + shift)ⁿ modulo f. */
static Polynomial PowerOfLinear(uint64_t shift, uint64_t n, const Polynomial *f, uint64_t p) {
  Polynomial power = {.degree = 0, .at = {1}}, x = {.degree = 1, .at = {shift, 1}};
  (void)Reduce(&x, f, p);
  for (; n; n >>= 1) {
    if (n & 1)
      power = Product(&power, &x, f, p);
    x = Product(&x, &x, f, p);
  }
  return power;
}

static Polynomial CommonFactor(Polynomial a, Polynomial b, uint64_t p) {
  while (b.degree >= 0) {
    MakeMonic(&b, p);
    (void)Reduce(&a, &b, p);
    const Polynomial rest = a;
    a = b;
    b = rest;
  }
  return a;
}

static Polynomial LessOne(Polynomial f, uint64_t p) {
  f.degree = PetscMax(f.degree, 0);
  f.at[0] = ModularAdd(f.at[0], p - 1, p);
  Trim(&f);
  return f;
}

/* The roots of a product of different linear factors [Cantor and Zassenhaus, Mathematics of
 * Computation 36 (1981) 587]: x + shift is a square for half of them. */
static PetscInt Separate(const Polynomial *f, uint64_t p, uint64_t shift, uint64_t root[]) {
  if (f->degree == 1) {
    root[0] = f->at[0] ? p - f->at[0] : 0;
    return 1;
  }
  for (;; ++shift) {
    const Polynomial power = PowerOfLinear(shift, (p - 1) / 2, f, p);
    Polynomial rest = *f, part = CommonFactor(rest, LessOne(power, p), p);
    if (part.degree <= 0 || part.degree == f->degree)
      continue;
    MakeMonic(&part, p);
    const Polynomial other = Reduce(&rest, &part, p);
    const PetscInt found = Separate(&part, p, shift + 1, root);
    return found + Separate(&other, p, shift + 1, root + found);
  }
}

PetscBool ModularSplit(PetscInt n, const uint64_t coefficient[], uint64_t p, uint64_t root[]) {
  Polynomial f = {.degree = n}, power;
  if (n < 1 || n > DEGREE || !coefficient[n])
    return (PetscBool)(n == 0);
  memcpy(f.at, coefficient, (size_t)(n + 1) * sizeof *coefficient);
  MakeMonic(&f, p);
  power = PowerOfLinear(0, p, &f, p);
  if (n > 1 && (power.degree != 1 || power.at[1] != 1 || power.at[0]))
    return PETSC_FALSE; /* x^p − x is the product of all x − a */
  (void)Separate(&f, p, 1, root);
  return PETSC_TRUE;
}

/* ---- Numbers ---- */

static void LowerExactness(ExactField *f, Exactness to) {
  f->exactness = PetscMax(f->exactness, to);
}

ExactNumber ExactInteger(const ExactField *f, int64_t n) {
  ExactNumber out = {.value = (Quad)n};
  for (int i = 0; i < EXACT_PRIMES; ++i) {
    const uint64_t size = (uint64_t)(n < 0 ? -n : n) % f->prime[i];
    out.residue[i] = n < 0 && size ? f->prime[i] - size : size;
  }
  return out;
}

ExactNumber ExactSum(const ExactField *f, PetscInt count, const ExactNumber x[]) {
  ExactNumber sum = ExactInteger(f, 0);
  for (PetscInt i = 0; i < count; ++i)
    sum = ExactAdd(f, sum, x[i]);
  return sum;
}

ExactNumber ExactDot(const ExactField *f, PetscInt count, const ExactNumber x[],
                     const ExactNumber y[]) {
  ExactNumber sum = ExactInteger(f, 0);
  for (PetscInt i = 0; i < count; ++i)
    sum = ExactAdd(f, sum, ExactMultiply(f, x[i], y[i]));
  return sum;
}

void ExactProduct(const ExactField *f, PetscInt s, const ExactNumber A[], const ExactNumber x[],
                  PetscInt columns, ExactNumber out[]) {
  for (PetscInt i = 0; i < s; ++i)
    for (PetscInt l = 0; l < columns; ++l) {
      ExactNumber sum = ExactInteger(f, 0);
      for (PetscInt j = 0; j < s; ++j)
        if (A[i * s + j].value != 0)
          sum = ExactAdd(f, sum, ExactMultiply(f, A[i * s + j], x[j * columns + l]));
      out[i * columns + l] = sum;
    }
}

void ExactEliminate(ExactField *f, PetscInt rows, PetscInt columns, PetscInt width, ExactNumber *m,
                    PetscInt pivot[], PetscInt *rank) {
  *rank = 0;
  for (PetscInt column = 0; column < columns && *rank < rows; ++column) {
    PetscInt best = *rank;
    for (PetscInt i = *rank; i < rows; ++i)
      if (fabsq(m[i * width + column].value) > fabsq(m[best * width + column].value))
        best = i;
    if (ExactVanishes(f, m[best * width + column]))
      continue;
    for (PetscInt j = 0; j < width; ++j) {
      const ExactNumber swap = m[best * width + j];
      m[best * width + j] = m[*rank * width + j];
      m[*rank * width + j] = swap;
    }
    const ExactNumber leading = m[*rank * width + column];
    for (PetscInt j = 0; j < width; ++j)
      m[*rank * width + j] = ExactDivide(f, m[*rank * width + j], leading);
    for (PetscInt i = 0; i < rows; ++i) {
      const ExactNumber factor = m[i * width + column];
      for (PetscInt j = 0; j < width && i != *rank; ++j)
        m[i * width + j] =
            ExactSubtract(f, m[i * width + j], ExactMultiply(f, factor, m[*rank * width + j]));
    }
    pivot[(*rank)++] = column;
  }
}

ExactNumber ExactDivide(ExactField *f, ExactNumber a, ExactNumber b) {
  ExactNumber out = {.value = a.value / b.value};
  const PetscReal size = fabs((PetscReal)b.value), quotient = fabs((PetscReal)out.value);
  out.error = (a.error + quotient * b.error) / size + EXACT_EPSILON * quotient;
  for (int i = 0; i < EXACT_PRIMES; ++i) {
    if (!b.residue[i])
      LowerExactness(f, EXACT_LACKING);
    out.residue[i] =
        ModularMultiply(a.residue[i], ModularInverse(b.residue[i], f->prime[i]), f->prime[i]);
  }
  return out;
}

/* By continued fractions. */
PetscBool FractionFind(Quad value, Quad tolerance, Quad most, int64_t *numerator,
                       int64_t *denominator) {
  Quad rest = value, before[2] = {0, 1}, now[2] = {1, 0};
  if (!(fabsq(value) < (Quad)1e12))
    return PETSC_FALSE;
  for (int i = 0; i < 60; ++i) {
    const Quad whole = floorq(rest);
    for (int k = 0; k < 2; ++k) {
      const Quad next = whole * now[k] + before[k];
      before[k] = now[k];
      now[k] = next;
    }
    if (now[1] > most || !(fabsq(now[0]) < (Quad)9e18))
      return PETSC_FALSE;
    if (fabsq(value - now[0] / now[1]) <= tolerance) {
      *numerator = (int64_t)now[0];
      *denominator = (int64_t)now[1];
      return PETSC_TRUE;
    }
    rest = 1 / (rest - whole);
  }
  return PETSC_FALSE;
}

static PetscBool FindFraction(Quad value, int64_t *numerator, int64_t *denominator) {
  return FractionFind(value, (Quad)(16 * EXACT_EPSILON) * (1 + fabsq(value)), 1e6, numerator,
                      denominator);
}

ExactNumber ExactFromValue(ExactField *f, Quad value) {
  int64_t numerator, denominator;
  if (!FindFraction(value, &numerator, &denominator))
    return ExactMeasured(f, value, EXACT_EPSILON * fabs((PetscReal)value));
  ExactNumber out = ExactDivide(f, ExactInteger(f, numerator), ExactInteger(f, denominator));
  out.value = value;
  return out;
}

ExactNumber ExactMeasured(ExactField *f, Quad value, PetscReal error) {
  LowerExactness(f, EXACT_UNKNOWN);
  return (ExactNumber){.value = value, .error = error};
}

ExactNumber ExactLiteral(ExactField *f, const char *text, char **end) {
  enum { CERTAINLY = 6, KNOWN = 12, DOUBLE = 17, LARGE = 100000 /* exponents of 0 and ∞ */ };
  ExactNumber out = {.value = strtoflt128(text, end)}, ten = ExactInteger(f, 10);
  PetscInt digits = 0, power = 0;
  PetscBool point = PETSC_FALSE;
  const char *at = text;
  for (; at < *end && (isdigit((unsigned char)*at) || *at == '.'); ++at) {
    if (*at == '.') {
      point = PETSC_TRUE;
      continue;
    }
    digits += digits > 0 || *at != '0';
    power -= point;
    for (int i = 0; i < EXACT_PRIMES; ++i)
      out.residue[i] = ModularAdd(ModularMultiply(out.residue[i], 10, f->prime[i]),
                                  (uint64_t)(*at - '0'), f->prime[i]);
  }
  if (at < *end && (*at == 'e' || *at == 'E'))
    power += (PetscInt)PetscMin(LARGE, PetscMax(-LARGE, strtol(at + 1, NULL, 10)));
  const PetscReal size = fabs((PetscReal)out.value), unit = pow(10, (PetscReal)power),
                  off = (PetscReal)fabsq(out.value - (Quad)(double)out.value);
  out.error = EXACT_EPSILON * size;
  const Quad units = scalbnq(out.value, (int)-power);
  const PetscBool rounds = (PetscBool)(point && units != roundq(units)); /* 0.125 ends by itself */
  f->places = PetscMax(f->places, rounds ? -power : 0);
  f->doubles = (PetscBool)(f->doubles || (digits >= DOUBLE && off > 0 && 2 * off <= unit));
  if (rounds && f->rounded && -power >= PetscMax(EXACT_PLACES_ROUNDED, (f->places + 1) / 2))
    out.error += unit / EXACT_SLACK;
  else if (!f->rounded && digits > (point ? CERTAINLY : KNOWN))
    /* Doubles are computed from numbers near 1, whose rounding they have, however small they are. */
    out.error += PetscMax(unit, f->doubles ? DBL_EPSILON / 2 * PetscMax(1, size) : 0);
  if (digits > KNOWN)
    LowerExactness(f, EXACT_UNKNOWN);
  for (int i = 0; i < EXACT_PRIMES; ++i) {
    const uint64_t p = f->prime[i],
                   scale = ModularPower(ten.residue[i], (uint64_t)(power < 0 ? -power : power), p);
    out.residue[i] =
        ModularMultiply(out.residue[i], power < 0 ? ModularInverse(scale, p) : scale, p);
  }
  return out;
}

/* The residues to the power of numerator / denominator. */
static void RaiseResidues(ExactField *f, int64_t numerator, int64_t denominator, ExactNumber *x) {
  for (int i = 0; i < EXACT_PRIMES; ++i) {
    const uint64_t p = f->prime[i];
    uint64_t root;
    if (!ModularRoot(x->residue[i], (uint64_t)denominator, p, &root) || (numerator < 0 && !root))
      LowerExactness(f, EXACT_LACKING);
    root = ModularPower(root, (uint64_t)(numerator < 0 ? -numerator : numerator), p);
    x->residue[i] = numerator < 0 ? ModularInverse(root, p) : root;
  }
}

ExactNumber ExactPower(ExactField *f, ExactNumber x, ExactNumber exponent) {
  const Quad value = powq(x.value, exponent.value);
  const PetscReal slope = fabs((PetscReal)(exponent.value * value / x.value));
  int64_t numerator = 1, denominator = 1, part[2];
  if (!FindFraction(exponent.value, &numerator, &denominator) || denominator > 15)
    LowerExactness(f, EXACT_UNKNOWN);
  else if (denominator > 1 && !FindFraction(x.value, &part[0], &part[1]))
    LowerExactness(f, EXACT_NESTED);
  if (denominator <= 15)
    RaiseResidues(f, numerator, denominator, &x);
  x.error = (x.value != 0 ? slope * x.error : 0) + 4 * EXACT_EPSILON * fabs((PetscReal)value);
  x.value = value;
  return x;
}

ExactNumber ExactRoot(ExactField *f, ExactNumber x) {
  ExactNumber half = ExactInteger(f, 1);
  half.value = QUAD_C(0.5);
  const Quad value = sqrtq(x.value);
  x = ExactPower(f, x, half);
  x.value = value;
  return x;
}

PetscBool ExactIsZero(const ExactField *f, ExactNumber x) {
  return (PetscBool)(f->exactness < EXACT_LACKING && !x.residue[0] && !x.residue[1]);
}

PetscBool ExactVanishes(const ExactField *f, ExactNumber x) {
  return (PetscBool)(fabs((PetscReal)x.value) <= EXACT_SLACK * x.error &&
                     (f->exactness >= EXACT_LACKING || ExactIsZero(f, x)));
}

/* A fraction from 0 to 1, which is no other moment's. */
static ExactNumber RandomWeight(ExactField *f, PetscInt moment, PetscInt n) {
  const int64_t most = INT64_C(1) << 50;
  uint64_t x = (uint64_t)(moment * EXACT_MOMENT_TERMS + n) * UINT64_C(0x9e3779b97f4a7c15);
  if (moment == EXACT_MOMENT_SUM)
    return ExactAdd(f, RandomWeight(f, EXACT_MOMENT_RANDOM, n),
                    RandomWeight(f, EXACT_MOMENT_RANDOM + 1, n));
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return ExactDivide(f, ExactInteger(f, 1 + (int64_t)(x >> 14)), ExactInteger(f, most));
}

ExactNumber ExactPhi(ExactField *f, PetscInt k, ExactNumber x) {
  const PetscBool random = (PetscBool)(f->moment >= EXACT_MOMENT_RANDOM);
  const PetscInt last = !f->moment || random ? EXACT_MOMENT_TERMS - 1 : f->moment - 1;
  ExactNumber term = ExactInteger(f, 1), sum = ExactInteger(f, 0);
  for (PetscInt i = 2; i <= k; ++i)
    term = ExactDivide(f, term, ExactInteger(f, i));
  for (PetscInt n = 0; n <= last; ++n) {
    if (random)
      sum = ExactAdd(f, sum, ExactMultiply(f, RandomWeight(f, f->moment, n), term));
    else if (!f->moment || n == last)
      sum = ExactAdd(f, sum, term);
    term = ExactDivide(f, ExactMultiply(f, term, x), ExactInteger(f, n + k + 1));
  }
  if (!f->moment)
    LowerExactness(f, EXACT_UNKNOWN); /* a power series that goes on */
  return sum;
}
