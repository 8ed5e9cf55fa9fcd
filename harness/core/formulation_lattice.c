/* Sites on a line: a large lagrangian whose mass matrix is diagonal, so that nothing is dense and
 * nothing has to be differenced. */
#include "core/problem.h"
#include "registry/parameters.h"
#include <string.h>

static int Velocity(Problem p, Real t, const Real *q, const Real *momentum, Real *v) {
  const PetscInt m = p->m;
  memset(v, 0, (size_t)m * sizeof *v);
  p->lagrangian->D22L(p->parameters, t, q, v, v);
  for (PetscInt i = 0; i < m; ++i)
    v[i] = momentum[i] / v[i];
  return !AllFinite(m, v);
}

static int Acceleration(Problem p, Real t, const Real *q, const Real *v, Real *acceleration,
                        Real *lambda) {
  (void)lambda;
  p->lagrangian->D22L(p->parameters, t, q, v, acceleration);
  if (LagrangianForce(p, t, q, v, p->force))
    return 1;
  for (PetscInt i = 0; i < p->m; ++i)
    acceleration[i] = p->force[i] / acceleration[i];
  return !AllFinite(p->m, acceleration);
}

/* A bond joins a site with its neighbour, so that a force depends on three sites. */
static PetscErrorCode Create(Problem p) {
  const gimbal_lattice *lattice = p->realisation->lattice;
  const gimbal_list names = p->instance->model->descriptor->parameters;
  Variables variables;
  Quad components, periodic = 0;
  PetscFunctionBeginUser;
  p->lagrangian = &lattice->lagrangian;
  PetscCall(ParameterVariables(names, p->instance->parameters, &variables));
  PetscCall(ExpressionEvaluate(lattice->components, variables, &components));
  if (lattice->periodic)
    PetscCall(ExpressionEvaluate(lattice->periodic, variables, &periodic));
  p->band = (int)(2 * components) - 1;
  p->periodic = (PetscBool)(periodic != 0);
  PetscCall(PetscFree(variables.at));
  PetscFunctionReturn(0);
}

const Formulation PRECISION(FormulationLattice) = {
    .sparse = PETSC_TRUE,
    .create = Create,
    .lagrangian = LagrangianValue,
    .energy = EnergyByLegendre,
    .momentum = LagrangianMomentum,
    .velocity = Velocity,
    .force = LagrangianForce,
    .constraint = LagrangianConstraint,
    .reaction = LagrangianReaction,
    .reaction_scale = ReactionScale,
    .holonomic = LagrangianHolonomic,
    .holonomic_gradient = LagrangianHolonomicGradient,
    .holonomic_gradient_band = LagrangianHolonomicGradientBand,
    .rate = LagrangianRate,
    .acceleration = Acceleration,
    .field = LagrangianField};
