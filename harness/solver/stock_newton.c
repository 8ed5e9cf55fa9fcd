/* Stands for kept_newton.c where PETSc's private header is missing or was never tried: the systems of
 * steps are then solved by a stock SNES type as well. */
#include "solver/kept_newton.h"

const char *StepSolverDefaultType(void) { return SNESNEWTONLS; }

const char *KeptNewtonBandedType(void) { return SNESNEWTONLS; }

PetscErrorCode KeptNewtonRegister(void) { return 0; }

PetscErrorCode KeptNewtonAttach(NewtonSystem s) {
  (void)s;
  return 0;
}
