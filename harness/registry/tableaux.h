/* The Runge-Kutta tableaux that a method declares, evaluated under its parameters. */
#pragma once

#include "registry/registry.h"

enum { TABLEAU_STAGES_MAX = 64 };

/* Of a method's own. Matrices are row-major. */
typedef struct {
  char name[64];
  PetscInt s;
  Quad *a;         /* s x s */
  Quad *conjugate; /* s x s; NULL: a weight is 0 and none is declared */
  Quad *b, *c;     /* s */
  Quad *embedded;  /* s; NULL: none */
  Quad *gamma;     /* s x s; NULL: none */
  Quad *values;    /* the storage of all */
} MethodTableau;

/* Storage for s stages: all members of `tableau` point into it. To be freed by
 * MethodTableauDestroy. */
extern void MethodTableauCreate(const char *name, PetscInt s, MethodTableau *tableau);
extern void MethodTableauDestroy(MethodTableau *tableau);
/* What is not declared: c from the rows of a, the symplectic conjugate where no weight is 0. */
extern void MethodTableauComplete(MethodTableau *tableau, PetscBool has_c, PetscBool has_conjugate);

/* The index-th of the descriptor's tableaux, index < family->tableaux.count. A text that is wrong,
 * or has another number of entries than it must, is PETSC_ERR_USER_INPUT. */
extern PetscErrorCode MethodEvaluateTableau(Method, PetscInt index, MethodTableau *tableau);
