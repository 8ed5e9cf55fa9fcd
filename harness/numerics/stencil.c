#include "numerics/stencil.h"

/* f'(0) ≈ Σ_j c_j (f(jh) − f(−jh)) / h with c_j = (−1)^{j+1} (w!)² / (j (w−j)! (w+j)!) [Fornberg
 * 1988]. */
int StencilDerivative(PetscInt width, Real h, PetscInt size, StencilFunction *f, void *context,
                      Real *value, Real *derivative) {
  Real weight = 1;
  for (PetscInt i = 0; i < size; ++i)
    derivative[i] = 0;
  for (PetscInt j = 1; j <= width; ++j) {
    weight *= (Real)(width - j + 1) / (Real)(width + j);
    for (int sign = 1; sign >= -1; sign -= 2) {
      const Real c = (j % 2 ? weight : -weight) / j * sign / h;
      if (f(context, sign * j * h, value))
        return 1;
      for (PetscInt i = 0; i < size; ++i)
        derivative[i] += c * value[i];
    }
  }
  return 0;
}
