#include "numerics/scheme_answers.h"

enum { HALVINGS = 110 };

#define SMALLEST QUAD_C(1e-6)
#define LARGEST QUAD_C(1e9) /* a radius that is larger is unbounded */

/* K = (A 0; b 0). */
typedef struct {
  PetscInt n;      /* s + 1 */
  Quad *k, *m, *x; /* n x n: K; 1 + rK; its inverse */
} Radius;

/* The inverse, by Gauss and Jordan; false: there is none. */
static PetscBool Invert(const Radius *e) {
  const PetscInt n = e->n;
  for (PetscInt i = 0; i < n * n; ++i)
    e->x[i] = i % (n + 1) == 0;
  for (PetscInt p = 0; p < n; ++p) {
    PetscInt pivot = p;
    for (PetscInt i = p; i < n; ++i)
      if (fabsq(e->m[i * n + p]) > fabsq(e->m[pivot * n + p]))
        pivot = i;
    if (e->m[pivot * n + p] == 0)
      return PETSC_FALSE;
    for (PetscInt j = 0; j < n; ++j) {
      const Quad m = e->m[p * n + j], x = e->x[p * n + j];
      e->m[p * n + j] = e->m[pivot * n + j], e->m[pivot * n + j] = m;
      e->x[p * n + j] = e->x[pivot * n + j], e->x[pivot * n + j] = x;
    }
    for (PetscInt i = 0; i < n; ++i) {
      const Quad factor = e->m[i * n + p] / e->m[p * n + p];
      for (PetscInt j = 0; j < n && i != p && factor != 0; ++j) {
        e->m[i * n + j] -= factor * e->m[p * n + j];
        e->x[i * n + j] -= factor * e->x[p * n + j];
      }
    }
  }
  for (PetscInt i = 0; i < n * n; ++i)
    e->x[i] /= e->m[i / n * n + i / n];
  return PETSC_TRUE;
}

/* K (1 + rK)⁻¹ ≥ 0 and (1 + rK)⁻¹ e ≥ 0, up to the slack. */
static PetscBool IsMonotone(const Radius *e, Quad r, Quad slack) {
  const PetscInt n = e->n;
  for (PetscInt i = 0; i < n * n; ++i)
    e->m[i] = r * e->k[i] + (i % (n + 1) == 0);
  if (!Invert(e))
    return PETSC_FALSE;
  for (PetscInt i = 0; i < n; ++i) {
    Quad row = 0;
    for (PetscInt j = 0; j < n; ++j) {
      Quad entry = 0;
      for (PetscInt l = 0; l < n; ++l)
        entry += e->k[i * n + l] * e->x[l * n + j];
      if (!(entry >= -slack))
        return PETSC_FALSE;
      row += e->x[i * n + j];
    }
    if (!(row >= -slack))
      return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

static Quad Largest(const Radius *e, Quad slack) {
  Quad low = SMALLEST, high = SMALLEST;
  if (!IsMonotone(e, 0, slack) || !IsMonotone(e, SMALLEST, slack))
    return 0;
  while (high < LARGEST && IsMonotone(e, high, slack)) {
    low = high;
    high *= 2;
  }
  if (high >= LARGEST)
    return HUGE_VAL;
  for (int k = 0; k < HALVINGS; ++k) {
    const Quad middle = (low + high) / 2;
    if (IsMonotone(e, middle, slack))
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* The radius is where it does not depend on the slack. */
PetscErrorCode SchemeMonotonicity(const Scheme *full, SchemeFigure *out) {
  Radius e;
  Scheme scheme;
  Quad radius[2], slack = HAVE_QUAD ? QUAD_C(1e-27) : QUAD_C(1e-13);
  *out = (SchemeFigure){NAN, NAN};
  if (full->colours != 1 || full->beta)
    return 0;
  PetscCall(SchemeReduce(full, &scheme));
  const PetscInt s = scheme.s, n = s + 1;
  e.n = n;
  PetscCall(PetscCalloc3(n * n, &e.k, n * n, &e.m, n * n, &e.x));
  for (PetscInt i = 0; i < n; ++i)
    for (PetscInt j = 0; j < s; ++j) {
      const ExactNumber *x = i < s ? &scheme.a[0][i * s + j] : &scheme.b[0][j];
      e.k[i * n + j] = x->value;
      slack = PetscMax(slack, 100 * (Quad)x->error);
    }
  for (int i = 0; i < 2; ++i)
    radius[i] = Largest(&e, (i ? 100 : 1) * slack);
  *out = (SchemeFigure){(PetscReal)radius[0], 0};
  if (finiteq(radius[0]))
    out->error = (PetscReal)fabsq(radius[1] - radius[0]) + 1e-28 * out->value;
  PetscCall(PetscFree3(e.k, e.m, e.x));
  return SchemeDestroy(&scheme);
}
