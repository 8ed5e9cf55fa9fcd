/* Misprints of tableaux. */
#ifndef GIMBAL_HARNESS_STUDIES_ALGEBRA_REPAIR_H
#define GIMBAL_HARNESS_STUDIES_ALGEBRA_REPAIR_H

#include "registry/registry.h"

enum { ALGEBRA_REPAIRS = 64 };

/* A number that would have to be another one, or two that would have to be exchanged. */
typedef struct {
  char part;            /* a, b or c */
  PetscInt row, column; /* from 1; of b and c the column is 0 */
  PetscInt
      other; /* the column (of a), or the entry (of b and c), that it is exchanged with; 0: none */
  Quad before, value; /* as it is, and as it would have to be */
} AlgebraRepair;

typedef struct {
  PetscInt count;
  AlgebraRepair at[ALGEBRA_REPAIRS];
} AlgebraRepairs;

/* All single numbers of a method's only tableau that would give it the order, and all exchanges of two in one row;
 * simple fractions first. None of a scheme of another kind. */
extern PetscErrorCode AlgebraFindRepairs(Method, PetscInt order, AlgebraRepairs *);

/* The first stage of a single tableau whose row does not sum to its node, from 1; 0: all do. */
extern PetscErrorCode AlgebraFindRow(Method, PetscInt *row, Quad *sum, Quad *node);

/* The fraction with the smallest denominator, at most a million, that the value is up to the tolerance; false: there is
 * no such fraction. */
extern PetscBool AlgebraFraction(Quad value, Quad tolerance, int64_t *numerator,
                                 int64_t *denominator);

#endif
