/* q = y alone, ẏ = f(t,y): there are no velocities, and so nothing else. */
#include "core/problem.h"

static int None(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  (void)p, (void)t, (void)q, (void)v, (void)out;
  return 0; /* m = 0: there is nothing to write */
}

static int Rate(Problem p, Real t, const Real *q, const Real *v, Real *out) {
  (void)v;
  return GivenRate(p, t, q, NULL, out);
}

static int Field(Problem p, Real t, const Real *y, Real *f) { return GivenRate(p, t, y, NULL, f); }

const Formulation FormulationOde = {
    .momentum = None, .velocity = None, .rate = Rate, .field = Field};
