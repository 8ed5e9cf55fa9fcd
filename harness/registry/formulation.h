/* What everybody but the core needs to know of a formulation, as plain data. The entries are in
 * registry/formulation_list.h. */
#pragma once

#include "plugin/layout.h"
#include "registry/registry.h"

/* Whether the entries of q are coordinates, which can be moved one by one. */
typedef enum { CHART_NEVER, CHART_IF_SQUARE, CHART_ALWAYS } FormulationChart;

/* What is differentiated by: the entries of q, those of v, or motions along a group. */
typedef enum { ALONG_Q, ALONG_V, ALONG_GROUP } FormulationDirection;

/* `of` is the derivative of `what`. */
typedef struct {
  ModelFunction of, what;
  FormulationDirection along;
} FormulationDerivative;

typedef struct {
  const char *name;       /* "lagrangian" */
  size_t table;           /* where gimbal_realisation has the pointer to its functions */
  PetscBool velocities;   /* q and v, and p; else y alone */
  PetscBool in_momenta;   /* the functions' second argument is p */
  PetscBool vector_space; /* n = m, and q̇ = v in it */
  PetscBool moving_frame; /* v and p are components in a frame */
  FormulationChart chart;
  unsigned serves;         /* bit i: methods of formulation i can integrate it too */
  PetscBool diagonal_mass; /* of D22L only the diagonal is given, and needed */
  PetscBool implied; /* nonholonomic constraints have no function: the last velocities vanish */
} FormulationData;

/* Whether the host derives it where a model leaves it out: those along a group have no coordinates, and of mass
 * matrices a lattice's is needed and the others are derived when they are needed. */
static inline PetscBool FormulationDerives(const FormulationDerivative *d) {
  return (PetscBool)(d->along != ALONG_GROUP && d->of != MODEL_MASS);
}
/* The i-th of all that there are; false: the realisation's formulation has not both functions, or one is not
 * the derivative of the other in it. */
enum { FORMULATION_DERIVATIVES = 7 };
extern PetscBool RealisationDerivative(const gimbal_realisation *, PetscInt i,
                                       FormulationDerivative *);
/* Whether a realisation leaves out some of those that the host derives. */
extern PetscBool RealisationIsDerived(const gimbal_realisation *);

/* NULL for a number that is no formulation. */
extern const FormulationData *FormulationGetData(gimbal_formulation);
/* That of a realisation, and its data. */
extern gimbal_formulation RealisationFormulation(const gimbal_realisation *);
extern const FormulationData *RealisationGetData(const gimbal_realisation *);
/* Where the table of its formulation has a function, and (unless NULL) the name of that; NULL: it has none
 * such. Whether the realisation gives it. */
extern const void *RealisationMember(const gimbal_realisation *, ModelFunction, const char **name);
extern PetscBool RealisationGives(const gimbal_realisation *, ModelFunction);
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

/* Checks the numbers of constraints against the functions that give them. */
extern PetscErrorCode RealisationCheckDimensions(const char *where, const gimbal_realisation *,
                                                 const Dimensions *);
