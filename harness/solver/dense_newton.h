/* "densenewton": Newton's method for small dense systems as an SNES type of its own, which calls
 * array functions directly. Stock SNES spends 28 times a hand-written iteration at n = 5. */
#ifndef GIMBAL_HARNESS_SOLVER_DENSE_NEWTON_H
#define GIMBAL_HARNESS_SOLVER_DENSE_NEWTON_H

#include "solver/dense_system.h"

#define SNESDENSENEWTON "densenewton"

/* Makes the type known to SNESSetType; may be called again. */
extern PetscErrorCode DenseNewtonRegister(void);

/* The system to solve; only for an SNES of this type. */
extern PetscErrorCode DenseNewtonSetSystem(SNES, DenseSystem *);

/* Newton's method on the array x, in place, with the tolerances of the SNES. It fills
 * the SNES' reason, iteration number and residual norm as SNESSolve would, but looks up no options
 * and calls no monitors. */
extern PetscErrorCode DenseNewtonSolveArrays(SNES, DenseSystem *, PetscReal *x);

#endif
