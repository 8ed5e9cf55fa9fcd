/* Collocation tableaux modulo a prime: their nodes are the zeros there of the polynomials whose zeros
 * the real ones are. Which is called the first makes no difference to any equation between the
 * coefficients, as long as the pairs that add up to 1 are known. */
#include "numerics/tableau.h"

enum { STAGES = TABLEAU_COMPUTED_MAX };
/* What Newton's method and the integrals leave of rounding, amply. */
#define ERROR (1e4 * EXACT_EPSILON)

/* The coefficients of the polynomial of degree n whose zeros are the inner nodes on [−1,1]. */
static void NodePolynomial(TableauFamily family, PetscInt n, ExactField *f, ExactNumber now[]) {
  ExactNumber before[STAGES + 1];
  for (PetscInt i = 0; i <= STAGES; ++i) {
    now[i] = ExactInteger(f, i == 0);
    before[i] = ExactInteger(f, 0);
  }
  for (PetscInt k = 0; k < n; ++k) {
    int64_t shift[2], drop[2];
    TableauRecurrence(family, k, shift, drop);
    const ExactNumber factor = ExactDivide(f, ExactInteger(f, shift[0]), ExactInteger(f, shift[1]));
    const ExactNumber other = ExactDivide(f, ExactInteger(f, drop[0]), ExactInteger(f, drop[1]));
    for (PetscInt i = STAGES; i >= 0; --i) {
      const ExactNumber less =
          ExactAdd(f, ExactMultiply(f, factor, now[i]), ExactMultiply(f, other, before[i]));
      before[i] = now[i];
      now[i] = ExactSubtract(f, i ? now[i - 1] : ExactInteger(f, 0), less);
    }
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
static PetscBool Nodes(TableauFamily family, PetscInt s, uint64_t p, uint64_t c[]) {
  const PetscInt inner = s - family.left - family.right;
  ExactField f = {.prime = {p, p}};
  ExactNumber polynomial[STAGES + 1];
  uint64_t coefficient[STAGES + 1];
  NodePolynomial(family, inner, &f, polynomial);
  for (PetscInt i = 0; i <= STAGES; ++i)
    coefficient[i] = polynomial[i].residue[0];
  if (inner > 0 && !ModularSplit(inner, coefficient, p, c + family.left))
    return PETSC_FALSE;
  if (family.left == family.right)
    PairOpposite(inner, p, c + family.left);
  if (family.left)
    c[0] = p - 1;
  if (family.right)
    c[s - 1] = 1;
  for (PetscInt i = 0; i < s; ++i)
    c[i] = ModularMultiply(ModularAdd(c[i], 1, p), (p + 1) / 2, p);
  return PETSC_TRUE;
}

PetscBool TableauHasImage(const char *name, PetscInt s, uint64_t p) {
  uint64_t c[STAGES];
  TableauFamily family;
  return (PetscBool)(TableauFind(name, s, &family) && Nodes(family, s, p, c));
}

/* Σ_j a_ij c_j^(k−1) = c_i^k/k for k ≤ s, likewise b at 1, and b_j (1 − a_ji / b_i). */
static void Collocate(PetscInt s, ExactField *f, const ExactNumber c[], ExactNumber a[],
                      ExactNumber conjugate[], ExactNumber b[]) {
  const PetscInt width = 2 * s + 1;
  ExactNumber m[STAGES * (2 * STAGES + 1)], power[STAGES + 1];
  PetscInt pivot[STAGES], rank;
  for (PetscInt k = 0; k < s; ++k)
    for (PetscInt j = 0; j <= s; ++j) {
      const ExactNumber node = j < s ? c[j] : ExactInteger(f, 1);
      power[j] = k ? ExactMultiply(f, power[j], node) : ExactInteger(f, 1);
      if (j < s)
        m[k * width + j] = power[j];
      m[k * width + s + j] =
          ExactDivide(f, ExactMultiply(f, power[j], node), ExactInteger(f, k + 1));
    }
  ExactEliminate(f, s, s, width, m, pivot, &rank);
  for (PetscInt j = 0; j < s; ++j) {
    for (PetscInt i = 0; i < s; ++i)
      a[i * s + j] = m[j * width + s + i];
    b[j] = m[j * width + 2 * s];
  }
  for (PetscInt i = 0; i < s; ++i)
    for (PetscInt j = 0; j < s; ++j) {
      const ExactNumber quotient = ExactDivide(f, a[j * s + i], b[i]);
      conjugate[i * s + j] = ExactMultiply(f, b[j], ExactSubtract(f, ExactInteger(f, 1), quotient));
    }
}

/* With the values to all digits. */
static void Set(PetscInt count, const Quad value[], const ExactNumber residues[],
                ExactNumber *out) {
  for (PetscInt i = 0; i < count && out; ++i) {
    out[i] = residues[i];
    out[i].value = value[i];
    out[i].error = ERROR;
  }
}

void TableauComputeExact(const char *name, ExactField *field, const ExactTableauEntries *out,
                         PetscBool *found) {
  Quad a[STAGES * STAGES], conjugate[STAGES * STAGES], b[STAGES], c[STAGES];
  ExactNumber matrix[2][STAGES * STAGES], weight[STAGES], node[STAGES];
  const PetscInt s = out->s;
  const TableauEntries values = {s, a, conjugate, b, c};
  TableauFamily family;
  *found = (PetscBool)(TableauFind(name, s, &family) && TableauCompute(name, &values));
  if (!*found)
    return;
  for (int k = 0; k < EXACT_PRIMES; ++k) {
    uint64_t residue[STAGES] = {0};
    if (!Nodes(family, s, field->prime[k], residue))
      field->exactness = PetscMax(field->exactness, EXACT_LACKING);
    for (PetscInt i = 0; i < s; ++i)
      node[i].residue[k] = residue[i];
  }
  Set(s, c, node, node);
  Collocate(s, field, node, matrix[family.conjugate], matrix[!family.conjugate], weight);
  Set(s * s, a, matrix[0], out->a);
  Set(s * s, conjugate, matrix[1], out->conjugate);
  Set(s, b, weight, out->b);
  Set(s, c, node, out->c);
}
