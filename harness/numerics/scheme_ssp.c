#include "numerics/linear.h"
#include "numerics/scheme_answers.h"

enum { HALVINGS = 110 };

#define SMALLEST QUAD_C(1e-6)
#define LARGEST QUAD_C(1e9) /* a radius that is larger is unbounded */

/* K = (A 0; b 0). */
typedef struct {
  PetscInt n, *pivot; /* s + 1 */
  Quad *k, *m, *x;    /* n x n: K, and 1 + rK; a column of n */
} Radius;

/* K (1 + rK)⁻¹ ≥ 0 column by column, and (1 + rK)⁻¹ e ≥ 0, up to the slack. */
static PetscBool IsMonotone(const Radius *e, Quad r, Quad slack) {
  const PetscInt n = e->n;
  for (PetscInt i = 0; i < n * n; ++i)
    e->m[i] = r * e->k[i] + (i % (n + 1) == 0);
  if (QUAD_PRECISION(LinearFactor)(n, e->m, e->pivot))
    return PETSC_FALSE;
  for (PetscInt j = 0; j <= n; ++j) {
    for (PetscInt i = 0; i < n; ++i)
      e->x[i] = j == n || i == j;
    if (QUAD_PRECISION(LinearCorrect)(n, e->m, e->pivot, e->x))
      return PETSC_FALSE;
    for (PetscInt i = 0; i < n; ++i) {
      Quad entry = j == n ? e->x[i] : 0;
      for (PetscInt l = 0; l < n && j < n; ++l)
        entry += e->k[i * n + l] * e->x[l];
      if (!(entry >= -slack))
        return PETSC_FALSE;
    }
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
  PetscCall(PetscCalloc4(n * n, &e.k, n * n, &e.m, n, &e.x, n, &e.pivot));
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
  PetscCall(PetscFree4(e.k, e.m, e.x, e.pivot));
  return SchemeDestroy(&scheme);
}
