/* A realisation of a model's case in the precision at hand, and everything that the host derives
 * from it. Functions return non-zero where the model leaves its domain. */
#ifndef GIMBAL_HARNESS_CORE_PROBLEM_H
#define GIMBAL_HARNESS_CORE_PROBLEM_H

#include "core/core.h"
#include "numerics/group.h"
#include "numerics/linear.h"

#define ProblemForce PRECISION(ProblemForce)
#define ProblemMomentum PRECISION(ProblemMomentum)
#define ProblemVelocity PRECISION(ProblemVelocity)
#define ProblemLagrangian PRECISION(ProblemLagrangian)
#define ProblemEnergy PRECISION(ProblemEnergy)
#define ProblemConstraint PRECISION(ProblemConstraint)
#define ProblemReaction PRECISION(ProblemReaction)
#define ProblemHolonomic PRECISION(ProblemHolonomic)
#define ProblemHolonomicGradient PRECISION(ProblemHolonomicGradient)
#define ProblemFrame PRECISION(ProblemFrame)
#define ProblemFrameDerivative PRECISION(ProblemFrameDerivative)
#define ProblemGradient PRECISION(ProblemGradient)
#define ProblemStructure PRECISION(ProblemStructure)
#define ProblemMass PRECISION(ProblemMass)
#define ProblemConfigurationRate PRECISION(ProblemConfigurationRate)
#define ProblemAcceleration PRECISION(ProblemAcceleration)
#define ProblemField PRECISION(ProblemField)
#define ProblemResiduals PRECISION(ProblemResiduals)
#define ProblemResidualScales PRECISION(ProblemResidualScales)
#define ProblemResidualCount PRECISION(ProblemResidualCount)
#define ProblemDirectional PRECISION(ProblemDirectional)
#define ProblemDifferentiableSize PRECISION(ProblemDifferentiableSize)
#define ProblemCreate PRECISION(ProblemCreate)
#define ProblemDestroy PRECISION(ProblemDestroy)
#define ProblemDirectionalQuad PRECISION(ProblemDirectionalQuad)

struct _p_Problem {
  ModelCase instance;
  PetscInt index; /* of the realisation */
  const gimbal_realisation *realisation;
  const gimbal_lagrangian *lagrangian; /* also of a lattice */
  gimbal_formulation formulation;
  PetscInt n, m, holonomic, nonholonomic, k;
  PetscBool plain; /* p = D₂L depends on v alone: its derivative along the flow at fixed v is 0 */
  Real *parameters;
  Group group;
  Problem twin; /* the quadruple one of a double problem, if the model has it */
  Real *work;   /* of the derived equations, which are dense; none for a lattice */
  /* The last mass matrix and its factors: most models have one for all times. None for a lattice.
   */
  Real *mass, *factors;
  PetscInt *pivot;
  PetscBool factored, diagonal;
  /* Vectors as long as the system: on the stack those of a large lattice would overflow it. */
  Real *more;        /* m: a second force or momentum */
  Real *force;       /* m: that of an acceleration */
  Real *at, *values; /* n+m each: arguments and answers in this precision, for core.c */
  Quad *exchange;
};

/* What can be differentiated along a direction. */
typedef enum {
  OF_MOMENTUM,  /* p(q,v): m */
  OF_RATES,     /* p, Dg·v and Φ: m + holonomic + nonholonomic */
  OF_FRAME,     /* ψ(q): n×m */
  OF_CONSTRAINT /* Ψ(q,p): nonholonomic */
} Differentiable;

extern int ProblemForce(Problem, Real t, const Real *q, const Real *v, Real *out);
extern int ProblemMomentum(Problem, Real t, const Real *q, const Real *v, Real *p);
extern int ProblemVelocity(Problem, Real t, const Real *q, const Real *p, Real *v);
extern int ProblemLagrangian(Problem, Real t, const Real *q, const Real *v, Real *value);
extern int ProblemEnergy(Problem, Real t, const Real *q, const Real *v, Real *value);
extern int ProblemConstraint(Problem, Real t, const Real *q, const Real *v, Real *out);
extern int ProblemReaction(Problem, Real t, const Real *q, const Real *v, Real *out);
extern int ProblemHolonomic(Problem, Real t, const Real *q, Real *out);
extern int ProblemHolonomicGradient(Problem, Real t, const Real *q, Real *out);
extern int ProblemFrame(Problem, Real t, const Real *q, Real *psi);
/* ∂ψ_ij/∂q_k as [k][i][j]. */
extern int ProblemFrameDerivative(Problem, Real t, const Real *q, Real *out);
/* D₁ℓ(q,ξ) of a frame, n. */
extern int ProblemGradient(Problem, Real t, const Real *q, const Real *xi, Real *out);
extern int ProblemStructure(Problem, Real t, const Real *q, Real *c);
/* ∂²/∂v² of the Lagrangian, m×m. */
extern int ProblemMass(Problem, Real t, const Real *q, const Real *v, Real *mass);
/* q̇ of v, n. */
extern int ProblemConfigurationRate(Problem, Real t, const Real *q, const Real *v, Real *rate);
/* v̇ (m) and λ (k; may be NULL) by the index-reduced equations. */
extern int ProblemAcceleration(Problem, Real t, const Real *q, const Real *v, Real *acceleration,
                               Real *lambda);
/* f(t,y), y = (q,v), or the model's own ode. */
extern int ProblemField(Problem, Real t, const Real *y, Real *f);

/* All residuals that must vanish at a node, g, Dg·v and Φ. */
extern int ProblemResiduals(Problem, Real t, const Real *q, const Real *v, Real *out);
/* The size of the terms in each of them, of which round-off leaves a rounding. Dear: it
 * differentiates. */
extern int ProblemResidualScales(Problem, Real t, const Real *q, const Real *v, Real *scale);
extern PetscInt ProblemResidualCount(Problem);

/* d/dε of a quantity at (t + ε dt, q + ε dq, v + ε dv); dq, dv may be NULL. */
extern int ProblemDirectional(Problem, Differentiable, Real t, const Real *q, const Real *v,
                              Real dt, const Real *dq, const Real *dv, Real *out);
extern PetscInt ProblemDifferentiableSize(Problem, Differentiable);

/* The Core entries of a problem. */
extern PetscErrorCode ProblemCreate(ModelCase, PetscInt, Problem *);
extern PetscErrorCode ProblemDestroy(Problem *);
extern PetscErrorCode ProblemDirectionalQuad(Problem, int, Quad, const Quad *, const Quad *, Quad,
                                             const Quad *, const Quad *, Quad *, PetscBool *);

#endif
