/* The numerical core behind one table: the same source compiled in double and in quadruple
 * precision. Callers are precision-neutral: numbers cross this boundary as Quad. */
#pragma once

#include "base/counts.h"
#include "base/limits.h"
#include "registry/registry.h"
#include "registry/schemes.h"
#include <petscsnes.h>

/* A perturbation of one number inside the run, for testing the judge. */
typedef enum {
  MUTATION_NONE,
  MUTATION_TABLEAU_A,
  MUTATION_TABLEAU_CONJUGATE,
  MUTATION_TABLEAU_B,
  MUTATION_TABLEAU_C,
  MUTATION_COEFFICIENT, /* of the method's own `coefficients`, counted through all of them */
  MUTATION_PARAMETER,   /* of its parameters that are not whole: others are numbers of stages, or
                           name one of two ends */
  MUTATION_SOLVER,      /* misses every unknown by that, relative to its size */
  MUTATION_LAMBDA,      /* the initial multiplier is off by `size` */
  MUTATION_TABLEAU_EMBEDDED,
  MUTATION_TABLEAU_GAMMA,
  MUTATION_KINDS /* how many there are */
} MutationKind;

typedef struct {
  MutationKind kind;
  PetscInt index; /* of the entry */
  PetscReal size; /* relative; absolute where the entry is zero */
  PetscInt with;  /* the entry that it is exchanged with instead; negative: none */
} Mutation;
/* The same done to the exact numbers of a scheme, of which the context is a Mutation. */
extern void MutationTouch(const void *context, SchemePart, PetscInt first, PetscInt count,
                          ExactField *, ExactNumber *);

/* A realisation of a model's case. */
typedef struct _p_Problem *Problem;
/* A method on a problem: state, solver, storage. */
typedef struct _p_Integration *Integration;

typedef enum {
  QUANTITY_CONFIGURATION, /* q, n */
  QUANTITY_VELOCITY,      /* v (ξ, η), m */
  QUANTITY_MOMENTUM,      /* p (μ), m; none for an ode */
  QUANTITY_MULTIPLIER,    /* λ, k; none for an ode */
  QUANTITY_ENERGY,        /* energy minus the initial energy, 1 */
  QUANTITY_INVARIANT,     /* each invariant minus its initial value; of a method that scores q and p
                             at different times both are read at the last node for which a p at the
                             time of q can be made, and are 0 before there is one */
  QUANTITY_CONSTRAINT,    /* g, Dg·v and Φ at the node: 2·holonomic + nonholonomic */
  QUANTITY_PROBE,         /* the method's probes one after the other, over the last step */
  QUANTITY_ACTION         /* the discrete action's increment over the last step, 1; NaN where
                             undefined or not requested */
} Quantity;

/* What working storage, residuals and Jacobians hold as they are handed to a method, which writes them
 * before it reads them: whatever is there, or these. */
typedef enum { FILLED_BY_CHANCE, FILLED_WITH_NUMBERS, FILLED_WITH_NAN } Filling;

/* Why an integration stopped. */
typedef struct {
  PetscBool failed;
  PetscReal time, residual;
  PetscInt step;
  SNESConvergedReason reason; /* 0 if the method or the model gave up by itself */
  char text[LIMIT_REASON + 1];
} StepFailure;

typedef struct {
  Method method;
  Problem problem;
  PetscReal tolerance_factor; /* factor on the solver's tolerance; 1: down to round-off */
  Mutation mutation;
  /* The steps' increments of the discrete action are wanted: the method's own, where it writes them;
   * a method of odes is given the action as one more entry (core/action.c). */
  PetscBool action;
} IntegrationSetup;

/* A system that a double step has solved on its own level, not inside another one's residual: for
 * the quadruple step that follows. */
typedef struct PilotSystem {
  struct PilotSystem *next;
  int key; /* of the method's; negative: none */
  PetscInt n, lower, upper;
  double *x;                     /* n: its solution */
  struct _p_StepSolver *factors; /* of its Jacobian; NULL: it is singular */
  PetscBool renew;               /* make them at the solution, however good the old ones are */
} PilotSystem;

/* Those of a step, in the order of the calls, and some that only an earlier one had. */
typedef struct {
  PilotSystem *first, **end; /* end: behind those of the step */
} PilotRecord;

/* Where a pilot begins its step: q, p, λ and memory after so many steps. */
typedef struct {
  PetscInt64 steps;
  const double *state;
  PilotRecord *record;
} PilotStep;

typedef struct {
  /* The realisation of a case; the model must be built in this precision. */
  PetscErrorCode (*problem_create)(ModelCase, PetscInt realisation, Problem *);
  PetscErrorCode (*problem_destroy)(Problem *);
  Dimensions (*problem_dimensions)(Problem);
  /* Consistent initial data (q,v) of the case, n+m. */
  void (*problem_initial)(Problem, Quad *y);
  /* The closed form (q,v,λ) at t from (q,v) at 0; false without one. */
  PetscBool (*problem_exact)(Problem, Quad t, const Quad *y0, Quad *out);
  /* The index-reduced field on y = (q,v) and, where lambda is not NULL, the multipliers; false
   * outside the model's domain. */
  PetscBool (*problem_field)(Problem, Quad t, const Quad *y, Quad *f, Quad *lambda);
  /* p (or μ) of (q,v), and back, false where it cannot; energy; the residuals (g, Dg·v, Φ); invariants. */
  void (*problem_momentum)(Problem, Quad t, const Quad *y, Quad *p);
  PetscBool (*problem_velocity)(Problem, Quad t, const Quad *q, const Quad *p, Quad *v);
  void (*problem_energy)(Problem, Quad t, const Quad *y, Quad *energy);
  void (*problem_constraint)(Problem, Quad t, const Quad *y, Quad *out);
  void (*problem_invariants)(Problem, Quad t, const Quad *y, Quad *out);
  /* ψ(q) of a frame, n×m; false outside the model's domain. */
  PetscBool (*problem_frame)(Problem, Quad t, const Quad *q, Quad *psi);
  /* A function of the realisation at t and y = (q,v), NULL if it has no arguments; it is named by the address of its
   * member in the model's descriptor of this precision. NaN: the model does not have it. */
  void (*problem_call)(Problem, const void *member, Quad t, const Quad *y, Quad *out);
  /* Of the quadruple core: d/dε of a derived quantity (core/problem.h) along (dt,dq,dv), for the double
   * one; non-zero where it has none. */
  int (*problem_directional)(Problem, int what, Quad t, const Quad *q, const Quad *v, Quad dt,
                             const Quad *dq, const Quad *dv, Quad *out);

  PetscErrorCode (*create)(const IntegrationSetup *, Integration *);
  PetscErrorCode (*destroy)(Integration *);
  /* Begins at t = 0 with step h from (q,v); NULL: the case's initial data. */
  PetscErrorCode (*begin)(Integration, Quad h, const Quad *y, StepFailure *);
  /* Takes steps; stops at the first that fails. */
  PetscErrorCode (*advance)(Integration, PetscInt64 steps, StepFailure *);
  /* Goes to time t, on either side, with steps of the method's own and errors near the tolerance
   * times the sizes; in a run that was begun with h = 0, of a method that offers it. */
  PetscErrorCode (*advance_to)(Integration, Quad t, Quad tolerance, StepFailure *);
  /* A quantity of the present state, with the summation's carry; *count entries, where that is not
   * NULL. A velocity that cannot be found is NaN. */
  PetscErrorCode (*get)(Integration, Quantity, PetscInt *count, Quad *out);
  /* The scale of the terms that cancel in a constraint or a probe, entry by entry. */
  PetscErrorCode (*get_scale)(Integration, Quantity, PetscInt *count, Quad *out);
  /* The whole state as numbers (steps taken, or the time of a run begun with h = 0; q, p, λ,
   * memory), to save, to perturb and to restore: how many they are and, unless out is NULL, they. */
  PetscInt (*get_state)(Integration, Quad *out);
  void (*set_state)(Integration, const Quad *);
  /* Clears what the solvers have learnt from earlier steps: the next one depends on the state only,
   * as after set_state. */
  void (*forget)(Integration);
  void (*fill)(Integration, Filling);
  Counts (*get_counts)(Integration);
  /* How many entries a mutation of this kind can choose from, as far as the steps taken have asked
   * for them. */
  PetscInt (*get_mutable)(Integration, MutationKind);
  /* The index-th tableau of a method's own, declared or given at run time, in quadruple numbers
   * whatever the precision they are given in; *found is false where there are no more. To be freed
   * by MethodTableauDestroy. */
  PetscErrorCode (*method_tableau)(Method, PetscInt index, MethodTableau *, PetscBool *found);
  /* Of the double core: a problem without its quadruple-precision build, which is slow; one step from
   * a state, which is not committed, with a record of the systems that it solves. */
  PetscErrorCode (*problem_detach)(Problem);
  PetscErrorCode (*pilot)(Integration, const PilotStep *, PetscBool *taken);
  PetscReal epsilon; /* of the arithmetic: 2⁻⁵² or 2⁻¹¹² */
} Core;

/* Entries of one reading at most. */
#define READINGS_MAX 4096

extern const Core *CoreDouble(void);
/* The double one again in a program without quadruple precision, where no model is built in it. */
extern const Core *CoreQuad(void);
