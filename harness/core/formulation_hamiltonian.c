/* The formulation whose second argument is p: q̇ = D₂H, ṗ = −D₁H + F + reactions. */
#include "core/problem.h"
#include <string.h>

static const gimbal_hamiltonian *Of(Problem p) { return p->realisation->hamiltonian; }

static int Energy(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  *out = Of(p)->H(p->parameters, t, q, v);
  return !AllFinite(1, out);
}

/* p·q̇ − H, of which the action is the integral. */
static int Lagrangian(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  Of(p)->D2H(p->parameters, t, q, v, p->more);
  *out = -Of(p)->H(p->parameters, t, q, v);
  for (PetscInt i = 0; i < p->m; ++i)
    *out += v[i] * p->more[i];
  return !AllFinite(1, out);
}

static int Momentum(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  (void)t, (void)q;
  memcpy(out, v, (size_t)p->m * sizeof *out);
  return !AllFinite(p->m, out);
}

static int Velocity(Problem p, Real t, const Real *q, const Real *momentum, Real *v) {
  (void)t, (void)q;
  memcpy(v, momentum, (size_t)p->m * sizeof *v);
  return 0;
}

static int Force(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  Of(p)->D1H(p->parameters, t, q, v, out);
  for (PetscInt i = 0; i < p->m; ++i)
    out[i] = -out[i];
  return AddForce(p, Of(p)->force, t, q, v, out);
}

static int Constraint(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  Of(p)->Psi(p->parameters, t, q, v, out);
  return !AllFinite(p->nonholonomic, out);
}

static int Reaction(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  Of(p)->reaction(p->parameters, t, q, v, out);
  return !AllFinite(p->nonholonomic * p->m, out);
}

/* The reactions' directions are not the gradient of Ψ: its terms are as large as p. */
static int Scale(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  return LargestVelocity(p, t, q, v, out) || AddConfigurationScale(p, t, q, v, out);
}

static int Rate(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  Of(p)->D2H(p->parameters, t, q, v, out);
  return !AllFinite(p->n, out);
}

/* ṗ, with λ from d/dt Ψ = 0. */
static int Acceleration(Problem p, Real t, const Real *q, const Real *v, Real *rate, Real *lambda) {
  const PetscInt m = p->m, k = p->nonholonomic;
  const ProblemWork *w = &p->work;
  if (!lambda)
    lambda = w->multipliers;
  if (Force(p, t, q, v, rate))
    return 1;
  if (!k)
    return 0;
  if (Rate(p, t, q, v, w->rate) || Reaction(p, t, q, v, w->rows) ||
      ProblemDirectional(p, OF_CONSTRAINT, t, q, v, 1, w->rate, rate, lambda))
    return 1;
  for (PetscInt b = 0; b < k; ++b) {
    if (ProblemDirectional(p, OF_CONSTRAINT, t, q, v, 0, NULL, w->rows + b * m, w->column))
      return 1;
    for (PetscInt a = 0; a < k; ++a)
      w->matrix[a * k + b] = -w->column[a];
  }
  if (LinearSolve(k, w->matrix, lambda))
    return 1;
  for (PetscInt a = 0; a < k; ++a)
    for (PetscInt i = 0; i < m; ++i)
      rate[i] += lambda[a] * w->rows[a * m + i];
  return 0;
}

const Formulation PRECISION(FormulationHamiltonian) = {.lagrangian = Lagrangian,
                                                       .energy = Energy,
                                                       .momentum = Momentum,
                                                       .velocity = Velocity,
                                                       .force = Force,
                                                       .constraint = Constraint,
                                                       .reaction = Reaction,
                                                       .reaction_scale = Scale,
                                                       .rate = Rate,
                                                       .acceleration = Acceleration,
                                                       .field = SecondOrderField};
