/* "densenewton" and "bandednewton": Newton's method of this folder as SNES types, so that PETSc's options,
 * monitors and views see it. */
#pragma once

#include "solver/step_solver_private.h"

#define SNESDENSENEWTON "densenewton"
#define SNESBANDEDNEWTON "bandednewton"

/* Makes the types known to SNESSetType; may be called again. */
extern PetscErrorCode NewtonTypeRegister(void);

/* If the SNES of a system is of one of these types: lets it solve the system. To be called once
 * options are set. */
extern PetscErrorCode NewtonTypeAttach(StepSolver);
/* A solve of such a system. */
extern PetscErrorCode NewtonTypeSolve(StepSolver, PetscReal *x, SNESConvergedReason *,
                                      PetscReal *norm);
