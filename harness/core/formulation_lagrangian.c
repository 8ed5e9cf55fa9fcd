/* A vector space with v = q̇: d/dt D₂L = D₁L + F + reactions. */
#include "core/problem.h"

int LagrangianForce(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  ModelVector(&p->calls, MODEL_GRADIENT, t, q, v, out);
  return AddForce(p, t, q, v, out);
}

int LagrangianRate(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  (void)t, (void)q;
  for (PetscInt i = 0; i < p->n; ++i)
    out[i] = v[i];
  return 0;
}

static int Acceleration(Problem p, Real t, const Real *q, const Real *v, Real *acceleration,
                        Real *lambda) {
  if (p->k || !p->plain || !ModelHas(&p->calls, MODEL_MASS))
    return ConstrainedAcceleration(p, t, q, v, acceleration, lambda);
  /* The usual case, and the one that is called most often. */
  ModelVector(&p->calls, MODEL_MASS, t, q, v, p->work.mass);
  return LagrangianForce(p, t, q, v, acceleration) || MassSolve(p, p->work.mass, acceleration);
}

int LagrangianField(Problem p, Real t, const Real *y, Real *f) {
  for (PetscInt i = 0; i < p->n; ++i)
    f[i] = y[p->n + i];
  return p->functions->acceleration(p, t, y, y + p->n, f + p->n, NULL);
}

static PetscErrorCode Create(Problem p) {
  p->plain =
      (PetscBool)(p->realisation->traits && strstr(p->realisation->traits, "separable") != NULL);
  return 0;
}

const Formulation FormulationLagrangian = {.create = Create,
                                           .lagrangian = GivenLagrangian,
                                           .energy = EnergyByLegendre,
                                           .momentum = GivenMomentum,
                                           .velocity = VelocityByNewton,
                                           .force = LagrangianForce,
                                           .constraint = GivenConstraint,
                                           .reaction = GivenReaction,
                                           .reaction_scale = CoupledReactionScale,
                                           .rate = LagrangianRate,
                                           .acceleration = Acceleration,
                                           .field = LagrangianField};
