/* A Lie group with η = g⁻¹ġ: the Euler–Poincaré equations. */
#include "core/problem.h"

static const gimbal_group *Of(Problem p) { return p->realisation->group; }

static PetscErrorCode Create(Problem p) {
  const char *name = Of(p)->group;
  PetscFunctionBeginUser;
  PetscCall(GroupParse(name, &p->group));
  PetscCheck(p->group.n == p->n && p->group.m == p->m, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "model %s: the group %s has %d and %d entries, not n = %d and m = %d",
             p->instance->model->name, name, (int)p->group.n, (int)p->group.m, (int)p->n,
             (int)p->m);
  PetscFunctionReturn(0);
}

static int Lagrangian(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  *out = Of(p)->ell(p->parameters, t, q, v);
  return !AllFinite(1, out);
}

static int Momentum(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  Of(p)->D2ell(p->parameters, t, q, v, out);
  return !AllFinite(p->m, out);
}

static int Mass(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  if (!Of(p)->D22ell)
    return MassByDifferences(p, t, q, v, out);
  Of(p)->D22ell(p->parameters, t, q, v, out);
  return !AllFinite(p->m * p->m, out);
}

static int Force(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  Of(p)->D1ell(p->parameters, t, q, v, out);
  return AddForce(p, Of(p)->force, t, q, v, out);
}

static int Constraint(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  Of(p)->phi(p->parameters, t, q, v, out);
  return !AllFinite(p->nonholonomic, out);
}

static int Reaction(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  Of(p)->D2phi(p->parameters, t, q, v, out);
  return !AllFinite(p->nonholonomic * p->m, out);
}

/* A rotation mixes the entries of η, so that each carries the roundings of all of its factor: what is
 * zero by the constraint too. */
static int ScaleOfFactors(Problem p, Real t, const Real *q, const Real *v, Real *scale) {
  Real *const rows = p->work.rows;
  if (ReactionScale(p, t, q, v, scale) || ProblemReaction(p, t, q, v, rows))
    return 1;
  for (PetscInt f = 0, at = 0; f < p->group.factors; at += p->group.factor[f++].m) {
    const PetscInt m = p->group.factor[f].m;
    Real largest = 0;
    if (p->group.factor[f].kind == FACTOR_VECTOR)
      continue;
    for (PetscInt i = at; i < at + m; ++i)
      largest = gimbal_fmax(largest, gimbal_fabs(v[i]));
    for (PetscInt a = 0; a < p->nonholonomic; ++a)
      for (PetscInt i = at; i < at + m; ++i)
        scale[a] += gimbal_fabs(rows[a * p->m + i]) * (largest - gimbal_fabs(v[i]));
  }
  return 0;
}

static int Holonomic(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  (void)v;
  Of(p)->g(p->parameters, t, q, NULL, out);
  return !AllFinite(p->holonomic, out);
}

static int HolonomicGradient(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  (void)v;
  Of(p)->Dg(p->parameters, t, q, NULL, out);
  return !AllFinite(p->holonomic * p->m, out);
}

/* The structure constants: the brackets of the basis. */
static int Structure(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  const PetscInt m = p->m;
  Real *const unit = p->work.unit, *const bracket = p->work.factors;
  (void)t, (void)q, (void)v;
  for (PetscInt i = 0; i < m; ++i) {
    for (PetscInt j = 0; j < m; ++j)
      unit[j] = i == j;
    GroupBracket(&p->group, unit, bracket);
    for (PetscInt k = 0; k < m; ++k)
      for (PetscInt j = 0; j < m; ++j)
        out[(k * m + i) * m + j] = bracket[k * m + j];
  }
  return 0;
}

static int Rate(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  (void)t;
  GroupVelocity(&p->group, q, v, out);
  return !AllFinite(p->n, out);
}

const Formulation PRECISION(FormulationGroup) = {.create = Create,
                                                 .lagrangian = Lagrangian,
                                                 .energy = EnergyByLegendre,
                                                 .momentum = Momentum,
                                                 .velocity = VelocityByNewton,
                                                 .mass = Mass,
                                                 .force = Force,
                                                 .constraint = Constraint,
                                                 .reaction = Reaction,
                                                 .reaction_scale = ScaleOfFactors,
                                                 .holonomic = Holonomic,
                                                 .holonomic_gradient = HolonomicGradient,
                                                 .structure = Structure,
                                                 .inertia = AddInertialTerms,
                                                 .rate = Rate,
                                                 .acceleration = ConstrainedAcceleration,
                                                 .field = SecondOrderField};
