/* A vector space with v = q̇: d/dt D₂L = D₁L + F + reactions. */
#include "core/problem.h"
#include <string.h>

int LagrangianValue(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  *out = p->lagrangian->L(p->parameters, t, q, v);
  return !AllFinite(1, out);
}

int LagrangianMomentum(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  p->lagrangian->D2L(p->parameters, t, q, v, out);
  return !AllFinite(p->m, out);
}

int LagrangianForce(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  p->lagrangian->D1L(p->parameters, t, q, v, out);
  return AddForce(p, p->lagrangian->force, t, q, v, out);
}

int LagrangianConstraint(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  p->lagrangian->Phi(p->parameters, t, q, v, out);
  return !AllFinite(p->nonholonomic, out);
}

int LagrangianReaction(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  p->lagrangian->D2Phi(p->parameters, t, q, v, out);
  return !AllFinite(p->nonholonomic * p->m, out);
}

int LagrangianHolonomic(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  (void)v;
  p->lagrangian->g(p->parameters, t, q, NULL, out);
  return !AllFinite(p->holonomic, out);
}

int LagrangianHolonomicGradient(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  (void)v;
  p->lagrangian->Dg(p->parameters, t, q, NULL, out);
  return !AllFinite(p->holonomic * p->n, out);
}

int LagrangianHolonomicGradientBand(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  if (!p->lagrangian->Dg_band)
    return LagrangianHolonomicGradient(p, t, q, v, out);
  p->lagrangian->Dg_band(p->parameters, t, q, NULL, out);
  return !AllFinite(p->holonomic * p->gradient_width, out);
}

int LagrangianRate(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  (void)t, (void)q;
  for (PetscInt i = 0; i < p->n; ++i)
    out[i] = v[i];
  return 0;
}

static int Mass(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  if (!p->lagrangian->D22L)
    return MassByDifferences(p, t, q, v, out);
  p->lagrangian->D22L(p->parameters, t, q, v, out);
  return !AllFinite(p->m * p->m, out);
}

static int Acceleration(Problem p, Real t, const Real *q, const Real *v, Real *acceleration,
                        Real *lambda) {
  if (p->k || !p->plain || !p->lagrangian->D22L)
    return ConstrainedAcceleration(p, t, q, v, acceleration, lambda);
  /* The usual case, and the one that is called most often. */
  p->lagrangian->D22L(p->parameters, t, q, v, p->work.mass);
  return LagrangianForce(p, t, q, v, acceleration) || MassSolve(p, p->work.mass, acceleration);
}

int LagrangianField(Problem p, Real t, const Real *y, Real *f) {
  for (PetscInt i = 0; i < p->n; ++i)
    f[i] = y[p->n + i];
  return p->functions->acceleration(p, t, y, y + p->n, f + p->n, NULL);
}

static PetscErrorCode Create(Problem p) {
  PetscFunctionBeginUser;
  p->lagrangian = p->realisation->lagrangian;
  p->plain =
      (PetscBool)(p->realisation->traits && strstr(p->realisation->traits, "separable") != NULL);
  PetscFunctionReturn(0);
}

const Formulation PRECISION(FormulationLagrangian) = {
    .create = Create,
    .lagrangian = LagrangianValue,
    .energy = EnergyByLegendre,
    .momentum = LagrangianMomentum,
    .velocity = VelocityByNewton,
    .mass = Mass,
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
