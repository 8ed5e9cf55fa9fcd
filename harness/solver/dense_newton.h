/* "densenewton": Newton's method for small dense systems as an SNES type of its own, which calls
 * array functions directly. A build without PETSc's private header has stock_newton.c instead, in
 * which there is no such type. */
#ifndef GIMBAL_HARNESS_SOLVER_DENSE_NEWTON_H
#define GIMBAL_HARNESS_SOLVER_DENSE_NEWTON_H

#include "solver/dense_solver.h"

/* Makes the type known to SNESSetType; may be called again. */
extern PetscErrorCode DenseNewtonRegister(void);

/* If the SNES of a solver is of this type: lets it solve the solver's system, by this type's own
 * operations. */
extern PetscErrorCode DenseNewtonAttach(DenseSolver *);

#endif
