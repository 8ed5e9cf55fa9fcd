/* The solver of a small dense system: its Jacobian and the factors of that. Stock SNES types see it as
 * a matrix; densenewton works on it directly. */
#ifndef GIMBAL_HARNESS_SOLVER_DENSE_SOLVER_H
#define GIMBAL_HARNESS_SOLVER_DENSE_SOLVER_H

#include "solver/newton_system.h"

/* Unknowns up to which factors that are kept become an inverse. */
enum { DENSE_INVERTED_UP_TO = 8 };

typedef struct {
  struct _p_NewtonSystem newton;
  PetscReal *matrix, *factors, *inverse; /* n×n each; no inverse of many unknowns */
  PetscBool inverted;                    /* it is that of the factors */
  PetscInt *pivot;
} DenseSolver;

#endif
