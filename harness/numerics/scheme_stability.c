#include "numerics/scheme_answers.h"

enum { STAGES = 16 }; /* of implicit schemes */

static void OnTheAxis(const PetscReal coefficient[], PetscInt degree, PetscReal y,
                      PetscReal value[2]) {
  PetscReal power = 1;
  value[0] = value[1] = 0;
  for (PetscInt k = 0; k <= degree; ++k, power *= y)
    value[k % 2] += (k % 4 < 2 ? power : -power) * coefficient[k];
}

static PetscReal OffAt(const StabilityFunction *R, PetscReal y) {
  PetscReal n[2], d[2];
  OnTheAxis(R->numerator, R->degree[0], y, n);
  OnTheAxis(R->denominator, R->degree[1], y, d);
  return hypot(n[0], n[1]) / hypot(d[0], d[1]) - 1;
}

/* The largest |R(iy)| − 1, at some points a decade, and beyond the interval of stability. */
static PetscReal LargestOnTheAxis(const StabilityFunction *R, PetscReal interval) {
  PetscReal largest = -1;
  for (PetscInt k = -300; k <= 300; ++k)
    largest = PetscMax(largest, OffAt(R, pow(10, (PetscReal)k / 100)));
  for (PetscInt k = 1; k <= 300 && isfinite(interval); ++k)
    largest = PetscMax(largest, OffAt(R, interval * pow(10, (PetscReal)k / 300)));
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
  StabilityPolynomials polynomials;
  const ExactNumber *const from[] = {polynomials.numerator, polynomials.denominator};
  PetscReal *const to[] = {R->numerator, R->denominator};
  *R = (StabilityFunction){.poles = PETSC_FALSE};
  PetscCall(SchemeStabilityPolynomials(scheme, &polynomials, known));
  *known = (PetscBool)(*known && polynomials.degree[1] <= STAGES);
  for (int i = 0; i < 2 && *known; ++i) {
    R->degree[i] = polynomials.degree[i];
    for (PetscInt k = 0; k <= R->degree[i]; ++k) {
      to[i][k] = (PetscReal)from[i][k].value;
      R->error = fmax(R->error, from[i][k].error);
    }
  }
  if (!*known)
    return 0;
  R->at_infinity = R->degree[0] > R->degree[1] ? INFINITY
                   : R->degree[0] < R->degree[1]
                       ? 0
                       : fabs(R->numerator[R->degree[0]] / R->denominator[R->degree[1]]);
  R->largest = LargestOnTheAxis(R, SchemeImaginaryInterval(&polynomials).value);
  R->poles = HasPoles(R);
  return 0;
}
