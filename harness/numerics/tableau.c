#include "numerics/tableau.h"

#include <string.h>

enum { MAXIMUM_STAGES = TABLEAU_COMPUTED_MAX };

/* P_n(x) and P_{n−1}(x) by the three-term recurrence. */
static void Legendre(PetscInt n, Quad x, Quad *value, Quad *previous) {
  Quad before = 0, now = 1;
  for (PetscInt k = 1; k <= n; k++) {
    const Quad next = ((Quad)(2 * k - 1) * x * now - (Quad)(k - 1) * before) / (Quad)k;
    before = now;
    now = next;
  }
  *value = now;
  *previous = before;
}

/* The nodes on [−1,1] and the weights of Gauss quadrature [Abramowitz and Stegun 25.4.29]. Only
 * half of the nodes are computed: the others are their mirror images, so that the symmetry is
 * exact. */
static void GaussQuadrature(PetscInt s, Quad x[], Quad w[]) {
  for (PetscInt i = 0; i < (s + 1) / 2; i++) {
    Quad value, previous, slope;
    Quad node = cosq(QUAD_PI * ((Quad)(s - i) - QUAD_C(0.25)) / ((Quad)s + QUAD_C(0.5)));
    if (2 * i + 1 == s)
      node = 0;
    /* From these first values Newton's method has converged after five iterations. */
    for (PetscInt iteration = 0; iteration < 8; iteration++) {
      Legendre(s, node, &value, &previous);
      slope = (Quad)s * (previous - node * value) / (1 - node * node);
      if (2 * i + 1 != s)
        node -= value / slope;
    }
    Legendre(s, node, &value, &previous);
    slope = (Quad)s * (previous - node * value) / (1 - node * node);
    x[i] = node;
    x[s - 1 - i] = -node;
    w[i] = w[s - 1 - i] = 2 / ((1 - node * node) * slope * slope);
  }
}

/* The same of Gauss–Lobatto quadrature, ends included [Abramowitz and Stegun 25.4.32]. */
static void LobattoQuadrature(PetscInt s, Quad x[], Quad w[]) {
  const PetscInt n = s - 1;
  for (PetscInt i = 0; i < (s + 1) / 2; i++) {
    Quad value, previous;
    Quad node = -cosq(QUAD_PI * (Quad)i / (Quad)n);
    if (i == 0)
      node = -1;
    else if (2 * i == n)
      node = 0;
    for (PetscInt iteration = 0; iteration < 12 && i > 0 && 2 * i != n; iteration++) {
      /* (1 − x²) P'_n = n (P_{n−1} − x P_n), whose derivative is −n (n+1) P_n. */
      Legendre(n, node, &value, &previous);
      node += (previous - node * value) / ((Quad)(n + 1) * value);
    }
    Legendre(n, node, &value, &previous);
    x[i] = node;
    x[n - i] = -node;
    w[i] = w[n - i] = 2 / ((Quad)(n * (n + 1)) * value * value);
  }
}

/* weight · l_j(t), with the Lagrange polynomial l_j of the nodes c. */
static Quad Lagrange(PetscInt s, const Quad c[], PetscInt j, Quad t, Quad weight) {
  Quad product = weight;
  for (PetscInt l = 0; l < s; l++)
    if (l != j)
      product *= (t - c[l]) / (c[j] - c[l]);
  return product;
}

/* a_ij = ∫ l_j over [0, c_i] with the Lagrange polynomials l_j of the nodes c. Gauss quadrature
 * with s points is exact for their degree, and in the product form nothing cancels but in the l_j
 * themselves. */
static void Collocation(PetscInt s, const Quad c[], Quad a[]) {
  Quad x[MAXIMUM_STAGES], w[MAXIMUM_STAGES];
  GaussQuadrature(s, x, w);
  for (PetscInt i = 0; i < s; i++)
    for (PetscInt j = 0; j < s; j++) {
      Quad sum = 0;
      for (PetscInt k = 0; k < s; k++)
        sum += Lagrange(s, c, j, c[i] * (1 + x[k]) / 2, w[k] / 2);
      a[i * s + j] = c[i] * sum;
    }
}

void TableauConjugate(PetscInt s, const Quad a[], const Quad b[], Quad conjugate[]) {
  for (PetscInt i = 0; i < s; i++)
    for (PetscInt j = 0; j < s; j++)
      conjugate[i * s + j] = b[j] * (1 - a[j * s + i] / b[i]);
}

/* The nodes of Radau quadrature with the end 1, the zeros of P_s − P_{s−1} [Hairer, Wanner, Solving
 * Ordinary Differential Equations II, IV.5]: Newton's method from the left, where the zeros that are
 * known are divided out, goes to the next one without a detour, since all are real. */
static void RadauQuadrature(PetscInt s, Quad x[], Quad w[]) {
  Quad gauss[MAXIMUM_STAGES], weight[MAXIMUM_STAGES];
  x[s - 1] = 1;
  for (PetscInt i = 0; i < s - 1; i++) {
    Quad node = i ? x[i - 1] : QUAD_C(-1.1);
    if (i)
      node += (1 - node) / (Quad)(100 * s * s);
    for (PetscInt iteration = 0; iteration < 200; iteration++) {
      Quad value, previous, before, slope;
      Legendre(s, node, &value, &previous);
      Legendre(s - 1, node, &previous, &before);
      slope = ((Quad)s * (previous - node * value) - (Quad)(s - 1) * (before - node * previous)) /
              ((1 - node * node) * (value - previous));
      slope -= 1 / (node - 1);
      for (PetscInt j = 0; j < i; j++)
        slope -= 1 / (node - x[j]);
      node -= 1 / slope;
    }
    x[i] = node;
  }
  GaussQuadrature(s, gauss, weight);
  for (PetscInt j = 0; j < s; j++) {
    w[j] = 0;
    for (PetscInt k = 0; k < s; k++)
      w[j] += Lagrange(s, x, j, gauss[k], weight[k]);
  }
}

static void Mirror(PetscInt s, Quad x[], Quad w[]) {
  for (PetscInt i = 0, j = s - 1; i <= j; i++, j--) {
    const Quad node = x[i], weight = w[i];
    x[i] = -x[j], w[i] = w[j];
    x[j] = -node, w[j] = weight;
  }
}

static const struct {
  const char *name;
  TableauFamily family;
} families[] = {{"gauss", {QUADRATURE_GAUSS, PETSC_FALSE}},
                {"lobatto_IIIA", {QUADRATURE_LOBATTO, PETSC_FALSE}},
                {"lobatto_IIIB", {QUADRATURE_LOBATTO, PETSC_TRUE}},
                {"radau_IA", {QUADRATURE_RADAU_LEFT, PETSC_TRUE}},
                {"radau_IIA", {QUADRATURE_RADAU_RIGHT, PETSC_FALSE}}};

PetscBool TableauFind(const char *name, PetscInt s, TableauFamily *family) {
  for (size_t i = 0; i < PETSC_STATIC_ARRAY_LENGTH(families); i++)
    if (!strcmp(families[i].name, name)) {
      *family = families[i].family;
      return (PetscBool)(s >= (family->quadrature == QUADRATURE_LOBATTO ? 2 : 1) &&
                         s <= MAXIMUM_STAGES);
    }
  return PETSC_FALSE;
}

PetscErrorCode TableauCompute(const char *name, const TableauEntries *out, PetscBool *found) {
  const PetscInt s = out->s;
  Quad *const b = out->b, *const c = out->c;
  TableauFamily family;
  Quad x[MAXIMUM_STAGES], w[MAXIMUM_STAGES];

  *found = TableauFind(name, s, &family);
  if (!*found)
    return 0;
  if (family.quadrature == QUADRATURE_GAUSS)
    GaussQuadrature(s, x, w);
  else if (family.quadrature == QUADRATURE_LOBATTO)
    LobattoQuadrature(s, x, w);
  else
    RadauQuadrature(s, x, w);
  if (family.quadrature == QUADRATURE_RADAU_LEFT)
    Mirror(s, x, w);
  for (PetscInt i = 0; i < s; i++) {
    c[i] = (1 + x[i]) / 2;
    b[i] = w[i] / 2;
  }
  /* Lobatto IIIB and Radau IA are conjugates of the collocation methods of their nodes. */
  Quad *const collocation = family.conjugate ? out->conjugate : out->a;
  Collocation(s, c, collocation);
  if (c[s - 1] == 1) /* the last row is b: to the last bit, as methods rely on it */
    for (PetscInt j = 0; j < s; j++)
      collocation[(s - 1) * s + j] = b[j];
  TableauConjugate(s, collocation, b, family.conjugate ? out->a : out->conjugate);
  return 0;
}
