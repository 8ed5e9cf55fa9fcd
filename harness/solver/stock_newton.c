/* Stands for dense_newton.c where PETSc's private header is missing or was never tried: small dense
 * systems are then solved by a stock SNES type as well. */
#include "solver/dense_newton.h"

const char *StepSolverDefaultType(void) { return SNESNEWTONLS; }

PetscErrorCode DenseNewtonRegister(void) { return 0; }

PetscErrorCode DenseNewtonAttach(DenseSolver *s) {
  (void)s;
  return 0;
}
