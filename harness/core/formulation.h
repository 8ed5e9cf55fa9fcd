/* A formulation as the core sees it: a table of functions, in a file of its own. All of them take
 * (t, q, v) in the formulation's own words, write `out`, and return non-zero where the model leaves
 * its domain. NULL: the formulation has no such thing. */
#pragma once

#include "core/core.h"
#include "numerics/precision.h"

typedef int FormulationFunction(Problem, Real t, const Real *q, const Real *v, Real *out);

typedef struct Formulation {
  PetscBool sparse;                    /* nothing of it is dense, and nothing differenced */
  PetscErrorCode (*create)(Problem);   /* what else the problem needs to know of the descriptor */
  FormulationFunction *lagrangian;     /* L or ℓ, 1 */
  FormulationFunction *energy;         /* where the model does not give it, 1 */
  FormulationFunction *momentum;       /* p or μ, m */
  FormulationFunction *velocity;       /* v (m) of p, which takes the place of v */
  FormulationFunction *force;          /* all forces but the reactions, m */
  FormulationFunction *constraint;     /* Φ, nonholonomic; asked only where there are some */
  FormulationFunction *reaction;       /* the directions of its reactions, nonholonomic×m */
  FormulationFunction *reaction_scale; /* the size of the terms in each Φ, nonholonomic */
  FormulationFunction *frame;          /* ψ, n×m */
  FormulationFunction *gradient;       /* D₁ℓ at fixed ξ, n */
  FormulationFunction *structure;      /* c[k][i][j], m×m×m */
  FormulationFunction *inertia;        /* adds the inertial terms of the frame, m */
  FormulationFunction *rate;           /* q̇, n */
  /* v̇ (m) and λ (k; may be NULL) by the index-reduced equations. */
  int (*acceleration)(Problem, Real t, const Real *q, const Real *v, Real *acceleration,
                      Real *lambda);
  int (*field)(Problem, Real t, const Real *y, Real *f); /* of y = (q,v) */
} Formulation;

/* FormulationLagrangian, …: one of each, in its own file. */
#define FORMULATION(constant, member, Name, ...) extern const Formulation Formulation##Name;
#include "registry/formulation_list.h"

/* What the model itself gives, in any formulation that has it (core/given.c). */
extern FormulationFunction GivenLagrangian, GivenGradient, GivenMomentum, GivenRate,
    GivenConstraint, GivenReaction;
/* Of a lagrangian, and of the one in a lattice. */
extern FormulationFunction LagrangianForce, LagrangianRate;
extern int LagrangianField(Problem, Real t, const Real *y, Real *f);
