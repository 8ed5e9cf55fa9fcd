#include "reference/rate.h"
#include "registry/formulation.h"

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

/* |x + factor·y + z|; y and z may be NULL. */
static Quad LengthOf(PetscInt count, const Quad *x, Quad factor, const Quad *y, const Quad *z) {
  Quad sum = 0;
  for (PetscInt i = 0; i < count; i++) {
    const Quad entry = x[i] + (y ? factor * y[i] : 0) + (z ? z[i] : 0);
    sum += entry * entry;
  }
  return sqrtq(sum);
}

PetscErrorCode FieldResolution(const Core *core, Problem problem, Quad t, const Quad *y, Quad h,
                               Quad *longest) {
  enum { HALVINGS = 24, ROUNDINGS = 10000 };
  Quad *first, *half, *last, *moved, largest, speed;
  PetscBool valid;
  Dimensions d;
  PetscFunctionBeginUser;
  *longest = h;
  PetscCall(core->problem_dimensions(problem, &d));
  if (!d.m || !HasChart(&d))
    PetscFunctionReturn(0);
  const PetscInt n = d.n, size = d.n + d.m;
  PetscCall(PetscMalloc4(size, &first, size, &half, size, &last, size, &moved));
  PetscCall(core->problem_field(problem, t, y, first, NULL, &valid));
  PetscCall(PetscArraycpy(half, first, size));
  PetscCall(PetscArraycpy(moved, y, size));
  largest = LengthOf(d.m, first + n, 0, NULL, NULL);
  speed = LengthOf(d.m, y + n, 0, NULL, NULL);
  for (int k = HALVINGS; k >= 0 && valid && *longest == h; k--) {
    const Quad time = scalbnq(h, -k);
    for (PetscInt i = 0; i < n; i++)
      moved[i] = y[i] + time * first[i];
    PetscCall(core->problem_field(problem, t + time, moved, last, NULL, &valid));
    if (!valid)
      break;
    largest = PetscMax(largest, LengthOf(d.m, last + n, 0, NULL, NULL));
    if (k < HALVINGS && 2 * LengthOf(d.m, last + n, -2, half + n, first + n) > largest &&
        largest * time > ROUNDINGS * core->epsilon * speed)
      *longest = time / 2;
    PetscCall(PetscArraycpy(half, last, size));
  }
  PetscCall(PetscFree4(first, half, last, moved));
  PetscFunctionReturn(0);
}
