/* A frame ψ(q) with quasivelocities ξ, q̇ = ψξ: the Hamel equations. */
#include "core/problem.h"

/* ψ_j[ℓ] + F_j. */
static int Force(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  Real *const gradient = p->work.gradient, *const psi = p->work.psi;
  ModelVector(&p->calls, MODEL_GRADIENT, t, q, v, gradient);
  ModelVector(&p->calls, MODEL_FRAME, t, q, NULL, psi);
  for (PetscInt j = 0; j < p->m; ++j) {
    out[j] = 0;
    for (PetscInt i = 0; i < p->n; ++i)
      out[j] += psi[i * p->m + j] * gradient[i];
  }
  return AddForce(p, t, q, v, out);
}

/* ξ vanishes on the last vectors, those off the distribution. */
static int Constraint(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  (void)t, (void)q;
  for (PetscInt a = 0; a < p->nonholonomic; ++a)
    out[a] = v[p->m - p->nonholonomic + a];
  return !AllFinite(p->nonholonomic, out);
}

static int Reaction(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  (void)t, (void)q, (void)v;
  for (PetscInt a = 0; a < p->nonholonomic; ++a)
    for (PetscInt j = 0; j < p->m; ++j)
      out[a * p->m + j] = j == p->m - p->nonholonomic + a;
  return 0;
}

static int Frame(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  (void)v;
  ModelVector(&p->calls, MODEL_FRAME, t, q, NULL, out);
  return !AllFinite(p->n * p->m, out);
}

static int Structure(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  if (!ModelHas(&p->calls, MODEL_STRUCTURE))
    return StructureByDifferences(p, t, q, v, out);
  ModelVector(&p->calls, MODEL_STRUCTURE, t, q, NULL, out);
  return !AllFinite(p->m * p->m * p->m, out);
}

static int Rate(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  Real *const psi = p->work.psi;
  if (Frame(p, t, q, NULL, psi))
    return 1;
  for (PetscInt i = 0; i < p->n; ++i) {
    out[i] = 0;
    for (PetscInt j = 0; j < p->m; ++j)
      out[i] += psi[i * p->m + j] * v[j];
  }
  return !AllFinite(p->n, out);
}

const Formulation FormulationFrame = {.lagrangian = GivenLagrangian,
                                      .energy = EnergyByLegendre,
                                      .momentum = GivenMomentum,
                                      .velocity = VelocityByNewton,
                                      .force = Force,
                                      .constraint = Constraint,
                                      .reaction = Reaction,
                                      .reaction_scale = LargestVelocity,
                                      .frame = Frame,
                                      .gradient = GivenGradient,
                                      .structure = Structure,
                                      .inertia = AddInertialTerms,
                                      .rate = Rate,
                                      .acceleration = ConstrainedAcceleration,
                                      .field = SecondOrderField};
