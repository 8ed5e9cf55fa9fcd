/* Rooted trees whose vertices, all but the root, have colours: to each belongs an order condition of
 * Runge-Kutta methods [Hairer, Lubich, Wanner, Geometric Numerical Integration, III.1 and III.2]. */
#pragma once

#include <petscsys.h>

enum { TREES_DEPTH_MAX = 14, TREES_COLOURS_MAX = 3 };

/* The tree `left` with one more branch from its root, of which every tree but the single vertex is
 * made in one way: the branch is the last of all in the list, or one like it is there already. */
typedef struct {
  PetscInt order, left, right; /* −1 of the single vertex */
  PetscInt colour;             /* of the branch */
  PetscInt copies;             /* how many branches like the last one its root has */
  uint64_t density;            /* the condition is Σ b Φ = 1/density */
  uint64_t symmetry;           /* how many of its rearrangements are itself */
} Tree;

typedef struct {
  PetscInt colours, leaves, depth, count;
  PetscInt first[TREES_DEPTH_MAX + 2]; /* of each order, and behind the last */
  Tree *at;                            /* by order */
} Trees;

/* All trees with up to `depth` vertices. The last `leaves` colours have no branches: the time, whose
 * rate depends on nothing. With roots of c colours there are c times as many. */
extern PetscErrorCode TreesCreate(PetscInt colours, PetscInt leaves, PetscInt depth, Trees *);
extern PetscErrorCode TreesDestroy(Trees *);
/* The tree `left` with the branch `right` of that colour, of at most `depth` vertices. */
extern PetscInt TreesGraft(const Trees *, PetscInt left, PetscInt right, PetscInt colour);
/* As Butcher writes it: [τ,[τ,τ]], with the colours as letters where there are several. */
extern void TreeWrite(const Trees *, PetscInt tree, PetscInt room, char text[]);
