/* Sites on a line: a large lagrangian L = T(v) − U whose mass matrix is diagonal, so that nothing is
 * dense, and nothing has to be differenced but the rate of holonomic constraints. */
#include "core/problem.h"

static int Velocity(Problem p, Real t, const Real *q, const Real *momentum, Real *v) {
  const PetscInt m = p->m;
  memset(v, 0, (size_t)m * sizeof *v);
  ModelVector(&p->calls, MODEL_MASS, t, q, v, v);
  for (PetscInt i = 0; i < m; ++i)
    v[i] = momentum[i] / v[i];
  return !AllFinite(m, v);
}

/* λ of A M⁻¹Aᵀλ = −d/dt|_v (Dg·v) − A a, with the rows A of Dg, the diagonal M and a the
 * acceleration without constraints; two rows have columns in common only if they are near. */
static int Multipliers(Problem p, const Real *mass, const Real *a, Real *lambda) {
  const PetscInt reach = p->gradient_reach, width = reach + 1;
  const Real *const rows = p->work.rows;
  Real *const matrix = p->work.matrix;
  for (PetscInt i = 0; i < p->holonomic; ++i) {
    const GradientRow one = ProblemGradientRow(p, i);
    lambda[i] = -p->work.rates[p->m + i];
    for (PetscInt d = one.first; d < one.end; ++d)
      lambda[i] -= rows[one.at + d] * a[d];
    for (PetscInt j = PetscMax(0, i - reach); j <= i; ++j) {
      const GradientRow other = ProblemGradientRow(p, j);
      const PetscInt first = PetscMax(one.first, other.first), end = PetscMin(one.end, other.end);
      Real sum = 0;
      for (PetscInt d = first; d < end; ++d)
        sum += rows[one.at + d] * rows[other.at + d] / mass[d];
      matrix[i * width + reach + j - i] = sum;
    }
  }
  return LinearSolveSymmetricBand(p->holonomic, reach, matrix, lambda);
}

static int Acceleration(Problem p, Real t, const Real *q, const Real *v, Real *acceleration,
                        Real *lambda) {
  Real *const mass = p->work.momentum, *const multipliers = lambda ? lambda : p->work.multipliers;
  if (p->nonholonomic)
    return 1; /* their band cannot be declared */
  ModelVector(&p->calls, MODEL_MASS, t, q, v, mass);
  if (LagrangianForce(p, t, q, v, p->force))
    return 1;
  for (PetscInt i = 0; i < p->m; ++i)
    acceleration[i] = p->force[i] / mass[i];
  if (!p->holonomic)
    return !AllFinite(p->m, acceleration);
  if (ProblemHolonomicGradientBand(p, t, q, p->work.rows) ||
      ProblemDirectional(p, OF_RATES, t, q, v, 1, v, NULL, p->work.rates) ||
      Multipliers(p, mass, acceleration, multipliers))
    return 1;
  for (PetscInt a = 0; a < p->holonomic; ++a) {
    const GradientRow row = ProblemGradientRow(p, a);
    for (PetscInt i = row.first; i < row.end; ++i)
      acceleration[i] += multipliers[a] * p->work.rows[row.at + i] / mass[i];
  }
  return !AllFinite(p->m, acceleration);
}

/* A bond joins a site with its neighbour, so that a force depends on three sites. */
static PetscErrorCode Create(Problem p) {
  const gimbal_lattice *lattice = p->realisation->lattice;
  const Variables variables = p->instance->variables;
  Quad periodic = 0;
  if (lattice->periodic)
    PetscCall(ExpressionEvaluate(lattice->periodic, variables, &periodic));
  p->band = (int)(2 * ModelCaseDimensions(p->instance, p->index).components) - 1;
  p->periodic = (PetscBool)(periodic != 0);
  return 0;
}

const Formulation FormulationLattice = {.sparse = PETSC_TRUE,
                                        .create = Create,
                                        .lagrangian = GivenLagrangian,
                                        .energy = EnergyByLegendre,
                                        .momentum = GivenMomentum,
                                        .velocity = Velocity,
                                        .force = LagrangianForce,
                                        .constraint = GivenConstraint,
                                        .reaction = GivenReaction,
                                        .reaction_scale = ReactionScale,
                                        .rate = LagrangianRate,
                                        .acceleration = Acceleration,
                                        .field = LagrangianField};
