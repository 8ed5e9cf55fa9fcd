/* What everybody but the core needs to know of a formulation, as plain data. The entries are in
 * registry/formulation_list.h. */
#pragma once

#include "registry/registry.h"

/* Whether the entries of q are coordinates, which can be moved one by one. */
typedef enum { CHART_NEVER, CHART_IF_SQUARE, CHART_ALWAYS } FormulationChart;

/* A function of the formulation: its name, and its place in the table. 0: no function, as a table
 * begins with its size. */
typedef struct {
  const char *name;
  size_t at;
} FormulationMember;

/* Constraints of one sort: the function and its derivative. Implied: they have no function, as the
 * last velocities of a frame vanish. */
typedef struct {
  FormulationMember value, derivative;
  PetscBool implied;
} FormulationConstraint;

/* How many entries a function has. */
typedef enum { COUNT_SCALAR, COUNT_M, COUNT_HOLONOMIC, COUNT_NONHOLONOMIC } FormulationCount;
/* What is differentiated by: the entries of q, those of v, or motions along a group. */
typedef enum { ALONG_Q, ALONG_V, ALONG_GROUP } FormulationDirection;

typedef struct {
  FormulationMember of, what; /* `of` is the derivative of `what`, which has `count` entries */
  FormulationCount count;
  FormulationDirection along;
  PetscBool diagonal; /* only the entries (i,i) are given */
} FormulationDerivative;

#define FORMULATION_DERIVATIVES 8

typedef struct {
  const char *name;       /* "lagrangian" */
  size_t table;           /* where gimbal_realisation has the pointer to its functions */
  PetscBool velocities;   /* q and v, and p; else y alone */
  PetscBool in_momenta;   /* the functions' second argument is p */
  PetscBool vector_space; /* n = m, and q̇ = v in it */
  PetscBool moving_frame; /* v and p are components in a frame */
  FormulationChart chart;
  unsigned serves; /* bit i: methods of formulation i can integrate it too */
  PetscBool has_lagrangian;
  size_t lagrangian;        /* where its table has a gimbal_lagrangian, if it has one */
  size_t scalar, force;     /* of its table: L, H or ℓ, and the forces next to them */
  size_t mass;              /* ∂²L/∂v²; */
  PetscBool diagonal_mass;  /* of which only the diagonal is given, and needed */
  size_t frame, structure;  /* ψ, and its structure functions */
  size_t sites, components; /* texts, of a lattice */
  FormulationConstraint holonomic, nonholonomic;
  FormulationDerivative derivative[FORMULATION_DERIVATIVES];
} FormulationData;

/* Whether the host derives it where a model leaves it out: those along a group have no coordinates, and of mass
 * matrices a lattice's is needed and the others are derived when they are needed. */
static inline PetscBool FormulationDerives(const FormulationDerivative *d) {
  return (PetscBool)(d->of.at && d->along != ALONG_GROUP && d->count != COUNT_M);
}
/* Whether a realisation leaves out some of those. */
extern PetscBool RealisationIsDerived(const gimbal_realisation *);

/* NULL for a number that is no formulation. */
extern const FormulationData *FormulationGetData(gimbal_formulation);
/* That of a realisation, its data, and the table of its functions. */
extern gimbal_formulation RealisationFormulation(const gimbal_realisation *);
extern const FormulationData *RealisationGetData(const gimbal_realisation *);
extern const void *RealisationGetTable(const gimbal_realisation *);
/* How many formulations it has (exactly one is right). */
extern PetscInt RealisationCountFormulations(const gimbal_realisation *);
/* "lagrangian, hamiltonian and frame": all of them, with the last word that joins. */
extern void FormulationListNames(size_t room, char *text);

/* The Lagrangian of a realisation, also that of a lattice; NULL: it has none. */
extern const gimbal_lagrangian *RealisationGetLagrangian(const gimbal_realisation *);
/* Whether forces other than those of the Lagrangian act, or constraints that move do work. */
extern PetscBool RealisationIsForced(const gimbal_realisation *);
/* Whether (q,p) is a phase space on which a step is a map: as many velocities as coordinates, and
 * no nonholonomic constraints. */
extern PetscBool HasPhaseSpace(const Dimensions *);
/* Whether the entries of q can be moved one by one. */
extern PetscBool HasChart(const Dimensions *);
/* Whether a method of this formulation reads a field that the host derives. */
extern PetscBool FieldIsDerived(gimbal_formulation method, const Dimensions *);

/* Whether a function, a text or a table is there. */
extern PetscBool MemberIsGiven(const void *table, size_t at);
extern const char *MemberGetText(const void *table, size_t at);
/* Its name in messages: that of an embedded table is left out. */
extern const char *MemberGetName(const FormulationMember *);

/* Checks the numbers of constraints against the functions that give them. */
extern PetscErrorCode RealisationCheckDimensions(const char *where, const gimbal_realisation *,
                                                 const Dimensions *);
