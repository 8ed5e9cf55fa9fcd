/* Collocation tableaux, computed to quadruple precision from their nodes. */
#ifndef GIMBAL_HARNESS_NUMERICS_TABLEAU_H
#define GIMBAL_HARNESS_NUMERICS_TABLEAU_H

#include "numerics/quad.h"
#include <petscsys.h>

/* Family "gauss" (s ≥ 1), "lobatto_IIIA" or "lobatto_IIIB" (s ≥ 2); s ≤ 16. a and conjugate are s×s
 * row-major, conjugate_ij = b_j (1 − a_ji / b_i). *found is false for an unknown family or s. */
extern PetscErrorCode TableauCompute(const char *family, PetscInt s, Quad *a, Quad *conjugate,
                                     Quad *b, Quad *c, PetscBool *found);

#endif
