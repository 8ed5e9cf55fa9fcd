#include "reference/rate.h"

enum { ITERATIONS = 12, TRANSIENT = 4 };

PetscErrorCode FieldRate(const Core *core, Problem problem, Quad t, const Quad *y, Quad *rate) {
  const Quad delta = core->epsilon < 1e-20 ? QUAD_C(1e-12) : QUAD_C(1e-6);
  Quad *f, *g, *moved, product = 1;
  PetscInt size, counted = 0;
  PetscBool valid;
  Dimensions d;
  PetscFunctionBeginUser;
  PetscCall(core->problem_dimensions(problem, &d));
  size = d.n + d.m;
  PetscCall(PetscMalloc3(size, &f, size, &g, size, &moved));
  PetscCall(core->problem_field(problem, t, y, f, NULL, &valid));
  for (PetscInt i = 0; i < size; i++)
    g[i] = 1 / (1 + (Quad)i);
  for (PetscInt iteration = 0; iteration < ITERATIONS && valid; iteration++) {
    Quad norm = 0;
    for (PetscInt i = 0; i < size; i++)
      norm += g[i] * g[i];
    norm = sqrtq(norm);
    if (iteration >= TRANSIENT && norm > 0) {
      product *= norm;
      counted++;
    }
    if (!(norm > 0))
      break;
    for (PetscInt i = 0; i < size; i++)
      moved[i] = y[i] + delta * g[i] / norm;
    PetscCall(core->problem_field(problem, t, moved, g, NULL, &valid));
    for (PetscInt i = 0; valid && i < size; i++)
      g[i] = (g[i] - f[i]) / delta;
  }
  *rate = counted > 0 ? powq(product, 1 / (Quad)counted) : 0;
  PetscCall(PetscFree3(f, g, moved));
  PetscFunctionReturn(0);
}
