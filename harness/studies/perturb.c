/* Random consistent initial data: each entry moved by up to 1/30 of its size, or of a tenth of
 * the largest of the configuration's (the velocity's) entries where that is more; then Gauss–Newton
 * steps of least norm onto the constraints, all in quadruple precision where the model has it. */
#include "studies/setting.h"
#include "numerics/linear.h"
#include "numerics/random.h"
#include "registry/formulation.h"
#include <string.h>

static PetscErrorCode Project(const Setting *s) {
  const Precision precision = s->problem[IN_QUAD] ? IN_QUAD : IN_DOUBLE;
  const Core *core = CoreOf(precision);
  const PetscInt k = 2 * s->dimensions.holonomic + s->dimensions.nonholonomic,
                 entries = s->dimensions.n + s->dimensions.m;
  const Quad step = precision == IN_QUAD ? QUAD_C(1e-15) : QUAD_C(1e-7);
  Quad *r, *moved, *J, *A;
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc4(k + 1, &r, k + 1, &moved, k * entries + 1, &J, k * k + 1, &A));
  for (int iteration = 0; k && iteration < 12; ++iteration) {
    PetscCall(core->problem_constraint(s->problem[precision], 0, s->y0, r));
    for (PetscInt j = 0; j < entries; ++j) {
      const Quad saved = s->y0[j];
      s->y0[j] += step;
      PetscCall(core->problem_constraint(s->problem[precision], 0, s->y0, moved));
      s->y0[j] = saved;
      for (PetscInt a = 0; a < k; ++a)
        J[a * entries + j] = (moved[a] - r[a]) / step;
    }
    for (PetscInt a = 0; a < k; ++a)
      for (PetscInt b = 0; b < k; ++b) {
        A[a * k + b] = 0;
        for (PetscInt j = 0; j < entries; ++j)
          A[a * k + b] += J[a * entries + j] * J[b * entries + j];
      }
    PetscCheck(
        !QUAD_PRECISION(LinearSolve)(k, A, r), PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
        "model %s: no consistent initial data near the case %s: the constraints are dependent",
        s->instance->model->name, s->instance->name);
    for (PetscInt j = 0; j < entries; ++j)
      for (PetscInt a = 0; a < k; ++a)
        s->y0[j] -= J[a * entries + j] * r[a];
  }
  PetscCall(PetscFree4(r, moved, J, A));
  PetscFunctionReturn(0);
}

PetscErrorCode PerturbInitialData(Setting *s, PetscInt seed) {
  const PetscInt n = s->dimensions.n, entries = n + s->dimensions.m;
  uint64_t state = UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)seed;
  /* Entries of a group element or of redundant coordinates cannot be drawn one by one. */
  const PetscBool move_q = HasChart(&s->dimensions);
  Quad largest[2] = {0, 0}; /* of q and of v: a planet's velocity is 1e-3 where it is at 30 */
  PetscFunctionBeginUser;
  for (int i = 0; i < 8; ++i)
    RandomDraw(&state);
  for (PetscInt i = 0; i < entries; ++i)
    if (fabsq(s->y0[i]) > largest[i >= n])
      largest[i >= n] = fabsq(s->y0[i]);
  for (PetscInt i = 0; i < entries; ++i) {
    const Quad least = largest[i >= n] > 0 ? largest[i >= n] / 10 : 1;
    const Quad size = fabsq(s->y0[i]) > least ? fabsq(s->y0[i]) : least;
    const PetscReal draw = RandomDraw(&state);
    if (i >= n || move_q)
      s->y0[i] += size / 30 * (Quad)draw;
  }
  PetscCall(Project(s));
  PetscFunctionReturn(0);
}
