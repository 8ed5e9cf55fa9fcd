/* The stability function as polynomials and as a power series, whose coefficients are b Aᵏ⁻¹ e. */
#include "numerics/scheme_answers.h"

static PetscBool IsExplicit(PetscInt s, const ExactNumber *a) {
  for (PetscInt i = 0; i < s; ++i)
    for (PetscInt j = i; j < s; ++j)
      if (a[i * s + j].value != 0)
        return PETSC_FALSE;
  return PETSC_TRUE;
}

/* The coefficients of det(1 − zA) by Faddeev and LeVerrier: with A_1 = A and c_k = tr(A_k)/k,
 * A_{k+1} = A (A_k − c_k), the determinant is 1 − Σ c_k z^k. */
static PetscErrorCode Determinant(ExactField *f, PetscInt s, const ExactNumber *a,
                                  ExactNumber coefficient[]) {
  ExactNumber *power, *next;
  PetscCall(PetscMalloc2(s * s, &power, s * s, &next));
  memcpy(power, a, (size_t)(s * s) * sizeof *a);
  for (PetscInt k = 1; k <= s; ++k) {
    ExactNumber trace = ExactInteger(f, 0);
    for (PetscInt i = 0; i < s; ++i)
      trace = ExactAdd(f, trace, power[i * s + i]);
    coefficient[k] = ExactNegative(f, ExactDivide(f, trace, ExactInteger(f, k)));
    for (PetscInt i = 0; i < s; ++i)
      power[i * s + i] = ExactAdd(f, power[i * s + i], coefficient[k]);
    if (k < s)
      ExactProduct(f, s, a, power, s, next);
    memcpy(power, next, (size_t)(s * s) * sizeof *a);
  }
  return PetscFree2(power, next);
}

static PetscErrorCode Series(const Scheme *scheme, const ExactNumber *a, StabilityPolynomials *R) {
  const PetscInt s = R->s;
  const ExactField *f = &R->field;
  ExactNumber *x, *next;
  PetscCall(PetscMalloc2(s, &x, s, &next));
  for (PetscInt i = 0; i < s; ++i)
    x[i] = ExactInteger(f, 1);
  R->series[0] = ExactInteger(f, 1);
  for (PetscInt k = 1; k <= STABILITY_TERMS(s); ++k) {
    R->series[k] = ExactDot(f, s, scheme->b[0], x);
    ExactProduct(f, s, a, x, 1, next);
    memcpy(x, next, (size_t)s * sizeof *x);
  }
  return PetscFree2(x, next);
}

/* Coefficients within the rounding error count as zero. */
static PetscInt Degree(const ExactField *f, PetscInt degree, ExactNumber coefficient[]) {
  for (PetscInt k = degree; k > 0; --k) {
    if (!ExactVanishes(f, coefficient[k]))
      return k;
    coefficient[k] = ExactInteger(f, 0);
  }
  return 0;
}

PetscErrorCode SchemeStabilityPolynomials(const Scheme *scheme, StabilityPolynomials *R,
                                          PetscBool *known) {
  const ExactNumber *a = scheme->beta ? scheme->beta : scheme->a[0];
  const PetscInt s = scheme->s;
  *known = (PetscBool)(scheme->colours == 1 && s <= STABILITY_STAGES);
  if (!*known)
    return 0;
  *R = (StabilityPolynomials){.s = s, .field = scheme->field};
  R->denominator[0] = ExactInteger(&R->field, 1);
  if (!IsExplicit(s, a))
    PetscCall(Determinant(&R->field, s, a, R->denominator));
  PetscCall(Series(scheme, a, R));
  for (PetscInt k = 0; k <= s; ++k)
    for (PetscInt j = 0; j <= k; ++j)
      R->numerator[k] = ExactAdd(&R->field, R->numerator[k],
                                 ExactMultiply(&R->field, R->denominator[j], R->series[k - j]));
  R->degree[0] = Degree(&R->field, s, R->numerator);
  R->degree[1] = Degree(&R->field, s, R->denominator);
  return 0;
}

/* The first term that is not that of e^z, and of its logarithm the first odd and the first even one. */
void SchemeLinearOrders(const StabilityPolynomials *R, SchemeLinear *out) {
  const PetscInt terms = STABILITY_TERMS(R->s);
  ExactField f = R->field;
  ExactNumber log[STABILITY_TERMS(STABILITY_STAGES) + 1], exponential = ExactInteger(&f, 1);
  PetscReal *const first[2] = {&out->dissipation.value, &out->dispersion.value};
  *out = (SchemeLinear){{INFINITY, 0}, {INFINITY, 0}, {INFINITY, 0}};
  for (PetscInt k = 1; k <= terms; ++k) {
    exponential = ExactDivide(&f, exponential, ExactInteger(&f, k));
    const ExactNumber off = ExactSubtract(&f, R->series[k], exponential);
    ExactNumber sum = ExactInteger(&f, 0);
    if (isinf(out->linear.value) && !ExactVanishes(&f, off))
      out->linear.value = (PetscReal)(k - 1);
    for (PetscInt j = 1; j < k; ++j)
      sum = ExactAdd(
          &f, sum,
          ExactMultiply(&f, ExactMultiply(&f, ExactInteger(&f, j), log[j]), R->series[k - j]));
    log[k] = ExactSubtract(&f, R->series[k], ExactDivide(&f, sum, ExactInteger(&f, k)));
    const ExactNumber term = k == 1 ? off : log[k];
    if (isinf(*first[k % 2]) && !ExactVanishes(&f, term))
      *first[k % 2] = (PetscReal)(k - 1);
  }
}
