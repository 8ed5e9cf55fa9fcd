#include "numerics/tableau.h"

enum { MAXIMUM_STAGES = 16 };

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

static void Conjugate(PetscInt s, const Quad a[], const Quad b[], Quad conjugate[]) {
  for (PetscInt i = 0; i < s; i++)
    for (PetscInt j = 0; j < s; j++)
      conjugate[i * s + j] = b[j] * (1 - a[j * s + i] / b[i]);
}

PetscErrorCode TableauCompute(const char *family, const TableauEntries *out, PetscBool *found) {
  const PetscInt s = out->s;
  Quad *const b = out->b, *const c = out->c;
  PetscBool gauss, third_a, third_b;
  Quad x[MAXIMUM_STAGES], w[MAXIMUM_STAGES];

  PetscFunctionBeginUser;
  PetscCall(PetscStrcmp(family, "gauss", &gauss));
  PetscCall(PetscStrcmp(family, "lobatto_IIIA", &third_a));
  PetscCall(PetscStrcmp(family, "lobatto_IIIB", &third_b));
  *found =
      (PetscBool)((gauss || third_a || third_b) && s >= (gauss ? 1 : 2) && s <= MAXIMUM_STAGES);
  if (!*found)
    PetscFunctionReturn(0);
  if (gauss)
    GaussQuadrature(s, x, w);
  else
    LobattoQuadrature(s, x, w);
  for (PetscInt i = 0; i < s; i++) {
    c[i] = (1 + x[i]) / 2;
    b[i] = w[i] / 2;
  }
  /* Lobatto IIIB is the conjugate of the collocation method of its nodes, Lobatto IIIA. */
  Quad *const collocation = third_b ? out->conjugate : out->a;
  Collocation(s, c, collocation);
  if (!gauss) /* the last row of Lobatto IIIA is b: to the last bit, as methods rely on it */
    for (PetscInt j = 0; j < s; j++)
      collocation[(s - 1) * s + j] = b[j];
  Conjugate(s, collocation, b, third_b ? out->a : out->conjugate);
  PetscFunctionReturn(0);
}
