/* "densenewton" and "bandednewton": Newton's method for the systems of steps as SNES types of their own,
 * which call array functions directly and keep factors from solve to solve. A build without PETSc's
 * private header has stock_newton.c instead, in which there are no such types. */
#ifndef GIMBAL_HARNESS_SOLVER_KEPT_NEWTON_H
#define GIMBAL_HARNESS_SOLVER_KEPT_NEWTON_H

#include "solver/newton_system.h"

/* Makes the types known to SNESSetType; may be called again. */
extern PetscErrorCode KeptNewtonRegister(void);

/* If the SNES of a system is of one of these types: lets it solve the system. */
extern PetscErrorCode KeptNewtonAttach(NewtonSystem);

/* The type of large banded systems where no option names one. */
extern const char *KeptNewtonBandedType(void);

#endif
