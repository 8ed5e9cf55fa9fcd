/* Collocation tableaux, computed to quadruple precision from their nodes. */
#pragma once

#include "numerics/exact.h"
#include <petscsys.h>

enum { TABLEAU_COMPUTED_MAX = 16 }; /* stages */

/* The caller's storage for s stages. */
typedef struct {
  PetscInt s;
  Quad *a;         /* s×s, row-major */
  Quad *conjugate; /* the same: b_j (1 − a_ji / b_i) */
  Quad *b, *c;     /* s */
} TableauEntries;

/* The symplectic conjugate b_j (1 − a_ji / b_i). */
extern void TableauConjugate(PetscInt s, const Quad a[], const Quad b[], Quad conjugate[]);

/* The collocation method of the nodes of a quadrature, or its symplectic conjugate. */
typedef struct {
  PetscInt left, right; /* 1: that end is a node */
  PetscBool conjugate;
} TableauFamily;

/* Family "gauss", "radau_IA", "radau_IIA" (s ≥ 1), "lobatto_IIIA" or "lobatto_IIIB" (s ≥ 2); s ≤ 16.
 * False for an unknown family or s. */
extern PetscBool TableauFind(const char *family, PetscInt s, TableauFamily *);
/* False as from TableauFind. */
extern PetscBool TableauCompute(const char *family, const TableauEntries *);

/* Of the polynomials with leading coefficient 1 whose zeros are the other nodes on [−1,1]: p_(k+1) = (x − shift) p_k −
 * drop p_(k−1), each as a numerator and a denominator. */
extern void TableauRecurrence(TableauFamily, PetscInt k, int64_t shift[2], int64_t drop[2]);

/* The same numbers with residues in the field; the storage is the caller's, as above, and each may be
 * NULL. The field is LACKING where the nodes have no image modulo one of its primes. */
typedef struct {
  PetscInt s;
  ExactNumber *a, *conjugate, *b, *c;
} ExactTableauEntries;
extern void TableauComputeExact(const char *family, ExactField *, const ExactTableauEntries *,
                                PetscBool *found);
/* Whether the polynomial of the nodes splits modulo the prime, quickly. */
extern PetscBool TableauHasImage(const char *family, PetscInt s, uint64_t prime);
