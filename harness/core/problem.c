/* The functions of a formulation behind one face. */
#include "core/problem.h"

/* What the formulation says; non-zero where it has no such thing. */
#define OF_QV(Name, member)                                                                        \
  int Name(Problem p, Real t, const Real *q, const Real *v, Real *out) {                           \
    return p->functions->member ? p->functions->member(p, t, q, v, out) : 1;                       \
  }
#define OF_Q(Name, member)                                                                         \
  int Name(Problem p, Real t, const Real *q, Real *out) {                                          \
    return p->functions->member ? p->functions->member(p, t, q, NULL, out) : 1;                    \
  }
OF_QV(ProblemMomentum, momentum)
OF_QV(ProblemVelocity, velocity)
OF_QV(ProblemForce, force)
OF_QV(ProblemLagrangian, lagrangian)
OF_QV(ProblemGradient, gradient)
OF_QV(ProblemConfigurationRate, rate)
OF_Q(ProblemFrame, frame)
OF_Q(ProblemStructure, structure)

int ProblemEnergy(Problem p, Real t, const Real *q, const Real *v, Real *value) {
  if (!ModelHas(&p->calls, MODEL_ENERGY))
    return p->functions->energy ? p->functions->energy(p, t, q, v, value) : 1;
  *value = ModelScalar(&p->calls, MODEL_ENERGY, t, q, v);
  return !AllFinite(1, value);
}

int ProblemConstraint(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  return p->nonholonomic ? p->functions->constraint(p, t, q, v, out) : 0;
}

int ProblemReaction(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  return p->nonholonomic ? p->functions->reaction(p, t, q, v, out) : 0;
}

int ProblemHolonomic(Problem p, Real t, const Real *q, Real *out) {
  if (p->holonomic)
    ModelVector(&p->calls, MODEL_HOLONOMIC, t, q, NULL, out);
  return !AllFinite(p->holonomic, out);
}

int ProblemHolonomicGradient(Problem p, Real t, const Real *q, Real *out) {
  if (p->holonomic)
    ModelVector(&p->calls, MODEL_HOLONOMIC_GRADIENT, t, q, NULL, out);
  return !AllFinite(p->holonomic * p->m, out);
}

int ProblemHolonomicGradientBand(Problem p, Real t, const Real *q, Real *out) {
  if (!ModelHas(&p->calls, MODEL_HOLONOMIC_BAND)) /* the gradient itself is the band */
    return ProblemHolonomicGradient(p, t, q, out);
  if (p->holonomic)
    ModelVector(&p->calls, MODEL_HOLONOMIC_BAND, t, q, NULL, out);
  return !AllFinite(p->holonomic * p->gradient_width, out);
}

int ProblemAcceleration(Problem p, Real t, const Real *q, const Real *v, Real *acceleration,
                        Real *lambda) {
  return p->functions->acceleration ? p->functions->acceleration(p, t, q, v, acceleration, lambda)
                                    : 1;
}

int ProblemField(Problem p, Real t, const Real *y, Real *f) {
  return p->functions->field(p, t, y, f);
}

PetscInt ProblemResidualCount(Problem p) { return 2 * p->holonomic + p->nonholonomic; }
