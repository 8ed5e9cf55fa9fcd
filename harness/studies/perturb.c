/* Random consistent initial data. Each entry of q (or v) moves by up to 1/30 of its size, or of
 * a tenth of the largest entry of q (or v) if that is more; an element of a group moves along
 * the exponential of what is drawn. Gauss–Newton steps of least norm onto the constraints
 * follow. All is in quadruple precision where the model has it. */
#include "studies/experiment.h"
#include "numerics/group.h"
#include "numerics/linear.h"
#include "numerics/random.h"
#include "registry/formulation.h"

/* The directions in which (q,v) may be moved: entry by entry, or along the group's algebra. */
typedef struct {
  const Experiment *s;
  PetscBool on_group;
  Group group;
  PetscInt along, directions; /* those of q, and all */
  Quad *jump, *product;       /* n each */
} Space;

static PetscErrorCode SpaceCreate(const Experiment *s, Space *space) {
  const PetscInt n = s->dimensions.n, m = s->dimensions.m;
  const gimbal_group *group = s->descriptor->group;
  memset(space, 0, sizeof *space);
  space->s = s;
  space->on_group = (PetscBool)(group != NULL);
  space->along = group ? m : n;
  space->directions = space->along + m;
  if (group)
    PetscCall(GroupParse(group->group, &space->group));
  space->jump = ExperimentRoom(s, n);
  space->product = ExperimentRoom(s, n);
  return 0;
}

static void MovePoint(const Space *space, const Quad *x, Quad *y) {
  const PetscInt n = space->s->dimensions.n, m = space->s->dimensions.m;
  if (space->on_group) {
    QUAD_PRECISION(GroupRetract)(&space->group, GIMBAL_EXPONENTIAL, x, space->jump);
    QUAD_PRECISION(GroupCompose)(&space->group, y, space->jump, space->product);
    memcpy(y, space->product, (size_t)n * sizeof *y);
  } else
    for (PetscInt i = 0; i < n; ++i)
      y[i] += x[i];
  for (PetscInt i = 0; i < m; ++i)
    y[n + i] += x[space->along + i];
}

/* The derivatives of the constraints, whose residuals at y0 are r, in each direction: k rows. */
static void DifferentiateConstraints(const Space *space, PetscInt k, const Quad *r, Quad *J) {
  const Experiment *const s = space->s;
  const Quad step = s->exact == IN_QUAD ? QUAD_C(1e-15) : QUAD_C(1e-7);
  const PetscInt entries = s->dimensions.n + s->dimensions.m, directions = space->directions;
  Quad *const x = ExperimentRoom(s, directions), *const near = ExperimentRoom(s, entries),
              *const moved = ExperimentRoom(s, k);
  for (PetscInt j = 0; j < directions; ++j) {
    memcpy(near, s->y0, (size_t)entries * sizeof *near);
    x[j] = step;
    MovePoint(space, x, near);
    x[j] = 0;
    CoreOf(s->exact)->problem_constraint(s->problem[s->exact], 0, near, moved);
    for (PetscInt a = 0; a < k; ++a)
      J[a * directions + j] = (moved[a] - r[a]) / step;
  }
}

static PetscErrorCode ProjectOntoConstraints(const Space *space) {
  const Experiment *const s = space->s;
  const PetscInt k = ConstraintResiduals(&s->dimensions), directions = space->directions;
  Quad *const r = ExperimentRoom(s, k), *const J = ExperimentRoom(s, k * directions),
              *const A = ExperimentRoom(s, k * k), *const x = ExperimentRoom(s, directions);
  for (int iteration = 0; k && iteration < 12; ++iteration) {
    CoreOf(s->exact)->problem_constraint(s->problem[s->exact], 0, s->y0, r);
    DifferentiateConstraints(space, k, r, J);
    UserCheck(
        !QUAD_PRECISION(LinearSolveNormal)(k, directions, J, A, r),
        "model %s: no consistent initial data near the case %s: the constraints are dependent",
        s->instance->model->name, s->instance->name);
    for (PetscInt j = 0; j < directions; ++j) {
      x[j] = 0;
      for (PetscInt a = 0; a < k; ++a)
        x[j] -= J[a * directions + j] * r[a];
    }
    MovePoint(space, x, s->y0);
  }
  return 0;
}

/* What is drawn for each entry, in the same order on any space. An element of a group is moved by no
 * more than its entries are large, nor by more than a thirtieth of a radian; redundant coordinates
 * cannot be drawn one by one. */
static void DrawMove(const Space *space, PetscInt seed, Quad *x) {
  const Experiment *const s = space->s;
  const PetscInt n = s->dimensions.n, entries = n + s->dimensions.m;
  uint64_t state = UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)seed;
  const PetscBool by_entry = HasChart(&s->dimensions);
  Quad largest[2] = {0, 0}; /* of q and of v: a planet's velocity is 1e-3 where it is at 30 */
  for (int i = 0; i < 8; ++i)
    RandomDraw(&state);
  for (PetscInt i = 0; i < entries; ++i)
    largest[i >= n] = PetscMax(largest[i >= n], fabsq(s->y0[i]));
  for (PetscInt i = 0; i < entries; ++i) {
    const Quad least = largest[i >= n] > 0 ? largest[i >= n] / 10 : 1;
    const Quad size = fabsq(s->y0[i]) > least ? fabsq(s->y0[i]) : least;
    const Quad draw = (Quad)RandomDraw(&state) / 30;
    if (i >= n)
      x[space->along + i - n] = size * draw;
    else if (by_entry)
      x[i] = size * draw;
    else if (space->on_group && i < space->along)
      x[i] = (largest[0] > 0 && largest[0] < 1 ? largest[0] : 1) * draw;
  }
}

PetscErrorCode PerturbInitialData(Experiment *s, PetscInt seed) {
  Space space;
  PetscCall(SpaceCreate(s, &space));
  Quad *const x = ExperimentRoom(s, space.directions);
  DrawMove(&space, seed, x);
  MovePoint(&space, x, s->y0);
  return ProjectOntoConstraints(&space);
}
