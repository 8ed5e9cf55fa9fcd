/* Collocation tableaux modulo a prime: their nodes are the zeros there of the polynomials whose zeros
 * the real ones are. Which is called the first makes no difference to any equation between the
 * coefficients, as long as the pairs that add up to 1 are known. */
#include "numerics/tableau.h"

#include <string.h>

enum { STAGES = TABLEAU_COMPUTED_MAX };

static uint64_t Negative(uint64_t x, uint64_t p) { return x ? p - x : 0; }

static uint64_t Fraction(uint64_t numerator, uint64_t denominator, uint64_t p) {
  return ModularMultiply(numerator, ModularInverse(denominator, p), p);
}

/* The coefficients of P_n and P_{n−1}. */
static void Legendre(PetscInt n, uint64_t p, uint64_t now[], uint64_t before[]) {
  memset(now, 0, (STAGES + 1) * sizeof *now);
  memset(before, 0, (STAGES + 1) * sizeof *before);
  now[0] = 1;
  for (PetscInt k = 1; k <= n; ++k) {
    const uint64_t first = Fraction((uint64_t)(2 * k - 1), (uint64_t)k, p),
                   second = Negative(Fraction((uint64_t)(k - 1), (uint64_t)k, p), p);
    uint64_t next[STAGES + 1];
    for (PetscInt i = 0; i <= STAGES; ++i)
      next[i] = ModularAdd(i ? ModularMultiply(first, now[i - 1], p) : 0,
                           ModularMultiply(second, before[i], p), p);
    memcpy(before, now, sizeof next);
    memcpy(now, next, sizeof next);
  }
}

/* The polynomial that vanishes at the nodes on [−1,1] but for the ends, and its degree. */
static PetscInt NodePolynomial(Quadrature quadrature, PetscInt s, uint64_t p, uint64_t f[]) {
  uint64_t now[STAGES + 1], before[STAGES + 1], end;
  Legendre(quadrature == QUADRATURE_LOBATTO ? s - 1 : s, p, now, before);
  switch (quadrature) {
  case QUADRATURE_GAUSS:
    memcpy(f, now, sizeof now);
    return s;
  case QUADRATURE_LOBATTO:
    for (PetscInt k = 1; k < s; ++k)
      f[k - 1] = ModularMultiply((uint64_t)k, now[k], p);
    return s - 2;
  case QUADRATURE_RADAU_LEFT: /* (P_s + P_{s−1}) / (x + 1) */
  case QUADRATURE_RADAU_RIGHT:
  default: /* (P_s − P_{s−1}) / (x − 1) */
    end = quadrature == QUADRATURE_RADAU_LEFT ? p - 1 : 1;
    f[s] = 0;
    for (PetscInt k = s; k > 0; --k) {
      const uint64_t other = end == 1 ? Negative(before[k], p) : before[k];
      f[k - 1] = ModularAdd(ModularAdd(now[k], other, p), ModularMultiply(end, f[k], p), p);
    }
    return s - 1;
  }
}

/* As many pairs of opposite zeros as there are, the first with the last. */
static void PairOpposite(PetscInt n, uint64_t p, uint64_t root[]) {
  uint64_t sorted[STAGES] = {0};
  PetscInt low = 0;
  if (n < 1 || n > STAGES)
    return;
  for (PetscInt i = 0; i < n; ++i)
    if (root[i] == 0)
      sorted[n / 2] = 0;
    else if (root[i] < p - root[i]) {
      sorted[low] = root[i];
      sorted[n - 1 - low] = p - root[i];
      ++low;
    }
  memcpy(root, sorted, (size_t)n * sizeof *root);
}

/* The nodes on [0,1]; false: not all of them are there. */
static PetscBool Nodes(Quadrature quadrature, PetscInt s, uint64_t p, uint64_t c[]) {
  uint64_t f[STAGES + 1] = {0}, half = (p + 1) / 2;
  const PetscInt degree = NodePolynomial(quadrature, s, p, f);
  const PetscInt first =
      quadrature == QUADRATURE_LOBATTO || quadrature == QUADRATURE_RADAU_LEFT ? 1 : 0;
  if (degree > 0 && !ModularSplit(degree, f, p, c + first))
    return PETSC_FALSE;
  if (quadrature == QUADRATURE_GAUSS || quadrature == QUADRATURE_LOBATTO)
    PairOpposite(degree, p, c + first);
  if (first)
    c[0] = p - 1;
  if (first + degree < s)
    c[s - 1] = 1;
  for (PetscInt i = 0; i < s; ++i)
    c[i] = ModularMultiply(ModularAdd(c[i], 1, p), half, p);
  return PETSC_TRUE;
}

/* The coefficients of the Lagrange polynomial l_j of the nodes. */
static void Lagrange(PetscInt s, const uint64_t c[], PetscInt j, uint64_t p, uint64_t l[]) {
  uint64_t denominator = 1;
  memset(l, 0, (STAGES + 1) * sizeof *l);
  l[0] = 1;
  for (PetscInt i = 0; i < s; ++i) {
    if (i == j)
      continue;
    for (PetscInt k = s; k >= 0; --k)
      l[k] = ModularAdd(k ? l[k - 1] : 0, ModularMultiply(l[k], Negative(c[i], p), p), p);
    denominator = ModularMultiply(denominator, ModularAdd(c[j], Negative(c[i], p), p), p);
  }
  for (PetscInt k = 0; k <= s; ++k)
    l[k] = Fraction(l[k], denominator, p);
}

/* Its integral from 0 to x. */
static uint64_t Integral(PetscInt s, const uint64_t l[], uint64_t x, uint64_t p) {
  uint64_t sum = 0;
  for (PetscInt k = s; k >= 0; --k)
    sum = ModularMultiply(ModularAdd(sum, Fraction(l[k], (uint64_t)(k + 1), p), p), x, p);
  return sum;
}

/* b_j (1 − a_ji / b_i). */
static void Conjugate(PetscInt s, const uint64_t a[], const uint64_t b[], uint64_t p,
                      uint64_t out[]) {
  for (PetscInt i = 0; i < s; ++i)
    for (PetscInt j = 0; j < s; ++j) {
      const uint64_t quotient = Fraction(a[j * s + i], b[i], p);
      out[i * s + j] = ModularMultiply(b[j], ModularAdd(1, Negative(quotient, p), p), p);
    }
}

PetscBool TableauHasImage(const char *name, PetscInt s, uint64_t p) {
  uint64_t c[STAGES];
  TableauFamily family;
  return (PetscBool)(TableauFind(name, s, &family) && Nodes(family.quadrature, s, p, c));
}

static void SetResidues(PetscInt count, const uint64_t residue[], int k, ExactNumber *out) {
  for (PetscInt i = 0; i < count && out; ++i)
    out[i].residue[k] = residue[i];
}

/* Those modulo the k-th prime. */
static void ComputeResidues(TableauFamily family, int k, ExactField *field,
                            const ExactTableauEntries *out) {
  const uint64_t p = field->prime[k];
  const PetscInt s = out->s;
  uint64_t a[STAGES * STAGES], conjugate[STAGES * STAGES], b[STAGES], c[STAGES], l[STAGES + 1];
  if (!Nodes(family.quadrature, s, p, c)) {
    field->exactness = PetscMax(field->exactness, EXACT_LACKING);
    return;
  }
  for (PetscInt j = 0; j < s; ++j) {
    Lagrange(s, c, j, p, l);
    b[j] = Integral(s, l, 1, p);
    for (PetscInt i = 0; i < s; ++i)
      a[i * s + j] = Integral(s, l, c[i], p);
  }
  Conjugate(s, a, b, p, conjugate);
  SetResidues(s, b, k, out->b);
  SetResidues(s, c, k, out->c);
  SetResidues(s * s, family.conjugate ? conjugate : a, k, out->a);
  SetResidues(s * s, family.conjugate ? a : conjugate, k, out->conjugate);
}

static void SetValues(PetscInt count, const Quad value[], ExactNumber *out) {
  /* What Newton's method and the integrals leave of rounding, amply. */
  const PetscReal error = 1e4 * EXACT_EPSILON;
  for (PetscInt i = 0; i < count && out; ++i)
    out[i] = (ExactNumber){.value = value[i], .error = error};
}

PetscErrorCode TableauComputeExact(const char *name, ExactField *field,
                                   const ExactTableauEntries *out, PetscBool *found) {
  Quad a[STAGES * STAGES], conjugate[STAGES * STAGES], b[STAGES], c[STAGES];
  const PetscInt s = out->s;
  const TableauEntries values = {s, a, conjugate, b, c};
  TableauFamily family;
  *found = TableauFind(name, s, &family);
  if (!*found)
    return 0;
  PetscCall(TableauCompute(name, &values, found));
  SetValues(s * s, a, out->a);
  SetValues(s * s, conjugate, out->conjugate);
  SetValues(s, b, out->b);
  SetValues(s, c, out->c);
  for (int k = 0; k < EXACT_PRIMES; ++k)
    ComputeResidues(family, k, field, out);
  return 0;
}
