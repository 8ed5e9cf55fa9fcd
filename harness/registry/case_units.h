/* The units in which a model's case is integrated, where these are not the model's own: of each
 * quantity the exponent e of what multiplies the host's number to give the model's,
 *
 *     the model's number = the host's number · 2^e.
 *
 * Scaling by powers of two is exact, so that nothing is lost and nothing is rounded. Two units are
 * free, of time and of action; each coordinate has one of its own, and so has each constraint. All
 * others follow. */
#pragma once

#include <petscsys.h>

/* Of one realisation. With time t, action a and a displacement d_j of v_j (that is of q_j, but for a
 * frame or a group):  v: d − t, or p of a hamiltonian;  p: a − d;  forces: a − t − d. */
typedef struct {
  PetscInt n, m, k, invariants, equilibria;
  PetscInt entries;
  int *all;          /* entries: of which the others are parts, first q, v and λ */
  int *q;            /* n */
  int *displacement; /* m */
  int *v, *p;        /* m; of v what the formulation calls so: a hamiltonian's is p */
  int *constraint;   /* k: of its value, g, Φ, Ψ or φ */
  int *reaction;     /* k: entry (i,j) of Dg or D₂Φ has reaction_i − displacement_j */
  int *lambda;       /* k */
  int *invariant;    /* each */
  int *deviation;    /* of each relative equilibrium */
  int *density;      /* 1 */
} RealisationUnits;

typedef struct {
  int time, action; /* L and the energy have action − time */
  PetscInt realisations;
  RealisationUnits *realisation;
} CaseUnits;
