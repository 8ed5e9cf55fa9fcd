#include "numerics/stencil.h"

/* What one step gives, besides the derivative, of the sum of the entries with weights that let no two
 * neighbours cancel. */
typedef struct {
  Real doubt;    /* how far the differences of the next lower order are from these */
  Real size;     /* of the derivative */
  Real rounding; /* what that of the values explains of the doubt */
} Nearness;

/* `near` may be NULL: it costs as much as the derivative.
 *
 * f'(0) ≈ Σ_j c_j (f(jh) − f(−jh)) / h with c_j = (−1)^{j+1} (w!)² / (j (w−j)! (w+j)!) [Fornberg
 * 1988]. */
static int Differences(PetscInt width, Real h, PetscInt size, StencilFunction *f, void *context,
                       Real *value, Real *derivative, Nearness *near) {
  static const Real unlike[] = {1, 2, 3, 4, 5};
  Real weight = 1, below = 1, apart = 0, largest = 0;
  for (PetscInt i = 0; i < size; ++i)
    derivative[i] = 0;
  for (PetscInt j = 1; j <= width; ++j) {
    weight *= (Real)(width - j + 1) / (Real)(width + j);
    below *= (Real)(width - j) / (Real)(width - 1 + j);
    const Real c = (j % 2 ? weight : -weight) / j / h;
    const Real other = near ? (j % 2 ? weight - below : below - weight) / j / h : 0;
    for (int sign = 1; sign >= -1; sign -= 2) {
      const Real coefficient = sign * c;
      Real sum = 0, sizes = 0;
      if (f(context, sign * j * h, value))
        return 1;
      for (PetscInt i = 0; i < size; ++i)
        derivative[i] += coefficient * value[i];
      for (PetscInt i = 0; near && i < size; ++i) {
        const Real part = unlike[i % 5] * value[i];
        sum += part;
        sizes += gimbal_fabs(part);
      }
      apart += sign * other * sum;
      largest = gimbal_fmax(largest, sizes);
    }
  }
  if (!near)
    return 0;
  near->size = 0;
  for (PetscInt i = 0; i < size; ++i)
    near->size += unlike[i % 5] * gimbal_fabs(derivative[i]);
  near->doubt = gimbal_fabs(apart);
  near->rounding = 64 * PRECISION_EPSILON * largest / h;
  return 0;
}

int StencilDerivative(PetscInt width, Real h, PetscInt size, StencilFunction *f, void *context,
                      Real *value, Real *derivative) {
  enum { HIGH = 8, NEARER = 3, TIMES = 16 };
  if (width < HIGH)
    return Differences(width, h, size, f, context, value, derivative, NULL);
  for (int nearer = 0;; ++nearer, h /= TIMES) {
    Nearness near;
    const int missing = Differences(width, h, size, f, context, value, derivative, &near);
    /* Two orders more are worth a factor of 100 at least, if the step is not too large at all. */
    if (nearer == NEARER || (!missing && near.doubt <= GIMBAL_C(1e-27) * near.size + near.rounding))
      return missing;
  }
}
