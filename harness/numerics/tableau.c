#include "numerics/tableau.h"

enum { MAXIMUM_STAGES = TABLEAU_COMPUTED_MAX };

/* The inner nodes are the zeros of Jacobi's polynomial with the weight (1 − x)^right (1 + x)^left, that of Legendre if
 * no end is a node [Gautschi, Orthogonal Polynomials, 1.5 and 3.1]. */
void TableauRecurrence(TableauFamily family, PetscInt k, int64_t shift[2], int64_t drop[2]) {
  const int64_t both = family.left + family.right, n = 2 * k + both;
  shift[0] = family.left - family.right;
  shift[1] = n ? n * (n + 2) : 1;
  drop[0] = 4 * k * (k + family.left) * (k + family.right) * (k + both);
  drop[1] = k ? n * n * (n * n - 1) : 1;
}

/* The derivative of the polynomial of degree n, over its value; and 1/Σ p_k²/∫p_k² of the polynomials before, which is
 * the weight of one of its zeros in Gauss's quadrature. */
static Quad LogarithmicSlope(TableauFamily family, PetscInt n, Quad x, Quad *weight) {
  Quad before = 0, now = 1, slope_before = 0, slope = 0, square = 2, sum = 0;
  for (PetscInt k = 0; k < n; k++) {
    int64_t shift[2], drop[2];
    TableauRecurrence(family, k, shift, drop);
    const Quad factor = x - (Quad)shift[0] / (Quad)shift[1], less = (Quad)drop[0] / (Quad)drop[1];
    const Quad next = factor * now - less * before;
    const Quad next_slope = now + factor * slope - less * slope_before;
    square *= k ? less : 1;
    sum += now * now / square;
    before = now, slope_before = slope;
    now = next, slope = next_slope;
  }
  *weight = 1 / sum;
  return slope / now;
}

/* The zero after those that are known: Newton's method from the left, where these are divided out, goes there
 * without a detour, since all zeros are real. */
static Quad NextZero(TableauFamily family, PetscInt n, PetscInt known, const Quad zero[]) {
  Quad x = known ? zero[known - 1] : -1, step = 1, weight;
  x += (1 - x) / (Quad)(100 * (n + 1) * (n + 1));
  for (PetscInt iteration = 0; iteration < 200 && fabsq(step) > QUAD_C(1e-18); iteration++) {
    Quad slope = LogarithmicSlope(family, n, x, &weight);
    for (PetscInt j = 0; j < known; j++)
      slope -= 1 / (x - zero[j]);
    step = 1 / slope;
    x -= step;
  }
  return x;
}

/* The nodes on [−1,1]. Where both ends are alike, half of them are mirror images, so that the symmetry is exact. */
static void Nodes(TableauFamily family, PetscInt s, Quad x[]) {
  const PetscInt inner = s - family.left - family.right;
  Quad *const zero = x + family.left;
  for (PetscInt i = 0; i < inner; i++)
    if (family.left != family.right || 2 * i + 1 < inner)
      zero[i] = NextZero(family, inner, i, zero);
    else
      zero[i] = 2 * i + 1 == inner ? 0 : -zero[inner - 1 - i];
  if (family.left)
    x[0] = -1;
  if (family.right)
    x[s - 1] = 1;
}

/* ∫ l_j over [0, end] with the Lagrange polynomials l_j of the nodes c. Gauss's quadrature, with its nodes x and
 * weights w, is exact for their degree, and in the product form nothing cancels but in the l_j themselves. */
static void Integrate(PetscInt s, const Quad x[], const Quad w[], const Quad c[], Quad end,
                      Quad integral[]) {
  for (PetscInt j = 0; j < s; j++) {
    Quad sum = 0;
    for (PetscInt k = 0; k < s; k++) {
      Quad product = w[k] / 2;
      for (PetscInt l = 0; l < s; l++)
        if (l != j)
          product *= (end * (1 + x[k]) / 2 - c[l]) / (c[j] - c[l]);
      sum += product;
    }
    integral[j] = end * sum;
  }
}

void TableauConjugate(PetscInt s, const Quad a[], const Quad b[], Quad conjugate[]) {
  for (PetscInt i = 0; i < s; i++)
    for (PetscInt j = 0; j < s; j++)
      conjugate[i * s + j] = b[j] * (1 - a[j * s + i] / b[i]);
}

static const struct {
  const char *name;
  TableauFamily family;
} families[] = {{"gauss", {0, 0, PETSC_FALSE}},
                {"lobatto_IIIA", {1, 1, PETSC_FALSE}},
                {"lobatto_IIIB", {1, 1, PETSC_TRUE}},
                {"radau_IA", {1, 0, PETSC_TRUE}},
                {"radau_IIA", {0, 1, PETSC_FALSE}}};

PetscBool TableauFind(const char *name, PetscInt s, TableauFamily *family) {
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(families); i++)
    if (!strcmp(families[i].name, name)) {
      *family = families[i].family;
      return (PetscBool)(s >= PetscMax(1, family->left + family->right) && s <= MAXIMUM_STAGES);
    }
  return PETSC_FALSE;
}

PetscBool TableauCompute(const char *name, const TableauEntries *out) {
  const TableauFamily gauss = {0, 0, PETSC_FALSE};
  const PetscInt s = out->s;
  Quad *const b = out->b, *const c = out->c;
  TableauFamily family;
  Quad x[MAXIMUM_STAGES] = {0}, w[MAXIMUM_STAGES] = {0};

  if (!TableauFind(name, s, &family))
    return PETSC_FALSE;
  Nodes(gauss, s, x);
  for (PetscInt i = 0; i < s; i++)
    (void)LogarithmicSlope(gauss, s, x[i], &w[i]);
  Nodes(family, s, c);
  for (PetscInt i = 0; i < s; i++)
    c[i] = (1 + c[i]) / 2;
  Integrate(s, x, w, c, 1, b);
  for (PetscInt i = 0; i < s / 2 && family.left == family.right; i++)
    b[s - 1 - i] = b[i];
  /* Lobatto IIIB and Radau IA are conjugates of the collocation methods of their nodes. */
  Quad *const collocation = family.conjugate ? out->conjugate : out->a;
  for (PetscInt i = 0; i < s; i++)
    Integrate(s, x, w, c, c[i], collocation + i * s);
  if (family.right) /* the last row is b: to the last bit, as methods rely on it */
    memcpy(collocation + (s - 1) * s, b, (size_t)s * sizeof *b);
  TableauConjugate(s, collocation, b, family.conjugate ? out->a : out->conjugate);
  return PETSC_TRUE;
}
