/* What a model gives as it stands: one of its functions, and whether its answer is a number. */
#include "core/problem.h"

int GivenLagrangian(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  *out = ModelScalar(&p->calls, MODEL_VALUE, t, q, v);
  return !AllFinite(1, out);
}

#define GIVEN(Name, function, count)                                                               \
  int Name(Problem p, Real t, const Real *q, const Real *v, Real *out) {                           \
    ModelVector(&p->calls, function, t, q, v, out);                                                \
    return !AllFinite(count, out);                                                                 \
  }
GIVEN(GivenGradient, MODEL_GRADIENT, p->n)
GIVEN(GivenMomentum, MODEL_MOMENTUM, p->m)
GIVEN(GivenRate, MODEL_RATE, p->n)
GIVEN(GivenConstraint, MODEL_CONSTRAINT, p->nonholonomic)
GIVEN(GivenReaction, MODEL_REACTION, p->nonholonomic * p->m)

int AddForce(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  if (ModelHas(&p->calls, MODEL_FORCE)) {
    ModelVector(&p->calls, MODEL_FORCE, t, q, v, p->more);
    for (PetscInt i = 0; i < p->m; ++i)
      out[i] += p->more[i];
  }
  return !AllFinite(p->m, out);
}
