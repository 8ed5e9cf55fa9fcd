/* Newton's method for the systems of steps: down to round-off, with factors that are kept from solve to
 * solve. It knows arrays alone; solver/newton_type.h makes an SNES type of it. */
#pragma once

#include "solver/step_solver_private.h"

/* Solves the system's present functions from `start` (n; not s->x); the solution is in s->x. */
extern PetscErrorCode KeptNewtonSolve(StepSolver, const NewtonLimits *, const PetscReal *start,
                                      NewtonOutcome *);
