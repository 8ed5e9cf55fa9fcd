#include "numerics/scheme.h"

#include <string.h>

enum { STAGES = 16 };

/* The coefficients of det(1 − zM) by Faddeev and LeVerrier: with M_1 = M and c_k = tr(M_k)/k,
 * M_{k+1} = M (M_k − c_k), the determinant is 1 − Σ c_k z^k. */
static PetscErrorCode Determinant(PetscInt s, const Quad M[], PetscReal coefficient[],
                                  PetscReal *size) {
  Quad *power, *next, trace;
  PetscCall(PetscMalloc2(s * s, &power, s * s, &next));
  memcpy(power, M, (size_t)(s * s) * sizeof *M);
  coefficient[0] = 1;
  *size = 1;
  for (PetscInt k = 1; k <= s; ++k) {
    trace = 0;
    for (PetscInt i = 0; i < s; ++i)
      trace += power[i * s + i] / (Quad)k;
    coefficient[k] = (PetscReal)-trace;
    for (PetscInt i = 0; i < s; ++i)
      power[i * s + i] -= trace;
    for (PetscInt i = 0; i < s; ++i)
      for (PetscInt j = 0; j < s; ++j) {
        next[i * s + j] = 0;
        for (PetscInt l = 0; l < s; ++l)
          next[i * s + j] += M[i * s + l] * power[l * s + j];
        *size = PetscMax(*size, fabs((PetscReal)next[i * s + j]));
      }
    memcpy(power, next, (size_t)(s * s) * sizeof *M);
  }
  return PetscFree2(power, next);
}

/* The degree, where coefficients that rounding would explain are none. */
static PetscInt Degree(PetscInt s, PetscReal error, PetscReal coefficient[]) {
  for (PetscInt k = s; k > 0; --k) {
    if (fabs(coefficient[k]) > error)
      return k;
    coefficient[k] = 0;
  }
  return 0;
}

static void OnTheAxis(const PetscReal coefficient[], PetscInt degree, PetscReal y,
                      PetscReal value[2]) {
  PetscReal power = 1;
  value[0] = value[1] = 0;
  for (PetscInt k = 0; k <= degree; ++k, power *= y)
    value[k % 2] += (k % 4 < 2 ? power : -power) * coefficient[k];
}

/* The largest |R(iy)| − 1, at some points a decade. */
static PetscReal LargestOnTheAxis(const StabilityFunction *R) {
  PetscReal largest = -1;
  for (PetscInt k = -300; k <= 300; ++k) {
    const PetscReal y = pow(10, (PetscReal)k / 100);
    PetscReal n[2], d[2];
    OnTheAxis(R->numerator, R->degree[0], y, n);
    OnTheAxis(R->denominator, R->degree[1], y, d);
    largest = PetscMax(largest, hypot(n[0], n[1]) / hypot(d[0], d[1]) - 1);
  }
  return largest;
}

/* Whether D has zeros outside the right half plane, by Routh's scheme for D(−z). */
static PetscBool HasPoles(const StabilityFunction *R) {
  const PetscInt n = R->degree[1];
  PetscReal row[2][STAGES + 3] = {{0}};
  for (PetscInt k = 0; k <= n; ++k)
    row[k % 2][k / 2] = (n - k) % 2 ? -R->denominator[n - k] : R->denominator[n - k];
  for (PetscInt k = 0; k < n; ++k) {
    PetscReal *const upper = row[k % 2], *const lower = row[(k + 1) % 2];
    const PetscReal quotient = upper[0] / lower[0];
    if (!(quotient > 0))
      return PETSC_TRUE;
    for (PetscInt i = 0; i <= n / 2; ++i)
      upper[i] = upper[i + 1] - quotient * lower[i + 1];
  }
  return PETSC_FALSE;
}

PetscErrorCode SchemeStability(const Scheme *scheme, StabilityFunction *R, PetscBool *known) {
  const PetscInt s = scheme->s;
  const ExactNumber *matrix = scheme->beta ? scheme->beta : scheme->a[0];
  Quad M[2][STAGES * STAGES];
  PetscReal size[2], off = 0;
  *R = (StabilityFunction){.poles = PETSC_FALSE};
  *known = (PetscBool)(scheme->colours == 1 && s <= STAGES);
  if (!*known)
    return 0;
  for (PetscInt i = 0; i < s; ++i)
    for (PetscInt j = 0; j < s; ++j) {
      const ExactNumber *a = &matrix[i * s + j], *b = &scheme->b[0][j];
      M[1][i * s + j] = a->value;
      M[0][i * s + j] = a->value - b->value;
      off += a->error + b->error;
    }
  PetscCall(Determinant(s, M[0], R->numerator, &size[0]));
  PetscCall(Determinant(s, M[1], R->denominator, &size[1]));
  R->error = PetscMax(size[0], size[1]) * (16 * off + 1e-30);
  for (int i = 0; i < 2; ++i)
    R->degree[i] = Degree(s, R->error, i ? R->denominator : R->numerator);
  R->at_infinity = R->degree[0] > R->degree[1] ? INFINITY
                   : R->degree[0] < R->degree[1]
                       ? 0
                       : fabs(R->numerator[R->degree[0]] / R->denominator[R->degree[1]]);
  R->largest = LargestOnTheAxis(R);
  R->poles = HasPoles(R);
  return 0;
}
