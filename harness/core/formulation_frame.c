/* A frame ψ(q) with quasivelocities ξ, q̇ = ψξ: the Hamel equations. */
#include "core/problem.h"

static const gimbal_frame *Of(Problem p) { return p->realisation->frame; }

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

/* ψ_j[ℓ] + F_j. */
static int Force(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  Real *const gradient = p->work.gradient, *const psi = p->work.psi;
  Of(p)->D1ell(p->parameters, t, q, v, gradient);
  Of(p)->psi(p->parameters, t, q, NULL, psi);
  for (PetscInt j = 0; j < p->m; ++j) {
    out[j] = 0;
    for (PetscInt i = 0; i < p->n; ++i)
      out[j] += psi[i * p->m + j] * gradient[i];
  }
  return AddForce(p, Of(p)->force, t, q, v, out);
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
  Of(p)->psi(p->parameters, t, q, NULL, out);
  return !AllFinite(p->n * p->m, out);
}

static int Gradient(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  Of(p)->D1ell(p->parameters, t, q, v, out);
  return !AllFinite(p->n, out);
}

static int Structure(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  if (!Of(p)->structure)
    return StructureByDifferences(p, t, q, v, out);
  Of(p)->structure(p->parameters, t, q, NULL, out);
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

const Formulation PRECISION(FormulationFrame) = {.lagrangian = Lagrangian,
                                                 .energy = EnergyByLegendre,
                                                 .momentum = Momentum,
                                                 .velocity = VelocityByNewton,
                                                 .mass = Mass,
                                                 .force = Force,
                                                 .constraint = Constraint,
                                                 .reaction = Reaction,
                                                 .reaction_scale = LargestVelocity,
                                                 .frame = Frame,
                                                 .gradient = Gradient,
                                                 .structure = Structure,
                                                 .inertia = AddInertialTerms,
                                                 .rate = Rate,
                                                 .acceleration = ConstrainedAcceleration,
                                                 .field = SecondOrderField};
