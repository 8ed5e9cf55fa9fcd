/* A Lie group with η = g⁻¹ġ: the Euler–Poincaré equations. */
#include "core/problem.h"

static PetscErrorCode Create(Problem p) {
  const char *name = p->realisation->group->group;
  PetscCall(GroupParse(name, &p->group));
  UserCheck(p->group.n == p->n && p->group.m == p->m,
            "model %s: the group %s has %d and %d entries, not n = %d and m = %d",
            p->instance->model->name, name, (int)p->group.n, (int)p->group.m, (int)p->n, (int)p->m);
  return 0;
}

static int Force(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  ModelVector(&p->calls, MODEL_TRIVIALISED, t, q, v, out);
  return AddForce(p, t, q, v, out);
}

/* A rotation mixes the entries of η, so that each carries the roundings of all of its factor: what is
 * zero by the constraint too. */
static int ScaleOfFactors(Problem p, Real t, const Real *q, const Real *v, Real *scale) {
  Real *const rows = p->work.rows;
  if (CoupledReactionScale(p, t, q, v, scale) || ProblemReaction(p, t, q, v, rows))
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

const Formulation FormulationGroup = {.create = Create,
                                      .lagrangian = GivenLagrangian,
                                      .energy = EnergyByLegendre,
                                      .momentum = GivenMomentum,
                                      .velocity = VelocityByNewton,
                                      .force = Force,
                                      .constraint = GivenConstraint,
                                      .reaction = GivenReaction,
                                      .reaction_scale = ScaleOfFactors,
                                      .structure = Structure,
                                      .inertia = AddInertialTerms,
                                      .rate = Rate,
                                      .acceleration = ConstrainedAcceleration,
                                      .field = SecondOrderField};
