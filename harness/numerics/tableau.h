/* Collocation tableaux, computed to quadruple precision from their nodes. */
#ifndef GIMBAL_HARNESS_NUMERICS_TABLEAU_H
#define GIMBAL_HARNESS_NUMERICS_TABLEAU_H

#include "numerics/quad.h"
#include <petscsys.h>

/* The caller's storage for s stages. */
typedef struct {
  PetscInt s;
  Quad *a;         /* s×s, row-major */
  Quad *conjugate; /* the same: b_j (1 − a_ji / b_i) */
  Quad *b, *c;     /* s */
} TableauEntries;

/* Family "gauss" (s ≥ 1), "lobatto_IIIA" or "lobatto_IIIB" (s ≥ 2); s ≤ 16. *found is false for an
 * unknown family or s. */
extern PetscErrorCode TableauCompute(const char *family, const TableauEntries *, PetscBool *found);

#endif
