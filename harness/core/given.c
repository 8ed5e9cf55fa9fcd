/* What a model gives as it stands: one of its functions, and whether its answer is a number. */
#include "core/problem.h"

int GivenLagrangian(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  *out = ModelScalar(&p->calls, MODEL_VALUE, t, q, v);
  return !AllFinite(1, out);
}

int GivenMomentum(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  ModelVector(&p->calls, MODEL_MOMENTUM, t, q, v, out);
  return !AllFinite(p->m, out);
}

int GivenRate(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  ModelVector(&p->calls, MODEL_RATE, t, q, v, out);
  return !AllFinite(p->n, out);
}

int GivenConstraint(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  ModelVector(&p->calls, MODEL_CONSTRAINT, t, q, v, out);
  return !AllFinite(p->nonholonomic, out);
}

int GivenReaction(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  ModelVector(&p->calls, MODEL_REACTION, t, q, v, out);
  return !AllFinite(p->nonholonomic * p->m, out);
}

int AddForce(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  if (ModelHas(&p->calls, MODEL_FORCE)) {
    ModelVector(&p->calls, MODEL_FORCE, t, q, v, p->more);
    for (PetscInt i = 0; i < p->m; ++i)
      out[i] += p->more[i];
  }
  return !AllFinite(p->m, out);
}
