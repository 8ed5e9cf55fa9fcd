/* Misprints of tableaux. */
#pragma once

#include "numerics/scheme.h"
#include "registry/registry.h"
#include "studies/algebra/misprint.h"

enum { ALGEBRA_REPAIRS = 64 };

/* What the numbers have to be. */
typedef struct {
  PetscInt order, special_order; /* the second by the trees of AlgebraSpecial */
  PetscBool symplectic, symmetric, stiffly_accurate, a_stable, l_stable;
  Method
      other; /* one with the same A and other weights, of which an order is claimed; NULL if absent */
  PetscInt other_order;
} AlgebraWanted;

/* A number that would have to be another one. */
typedef struct {
  char part;                   /* a, b, c, or o of the other weights */
  PetscInt row, column;        /* from 1; the column of a only, else 0 */
  Quad before, value;          /* as it is, and as it would have to be */
  char printed[MISPRINT_ROOM]; /* its text; "": it has none */
  Misprint misprint;           /* its text is "" where no small change of the printed one helps */
} AlgebraChange;

/* One number, or two of a row. Or, with one of the kinds MISPRINT_ENTRIES and MISPRINT_SHIFTED, the entries from
 * `first` to `last` of the row of the first change: both exchanged, or all moved by one place. */
typedef struct {
  MisprintKind kind; /* the least simple of its changes */
  PetscInt changes, first, last;
  AlgebraChange change[2];
} AlgebraRepair;

typedef struct {
  PetscInt count;
  AlgebraRepair at[ALGEBRA_REPAIRS];
} AlgebraRepairs;

/* What would give the method's only tableau, of which the scheme is made, all that is wanted: each single number,
 * exchange and shift in one row, or, if none of them is simple, each pair of numbers of a row; the simplest first.
 * None if the scheme is of another kind. */
extern PetscErrorCode AlgebraFindRepairs(Method, Scheme *, const AlgebraWanted *, AlgebraRepairs *);

/* A change of one printed number of a table of any kind, or an exchange of two, or all rows turned around. */
typedef struct {
  MisprintKind kind;
  PetscInt digit;
  PetscBool reversed;        /* all rows */
  char place[32], other[32]; /* where it stands, and the one that it is exchanged with; "": none */
  char printed[MISPRINT_ROOM], text[MISPRINT_ROOM]; /* as it is, and as it would have to be */
} AlgebraEdit;

typedef struct {
  PetscInt count;
  PetscBool all; /* no change is left out, because there are many or numbers have long texts */
  AlgebraEdit at[ALGEBRA_REPAIRS];
} AlgebraEdits;

/* Whether the scheme is what is wanted, without the other weights and as far as the digits show. */
extern PetscErrorCode AlgebraHasAll(const Scheme *, const AlgebraWanted *, PetscBool *has);
/* Those that give the method's scheme, of any kind, all that is wanted; the simplest first. */
extern PetscErrorCode AlgebraFindEdits(Method, const Scheme *, const AlgebraWanted *,
                                       AlgebraEdits *);
