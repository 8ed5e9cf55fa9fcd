/* A realisation of a model's case in the precision at hand, and everything that the host derives
 * from it. Functions return non-zero where the model leaves its domain. */
#pragma once

#include "base/arena.h"
#include "core/formulation.h"
#include "numerics/group.h"
#include "numerics/linear.h"
#include "units/model_calls.h"

/* Storage of the derived equations, allocated once: each function has its own, so that those that
 * call one another do not meet. A lattice, whose equations are diagonal, has vectors and bands. */
typedef struct {
  Real *matrix, *right, *mass; /* of an acceleration: (m+k)², m+k, m² */
  Real *rates, *rate, *rows;   /* of an acceleration: m+k, n, k×m or the bands of that */
  Real *multipliers;           /* k: where nobody asks for them */
  Real *unit, *column;         /* of differences: n, m+k */
  Real *point, *value;         /* of a stencil: n+m, the largest of what is differenced */
  Real *field_direction;       /* of the field's derivatives: n+m each */
  Real *field_column, *field_point;
  Real *field_value;
  Real *velocity, *acceleration;     /* of the field in (q,p): m, m */
  Real *lambda, *reactions;          /* k; as rows */
  Real *constraint_gradient;         /* the band of Dg */
  Real *drift;                       /* ∂g/∂t: holonomic */
  Real *residual, *correction;       /* m each */
  Real *psi, *gradient;              /* of a frame: n×m, n */
  Real *structure, *momentum;        /* of inertial terms: m³, m */
  Real *along, *direction, *factors; /* of the brackets of a frame: n³, n, n² */
  Real *bracket;                     /* n */
} ProblemWork;

struct _p_Problem {
  Arena room; /* of this and its arrays */
  ModelCase instance;
  PetscInt index; /* of the realisation */
  const gimbal_realisation *realisation;
  gimbal_formulation formulation;
  const Formulation *functions;
  PetscInt n, m, holonomic, nonholonomic, k;
  PetscInt gradient_width, gradient_stride, gradient_offset; /* as in struct gimbal */
  PetscInt gradient_reach; /* rows of it that are further apart have no column in common */
  PetscBool plain; /* p = D₂L depends on v alone: its derivative along the flow at fixed v is 0 */
  int band;        /* as in struct gimbal: of a lattice, else 0 */
  PetscBool periodic, rheonomic;
  ModelCalls calls; /* of its functions */
  Group group;
  Problem in_quad; /* the quadruple one of a double problem, if the model has it */
  ProblemWork work;
  /* The last mass matrix and its factors: most models have one for all times. None for a lattice.
   */
  Real *mass, *factors;
  PetscInt *pivot;
  PetscBool factored, diagonal;
  PetscBool in_difference; /* of the double core, which derives what is evaluated now */
  /* Vectors as long as the system: on the stack those of a large lattice would overflow it. */
  Real *more;        /* m: a second force or momentum */
  Real *force;       /* m: that of an acceleration */
  Real *at, *values; /* n+m each and more: arguments and answers in this precision, for core.c */
  Real *psi;         /* n×m, of a frame, likewise */
  Quad *exchange;
};

/* To this precision, and from it. */
static inline void ToReal(PetscInt count, const Quad *in, Real *out) {
  for (PetscInt i = 0; i < count; ++i)
    out[i] = (Real)in[i];
}
static inline void ToQuad(PetscInt count, const Real *in, Quad *out) {
  for (PetscInt i = 0; i < count; ++i)
    out[i] = (Quad)in[i];
}

/* Where the band of the holonomic gradient has row a: its columns first <= i < end are not zero, and
 * entry (a,i) stands at `at` + i. */
typedef struct {
  PetscInt first, end, at;
} GradientRow;

static inline GradientRow ProblemGradientRow(Problem p, PetscInt a) {
  const PetscInt begin = p->gradient_stride * a + p->gradient_offset;
  return (GradientRow){.first = PetscMax(begin, 0),
                       .end = PetscMin(begin + p->gradient_width, p->m),
                       .at = a * p->gradient_width - begin};
}

/* What can be differentiated along a direction. */
typedef enum {
  OF_MOMENTUM,   /* p(q,v): m */
  OF_RATES,      /* p, Dg·v + ∂g/∂t and Φ: m + holonomic + nonholonomic */
  OF_HOLONOMIC,  /* g(t,q): holonomic */
  OF_FRAME,      /* ψ(q): n×m */
  OF_CONSTRAINT, /* Ψ(q,p): nonholonomic */
  OF_FIELD,      /* f(t,y): n + m */
  OF_LAGRANGIAN  /* L(q,v): 1 */
} Differentiable;

extern int ProblemForce(Problem, Real t, const Real *q, const Real *v, Real *out);
extern int ProblemMomentum(Problem, Real t, const Real *q, const Real *v, Real *p);
extern int ProblemVelocity(Problem, Real t, const Real *q, const Real *p, Real *v);
extern int ProblemLagrangian(Problem, Real t, const Real *q, const Real *v, Real *value);
extern int ProblemEnergy(Problem, Real t, const Real *q, const Real *v, Real *value);
extern int ProblemConstraint(Problem, Real t, const Real *q, const Real *v, Real *out);
extern int ProblemReaction(Problem, Real t, const Real *q, const Real *v, Real *out);
extern int ProblemHolonomic(Problem, Real t, const Real *q, Real *out);
/* holonomic×m; on a group left-trivialised. */
extern int ProblemHolonomicGradient(Problem, Real t, const Real *q, Real *out);
/* Only the columns that the model's band names, holonomic×gradient_width. */
extern int ProblemHolonomicGradientBand(Problem, Real t, const Real *q, Real *out);
/* ∂g/∂t, holonomic: 0 but on rheonomic constraints. */
extern int ProblemHolonomicTimeDerivative(Problem, Real t, const Real *q, Real *out);
extern int ProblemFrame(Problem, Real t, const Real *q, Real *psi);
/* ∂ψ_ij/∂q_k as [k][i][j]. */
extern int ProblemFrameDerivative(Problem, Real t, const Real *q, Real *out);
/* D₁ℓ(q,ξ) of a frame, n. */
extern int ProblemGradient(Problem, Real t, const Real *q, const Real *xi, Real *out);
extern int ProblemStructure(Problem, Real t, const Real *q, Real *c);
/* q̇ of v, n. */
extern int ProblemConfigurationRate(Problem, Real t, const Real *q, const Real *v, Real *rate);
/* v̇ (m) and λ (k; may be NULL) by the index-reduced equations. */
extern int ProblemAcceleration(Problem, Real t, const Real *q, const Real *v, Real *acceleration,
                               Real *lambda);
/* f(t,y), y = (q,v), or the model's own ode. */
extern int ProblemField(Problem, Real t, const Real *y, Real *f);
/* ∂f/∂y, as many rows as columns, and ∂f/∂t. */
extern int ProblemFieldJacobian(Problem, Real t, const Real *y, Real *out);
extern int ProblemFieldTimeDerivative(Problem, Real t, const Real *y, Real *out);
/* (q̇, ṗ) at y = (q,p), n+m; undefined for an ode. */
extern int ProblemMomentumField(Problem, Real t, const Real *y, Real *out);

/* All residuals that must vanish at a node, g, Dg·v + ∂g/∂t and Φ. */
extern int ProblemResiduals(Problem, Real t, const Real *q, const Real *v, Real *out);
/* The size of the terms in each of them, of which round-off leaves a rounding. Slow: it
 * differentiates. */
extern int ProblemResidualScales(Problem, Real t, const Real *q, const Real *v, Real *scale);
extern PetscInt ProblemResidualCount(Problem);

/* d/dε of a quantity at (t + ε dt, q + ε dq, v + ε dv); dq, dv may be NULL. */
extern int ProblemDirectional(Problem, Differentiable, Real t, const Real *q, const Real *v,
                              Real dt, const Real *dq, const Real *dv, Real *out);

/* The Core entries of a problem (core/problem_create.c). */
extern PetscErrorCode ProblemCreate(ModelCase, PetscInt, Problem *);
extern PetscErrorCode ProblemDestroy(Problem *);
/* Refuses by its name what depends on the time where the host takes it for constant, and constraints
 * that depend on one another. */
extern PetscErrorCode ProblemRefuse(Problem);
extern int ProblemDirectionalQuad(Problem, int, Quad, const Quad *, const Quad *, Quad,
                                  const Quad *, const Quad *, Quad *);

/* ---- What the tables of formulations are made of (core/derived.c) ---- */

/* Solves Mx = b in place (M m×m), by the factors at hand if M is the matrix that they are of. */
extern int MassSolve(Problem, const Real *mass, Real *b);
/* The inverse of the momentum. */
extern FormulationFunction VelocityByNewton;
/* v·p − L. */
extern FormulationFunction EnergyByLegendre;
/* [ψ_i,ψ_j] in the frame itself, where n = m. */
extern FormulationFunction StructureByDifferences;
/* Adds c^k_ij ξ^i ∂ℓ/∂ξ^k of the Hamel equations [Ball 2013, section 2], of which the Euler–Poincaré
 * equations are the case of constant structure functions. */
extern FormulationFunction AddInertialTerms;
/* Adds the model's further forces, if it has some, to a force. */
extern FormulationFunction AddForce;
/* Σ_i |∂Φ/∂v_i v_i|, the same with the terms of which v_i is what is left, or max_i |v_i| where the v_i
 * themselves are what vanishes. */
extern FormulationFunction ReactionScale, CoupledReactionScale, LargestVelocity;
/* Adds |∂Φ/∂q_i q_i|: what the rounding of q does to a residual that is zero otherwise. It is the
 * largest part where an angle counts its revolutions. */
extern FormulationFunction AddConfigurationScale;
/* [M −Cᵀ; C 0] (v̇, λ) = (F − d/dt|_v p, −d/dt|_v (Dg·v + ∂g/∂t, Φ)), with the rows C of Dg and D₂Φ. */
extern int ConstrainedAcceleration(Problem, Real t, const Real *q, const Real *v,
                                   Real *acceleration, Real *lambda);
/* (q̇, v̇). */
extern int SecondOrderField(Problem, Real t, const Real *y, Real *f);
