/* The step map on (q,p) for the structure study.
 *
 * A method that hands on nothing else is its own map: the state's (q,p) are moved. What a method
 * hands on in addition, a force that it keeps, an earlier node or a multiplier, is a function of
 * (q,p) where a run begins: `start` makes it. If it stayed as it was while (q,p) are moved, the map
 * would be another one. So there the map is the method's own run, begun at (q,p):
 *     φ_k(q,p) = the (q,p) of the k-th node after a start at (q,p).
 * Each is a map of the phase space, and the method keeps a form on it if φ_k*ω is the same for all k.
 * The first node is compared with the next ones, not with the start: what a start makes, Runge–Kutta
 * values of earlier nodes, say, is another method's. (A force that is kept is that of the node, so
 * that every step is the one-step method; of one that comes late, the first step is not like the
 * second.) Where p belongs to another node than q, it is read from that one.
 *
 * For the measure that a model declares, the points are (q,v) instead, in which its density is. */
#include "studies/structure/structure.h"
#include "numerics/linear.h"
#include "numerics/stencil.h"

PetscErrorCode MapCreate(Map *map) {
  const Experiment *const s = map->s;
  const PetscInt n = map->n, size = map->n + map->m, k = ConstraintResiduals(&s->dimensions);
  const PetscInt square = map->on_group ? PetscMax(n, map->m * map->m) : 0;
  const PetscInt frame = map->frame ? n * n : 0;
  *map->run = StepperCreate(s, map->precision, 1);
  PetscCall(map->run->error);
  map->states = map->core->get_state(map->run->it, NULL);
  map->constraints = 0;
  map->start = ExperimentRoom(s, map->states);
  map->state = ExperimentRoom(s, map->states);
  map->node = ExperimentRoom(s, size);
  map->psi = ExperimentRoom(s, frame);
  map->matrix = ExperimentRoom(s, frame);
  map->z = ExperimentRoom(s, size);
  map->moved = ExperimentRoom(s, size);
  map->images = ExperimentRoom(s, map->levels * size);
  map->residual = ExperimentRoom(s, k);
  map->y = ExperimentRoom(s, size);
  map->square = ExperimentRoom(s, k * k);
  map->normals = ExperimentRoom(s, k * map->directions);
  map->base = ExperimentRoom(s, map->on_group ? (map->levels + 1) * size : 0);
  map->jump = ExperimentRoom(s, square);
  map->product = ExperimentRoom(s, square);
  return 0;
}

/* ---- Sizes ---- */

/* The one next to the number, for sizes: to divide by it is exact. */
static Quad PowerOfTwo(Quad x) {
  int exponent;
  (void)frexp((double)x, &exponent);
  return (Quad)ldexp(1, exponent);
}

/* The way of so many of the case's steps is the size of what passes through zero. */
Quad StepsOfSize(const Experiment *s, Quad h) { return 16 * s->instance->step / fabsq(h); }

/* A size of less than so many ε, in the model's own units, is rounding. */
#define ROUNDING 1e4

void LocalSizes(Quad steps, Quad epsilon, PetscInt count, const Quad *now, const Quad *next,
                Quad *size) {
  Quad largest = 0;
  for (PetscInt i = 0; i < count; ++i) {
    const Quad way = steps * fabsq(next[i] - now[i]);
    size[i] = fabsq(now[i]) < way ? way : fabsq(now[i]);
    largest = size[i] > largest ? size[i] : largest;
  }
  if (largest <= ROUNDING * epsilon)
    largest = 1; /* at rest all is rounding */
  /* what symmetry keeps at zero, as the node of a standing wave, has the size of its rounding */
  for (PetscInt i = 0; i < count; ++i)
    size[i] = PowerOfTwo(size[i] > sqrtq(epsilon) * largest ? size[i] : largest);
}

/* log(a⁻¹b), the way from one element to the other. */
static PetscBool WayBetween(const Map *map, const Quad *a, const Quad *b, Quad *way) {
  QUAD_PRECISION(GroupInverse)(&map->group, a, map->jump);
  QUAD_PRECISION(GroupCompose)(&map->group, map->jump, b, map->product);
  return (PetscBool)!QUAD_PRECISION(GroupLogarithm)(&map->group, map->product, way);
}

/* Of (q,p), and from them the weights of the pairs: their actions in units of the largest. An element
 * of a group has no size but its way. */
static PetscBool SetSizes(Map *map, const Quad *now, const Quad *next) {
  const Quad steps = StepsOfSize(map->s, map->h), epsilon = (Quad)map->core->epsilon;
  const PetscInt n = map->n, pairs = map->directions - map->m;
  Quad largest = 0;
  if (map->on_group) {
    Quad *const way = map->y, *const none = map->y + pairs;
    if (!WayBetween(map, now, next, way))
      return PETSC_FALSE;
    memset(none, 0, (size_t)pairs * sizeof *none);
    LocalSizes(steps, epsilon, pairs, none, way, map->size);
  } else
    LocalSizes(steps, epsilon, pairs, now, next, map->size);
  LocalSizes(steps, epsilon, map->m, now + n, next + n, map->size + pairs);
  for (PetscInt i = 0; i < pairs && !map->velocities; ++i) {
    map->weight[i] = map->size[i] * map->size[pairs + i];
    largest = map->weight[i] > largest ? map->weight[i] : largest;
  }
  for (PetscInt i = 0; i < pairs && !map->velocities; ++i)
    map->weight[i] /= largest;
  map->largest = largest;
  return PETSC_TRUE;
}

/* ---- Points and states ---- */

/* ψᵀ at a time, row by row, into the map's `matrix`. */
static PetscBool FrameAt(const Map *map, Quad t, const Quad *q) {
  const PetscInt n = map->n;
  if (!map->core->problem_frame(map->problem, t, q, map->psi))
    return PETSC_FALSE;
  for (PetscInt j = 0; j < n; ++j)
    for (PetscInt i = 0; i < n; ++i)
      map->matrix[j * n + i] = map->psi[i * n + j];
  return PETSC_TRUE;
}

/* μ = ψᵀp. `out` overlaps none of the others. */
static PetscBool ToFrame(const Map *map, const Quad *q, const Quad *in, Quad *out) {
  const PetscInt n = map->n;
  if (!FrameAt(map, map->time, q))
    return PETSC_FALSE;
  for (PetscInt j = 0; j < n; ++j) {
    out[j] = 0;
    for (PetscInt i = 0; i < n; ++i)
      out[j] += map->matrix[j * n + i] * in[i];
  }
  return PETSC_TRUE;
}

/* p of φᵀ: ψᵀp = μ solved for p, by elimination in place. */
static PetscBool FromFrame(const Map *map, Quad t, const Quad *q, Quad *momentum) {
  return (PetscBool)(FrameAt(map, t, q) &&
                     !QUAD_PRECISION(LinearSolve)(map->n, map->matrix, momentum));
}

/* (q,v) of a point, the canonical (q,p) say, with v as the realisation has it. `y` is not the map's `node`. */
static PetscBool ToVelocity(const Map *map, const Quad *z, Quad *y) {
  const PetscInt n = map->n;
  const Quad *momentum = z + n;
  memcpy(y, z, (size_t)(n + map->m) * sizeof *y);
  if (map->velocities)
    return PETSC_TRUE;
  if (map->frame) {
    if (!ToFrame(map, z, z + n, y + n))
      return PETSC_FALSE;
    memcpy(map->node + n, y + n, (size_t)map->m * sizeof *y);
    momentum = map->node + n;
  }
  return map->core->problem_velocity(map->problem, map->time, z, momentum, y + n);
}

/* The point of a state; `z` is not the map's `y`. */
static PetscBool FromState(const Map *map, const Quad *state, Quad *z) {
  const PetscInt n = map->n, m = map->m;
  const Quad t = state[0] * map->h;
  const Quad *const q = state + 1;
  memcpy(z, q, (size_t)(n + m) * sizeof *z);
  if (map->velocities)
    return map->s->ode ? PETSC_TRUE : map->core->problem_velocity(map->problem, t, q, q + n, z + n);
  if (map->s->ode)
    map->core->problem_momentum(map->problem, t, q, z + n);
  return map->frame ? FromFrame(map, t, z, z + n) : PETSC_TRUE;
}

/* A run begins at the point, or a state that has its (q,p) and is the initial one otherwise. */
static PetscBool BeginAtPoint(const Map *map, const Quad *z) {
  const PetscInt n = map->n;
  Quad *const y = map->y;
  if (map->s->ode || map->restarts) {
    if (!ToVelocity(map, z, y))
      return PETSC_FALSE;
  } else {
    memcpy(y, z, (size_t)(n + map->m) * sizeof *y);
    if (map->velocities)
      map->core->problem_momentum(map->problem, map->time, z, y + n);
    if (map->frame && !ToFrame(map, z, z + n, y + n))
      return PETSC_FALSE;
  }
  if (map->restarts)
    return StepperBegin(map->run, map->h, y);
  memcpy(map->state, map->start, (size_t)map->states * sizeof *map->state);
  memcpy(map->state + 1, y, (size_t)(n + map->m) * sizeof *y);
  map->core->set_state(map->run->it, map->state);
  map->run->failure.failed = PETSC_FALSE;
  return PETSC_TRUE;
}

/* The points of the first nodes after a begin, in the model's units. */
static PetscBool FollowNodes(const Map *map, Quad *out) {
  const PetscInt n = map->n, m = map->m, size = n + m;
  const PetscInt late_q = PetscMax(0, -map->delay), late_p = PetscMax(0, map->delay);
  if (!StepperAdvance(map->run, map->skip))
    return PETSC_FALSE;
  for (PetscInt k = 0; k < map->levels + PetscMax(late_q, late_p); ++k) {
    const PetscInt level_q = k - late_q, level_p = k - late_p;
    if (!StepperAdvance(map->run, 1))
      return PETSC_FALSE;
    map->core->get_state(map->run->it, map->state);
    if (!FromState(map, map->state, map->node))
      return PETSC_FALSE;
    if (level_q >= 0 && level_q < map->levels)
      memcpy(out + level_q * size, map->node, (size_t)n * sizeof *out);
    if (level_p >= 0 && level_p < map->levels)
      memcpy(out + level_p * size + n, map->node + n, (size_t)m * sizeof *out);
  }
  return PETSC_TRUE;
}

PetscBool MapApply(const Map *map, const Quad *z, Quad *out) {
  const PetscInt size = map->n + map->m;
  Quad *const inside = map->node;
  for (PetscInt i = 0; i < size; ++i)
    inside[i] = map->on_group ? z[i] : z[i] * map->size[i];
  if (!BeginAtPoint(map, inside) || !FollowNodes(map, out))
    return PETSC_FALSE;
  for (PetscInt i = 0; i < map->levels * size && !map->on_group; ++i)
    out[i] /= map->size[i % size];
  return PETSC_TRUE;
}

/* The sizes at a point, from the step from it. */
static PetscBool FindSizes(Map *map, const Quad *z) {
  Quad *const next = map->moved;
  if (!StepperAdvance(map->run, 1))
    return PETSC_FALSE;
  map->core->get_state(map->run->it, map->state);
  return (PetscBool)(!FromState(map, map->state, next) || SetSizes(map, z, next));
}

/* The state of a run at its initial data, and from the first step the sizes. */
PetscBool MapStart(Map *map) {
  Quad *const z = map->z;
  const PetscInt size = map->n + map->m;
  map->time = 0;
  if (!StepperBegin(map->run, map->h, NULL))
    return PETSC_FALSE;
  map->core->get_state(map->run->it, map->start);
  memcpy(z, map->s->y0, (size_t)size * sizeof *z);
  if (!map->velocities)
    map->core->problem_momentum(map->problem, 0, map->s->y0, z + map->n);
  if ((map->frame && !FromFrame(map, 0, z, z + map->n)) ||
      (map->size[0] == 0 && !FindSizes(map, z)))
    return PETSC_FALSE;
  for (PetscInt i = 0; i < size && !map->on_group; ++i)
    z[i] /= map->size[i];
  return PETSC_TRUE;
}

static void MovePoint(const Map *map, Quad way, const Quad *direction, Quad *z) {
  const PetscInt n = map->n, m = map->m;
  if (map->on_group) {
    Quad *const xi = map->y, *const moved = map->product;
    for (PetscInt i = 0; i < m; ++i)
      xi[i] = way * direction[i] * map->size[i];
    QUAD_PRECISION(GroupRetract)(&map->group, GIMBAL_EXPONENTIAL, xi, map->jump);
    QUAD_PRECISION(GroupCompose)(&map->group, z, map->jump, moved);
    memcpy(z, moved, (size_t)n * sizeof *z);
    for (PetscInt i = 0; i < m; ++i)
      z[n + i] += way * direction[m + i] * map->size[m + i];
  } else
    for (PetscInt r = 0; r < n + m; ++r)
      z[r] += way * direction[r];
}

/* ---- Constraints ---- */

PetscBool MapResidual(const Map *map, const Quad *z, Quad *r) {
  Quad *const y = map->y, *const inside = map->state + 1;
  for (PetscInt i = 0; i < map->n + map->m; ++i)
    inside[i] = map->on_group ? z[i] : z[i] * map->size[i];
  if (!ToVelocity(map, inside, y))
    return PETSC_FALSE;
  map->core->problem_constraint(map->problem, map->time, y, r);
  return PETSC_TRUE;
}

/* Onto the phase space, by Newton steps of least norm along the normals at the map's point: from δ
 * away each step gains a factor of δ. */
static PetscBool ProjectOntoPhaseSpace(const Map *map, Quad *z) {
  const PetscInt k = map->constraints, size = map->directions;
  Quad *const r = map->residual, *const A = map->square;
  for (int iteration = 0; iteration < 12; ++iteration) {
    if (!MapResidual(map, z, r) || QUAD_PRECISION(LinearSolveNormal)(k, size, map->normals, A, r))
      return PETSC_FALSE;
    for (PetscInt a = 0; a < k; ++a)
      MovePoint(map, -r[a], map->normals + a * size, z);
  }
  return PETSC_TRUE;
}

/* Takes from the vector what it has along the rows, and gives back what is left of its length. */
static Quad OrthogonaliseAgainst(PetscInt size, PetscInt rows, const Quad *row, Quad *vector) {
  Quad square = 0;
  for (int twice = 0; twice < 2; ++twice)
    for (PetscInt a = 0; a < rows; ++a) {
      Quad along = 0;
      for (PetscInt j = 0; j < size; ++j)
        along += row[a * size + j] * vector[j];
      for (PetscInt j = 0; j < size; ++j)
        vector[j] -= along * row[a * size + j];
    }
  for (PetscInt j = 0; j < size; ++j)
    square += vector[j] * vector[j];
  for (PetscInt j = 0; j < size && square > 0; ++j)
    vector[j] /= sqrtq(square);
  return sqrtq(square);
}

/* The constraints along a direction from a point. */
typedef struct {
  const Map *map;
  const Quad *z, *direction;
} Line;

static int ResidualAlong(void *context, Quad way, Quad *residual) {
  const Line *line = context;
  const Map *map = line->map;
  memcpy(map->moved, line->z, (size_t)(map->n + map->m) * sizeof *map->moved);
  MovePoint(map, way, line->direction, map->moved);
  return !MapResidual(map, map->moved, residual);
}

PetscBool MapResidualAlong(const Map *map, const Quad *z, const Quad *direction, Quad *derivative) {
  const PetscInt k = map->constraints, width = map->precision == IN_QUAD ? 8 : 3;
  const Quad h = map->precision == IN_QUAD ? QUAD_C(1.) / 1024 : QUAD_C(1.) / 128;
  Line line = {.map = map, .z = z, .direction = direction};
  return (PetscBool)!QUAD_PRECISION(StencilDerivative)(width, h, k, ResidualAlong, &line,
                                                       map->residual, derivative);
}

static PetscBool FindNormals(const Map *map) {
  const PetscInt size = map->directions, k = map->constraints;
  Quad *const unit = ExperimentRoom(map->s, size), *const derivative = ExperimentRoom(map->s, k);
  PetscBool done = PETSC_TRUE;
  for (PetscInt j = 0; j < size && done; ++j) {
    unit[j] = 1;
    done = MapResidualAlong(map, map->z, unit, derivative);
    unit[j] = 0;
    for (PetscInt a = 0; a < k && done; ++a)
      map->normals[a * size + j] = derivative[a];
  }
  return done;
}

PetscBool MapConstrain(Map *map, Quad *basis, PetscInt *rank) {
  const PetscInt size = map->directions, k = ConstraintResiduals(&map->s->dimensions);
  OWNED(MemoryFree) Quad *all = MemoryZeroed((size_t)(size + k) * (size_t)size, sizeof(*all));
  *rank = 0;
  map->constraints = k;
  if (!FindNormals(map))
    return PETSC_FALSE;
  for (PetscInt a = 0; a < k; ++a) {
    memcpy(all + a * size, map->normals + a * size, (size_t)size * sizeof *all);
    OrthogonaliseAgainst(size, a, all, all + a * size);
  }
  for (PetscInt j = 0; j < size && *rank < size - k; ++j) {
    Quad *candidate = all + (k + *rank) * size;
    memset(candidate, 0, (size_t)size * sizeof *candidate);
    candidate[j] = 1;
    if (OrthogonaliseAgainst(size, k + *rank, all, candidate) > QUAD_C(1e-2))
      memcpy(basis + (*rank)++ * size, candidate, (size_t)size * sizeof *basis);
  }
  return PETSC_TRUE;
}

/* The state comes from arithmetic that may be shorter, and is moved onto the constraints, or back to
 * the group: rotations become those of their axes and angles. Its velocity may be off the constraints by a
 * power of h, if the method does not impose them on it: the normals there lead near the phase space only,
 * those at the point so found onto it. */
enum { PASSES = 2 };
PetscBool MapStartAt(Map *map, const Quad *state) {
  const PetscInt size = map->n + map->m;
  PetscInt rank;
  (void)StepperBegin(map->run, map->h, NULL);
  memcpy(map->start, state, (size_t)map->states * sizeof *map->start);
  if (map->on_group && !QUAD_PRECISION(GroupLogarithm)(&map->group, map->start + 1, map->y))
    QUAD_PRECISION(GroupRetract)(&map->group, GIMBAL_EXPONENTIAL, map->y, map->start + 1);
  map->time = state[0] * map->h;
  map->core->set_state(map->run->it, map->start);
  PetscBool done = (PetscBool)(FromState(map, map->start, map->z) && FindSizes(map, map->z));
  for (PetscInt i = 0; i < size && done && !map->on_group; ++i)
    map->z[i] /= map->size[i];
  if (ConstraintResiduals(&map->s->dimensions) && done) {
    OWNED(MemoryFree) Quad *basis = MemoryZeroed((size_t)size * (size_t)size, sizeof(*basis));
    for (int pass = 0; pass < PASSES && done; ++pass)
      done = (PetscBool)(MapConstrain(map, basis, &rank) && ProjectOntoPhaseSpace(map, map->z));
  }
  return done;
}

/* ---- The derivative ---- */

/* An image as what is differenced: itself, or on a group its way from that of the point. */
static PetscBool FromBase(const Map *map, PetscInt level, const Quad *image, Quad *out) {
  const PetscInt n = map->n, m = map->m;
  const Quad *const base = map->base + (level + 1) * (n + m);
  if (!map->on_group) {
    memcpy(out, image, (size_t)(n + m) * sizeof *out);
    return PETSC_TRUE;
  }
  if (!WayBetween(map, base, image, out))
    return PETSC_FALSE;
  for (PetscInt i = 0; i < m; ++i) {
    out[i] /= map->size[i];
    out[m + i] = (image[n + i] - base[n + i]) / map->size[m + i];
  }
  return PETSC_TRUE;
}

PetscBool MapFindBase(const Map *map) {
  const PetscInt size = map->n + map->m;
  if (!map->on_group)
    return PETSC_TRUE;
  memcpy(map->base, map->z, (size_t)size * sizeof *map->base);
  return MapApply(map, map->z, map->base + size);
}

PetscBool MapAlong(const Map *map, const Quad *direction, Quad *fine, Quad *coarse) {
  enum { POINTS = 6 };
  const PetscInt size = map->n + map->m, entries = map->directions, all = map->levels * entries;
  const Quad delta = map->delta;
  Quad *const moved = map->moved, *const images = map->images, *const seen = map->y;
  static const int at[POINTS] = {1, -1, 2, -2, 4, -4};
  static const int weight[POINTS] = {8, -8, -1, 1, 0, 0}, wider[POINTS] = {0, 0, 8, -8, -1, 1};
  memset(fine, 0, (size_t)all * sizeof *fine);
  memset(coarse, 0, (size_t)all * sizeof *coarse);
  for (int i = 0; i < POINTS; ++i) {
    memcpy(moved, map->z, (size_t)size * sizeof *moved);
    MovePoint(map, at[i] * delta, direction, moved);
    if ((map->constraints && !ProjectOntoPhaseSpace(map, moved)) || !MapApply(map, moved, images))
      return PETSC_FALSE;
    for (PetscInt level = 0; level < map->levels; ++level) {
      Quad *const f = fine + level * entries, *const c = coarse + level * entries;
      if (!FromBase(map, level, images + level * size, seen))
        return PETSC_FALSE;
      for (PetscInt r = 0; r < entries; ++r) {
        f[r] += weight[i] * seen[r] / (12 * delta);
        c[r] += wider[i] * seen[r] / (24 * delta);
      }
    }
  }
  return PETSC_TRUE;
}

/* ---- The form ---- */

/* c with μ·[a,b] = Σ c_j b_j, in units of the largest pair. */
static void CoadjointOf(const Map *map, PetscInt level, const Quad *a, Quad *c) {
  const PetscInt m = map->m;
  const Quad *const momentum = map->base + (level + 1) * (map->n + m) + map->n;
  Quad *const xi = map->product, *const bracket = map->jump;
  for (PetscInt i = 0; i < m; ++i)
    xi[i] = a[i] * map->size[i];
  QUAD_PRECISION(GroupBracket)(&map->group, xi, bracket);
  for (PetscInt j = 0; j < m; ++j) {
    c[j] = 0;
    for (PetscInt i = 0; i < m; ++i)
      c[j] += momentum[i] * bracket[i * m + j];
    c[j] *= map->size[j] / map->largest;
  }
}

Quad CanonicalForm(const Map *map, PetscInt level, const Quad *a, const Quad *b) {
  const PetscInt m = map->m;
  Quad sum = 0;
  for (PetscInt i = 0; i < m; ++i)
    sum += map->weight[i] * (a[i] * b[m + i] - a[m + i] * b[i]);
  if (map->on_group) {
    CoadjointOf(map, level, a, map->y);
    for (PetscInt j = 0; j < m; ++j)
      sum += map->y[j] * b[j];
  }
  return sum;
}

Quad CanonicalFormScale(const Map *map, PetscInt level, const Quad *a) {
  const PetscInt m = map->m;
  Quad sum = 0;
  for (PetscInt i = 0; i < m; ++i)
    sum += map->weight[i] * (fabsq(a[i]) + fabsq(a[m + i]));
  if (map->on_group) {
    CoadjointOf(map, level, a, map->y);
    for (PetscInt j = 0; j < m; ++j)
      sum += fabsq(map->y[j]);
  }
  return sum;
}
